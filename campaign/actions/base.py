"""What a person does in a campaign, declared once: `page_of` makes its page of it, and `twin_of` its endpoint.

@Action(AddSeatForm, offer=only(may_add), to="seats:list")
def add_seat(viewer: Viewer, form: AddSeatForm) -> None:
    "Open a seat."
    seats.add_seat(viewer, **form.said("role", "side", "scope"))
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, Concatenate, Generic, Protocol, TypeVar, cast

from django.http import Http404
from django.urls import reverse

from campaign.visibility import Viewer
from campaign.web import ActForm

FormT = TypeVar("FormT", bound=ActForm)
FormT_co = TypeVar("FormT_co", bound=ActForm, covariant=True)
OfferT = TypeVar("OfferT")
OfferT_contra = TypeVar("OfferT_contra", contravariant=True)


class FormOf(Protocol[OfferT_contra, FormT_co]):
    """The class of a form that is made from what is offered."""

    def __call__(self, data: Any = None, files: Any = None, *, viewer: Viewer, offer: OfferT_contra) -> FormT_co: ...


@dataclass(frozen=True)
class Question:
    """What is asked before something is lost for good; `hidden` is sent along with the yes, `back` is a page."""

    title: str
    loses: str
    yes: str
    back: str
    hidden: dict[str, str] = field(default_factory=dict)


def nothing(*_: Any, **__: Any) -> Any:
    """Offer an act that anybody may do, with a form that is always the same."""


def what_is_offered(viewer: Viewer, offer: Any, **path: Any) -> Any:
    """Show nothing on the page but what the form needs anyway."""
    return offer


@dataclass(frozen=True)
class Action(Generic[OfferT, FormT]):
    """One thing that a seat does. Decorates the function that calls the service: its name and docstring are the API's.

    `offer` reads what the form needs, and refuses those for whom there is no such act. `to` is a page of the campaign,
    or a function of the viewer and of what was done. With a `template` the form has a page of its own, and `page`
    reads what only that page shows. With `sure` the page asks a question.
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
        """Return the form: empty, or with what was sent."""
        return self.form(data, files, viewer=viewer, offer=self.offer(viewer, **path))

    @property
    def body(self) -> type[ActForm]:
        """The class whose fields are what may be sent."""
        return cast(type[ActForm], self.form)


def only(may: Callable[Concatenate[Viewer, ...], bool]) -> Callable[..., Any]:
    """Offer an act to those who may do it; for everybody else there is no such act."""

    def offer(viewer: Viewer, **path: Any) -> None:
        if not may(viewer, **path):
            raise Http404

    return offer


def address(viewer: Viewer, page: str, *args: Any) -> str:
    """Return the address of a page of the viewer's campaign."""
    return reverse(page, args=[viewer.campaign_id, *args])
