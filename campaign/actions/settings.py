"""Decisions about the campaign, by the umpire or, without one, by both sides."""

from campaign.actions.base import Action, Question, only
from campaign.app_part import INSTALLED
from campaign.forms.club import ClockForm, DecideForm, PaceForm, ProposalForm, UmpireForm
from campaign.selectors.campaigns import choices_of
from campaign.services import decisions, named_umpire
from campaign.visibility import Viewer

SETTINGS = "campaigns:settings"
GRAVE = {
    "campaign.closed": "Everyone with a seat can still read it, but it never resumes.",
    "campaign.deletion": "In a week everything goes: the game, the journal, the dice, and the messages. Everyone with "
    "a seat is notified now and can object; until then you can cancel.",
}
who_decides = only(lambda viewer, **path: viewer.decides)
who_speaks = only(lambda viewer, **path: viewer.speaks_for_side)


def _deciding(viewer: Viewer, form: DecideForm) -> Question:
    kind = form.cleaned_data["kind"]
    title = INSTALLED.decisions[kind].title
    return Question(f"{title}?", GRAVE.get(kind, ""), title, back=SETTINGS, hidden={"kind": kind})


@Action(DecideForm, offer=choices_of, sure=_deciding, to=SETTINGS)
def decide(viewer: Viewer, form: DecideForm) -> None:
    """Pause, resume, close, archive, delete, or keep the campaign."""
    decisions.decide(viewer, **form.said("kind"))


@Action(PaceForm, offer=who_decides, to=SETTINGS)
def pace(viewer: Viewer, form: PaceForm) -> None:
    """Set the time limit per move."""
    payload = {"hours": form.cleaned_data["hours"]}
    decisions.decide(viewer, kind="campaign.time_limit", payload=payload, **form.action())


@Action(ClockForm, offer=who_decides, to=SETTINGS)
def clock(viewer: Viewer, form: ClockForm) -> None:
    """Give a move more time; stop or restart its clock."""
    kind = f"deadline.{form.cleaned_data['what']}"
    decisions.decide(viewer, kind=kind, payload=form.payload(), **form.action())


@Action(UmpireForm, offer=who_speaks, to=SETTINGS)
def name_umpire(viewer: Viewer, form: UmpireForm) -> None:
    """Ask the other side to invite a person as umpire, where the site is the umpire."""
    named_umpire.ask_for_umpire(viewer, **form.said("username"))


@Action(ProposalForm, to=SETTINGS)
def proposal(viewer: Viewer, form: ProposalForm) -> None:
    """Agree or decline for your side, where the site is the umpire."""
    answer = decisions.agree if form.cleaned_data["answer"] == "agree" else decisions.refuse
    answer(viewer, proposal_id=form.cleaned_data["proposal"], **form.action())
