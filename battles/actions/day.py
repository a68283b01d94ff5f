"""Acts of the day and the night: requests for a step, the end of the battle, and the choice for the night."""

from contextlib import suppress

from battles.actions import to_battle
from battles.conduct.base import Clock
from battles.forms.day import EndForm, NightForm, PhaseForm, PositionsForm, TurnRequestForm
from battles.forms.pictures import PositionPictureForm
from battles.models import ClockRequest
from battles.selectors.adjourned import battle_to_adjourn, erasable_photograph, positions_page
from battles.selectors.ending import end_page
from battles.selectors.forms import clock_in_play
from battles.selectors.night import night_page, night_to_open
from battles.services import adjourning, day, night, phases
from battles.services.common import require
from campaign.actions.base import Action, Question, address
from campaign.errors import AlreadyDone
from campaign.visibility import Viewer
from campaign.web import ActForm

END_THE_DAY, END_DAY = "End the day?", "End the day"


@Action(TurnRequestForm, to=to_battle)
def request_step(viewer: Viewer, form: TurnRequestForm, battle_id: int) -> None:
    """Ask for the next turn, the turn before, or the end of the fighting, which names who leaves the field."""
    day.request_step(viewer, battle_id, **form.request())


def _nightfall(viewer: Viewer, form: TurnRequestForm, battle_id: int) -> Question:
    """Ask before a day ends."""
    clock: Clock = form.offer
    day.require_now(form.cleaned_data["turn"] or clock.turn, clock.turn)
    require(clock.is_last_of_day, f"Turn {clock.turn} isn’t the last of its day.")
    when = "Then" if viewer.is_umpire else "Once both sides have asked for it,"
    follows = (
        f"Turn {clock.turn} is the last of day {clock.day}. {when} night falls, and each side seals whether it stays "
        f"or withdraws. If both stay, day {clock.day + 1} begins with turn {clock.turn + 1}. (VG-8A, VG-8B.)"
    )
    hidden = {"asks_for": ClockRequest.ON.value, "turn": str(clock.turn)}
    if form.data.get("from") == "table":
        return Question(END_THE_DAY, follows, END_DAY, "battles:table", hidden | {"from": "table"}, (battle_id,))
    return Question(END_THE_DAY, follows, END_DAY, "battles:detail", hidden, (battle_id,))


@Action(TurnRequestForm, offer=clock_in_play, sure=_nightfall, to=to_battle, operation="request_step")
def end_day(viewer: Viewer, form: TurnRequestForm, battle_id: int) -> None:
    """Ask for the turn after nightfall."""
    with suppress(AlreadyDone):
        request_step.do(viewer, form, battle_id)


@Action(EndForm, offer=end_page, template="battles/end.html", to=to_battle, operation="request_step")
def end_battle(viewer: Viewer, form: EndForm, battle_id: int) -> None:
    """End the fighting, or propose to, and name who leaves the field."""
    with suppress(AlreadyDone):
        request_step.do(viewer, form, battle_id)


@Action(NightForm, offer=night_page, template="battles/night.html", to=to_battle)
def choose_for_night(viewer: Viewer, form: NightForm, battle_id: int) -> None:
    """Seal whether your army stays on the field overnight or withdraws; both sides’ choices open together."""
    night.choose_for_night(viewer, battle_id, **form.chosen())


def _opening_night(viewer: Viewer, form: ActForm, battle_id: int) -> Question:
    follows = "A side that has sealed no choice stays. If both stay, the next day begins. (VG-8A.)"
    return Question("Open the choices now?", follows, "Open the choices", "battles:detail", back_args=(battle_id,))


@Action(ActForm, offer=night_to_open, sure=_opening_night, to=to_battle)
def open_night(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    """Open both sides’ choices for the night; a silent side stays. Only the umpire can."""
    night.open_night(viewer, battle_id, **form.action())


@Action(PhaseForm, to=to_battle)
def next_phase(viewer: Viewer, form: PhaseForm, battle_id: int) -> None:
    """Go on to the next phase of the player turn, as the side on move or the umpire."""
    phases.next_phase(viewer, battle_id, **form.shown())


def _adjourning(viewer: Viewer, form: ActForm, battle_id: int) -> Question:
    follows = (
        f"The clocks stop on turn {form.offer.turn}, and nobody can ask for a turn until either side or the umpire "
        "resumes the battle. Note your positions before you leave the table."
    )
    title = f"Adjourn {form.offer.name}?"
    return Question(title, follows, "Adjourn the battle", "battles:detail", back_args=(battle_id,))


@Action(ActForm, offer=battle_to_adjourn, sure=_adjourning, to=to_battle)
def adjourn_battle(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    """Adjourn the battle to another day; either side or the umpire can, alone."""
    with suppress(AlreadyDone):
        adjourning.adjourn(viewer, battle_id, key=form.action()["key"])


@Action(ActForm, offer=battle_to_adjourn, to=to_battle)
def resume_battle(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    """Resume an adjourned battle; either side or the umpire can, alone."""
    with suppress(AlreadyDone):
        adjourning.resume(viewer, battle_id, key=form.action()["key"])


def _to_positions(viewer: Viewer, done: object, battle_id: int, **_: object) -> str:
    return address(viewer, "battles:positions", battle_id)


@Action(PositionsForm, offer=positions_page, template="battles/positions.html", to=_to_positions)
def note_positions(viewer: Viewer, form: PositionsForm, battle_id: int) -> None:
    """Note where your troops stand; only your side and the umpire read it."""
    adjourning.note_positions(viewer, battle_id, text=form.cleaned_data["text"], key=form.action()["key"])


@Action(PositionPictureForm, offer=positions_page, template="battles/positions_picture.html", to=_to_positions)
def photograph_positions(viewer: Viewer, form: PositionPictureForm, battle_id: int) -> None:
    """Keep a photograph of where your troops stand; only your side and the umpire see it."""
    key, caption = form.action()["key"], form.cleaned_data["caption"]
    adjourning.photograph_positions(viewer, battle_id, data=form.upload, caption=caption, field=form.place, key=key)


def _erasing(viewer: Viewer, form: ActForm, battle_id: int, **_: object) -> Question:
    loses = f"“{form.offer.caption}” is erased and can’t be brought back, not even by a rewind. The note of it stays."
    title, yes = "Erase this photograph?", "Erase the photograph"
    return Question(title, loses, yes, back="battles:positions", back_args=(battle_id,))


@Action(ActForm, offer=erasable_photograph, sure=_erasing, to=_to_positions)
def erase_photograph(viewer: Viewer, form: ActForm, battle_id: int, picture_id: int) -> None:
    """Erase a photograph of positions, as the umpire or as the person who took it."""
    adjourning.erase_photograph(viewer, battle_id, picture_id, key=form.action()["key"])
