"""Draw what frames every page: navigation, the reader's name, tabs, the phone's bar, styles, scripts, the theme.

They are drawn here, not by includes, because every page pays for them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from campaign.parts import Tab
from campaign.routes import PREFIX, reverse
from campaign.templatetags.look import icon, sign

register = template.Library()

# Addresses below the script prefix; a name's would load its URLs, and with them all that its pages need.
NAV = (("Campaigns", ""), ("Rule books", "rules/"), ("Check dice", "dice/"), ("Help", "help/"))
HERE = ' aria-current="page"'


@register.simple_tag(takes_context=True)
def nav(context: template.Context) -> SafeString:
    """Draw the head's links: the same for everyone on pages of one kind."""
    path, prefix = context["request"].path if "request" in context else "", PREFIX.get()
    return _nav(prefix, tuple(_is_under(path, url) for _, url in _places(prefix)))


@cache
def _nav(prefix: str, here: tuple[bool, ...]) -> SafeString:
    places = zip(_places(prefix), here, strict=True)
    links = "".join(_link(url, word, here=is_here) for (word, url), is_here in places)
    return SafeString(f'<nav class="nav" aria-label="Site">{links}</nav>')


@cache
def _places(prefix: str) -> tuple[tuple[str, str], ...]:
    """Return words and addresses under this prefix."""
    return tuple((word, prefix + address) for word, address in NAV)


def _is_under(path: str, url: str) -> bool:
    return path.startswith("/c/") or path == "/" if url == "/" else path.startswith(url)


@register.simple_tag(takes_context=True)
def me(context: template.Context) -> SafeString:
    """Draw the reader's sign and name, or the way in."""
    request, viewer = context["request"], context.get("viewer")
    if getattr(request, "practice", None):
        return SafeString(_link(reverse("accounts:sign-up"), "Sign up"))
    if not request.user.is_authenticated:
        return SafeString(_link(reverse("accounts:log-in"), "Log in"))
    drawn = sign("umpire" if viewer.is_umpire else viewer.side or "public") if viewer else ""
    return SafeString(drawn + _link(reverse("accounts:profile"), str(request.user)))


@register.simple_tag
def live_attributes(live: Mapping[str, Any] | None) -> SafeString:
    """Write what js/live.js reads from the body of a page that updates itself."""
    if live is None:
        return SafeString("")
    keys = ("token_url", "poll_url", "version", "key")
    token_url, poll_url, version, key = (escape(str(live[key])) for key in keys)
    opaque = " data-live-opaque" if live["is_opaque"] else ""
    return SafeString(
        f'hx-ext="sse" sse-connect="live" data-live-token-url="{token_url}" data-poll-url="{poll_url}"'
        f' data-live-version="{version}" data-live-key="{key}"{opaque}'
    )


@register.simple_tag
def tabs(places: Sequence[Tab], label: str = "Campaign pages", css: str = "") -> SafeString:
    """Draw the tabs under a page's title. The class "places" hides them where the phone's bar shows the same."""
    named = ((tab, f"{tab.word} {tab.count}" if tab.count else tab.word) for tab in places)
    links = "".join(_link(tab.url, name, here=tab.here) for tab, name in named)
    return SafeString(f'<nav class="tabs {escape(css)}" aria-label="{escape(label)}">{links}</nav>')


@register.simple_tag
def phone_bar(places: Sequence[Tab]) -> SafeString:
    """Draw the bar at the bottom of a phone's page: five places at most."""
    links = "".join(_link(tab.url, tab.word, here=tab.here, sign=icon(tab.icon)) for tab in places if tab.in_bar)
    return SafeString(f'<nav class="bar" aria-label="Main pages">{links}</nav>')


def _link(url: str, word: str, *, here: bool = False, sign: str = "") -> str:
    """Return a link's HTML; a sign is HTML already."""
    return f'<a href="{escape(url)}"{HERE if here else ""}>{sign}{escape(word)}</a>'


@register.simple_tag
@cache
def styles(*names: str) -> SafeString:
    """Draw the links to style sheets that many pages share."""
    urls = ((staticfiles_storage.url(name),) for name in names)
    return format_html_join("", '<link rel="stylesheet" href="{}">', urls)


@register.simple_tag
@cache
def scripts(*names: str) -> SafeString:
    """Draw the links to scripts, which run in this order once the page is read."""
    urls = ((staticfiles_storage.url(name),) for name in names)
    return format_html_join("", '<script src="{}" defer></script>', urls)


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return light, dark, or nothing (as the device): this device's choice first, else the account's."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme") if request else ""
    if not chosen and request and request.user.is_authenticated:
        chosen = request.user.theme
    return chosen if chosen in ("light", "dark") else ""
