"""The opening and the game day: each public step, and the wishes that bring it about (VG-7, VG-8)."""

from collections.abc import Mapping

from battles.conduct import conduct_of
from battles.models import Battle, BattleState, Tap, Wish
from battles.selectors.reads import SIDES, WISHES, find_battle, not_yet, plans_of, side_word
from battles.services.common import (
    again,
    battle_act,
    need,
    need_commander,
    need_entropy,
    need_state,
    need_swept,
    need_umpire,
)
from campaign.audiences import PUBLIC
from campaign.services import cups
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer

NOT_THE_DAY = "The game day is not running."


def open_battle(
    viewer: Viewer,
    battle_id: int,
    *,
    typed: Mapping[str, int] | None = None,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """The umpire opens the battle; faces of real dice may be typed for the throws of the opening."""
    need_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with battle_act(viewer, battle, "battle.opened", version=version, key=key) as journal:
        open_in(journal, again(battle), typed=typed or {})


def open_in(journal: Act, battle: Battle, *, typed: Mapping[str, int]) -> None:
    """Both sides have sealed: the cups freeze, their heads are published, the first turn begins."""
    need_state(battle, BattleState.PLANS, "The battle is open already.")
    plans = plans_of(battle)
    missing = [side for side in SIDES if side not in plans]
    need(not missing, f"{not_yet(missing, 'sealed its plan')}." if missing else "", cites="VG-5")
    battle.state, battle.turn = BattleState.DAY, 1
    _step(journal, battle)
    _throw_by_hand(battle, plans, typed)
    clock = conduct_of(battle.book).clock(battle.face, 1)
    journal.tell(PUBLIC, f"{battle.name} opens. Turn 1{_at(clock.hour)}.", kind="battle.opened", turn=1)


def _throw_by_hand(battle: Battle, plans: Mapping[str, object], typed: Mapping[str, int]) -> None:
    """Typed faces enter the ledger before the sweep asks for the same keys."""
    for throw in conduct_of(battle.book).hand_throws():
        face = typed.get(throw.field)
        if face is None:
            continue
        need(1 <= face <= throw.sides, f"{throw.label}: a face is 1 to {throw.sides}.", field=throw.field)
        cups.throw(
            ("battle", battle.id),
            audience="umpire",
            rule=throw.rule,
            subject=list(throw.subject),
            turn=0,
            count=1,
            sides=throw.sides,
            by_hand=(face,),
        )


def tap(
    viewer: Viewer,
    battle_id: int,
    *,
    wish: str,
    turn: int | None = None,
    entropy: str = "",
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Wish for the next public step. It happens when both sides wish the same, or when the umpire does."""
    battle = find_battle(viewer, battle_id)
    side = "" if viewer.is_umpire else need_commander(viewer, battle)
    payload = {"side": side, "wish": wish}
    with battle_act(viewer, battle, "battle.tap", payload=payload, version=version, key=key) as journal:
        battle = again(battle)
        need_state(battle, BattleState.DAY, NOT_THE_DAY)
        need(turn in (None, battle.turn), f"The clock shows turn {battle.turn} by now.")
        need(wish in Wish.values, "A tap asks for the next turn, the turn before, or the end.", field="wish")
        need_swept(battle)
        need(wish != Wish.BACK or battle.turn > 1, "This is the first turn.")
        if side:
            _wish(journal, battle, side, wish)
            cups.add_entropy(("battle", battle.id), side, need_entropy(entropy))
        if not side or _both_wish(battle, wish):
            _go(journal, battle, wish)


def _wish(journal: Act, battle: Battle, side: str, wish: str) -> None:
    own = Tap.objects.filter(battle=battle, step=battle.step, side=side).first()
    if own is None:
        own = Tap(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, side=side)
        own.step, own.wish = battle.step, wish
        journal.create(own)
    else:
        need(own.wish != wish, f"Your side has asked for that: {Wish(wish).label}.")
        own.wish = wish
        journal.save(own)
    journal.tell(PUBLIC, f"{side_word(side)} {WISHES[Wish(wish)]}.", kind="battle.tap", turn=battle.turn)


def _both_wish(battle: Battle, wish: str) -> bool:
    return Tap.objects.filter(battle=battle, step=battle.step, wish=wish).count() == len(SIDES)


def _go(journal: Act, battle: Battle, wish: str) -> None:
    """The public step itself."""
    if wish == Wish.END:
        battle.state = BattleState.RESULT
        sentence = f"The fighting at {battle.name} is over after turn {battle.turn}. Each side enters its result."
    else:
        sentence = _move_clock(battle, by=1 if wish == Wish.ON else -1)
    _step(journal, battle)
    journal.tell(PUBLIC, sentence, kind="battle.turn", turn=battle.turn)


def _move_clock(battle: Battle, *, by: int) -> str:
    conduct = conduct_of(battle.book)
    night_falls = by > 0 and conduct.clock(battle.face, battle.turn).is_last_of_day
    battle.turn += by
    clock = conduct.clock(battle.face, battle.turn)
    now = f"urn {battle.turn}{_at(clock.hour)}."
    if night_falls:
        return f"Night falls and both armies stay. Day {clock.day}: t{now}"
    return f"T{now}" if by > 0 else f"Back to t{now}"


def _step(journal: Act, battle: Battle) -> None:
    """A public step: entropy freezes, each cup publishes its blinded head, the sweep owes its mark."""
    battle.step += 1
    battle.since = journal.at
    journal.save(battle)
    cups.freeze(("battle", battle.id))
    cups.publish_heads(("battle", battle.id), battle.step)


def _at(hour: str) -> str:
    return f", {hour}" if hour else ""
