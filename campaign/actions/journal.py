"""Rewinds and corrections: made by the umpire or, without one, asked of the other side."""

from dataclasses import dataclass

from campaign.actions.base import Action, address, only
from campaign.actions.settings import SETTINGS
from campaign.forms.journal import AskRewindForm, Correctable, CorrectionForm, RewindForm
from campaign.ids import read_id
from campaign.parts import Audience
from campaign.selectors.journal import line_of, may_ask_rewind, rewind_page
from campaign.services import corrections, site_corrections, site_rewind
from campaign.services import rewind as rewinds
from campaign.visibility import Viewer, audience_words

JOURNAL = "journal:list"


@Action(RewindForm, offer=rewind_page, template="campaign/rewind.html", to=JOURNAL)
def rewind(viewer: Viewer, form: RewindForm, n: int) -> None:
    """Rewind to an entry. Only the umpire can."""
    said = {**form.said("reason", "private"), "voids": form.cleaned_data.get("void", [])}
    rewinds.rewind(viewer, entry_id=read_id(form.offer.entry) or 0, **said)


@Action(AskRewindForm, offer=only(may_ask_rewind), to=SETTINGS)
def ask_rewind(viewer: Viewer, form: AskRewindForm, n: int) -> None:
    """Ask the other side to rewind to a line, where the site is the umpire."""
    site_rewind.ask_rewind(viewer, n=n, **form.said("reason"))


@dataclass(frozen=True)
class CorrectionPage:
    """What is corrected, who sees it, and the page to go back to."""

    title: str
    seen_by: Audience
    back: str


def _any_row(viewer: Viewer, table: str, row_id: int, n: int | None = None) -> Correctable:
    """Find a row for the umpire; a page is reached from a line of the journal."""
    if n is not None:
        line_of(viewer, n)
    row = corrections.find_row(viewer, table, row_id)
    return Correctable(row, corrections.correctable_fields(type(row)))


def _page_of_line(viewer: Viewer, offer: Correctable, n: int, **_: object) -> CorrectionPage:
    return CorrectionPage(offer.title, line_of(viewer, n).seen_by, address(viewer, "journal:entry", n))


@Action(CorrectionForm, offer=_any_row, page=_page_of_line, template="campaign/correct.html", to=JOURNAL)
def correct(viewer: Viewer, form: CorrectionForm, table: str, row_id: int, n: int | None = None) -> None:
    """Correct a row: columns by name, and the reason. Only the umpire can; without one, a side asks for it."""
    corrections.correct(viewer, table=table, row_id=row_id, values=form.values(), **form.said("reason"))


def _row_in_sight(viewer: Viewer, table: str, row_id: int) -> Correctable:
    row = site_corrections.find_askable(viewer, table, row_id)
    return Correctable(row, site_corrections.askable_fields(row))


def _page_of_row(viewer: Viewer, offer: Correctable, **_: object) -> CorrectionPage:
    return CorrectionPage(offer.title, audience_words(viewer, offer.row.who_may_know()), address(viewer, SETTINGS))


@Action(
    CorrectionForm,
    operation="correct",
    offer=_row_in_sight,
    page=_page_of_row,
    template="campaign/ask_correct.html",
    to=SETTINGS,
)
def ask_correction(viewer: Viewer, form: CorrectionForm, table: str, row_id: int) -> None:
    """Ask the other side for the correction of a row that you may see."""
    site_corrections.ask_correction(viewer, table=table, row_id=row_id, values=form.values(), **form.said("reason"))
