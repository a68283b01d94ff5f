"""Acts of a campaign, each declared once: `page_of` builds its page and `twin_of` its endpoint.

@Action(AddSeatForm, offer=only(may_add), to="seats:list")
def add_seat(viewer: Viewer, form: AddSeatForm) -> None:
    "Open a seat."
    seats.add_seat(viewer, **form.said("role", "side", "scope"))
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, field, replace
from typing import Any, Concatenate, Generic, Protocol, TypeVar, cast

from django.http import Http404

from campaign.routes import reverse
from campaign.visibility import Viewer
from campaign.web import ActForm
from rulesets.core.records import dataclass

FormT = TypeVar("FormT", bound=ActForm)
FormT_co = TypeVar("FormT_co", bound=ActForm, covariant=True)
OfferT = TypeVar("OfferT")
OfferT_contra = TypeVar("OfferT_contra", contravariant=True)


class FormOf(Protocol[OfferT_contra, FormT_co]):
    """A form class that is built from what the act offers."""

    def __call__(self, data: Any = None, files: Any = None, *, viewer: Viewer, offer: OfferT_contra) -> FormT_co: ...


@dataclass(frozen=True)
class Question:
    """The question before something is lost for good; the answer sends `hidden`, and `back` names a page.

    `back_args` are what that page's address needs besides the campaign.
    """

    title: str
    loses: str
    yes: str
    back: str
    hidden: dict[str, str] = field(default_factory=dict)
    back_args: tuple[int, ...] = ()


def nothing(*_: Any, **__: Any) -> Any:
    """Offer an act to anyone, with a form that never varies."""


def what_is_offered(viewer: Viewer, offer: Any, **path: Any) -> Any:
    """Show only what the form needs anyway."""
    return offer


@dataclass(frozen=True)
class Action(Generic[OfferT, FormT]):
    """One act of a seat: decorates the function that calls the service and lends the API its name and docstring.

    `offer` reads what the form needs, and refuses those who can't act. `to` is a page of the campaign,
    or a function of the viewer and the result. With a `template` the form has its own page, and `page`
    reads what only that page shows. With `sure` the page asks a question first.
    """

    form: FormOf[OfferT, FormT]
    _: KW_ONLY
    to: str | Callable[..., str]
    offer: Callable[Concatenate[Viewer, ...], OfferT] = nothing
    template: str = ""
    page: Callable[Concatenate[Viewer, OfferT, ...], Any] = what_is_offered
    sure: Callable[Concatenate[Viewer, FormT, ...], Question] | None = None
    operation: str = ""
    about: str = ""
    do: Callable[Concatenate[Viewer, FormT, ...], Any] = nothing

    def __call__(self, do: Callable[Concatenate[Viewer, FormT, ...], Any]) -> "Action[OfferT, FormT]":
        about = " ".join((do.__doc__ or "").split())
        return replace(self, do=do, operation=self.operation or do.__name__, about=about)

    def ask(self, viewer: Viewer, data: Any = None, files: Any = None, /, **path: Any) -> FormT:
        """Return the form, blank or with the sent data."""
        return self.form(data, files, viewer=viewer, offer=self.offer(viewer, **path))

    @property
    def body(self) -> type[ActForm]:
        """Return the class whose fields may be sent."""
        return cast(type[ActForm], self.form)


def only(may: Callable[Concatenate[Viewer, ...], bool]) -> Callable[..., Any]:
    """Offer an act to those who may do it, and answer 404 to everyone else."""

    def offer(viewer: Viewer, **path: Any) -> None:
        if not may(viewer, **path):
            raise Http404

    return offer


def address(viewer: Viewer, page: str, *args: Any) -> str:
    """Return the URL of a page of the viewer's campaign."""
    return reverse(page, args=[viewer.campaign_id, *args])
