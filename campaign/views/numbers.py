"""Ask for an unknown number in place: enter it once for the campaign, and return with what was typed."""

from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaign.actions.house import enter_number
from campaign.errors import NumberNeeded
from campaign.forms.numbers import Cell, NumberForm
from campaign.routes import reverse
from campaign.selectors.house import is_unknown
from campaign.visibility import Viewer
from campaign.web import KEPT, OF_THE_FORM, ActForm
from rulesets.core import registry
from rulesets.core.records import dataclass

ENTERED = "The number is entered."
ASKED = "The number counts once the other side agrees."
ANY_CAMPAIGN = (
    "In a campaign, the umpire can enter it once on this rule’s page. Where the site umpires, both sides agree on it."
)
CELL = ("table", "row", "column")
Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class NumberWanted:
    """An unknown number: its cell in words, and the form for whoever may enter it, or advice for all others.

    `back` is the page to return to, and `kept` what was typed there.
    """

    where: str
    cites: str = ""
    cell: Cell = ("", "", "")
    form: ActForm | None = None
    advice: str = ""
    back: str = ""
    kept: Fields = ()

    @property
    def address(self) -> str:
        """Return the query of the page that asks for it, where a page has no room for the form."""
        return urlencode(dict(zip(CELL, self.cell, strict=True)) | {"back": self.back})


def wanted(request: HttpRequest, needed: NumberNeeded, *, back: str = "") -> NumberWanted:
    """Return what a page shows where it lacks a number; `back` is another page to return to."""
    viewer: Viewer | None = getattr(request, "viewer", None)
    if viewer is None or not (viewer.decides and viewer.club_is_open):
        return NumberWanted(needed.where, needed.cites, needed.cell, advice=_advice(viewer))
    form = NumberForm(viewer=viewer)
    _ask_for(form, needed.cell)
    back = back or (request.path if request.method == "POST" else request.get_full_path())
    return NumberWanted(needed.where, needed.cites, needed.cell, form, back=back, kept=_kept(request))


def _advice(viewer: Viewer | None) -> str:
    if viewer is None:
        return ANY_CAMPAIGN
    if viewer.site_is_umpire:
        return "A commander of a whole side can propose it to the other side here."
    return "Only the umpire can enter it. Ask in a message."


def _ask_for(form: NumberForm, cell: Cell) -> None:
    table = registry.table(cell[0])
    form.ask_for(cell, unit=table.unit if table else "")


def _kept(request: HttpRequest) -> Fields:
    if request.method != "POST":
        return ()
    typed = ((name, value) for name, values in request.POST.lists() for value in values if name not in OF_THE_FORM)
    return ((KEPT, "yes"), *((f"{KEPT}-{name}", str(value)) for name, value in typed))


def number(
    request: HttpRequest, viewer: Viewer, *, form: NumberForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Ask for the cell that the address names, or ask again for a refused one."""
    form = form or enter_number.ask(viewer)
    said = request.POST if request.method == "POST" else request.GET
    cell = (said.get("table", ""), said.get("row", ""), said.get("column", ""))
    where = cites = ""
    if is_unknown(*cell):
        _ask_for(form, cell)
        needed = needed_for(cell)
        where, cites = needed.where, needed.cites
    asked = NumberWanted(where, cites, cell, form, back=said.get("back", ""), kept=tuple(_already_kept(request)))
    return render(request, "campaign/number.html", {"wanted": asked}, status=status)


def needed_for(cell: Cell) -> NumberNeeded:
    """Return an unknown cell as a rule would refuse it."""
    table = registry.table(cell[0])
    assert table is not None
    return NumberNeeded(table.cell_words(*cell[1:]), cites=str(table.cites), cell=cell)


def _already_kept(request: HttpRequest) -> Iterable[tuple[str, str]]:
    for name, values in request.POST.lists():
        if name == KEPT or name.startswith(f"{KEPT}-"):
            yield from ((name, str(value)) for value in values)


def land_back(request: HttpRequest, viewer: Viewer, done: object) -> HttpResponse:
    """Return to the page that lacked the number, which receives again what was typed there."""
    messages.info(request, ENTERED if viewer.is_umpire else ASKED)
    back = request.POST.get("back", "")
    if not back.startswith(reverse("campaigns:page", args=[viewer.campaign_id])):
        return redirect("house:page", viewer.campaign_id)
    return redirect(f"{back}?{KEPT}", preserve_request=True) if KEPT in request.POST else redirect(back)
