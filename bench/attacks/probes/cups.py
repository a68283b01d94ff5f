"""Cups: the same fight has the same faces however it is begun again, and every cup is revealed in the end."""

from collections.abc import Iterator
from http import HTTPStatus

from django.urls import NoReverseMatch

from battles.models import SecretResult
from bench.attacks.inside import a_try
from bench.attacks.probes import unless
from bench.attacks.table import REASON, Table
from campaign.audiences import PUBLIC
from campaign.models import TABLES, Campaign, Cup, CupState
from campaign.routes import reverse
from campaign.selectors.verify import verify

# What has acts and rules of its own, by column, in whatever table of the game.
KEPT = frozenset({"state", "postponed", "told", "confirmed", "due_at", "paused_at", "passed_at", "reminded_at"})
KEPT_TURN = ("battles_battle", "turn")


def same_fight() -> Iterator[str]:
    for attempt in (_correctable, _again_after_correction, _again_after_rewind):
        with a_try():
            yield from attempt()


def _correctable() -> Iterator[str]:
    """Ask for the correction of a record of every table, and look at the columns on offer."""
    table = Table()
    table.play()
    table.enter_both()
    for name, model in TABLES.models.items():
        row = model.of_campaign(table.campaign_id).first()
        offered = table.correctable(row) if row else set()
        kept = {column for column in offered if column in KEPT or (name, column) == KEPT_TURN}
        yield from (f"the column {name}.{column} can be corrected" for column in sorted(kept))


def _opened(umpire_kind: str = "person") -> Table:
    table = Table(umpire_kind)
    table.begin()
    table.seal_both()
    table.open()
    return table


def _found(table: Table) -> dict[str, object]:
    """Return what the secret dice of the current battle decided."""
    rows = SecretResult.objects.filter(battle=table.battle)
    return {row.subject: row.body["facts"] for row in rows}


def _fought_again(table: Table, before: dict[str, object]) -> Iterator[str]:
    """Begin the contact again with the same plans, and compare what the dice decided."""
    table.begin()
    table.seal_both()
    table.open()
    again = _found(table)
    yield from unless(before and again == before, f"the same fight got other dice: {before} and then {again}")


def _again_after_correction() -> Iterator[str]:
    table = _opened()
    found = _found(table)
    answer = table.correct(table.contact, state="waiting")
    if answer.status_code == HTTPStatus.OK:
        yield "a correction set a contact back to waiting"
        yield from _fought_again(table, found)


def _again_after_rewind() -> Iterator[str]:
    """Let both sides rewind to before the battle, where the site umpires."""
    table = _opened("site")
    found = _found(table)
    for who in ("union", "confederate"):
        line = table.feed(who).lines.get(announcement__entry=table.last("map.set_up"), announcement__audience=PUBLIC)
        entry = reverse("journal:entry", args=[table.campaign_id, line.n])
        table.act(who, "journal:ask-rewind", line.n, on_path=entry, reason=REASON)
    yield from _fought_again(table, found)


def all_revealed() -> Iterator[str]:
    """End a battle in every way but by its report."""
    for end in (_by_closing, _by_archiving, _by_deleting, _by_calling_off, _overdue):
        with a_try():
            yield from end()


def _sealed_cups(table: Table) -> int:
    return Cup.objects.filter(campaign_id=table.campaign_id).exclude(state=CupState.TURNED_OVER).count()


def _decide(table: Table, kind: str) -> None:
    table.send("umpire", table.path("campaigns:decide"), page=f"{table.path('campaigns:decide')}?kind={kind}")


def _by_closing() -> Iterator[str]:
    table = _opened()
    _decide(table, "campaign.closed")
    yield from unless(not _sealed_cups(table), f"{_sealed_cups(table)} cups stay sealed in a closed campaign")
    cup = Cup.objects.filter(campaign_id=table.campaign_id).latest("opened_seq")
    document = table.read("observer", table.path("dice:document", cup.pk))
    yield from unless('"secret"' in document, "a cup of a closed campaign shows no secret")
    yield from (f"after closing: {problem}" for problem in verify(table.campaign_id))


def _by_archiving() -> Iterator[str]:
    table = _opened()
    _decide(table, "campaign.closed")
    _decide(table, "campaign.archived")
    yield from unless(not _sealed_cups(table), f"{_sealed_cups(table)} cups stay sealed in an archived campaign")


def _by_deleting() -> Iterator[str]:
    table = _opened()
    _decide(table, "campaign.deletion")
    doomed = Campaign.objects.get(id=table.campaign_id).delete_at is not None
    yield from unless(not (doomed and _sealed_cups(table)), "a campaign with sealed cups can be deleted")


def _by_calling_off() -> Iterator[str]:
    table = _opened()
    try:
        path = table.path("battles:call-off")
    except NoReverseMatch:
        yield "no act calls a battle off"
        return
    table.send("umpire", path, reason=REASON)
    yield from unless(not _sealed_cups(table), "the cups of a battle that was called off stay sealed")


def _overdue() -> Iterator[str]:
    """Seal the cups of a settled battle again, behind the journal's back: `verify` must name them."""
    table = _opened()
    table.ask_for("end")
    table.enter_both()
    table.confirm_both()
    table.settle()
    yield from (f"settled: {problem}" for problem in verify(table.campaign_id))
    Cup.objects.filter(campaign_id=table.campaign_id).update(state=CupState.FROZEN)
    yield from unless(verify(table.campaign_id), "verify does not name a cup whose moment has passed")
