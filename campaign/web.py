"""Handle what all pages of a campaign share: the viewer, permissions, ETags, outdated pages, and refusals."""

import hmac
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast
from urllib.parse import quote

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache

from campaign import visibility
from campaign.app_part import INSTALLED
from campaign.errors import ALREADY_DONE, AlreadyDone, Later, Refusal, RewindFirst, Stale
from campaign.ids import hex_id, read_id
from campaign.parts import Tab
from campaign.routes import reverse
from campaign.selectors.moves import moves
from campaign.selectors.practice_seats import PracticeSeat
from campaign.selectors.rewind_to import line_before
from campaign.services import throttle
from campaign.services.record import LONGEST_KEY, bound_key, was_done
from campaign.services.throttle import Limit
from campaign.sources import SOURCES
from campaign.visibility import Viewer

if TYPE_CHECKING:
    from rest_framework.request import Request

P = ParamSpec("P")
ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)
Page = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponseBase]
REFUSALS = (Http404, Refusal, AlreadyDone)
VIEWING_AS = "viewing_as"
KEPT = "kept"  # marks a POST that brings back what was typed, and begins the names of its fields
OF_THE_FORM = frozenset(["csrfmiddlewaretoken", "version", "key", "number", "entropy"])  # a fresh form has its own
HIGHEST_VERSION = 2**53


def seated(view: Page[P], *, has_tag: bool = True) -> Callable[Concatenate[HttpRequest, int, P], HttpResponseBase]:
    """Turn `view(request, viewer, …)` into a campaign page; return 404 to anyone without a seat."""

    @wraps(view)
    def page(request: HttpRequest, campaign_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(quote(request.path))
        viewer = request.viewer = viewer_for(request, campaign_id)  # type: ignore[attr-defined]
        tag = _etag(request, viewer) if has_tag else ""
        if tag and request.headers.get("If-None-Match") == tag:
            return _tagged(HttpResponseNotModified(), tag)
        if request.method == "POST":
            request.POST = _as_kept(request, viewer) or _with_bound_key(request)  # type: ignore[assignment]
            return _tagged(_carried_out(request, viewer, view, *args, **kwargs), "")
        response = view(request, viewer, *args, **kwargs)
        return _tagged(response, tag if response.status_code == HTTPStatus.OK else "")

    return cast(Callable[Concatenate[HttpRequest, int, P], HttpResponseBase], page)


def _with_bound_key(request: HttpRequest) -> QueryDict:
    """Return the posted data, with a key bound to exactly this data and these files."""
    said = request.POST.copy()
    if "key" in said:
        files = {f"file {name}": [_file_hash(one) for one in found] for name, found in request.FILES.lists()}
        said["key"] = cast(str, bound_key(said["key"], request.path, {**dict(said.lists()), **files}))
    return said


def _file_hash(file: "UploadedFile[Any]") -> str:
    digest = sha256()
    for part in file.chunks():
        digest.update(part)
    file.seek(0)
    return digest.hexdigest()


def _as_kept(request: HttpRequest, viewer: Viewer) -> QueryDict | None:
    """Return what was typed on this page before it lacked a number, as a fresh form; None if nothing comes back.

    The address says so too, since the body was first sent to the page that asked for the number.
    """
    if not (KEPT in request.GET and KEPT in request.POST):
        return None
    kept = QueryDict(mutable=True)
    for name, values in request.POST.lists():
        if name.startswith(f"{KEPT}-"):
            kept.setlist(name.removeprefix(f"{KEPT}-"), values)
    kept["version"], kept["key"] = str(viewer.version), form_key()
    request.is_kept = True  # type: ignore[attr-defined]
    return kept


def is_kept(request: HttpRequest) -> bool:
    """Return whether a POST brings back what was typed, to be shown and not carried out."""
    return getattr(request, "is_kept", False)


def _carried_out(
    request: HttpRequest, viewer: Viewer, view: Page[P], *args: P.args, **kwargs: P.kwargs
) -> HttpResponseBase:
    """Answer a form; a repeated one like the first time, even if it is refused because the form is gone by now."""
    response = unless_done(viewer, request.POST.get("key"), lambda: view(request, viewer, *args, **kwargs))
    if response is not None:
        return response
    messages.info(request, ALREADY_DONE)
    return redirect("campaigns:page", viewer.campaign_id)


def unless_done(
    viewer: Viewer,
    key: object,
    answer: Callable[[], ResponseT],
    refusals: tuple[type[Exception], ...] = REFUSALS,
) -> ResponseT | None:
    """Return an answer; None if it refuses what this seat has already done under this key."""
    try:
        response = answer()
    except refusals:
        if not was_done(viewer, key):
            raise
        return None
    return response if response.status_code < HTTPStatus.BAD_REQUEST or not was_done(viewer, key) else None


def viewer_for(request: HttpRequest, campaign_id: int) -> Viewer:
    """Return the viewer of this request: the person's own seat, or the seat the umpire is viewing as."""
    if not request.user.is_authenticated:
        raise Http404
    viewer = visibility.enter_as(request.user, campaign_id)
    view_as = request.session.get(VIEWING_AS, {}).get(hex_id(campaign_id))
    if viewer.is_umpire and view_as and view_as["until"] > SOURCES.now().timestamp():
        return visibility.view_as(viewer, read_id(view_as["seat"]) or 0)
    return viewer


def draw(
    request: HttpRequest, template: str, context: dict[str, Any], *, part: str, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Draw a page, or only the named part when an open page refetches it. The view names the part."""
    return render(request, f"{template}#{part}" if is_refetch(request) else template, context, status=status)


def is_refetch(request: HttpRequest) -> bool:
    """Return whether an open page fetches itself again, which isn't a visit."""
    asked = request.headers.get("HX-Request") == "true"
    return asked and request.method in ("GET", "HEAD") and "HX-History-Restore-Request" not in request.headers


def page_context(request: HttpRequest) -> dict[str, object]:
    """Return the context of every campaign page: the viewer, live updates, and the navigation bar.

    On a visitor's pages, also their practice seat and its next move. Other pages know that they have none of these.
    """
    viewer: Viewer | None = getattr(request, "viewer", None)
    if viewer is None:
        return {"viewer": None, "live": None, "bar": (), "practice": None}
    practice = practice_of(request)
    listen = reverse("journal:live", args=[viewer.campaign_id])
    live = {
        "token_url": listen,
        "poll_url": listen,
        "version": viewer.version,
        "key": hex_id(viewer.feed_id),
        "is_opaque": False,
    }
    act = SimpleLazyObject(lambda: ActForm(viewer=viewer))  # of every form without fields to fill in
    shared: dict[str, object] = {
        "viewer": viewer,
        "live": None if viewer.viewing_as else live,
        "bar": _bar(request, viewer),
        "act": act,
        "practice": practice,
    }
    if practice is None:
        return shared
    return {**shared, "next": SimpleLazyObject(lambda: moves([viewer])[viewer.campaign_id])}


def _bar(request: HttpRequest, viewer: Viewer) -> list[Tab]:
    """Return the places of the bar; a page outside every namespace belongs to the first."""
    practice = practice_of(request)
    places = [place for place in INSTALLED.places if place.is_shown(viewer)]
    places = [place for place in places if practice is None or practice.reaches(place.url_name)]
    namespace = request.resolver_match.namespace if request.resolver_match else ""
    here = next((place for place in places if place.namespace == namespace), places[0])
    args = [viewer.campaign_id]
    return [
        Tab(
            word=place.word,
            url=reverse(place.url_name, args),
            icon=place.icon,
            here=place is here,
            in_bar=place.in_bar,
        )
        for place in places
    ]


def _etag(request: HttpRequest, viewer: Viewer) -> str:
    """Return an HMAC over everything the page depends on, or nothing if it shows messages.

    Viewing as a seat has no tag: a new one would reveal the seat's draft. Observers have none either: they share
    a version, but each puts notices away alone.
    """
    if (
        viewer.viewing_as
        or viewer.is_observer
        or request.method not in ("GET", "HEAD")
        or len(getattr(request, "_messages", ()))
    ):
        return ""
    user = request.user
    parts = (
        hex_id(viewer.feed_id),
        str(viewer.version),
        request.get_full_path(),
        settings.RELEASE,
        request.headers.get("HX-Request", ""),
        repr([getattr(user, name) for name in ("id", "display_name", "theme", "time_zone")]),
        request.COOKIES.get("theme", ""),
        SOURCES.now().strftime("%Y%m%d%H%M"),  # pages say "in 6 hours"
    )
    digest = hmac.digest(settings.SECRET_KEY.encode(), "\0".join(parts).encode(), "sha256")
    return f'"{digest.hex()[:24]}"'


def _tagged(response: HttpResponseBase, tag: str) -> HttpResponseBase:
    response.headers["Vary"] = "Cookie, HX-Request"
    if tag:
        response.headers["ETag"] = tag
    return response


def retry_later(response: ResponseT, error: Refusal) -> ResponseT:
    """Say when a request that was refused only for now may be sent again."""
    if isinstance(error, Later):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def refused_page(request: HttpRequest, error: Refusal, **more: object) -> HttpResponse:
    """Draw the page of a refusal that no form caught."""
    context = {"sentence": error.sentence, "cites": error.cites, "news": error.news if isinstance(error, Stale) else []}
    return retry_later(render(request, "409.html", {**context, **more}, status=error.status), error)


def practice_of(request: HttpRequest) -> PracticeSeat | None:
    """Return the practice seat that a request comes from, if it does."""
    return getattr(request, "practice", None)


def own_id(request: HttpRequest) -> int:
    """Return the id of the member who asks."""
    return cast(int, request.user.pk)


def caller_of(request: "HttpRequest | Request") -> str:
    """Return the address that a request came from, by which strangers are told apart."""
    return str(request.META.get("REMOTE_ADDR", ""))


def unindexed(view: Callable[..., ResponseT]) -> Callable[..., ResponseT]:
    """Keep a view out of caches and search engines; what it shows may be withdrawn at any time."""

    @wraps(view)
    def shown(*args: Any, **path: Any) -> ResponseT:
        response = view(*args, **path)
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return never_cache(shown)


def limit_strangers(request: HttpRequest, limit: Limit) -> None:
    """Count a try by its address, unless the person is logged in."""
    if not request.user.is_authenticated:
        throttle.spend(limit, caller_of(request))


def form_key() -> str:
    """Return a key for a form, so that it acts once however often it is sent."""
    return SOURCES.secret("form", size=16).hex()


class ActForm(forms.Form):
    """A form that acts: it carries the version of the seat's view, and its own key so that it acts once.

    `has_fixed_fields` is false where the offer decides which fields there are.
    """

    has_fixed_fields = True
    version = forms.IntegerField(min_value=0, max_value=HIGHEST_VERSION, required=False, widget=forms.HiddenInput)
    key = forms.CharField(max_length=LONGEST_KEY, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, viewer: Viewer, offer: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.viewer, self.offer = viewer, offer
        self.news: list[str] = []
        self.rewind_to: int | None = None
        self.initial.update(version=viewer.version, key=form_key())

    def action(self) -> dict[str, Any]:
        """Return the version and key, as `open_act` takes them."""
        return {"version": self.cleaned_data["version"], "key": self.cleaned_data["key"] or None}

    def said(self, *names: str) -> dict[str, Any]:
        """Return the named fields, with the version and key."""
        return {name: self.cleaned_data[name] for name in names} | self.action()

    def refuse(self, error: Refusal) -> None:
        """Show the refusal and keep the typed text; the version becomes the current one."""
        field = error.field if error.field in self.fields else None
        for sentence in error.sentences:
            self.add_error(field, sentence.removeprefix(f"{field}: "))  # the label says it
        if isinstance(error, RewindFirst):
            self.rewind_to = line_before(self.viewer, error.kind, error.about)
        if isinstance(error, Stale):
            self.news = error.news
            typed = cast(QueryDict, self.data).copy()
            typed[self.add_prefix("version")] = str(error.version)
            self.data = typed


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the posted data, even if it is empty; None for other methods."""
    return request.POST if request.method == "POST" else None
