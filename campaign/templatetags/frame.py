"""Draw what frames every page: navigation, tabs, the phone's bar, the theme.

They are drawn here, not by includes, because every page pays for them.
"""

from collections.abc import Sequence
from functools import cache

from django import template
from django.urls import NoReverseMatch, get_script_prefix
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from campaign.parts import Tab
from campaign.routes import reverse
from campaign.templatetags.look import icon

register = template.Library()

NAV = (("Campaigns", "home"), ("Rule books", "rules:books"), ("Check dice", "dice:check"), ("Help", "help"))
HERE, ELSEWHERE = mark_safe(' aria-current="page"'), mark_safe("")


@register.simple_tag(takes_context=True)
def nav(context: template.Context) -> SafeString:
    """Draw the head's links: the same for everyone on pages of one kind."""
    path, prefix = context["request"].path if "request" in context else "", get_script_prefix()
    return _nav(prefix, tuple(_is_under(path, url) for _, url in _places(prefix)))


@cache
def _nav(prefix: str, here: tuple[bool, ...]) -> SafeString:
    drawn = (
        (url, HERE if is_here else ELSEWHERE, word) for (word, url), is_here in zip(_places(prefix), here, strict=True)
    )
    return format_html(
        '<nav class="nav" aria-label="Site">{}</nav>', format_html_join("", '<a href="{}"{}>{}</a>', drawn)
    )


@cache
def _places(prefix: str) -> tuple[tuple[str, str], ...]:
    """Return words and addresses under this prefix."""
    places = ((word, _address(name)) for word, name in NAV)
    return tuple((word, url) for word, url in places if url)


def _address(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def _is_under(path: str, url: str) -> bool:
    return path.startswith("/c/") or path == "/" if url == "/" else path.startswith(url)


@register.simple_tag
def tabs(places: Sequence[Tab], label: str = "Campaign pages", css: str = "") -> SafeString:
    """Draw the tabs under a page's title. The class "places" hides them where the phone's bar shows the same."""
    drawn = (
        (tab.url, HERE if tab.here else ELSEWHERE, tab.word, f" {tab.count}" if tab.count else "") for tab in places
    )
    links = format_html_join("", '<a href="{}"{}>{}{}</a>', drawn)
    return format_html('<nav class="tabs {}" aria-label="{}">{}</nav>', css, label, links)


@register.simple_tag
def phone_bar(places: Sequence[Tab]) -> SafeString:
    """Draw the bar at the bottom of a phone's page: five places at most."""
    shown = ((tab.url, HERE if tab.here else ELSEWHERE, icon(tab.icon), tab.word) for tab in places if tab.in_bar)
    links = format_html_join("", '<a href="{}"{}>{}{}</a>', shown)
    return format_html('<nav class="bar" aria-label="Main pages">{}</nav>', links)


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return light, dark, or nothing (as the device): this device's choice first, else the account's."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme") if request else ""
    if not chosen and request and request.user.is_authenticated:
        chosen = request.user.theme
    return chosen if chosen in ("light", "dark") else ""
