"""The opening in two public steps: prepared, when all secret rolls are made, and opened, when turn 1 begins (VG-7)."""

from collections.abc import Mapping, Sequence

from battles.models import Battle, BattleState, HiddenStart
from battles.selectors.numbers import secret_numbers
from battles.selectors.reads import (
    SIDES,
    clock_of,
    conduct,
    find_battle,
    hidden_of,
    not_yet,
    placed_units,
    plans_of,
)
from battles.services.common import open_battle_act, reload, require, require_state, require_swept, require_umpire
from battles.services.day import at_hour, begin_step
from battles.services.ground import assign_edge
from battles.services.hidden import place_at_opening
from campaign.audiences import PUBLIC, UMPIRE
from campaign.services import cups
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.words import listed

PREPARED, OPENED, HIDDEN = "battle.prepared", "battle.opened", "battle.hidden"
PREPARED_ALREADY = "The battle is already prepared."
OPEN_ALREADY = "The battle is already open."
NOT_PREPARED = "Which units start hidden is decided between the preparation and the opening."
PREPARE_FIRST = "Prepare the battle first: its secret rolls come before the opening."


def prepare_battle(
    viewer: Viewer,
    battle_id: int,
    *,
    typed: Mapping[str, int] | None = None,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Prepare the battle, for the umpire; the flank marches' rolls may be typed from real dice."""
    require_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with open_battle_act(viewer, battle, PREPARED, version=version, key=key) as act:
        prepare_in(act, reload(battle), typed=typed or {})


@carries("VG-7")
def prepare_in(act: Act, battle: Battle, *, typed: Mapping[str, int]) -> None:
    """Freeze the cups and publish their checkpoints; the sweep then makes every secret roll."""
    require_state(battle, BattleState.PLANS, PREPARED_ALREADY)
    plans = plans_of(battle)
    missing = [side for side in SIDES if side not in plans]
    require(not missing, f"{not_yet(missing, 'sealed its plan')}." if missing else "", cites="VG-5")
    for number in secret_numbers(battle):
        raise number.refusal
    assign_edge(act, battle)
    battle.state, battle.is_prepared = BattleState.PREPARED, True
    begin_step(act, battle)
    _throw_by_hand(battle, typed)
    act.tell(
        PUBLIC, f"{battle.name} was prepared: the dice are frozen, and everything secret is rolled.", kind=PREPARED
    )


def _throw_by_hand(battle: Battle, typed: Mapping[str, int]) -> None:
    """Add typed dice to the ledger before the sweep asks for the same keys."""
    for throw in conduct(battle).day.hand_throws():
        face = typed.get(throw.field)
        if face is None:
            continue
        require(1 <= face <= throw.sides, f"{throw.label}: enter 1 to {throw.sides}.", field=throw.field)
        cups.throw(
            battle.cups,
            audience=UMPIRE,
            rule=throw.rule,
            subject=list(throw.subject),
            turn=0,
            count=1,
            sides=throw.sides,
            by_hand=(face,),
        )


def open_battle(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Open a prepared battle, for the umpire."""
    require_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with open_battle_act(viewer, battle, OPENED, version=version, key=key) as act:
        open_in(act, reload(battle))


@carries("VG-7")
def open_in(act: Act, battle: Battle) -> None:
    """Begin the first turn; the sweep tells each side its own ratings."""
    require_state(battle, BattleState.PREPARED, PREPARE_FIRST if battle.state == BattleState.PLANS else OPEN_ALREADY)
    require_swept(battle)
    battle.state, battle.turn = BattleState.DAY, 1
    begin_step(act, battle)
    place_at_opening(act, battle)
    hour = clock_of(battle, 1).hour
    act.tell(PUBLIC, f"{battle.name} began. Turn 1{at_hour(hour)}.", kind=OPENED, turn=1)


def set_hidden(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str,
    units: Sequence[str],
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Decide which of a side's units start hidden, for the umpire; only their owner learns of it (VG-7)."""
    require_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with open_battle_act(viewer, battle, HIDDEN, payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.PREPARED, NOT_PREPARED)
        plans = plans_of(battle)
        known = {unit.id: unit.name for unit in placed_units(battle, side, plans)}
        require(set(units) <= known.keys(), "Choose only units that are on the table from the start.", field="units")
        wanted = [at for at in known if at in units]
        require(set(wanted) != hidden_of(battle, side, plans), "Nothing would change. Check other units.")
        _keep_hidden(act, battle, side, wanted)
        names = listed(known[at] for at in wanted)
        words = f"The umpire decided which of your units start hidden: {names or 'none'}. VG-7"
        act.tell(battle.plan_audience(side), words, kind=HIDDEN)
        act.touch(UMPIRE)


def _keep_hidden(act: Act, battle: Battle, side: str, units: list[str]) -> None:
    row = HiddenStart.objects.filter(battle=battle, side=side).first()
    if row is None:
        new_id = SOURCES.new_id(battle.plan_audience(side))
        of_side = {"campaign_id": battle.campaign_id, "battle": battle, "side": side}
        act.create(HiddenStart(id=new_id, **of_side, units=units))
        return
    row.units = units
    act.save(row)
