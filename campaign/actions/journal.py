"""Rewinds and corrections: by the umpire or, without one, by asking the other side."""

from campaign.actions.base import Action, address, only
from campaign.actions.settings import SETTINGS
from campaign.app_part import INSTALLED
from campaign.forms.journal import AskRewindForm, Correctable, CorrectionForm, RewindForm
from campaign.ids import read_id
from campaign.parts import Audience
from campaign.selectors.correctable import BY_REWIND, correctable_fields, kept_columns
from campaign.selectors.journal import line_of, may_ask_rewind, rewind_page
from campaign.services import corrections, site_corrections, site_rewind
from campaign.services import rewind as rewinds
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass
from rulesets.core.words import spoken

JOURNAL = "journal:list"


@Action(RewindForm, offer=rewind_page, template="campaign/rewind.html", to=JOURNAL)
def rewind(viewer: Viewer, form: RewindForm, n: int) -> None:
    """Rewind to an entry. Only the umpire can."""
    said = {**form.said("reason", "private"), "voids": form.cleaned_data.get("void", [])}
    rewinds.rewind(viewer, entry_id=read_id(form.offer.entry) or 0, **said)


@Action(AskRewindForm, offer=only(may_ask_rewind), to=SETTINGS)
def ask_rewind(viewer: Viewer, form: AskRewindForm, n: int) -> None:
    """Ask the other side to rewind to a line. Only where the site is the umpire."""
    site_rewind.ask_rewind(viewer, n=n, **form.said("reason"))


@dataclass(frozen=True)
class CorrectionPage:
    """The title of a correction, its audience, the page to return to, and what only acts of their own change."""

    title: str
    seen_by: Audience
    back: str
    kept: tuple[tuple[str, str], ...]


def _any_row(viewer: Viewer, table: str, row_id: int, n: int | None = None) -> Correctable:
    """Find a record for the umpire; its page is reached from a journal line."""
    if n is not None:
        line_of(viewer, n)
    row = corrections.find_row(viewer, table, row_id)
    return Correctable(row, correctable_fields(type(row)))


def _page_of_line(viewer: Viewer, offer: Correctable, n: int, **_: object) -> CorrectionPage:
    return _page(offer, line_of(viewer, n).seen_by, address(viewer, "journal:entry", n))


@Action(CorrectionForm, offer=_any_row, page=_page_of_line, template="campaign/correct.html", to=JOURNAL)
def correct(viewer: Viewer, form: CorrectionForm, table: str, row_id: int, n: int | None = None) -> None:
    """Correct a record: columns by name, and the reason. Only the umpire can; without one, a side asks."""
    corrections.correct(viewer, table=table, row_id=row_id, values=form.values(), **form.said("reason"))


def _row_in_sight(viewer: Viewer, table: str, row_id: int) -> Correctable:
    row = site_corrections.find_askable(viewer, table, row_id)
    return Correctable(row, site_corrections.askable_fields(row))


def _page_of_row(viewer: Viewer, offer: Correctable, **_: object) -> CorrectionPage:
    return _page(offer, audience_words(viewer, offer.row.who_may_know()), address(viewer, SETTINGS))


def _page(offer: Correctable, seen_by: Audience, back: str) -> CorrectionPage:
    """Return the page, with what its form can't correct and the kind of entry that sets it right."""
    kept = kept_columns(type(offer.row)).items()
    return CorrectionPage(
        offer.title,
        seen_by,
        back,
        tuple((spoken(name), INSTALLED.entry_title(kind)) for name, kind in kept if kind != BY_REWIND),
    )


@Action(
    CorrectionForm,
    operation="correct",
    offer=_row_in_sight,
    page=_page_of_row,
    template="campaign/ask_correct.html",
    to=SETTINGS,
)
def ask_correction(viewer: Viewer, form: CorrectionForm, table: str, row_id: int) -> None:
    """Ask the other side to correct a record that you may see."""
    site_corrections.ask_correction(viewer, table=table, row_id=row_id, values=form.values(), **form.said("reason"))
