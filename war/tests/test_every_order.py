"""Every kind of order is accepted and refused: random games through the services in which the kind is drawn first."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields, replace
from http import HTTPStatus
from typing import Any, get_args

import pytest
from django.db import transaction
from django.test import Client

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Entry
from campaign.selectors.verify import verify
from rulesets.civil_war.war import State, legal_orders, view
from rulesets.civil_war.war.command_here import in_pot, is_naval
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import (
    DrawLeader,
    EndHalf,
    GameOrder,
    Move,
    Order,
    Remove,
    TakePromotion,
)
from rulesets.civil_war.war.scenario import FOLDER
from rulesets.civil_war.war.state import Pot, Stance
from rulesets.civil_war.war.written import KINDS, as_data
from rulesets.civil_war.words import Side
from rulesets.core.records import dataclass
from war.services import war_orders, war_umpire
from war.services.scenarios import import_scenario
from war.tests.by_kind import ByKind
from war.tests.war_builders import a_war, begun
from war.tests.war_play import WHO, Played, rows_of, seeded

pytestmark = pytest.mark.django_db

OURS = frozenset(KINDS.values()) - {*get_args(GameOrder)}
SEEDS = (4, 6, 3)  # of games, until every kind has been accepted
UNKNOWN, OFF_THE_SHEET = "0123456789abcdef", "9999"
BARE = (DrawLeader(), TakePromotion(), EndHalf())  # they have no fields, so they're only refused at the wrong time
FLAGS = {(Move, "by_water"), (Remove, "demoted")}  # either may be right
Wrong = Iterator[tuple[str, Any]]


def both_banks() -> str:
    """Import Shiloh to Corinth with both banks of the Mississippi as theaters, for five turns; return its id."""
    text = (FOLDER / "shiloh_to_corinth.json").read_text("utf-8")
    for old, new in (
        ('"shiloh_to_corinth"', '"both_banks"'),
        ('"theaters": ["West"]', '"theaters": ["West", "Trans-Mississippi"]'),
        ('"turns": [4, 5]', '"turns": [4, 8]'),
    ):
        assert old in text
        text = text.replace(old, new)
    return import_scenario(text.encode()).id


# Wrong values of each field, whatever the kind


def _enemies(state: State, side: Side) -> tuple[str, str]:
    """Return an SP and a leader of the enemy on the map."""
    point = next(each.id for each in state.points.values() if each.side != side and each.hex)
    return point, next(each.id for each in state.leaders.values() if each.side != side and each.hex)


def _of_piece(state: State, side: Side, _order: Any) -> Wrong:
    point, leader = _enemies(state, side)
    yield from (("enemy's SP", point), ("enemy's leader", leader), ("unknown", UNKNOWN))


def _of_points(state: State, side: Side, order: Any) -> Wrong:
    yield "with the enemy's", order.points | {_enemies(state, side)[0]}
    yield "with unknown ones", order.points | {UNKNOWN}


def _of_along(state: State, side: Side, order: Any) -> Wrong:
    yield "with the enemy's", order.along | {_enemies(state, side)[1]}
    yield "with unknown ones", order.along | {UNKNOWN}


def _of_path(state: State, _side: Side, order: Any) -> Wrong:
    path, graph = order.path, state.world.graph
    yield "off the sheet", (*path[:-1], OFF_THE_SHEET)
    yield "empty", ()
    yield "nowhere", path[:1]
    yield "hex repeated", (*path, path[-1])
    yield "there and back", (*path[:2], *path)
    if not order.by_water:
        yield "broken", (path[0], next(hex_ for hex_ in graph.hexes if hex_ not in {path[0], *graph.near(path[0])}))


def _of_pot(state: State, side: Side, order: Any) -> Wrong:
    piece = getattr(order, "leader", "") or getattr(order, "piece", "") or next(iter(getattr(order, "points", ())), "")
    found: Any = state.leaders.get(piece) or state.points[piece]
    theater = state.world.theater_of(found.hex) if found.hex else state.world.scenario.theaters[0]
    yield from (("empty", pot) for pot in get_args(Pot) if not in_pot(state.purses[side], pot, theater))
    if not getattr(order, "by_water", False) and not (piece in state.leaders and is_naval(state.world, found)):
        yield "naval on land", "naval"


def _of_hex(state: State, side: Side, order: Any) -> Wrong:
    yield "off the sheet", OFF_THE_SHEET
    yield "the enemy's", next(hex_ for of, hex_ in state.points_at if of != side and hex_ != order.hex)


def _of_building(state: State, _side: Side, order: Any) -> Wrong:
    yield "not of this piece", "fort" if order.piece in state.leaders else "depot"


def _of_army(state: State, side: Side, _order: Any) -> Wrong:
    yield "unknown", f"{side} Army of Nowhere"
    yield from (("enemy's", army.id) for army in state.armies.values() if army.side != side)


def _of_theaters(state: State, side: Side, order: Any) -> Wrong:
    yield from (("repeated", ("West", "West", "West")), ("too few", order.theaters[:2]))
    yield "as before", state.purses[side].next_priorities


WRONG: Mapping[str, Callable[[State, Side, Any], Wrong]] = {
    "leader": _of_piece,
    "piece": _of_piece,
    "point": _of_piece,
    "points": _of_points,
    "along": _of_along,
    "path": _of_path,
    "pot": _of_pot,
    "hex": _of_hex,
    "what": _of_building,
    "army": _of_army,
    "theaters": _of_theaters,
    "spare": lambda _state, _side, order: iter([("as it is", not order.spare)]),
    "instruction": lambda state, _side, order: iter([("as before", state.leaders[order.leader].instruction)]),
    "stance": lambda state, side, _order: iter([("as before", state.stances.get(side, Stance()))]),
}


def wrong_orders(state: State, side: Side, order: Order) -> Iterator[tuple[str, str, Order]]:
    """Yield an order with one field wrong: the field, what's wrong with it, and the order."""
    for each in fields(order):
        if (type(order), each.name) not in FLAGS:
            for way, value in WRONG[each.name](state, side, order):
                yield each.name, way, replace(order, **{each.name: value})


@dataclass
class Trial:
    """Games, and which orders were accepted and refused in them."""

    accepted: set[type] = field(default_factory=set)
    refused: dict[type, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))

    def play(self, played: ByKind) -> None:
        """Play to the end of the war, or until every kind has come up; refuse wrong orders before each right one."""
        while not played.is_over and self.accepted != OURS:
            played.help_to(OURS - self.accepted)
            state, side = played.ready()
            order = played.order_by_kind(state, side, OURS - self.accepted)
            self._refuse(played, state, side, order)
            try:
                played.give(WHO[side], order)
            except Refusal:
                assert isinstance(order, Move), order  # a way that is too full for so many
                continue
            self.accepted.add(type(order))

    def _refuse(self, played: ByKind, state: State, side: Side, order: Order) -> None:
        who = WHO[side]
        wrong = [*wrong_orders(state, side, order)]
        offered = legal_orders(view(state, side), SIDE)
        wrong += [("", "not now", each) for each in BARE if each not in offered]
        for name, way, each in wrong:
            if (name, way) not in self.refused[type(each)]:
                self.refused[type(each)].add((name, way))
                refuse(played, who, each)
        if type(order) not in self.accepted:
            refuse_as_written(played, who, order)


def refuse(played: Played, who: str, order: Order) -> str:
    """See an order refused in one sentence; nothing may have changed."""
    before, entries = rows_of(played.club), Entry.objects.count()
    with pytest.raises(Refusal) as found:
        war_orders.give(played.club.viewer(who), order=order)
    assert len(found.value.sentences) == 1
    assert found.value.sentence.endswith(".")
    assert (rows_of(played.club), Entry.objects.count()) == (before, entries)
    return found.value.sentence


def refuse_as_written(played: Played, who: str, order: Order) -> None:
    """See the same order refused from a program with a field of the wrong type, or of another kind, by its name."""
    client, before = Client(), rows_of(played.club)
    client.force_login(played.club.users[who])
    url = f"/api/c/{hex_id(played.club.campaign.pk)}/map/orders/"
    body = as_data(order)
    body |= body.pop("stance", {})
    other = "what" if "what" not in body else "army"
    for name in {*body, other} - {"kind"}:
        answer = client.post(url, body | {name: "depot" if name == other else {"no": "value"}}, "application/json")
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert [*answer.json()["errors"]] == [name], answer.content
        assert len(answer.json()["errors"][name]) == 1
    assert rows_of(played.club) == before


def test_every_kind_of_order_is_accepted_and_refused() -> None:
    trial, scenario = Trial(), both_banks()
    for seed in SEEDS:
        with seeded(seed), transaction.atomic():
            played = ByKind(begun(a_war(scenario=scenario)), seed)
            trial.play(played)
            print(seed, played.given)
            assert verify(played.club.campaign.pk) == []
            transaction.set_rollback(True)
        if trial.accepted == OURS:
            break
    assert trial.accepted == OURS
    wanted = {(kind, each.name) for kind in OURS for each in fields(kind)} - FLAGS
    wanted |= {(type(each), "") for each in BARE}
    assert {(kind, name) for kind, ways in trial.refused.items() for name, _ in ways} == wanted


def test_move_into_a_full_hex_is_refused() -> None:
    """The umpire fills the hex to which a move went, so that the same move finds no room."""
    played = ByKind(begun(a_war()), SEEDS[0])
    state, side = played.ready()
    while not (isinstance(order := played.order_by_kind(state, side), Move) and _is_quiet_move(state, order)):
        played.give(WHO[side], order)
        state, side = played.ready()
    umpire: dict[str, Any] = {"viewer": played.club.viewer("umpire"), "reason": "Agreed.", "version": None, "key": None}
    war_umpire.add(side=side, hex=order.path[-1], sp=war_umpire.MOST_ADDED, arm="infantry", quality="green", **umpire)
    assert "room" in refuse(played, WHO[side], order)


def _is_quiet_move(state: State, order: Move) -> bool:
    """Return whether a move takes SP over land to where no enemy is."""
    taken = {hex_ for _, hex_ in state.points_at}
    return bool(order.points) and not order.by_water and order.path[-1] not in taken
