"""Begin a battle that is fought from unit cards: by the umpire, or by both sides together."""

from battles.models import Battle
from battles.services.begin import begin_one_off
from battles.services.common import require
from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.services import decisions
from campaign.services.record import RUNNING, Act
from campaign.visibility import Viewer
from rulesets.core.brief import Brief, BriefSide
from rulesets.core.brief_values import SIDES
from rulesets.core.registry import NoSuchProcedure, book, unit_cards_of
from rulesets.core.units import NewUnit

AGREED_CARDS = "setup.cards"


def begin_with_cards(
    viewer: Viewer,
    *,
    book: str,
    units: str,
    name: str = "",
    place: str = "",
    attacker: str = "",
    version: int | None = None,
    key: str | None = None,
) -> Battle | None:
    """Begin it at once as the umpire; without one, ask the other side. The units are the sample's, or none yet."""
    payload: Payload = {"book": book, "units": units, "name": name, "place": place, "attacker": attacker}
    brief, first = _set_up(payload)
    if viewer.is_umpire:
        return begin_one_off(viewer, name=brief.name, brief=brief, units=first, version=version, key=key)
    payload["words"] = _words(brief, first)
    decisions.decide(viewer, kind=AGREED_CARDS, payload=payload, version=version, key=key)
    return None


def _set_up(payload: Payload) -> tuple[Brief, tuple[NewUnit, ...]]:
    try:
        cards = unit_cards_of(payload["book"])
    except NoSuchProcedure as error:
        raise Refusal(error.sentence, field="book") from error
    require(cards, "This book has no unit cards. Choose another.", field="book")
    assert cards is not None
    sample = cards.sample
    attacker = payload["attacker"] or sample.attacker
    defender = next(side for side in SIDES if side != attacker)
    brief = Brief(
        name=payload["name"] or sample.name,
        attacker=attacker,
        defender=defender,
        book=payload["book"],
        place=payload["place"] or sample.place,
        sides={side: BriefSide() for side in SIDES},
    )
    return brief, sample.units if payload["units"] == "sample" else ()


def _words(brief: Brief, units: tuple[NewUnit, ...]) -> str:
    which = f"the {len(units)} units of the sample battle" if units else "units that each side sets up"
    return f"fight {brief.name} by the rules of {book(brief.book).title}, with {which}"


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _laid(campaign_id: int, payload: Payload) -> None:
    brief, units = _set_up(payload)
    begin_one_off(None, name=brief.name, brief=brief, units=units, campaign_id=campaign_id)


DECISION = Decision(AGREED_CARDS, "Fight with unit cards", _note, allowed=RUNNING, afterwards=_laid)
