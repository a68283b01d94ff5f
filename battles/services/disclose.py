"""Disclose a battle's secrets when it is over, and replay what its dice gave.

The replay rolls nothing: it reads the ledger's counting lines, with the Brief, the house rules, and the plans as they
were when the battle was prepared, and the unknown numbers that were typed before the rolls. Where the record says
otherwise, everyone is shown both.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import transaction

from battles.conduct import conduct_of
from battles.conduct.base import Found, NotRolled, SecretDice, SlotRoll
from battles.models import Battle, ExcessChoice, HiddenStart, Plan, SecretResult, Setup, SideResult
from battles.selectors.arrivals import choices_of
from battles.selectors.reads import (
    brief_of_battle,
    conduct,
    decided_hidden,
    hidden_of,
    placed_units,
    plan_of,
    plans_of,
    secret_results_of,
    side_word,
    stream_of,
)
from battles.services import deployment_pictures
from battles.shapes import SecretResultBody, secret_result_to_json
from campaign.audiences import PUBLIC, UMPIRE
from campaign.models import Entry, Recorded, Throw
from campaign.selectors.corrected import secret_corrections
from campaign.selectors.current import created_at, row_at, standing_entries
from campaign.selectors.house import as_first_typed, typed_numbers
from campaign.services import cups
from campaign.services.corrections import disclose_corrections
from campaign.services.record import Act
from campaign.services.sweep import log_failure
from rulesets.core.brief import Brief
from rulesets.core.context import Context, Override
from rulesets.core.records import dataclass
from rulesets.core.words import listed

KIND = "battle.disclosed"
NAMED = "battle.disclosed_names"  # in the words that a side typed: for everyone in the campaign, but never published
UNEXPLAINED = "No correction explains the difference."


def disclose(act: Act, battle: Battle) -> None:
    """Disclose in canonical order: flank marches by side, secret results by subject, corrections, and the replay.

    A one-off battle ends with it, so its plans become public too. The armies of a campaign fight again: their orders
    of battle, deployments, and unseen names stay secret until it ends (`disclose_plans`).
    """
    about, findings = stream_of(battle.id), secret_results_of(battle)
    if battle.contact_id is None:
        _open_plans(act, battle)
    else:
        _tell_marches(act, battle)
    for finding in findings:
        body = SecretResultBody.from_json(finding.body)
        if body.disclosure:
            kind = NAMED if body.is_own else KIND
            act.tell(PUBLIC, body.disclosure, kind=kind, about=about, trace=body.trace)
    shared = [row for row in findings if not row.body.get("is_own")]
    disclose_corrections(act, rows_of(battle) if battle.contact_id is None else shared, about=about)
    for sentence, kind in _replay_in_words(battle, findings):
        act.tell(PUBLIC, sentence, kind=kind, about=about)


def disclose_plans(act: Act, battle: Battle) -> None:
    """Disclose what stayed secret of a campaign's battle, as the campaign ends."""
    if battle.is_disclosed and battle.contact_id is not None:
        _open_plans(act, battle)
        told = [row for row in secret_results_of(battle) if not row.body.get("is_own")]
        rest = [row for row in rows_of(battle) if row not in told]
        disclose_corrections(act, rest, about=stream_of(battle.id))


def _tell_marches(act: Act, battle: Battle) -> None:
    """Tell everyone each side's flank marches by slot."""
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    for side, plan in plans_of(battle).items():
        words = " ".join(planning.marches_by_slot(brief, side, plan_of(battle, plan)))
        act.tell(PUBLIC, f"{side_word(side)} sealed: {words}", kind=KIND, about=stream_of(battle.id))


def _open_plans(act: Act, battle: Battle) -> None:
    """Tell everyone each side's plan by name, and show its picture."""
    about, planning, brief = stream_of(battle.id), conduct(battle).planning, brief_of_battle(battle)
    for side, plan in plans_of(battle).items():
        words = " ".join(planning.in_words(brief, side, plan_of(battle, plan)))
        act.tell(PUBLIC, f"{side_word(side)} sealed: {words}", kind=KIND, about=about)
    for sentence in _opening_in_words(battle):
        act.tell(PUBLIC, sentence, kind=NAMED, about=about)
    deployment_pictures.disclose(battle)


def _opening_in_words(battle: Battle) -> Iterator[str]:
    """Say which units of each side started hidden, and what entered of forces that arrived in part."""
    if conduct(battle).orders is None:
        return
    plans = plans_of(battle)
    for side in plans:
        hidden = hidden_of(battle, side, plans)
        names = listed(unit.name for unit in placed_units(battle, side, plans) if unit.id in hidden)
        by = ", as the umpire decided" if decided_hidden(plans[side]) is not None else ""
        yield f"{side_word(side)} started with these units hidden{by}: {names or 'none'}. (VG-7.)"
        for choice in choices_of(battle, side, plans, secret_results_of(battle)).values():
            entered = "; ".join(line.label for line in choice.lines)
            yield f"{side_word(side)} brought on around {choice.where}: {entered}. (VG-7B5a.)"


def rows_of(battle: Battle) -> list[Recorded]:
    """Return the rows whose corrections are disclosed with the battle."""
    plans = [*Plan.objects.filter(battle=battle).order_by("side")]
    results = [*SideResult.objects.filter(battle=battle).order_by("side")]
    chosen = [
        *HiddenStart.objects.filter(battle=battle).order_by("side"),
        *ExcessChoice.objects.filter(battle=battle).order_by("side", "edge"),
    ]
    return [battle.setup, *plans, *results, *secret_results_of(battle), *chosen]


def _replay_in_words(battle: Battle, findings: Sequence[SecretResult]) -> list[tuple[str, str]]:
    """Say where the dice and the record differ, each sentence with its kind.

    It never fails: a battle must end even if its replay can't run.
    """
    try:
        with transaction.atomic():
            return list(_compared(battle, findings))
    except Exception as error:
        log_failure("the replay of a battle", error)
        words = f"{battle.name}: this release of the site couldn’t replay the secret rolls. The ledger has them."
        return [(words, KIND)]


@dataclass(frozen=True)
class Opening:
    """What the secret rolls were made from: everything as sealed when the battle was prepared, up to a turn."""

    battle: Battle
    setup: Setup
    plans: Mapping[str, Plan]
    typed: Sequence[Override]
    turn: int

    def replay(self) -> dict[str, Found[Any]]:
        """Return what the ledger's dice gave, by subject."""
        house = Context.from_json(self.setup.house).with_more(self.typed)
        played = conduct_of(self.battle.book, house)
        plans = {side: played.planning.from_json(plan.body) for side, plan in self.plans.items()}
        dice: SecretDice[Any] = SecretDice(self._rolled, self._all_rolled)
        found = played.day.find(Brief.from_json(self.setup.brief), plans, self.turn, dice)
        return {each.subject: each for each in found}

    @cached_property
    def _ledger(self) -> dict[str, Throw]:
        return cups.counting_rolls(self.battle.cups, audience=UMPIRE)

    def _rolled(self, *, rule: str, subject: Sequence[str], turn: int, count: int, sides: int) -> tuple[int, ...]:
        line = self._ledger.get(cups.RollRequest(rule, tuple(subject), turn, count, sides).base)
        if line is None or line.sides != sides or len(line.faces) < count:
            raise NotRolled
        return tuple(line.faces[:count])

    def _all_rolled(self, rolls: Sequence[SlotRoll]) -> dict[SlotRoll, int]:
        return {
            roll: self._rolled(rule=roll.rule, subject=roll.subject, turn=roll.turn, count=1, sides=roll.sides)[0]
            for roll in rolls
        }


def _compared(battle: Battle, findings: Sequence[SecretResult]) -> Iterator[tuple[str, str]]:
    """Yield one sentence for each difference, or one that there is none."""
    dice = _opening(battle, findings).replay()
    record = {finding.subject: finding for finding in findings}
    differing = [x for x in sorted(dice.keys() | record.keys()) if not _agree(dice.get(x), record.get(x))]
    reason = _reason(battle) if differing else ""
    for subject in differing:
        gave, says = dice.get(subject), record.get(subject)
        is_named = (gave is not None and gave.is_own) or (says is not None and says.body.get("is_own"))
        yield f"{_both(gave, says)} {reason}", NAMED if is_named else KIND
    if record and not differing:
        yield f"{battle.name}: replayed from the ledger, the secret rolls give the same results.", KIND


def _agree(dice: Found[Any] | None, record: SecretResult | None) -> bool:
    """Compare what counts in play: the facts, and the notices that follow from them."""
    if dice is None or record is None:
        return False
    due = secret_result_to_json(dice)
    return all(record.body[part] == due[part] for part in ("facts", "dispatches"))


def _both(dice: Found[Any] | None, record: SecretResult | None) -> str:
    gave = f"The dice gave: {dice.disclosure}" if dice else "The dice gave no such result."
    says = SecretResultBody.from_json(record.body).disclosure if record else ""
    if not says:
        return f"{gave} The record has no such result."
    return f"{gave} The record says otherwise." if dice else f"The record says: {says} {gave}"


def _reason(battle: Battle) -> str:
    """Name everything that may explain a difference: corrected results, corrected inputs, another release."""
    corrected = {each.table for each in secret_corrections(battle.campaign_id, rows_of(battle))}
    release = _release(battle)
    found = [
        ("A secret result was corrected.", SecretResult._meta.db_table in corrected),
        ("The Brief or a plan was corrected.", bool(corrected & {Setup._meta.db_table, Plan._meta.db_table})),
        (
            f"They were rolled under release {release} of the site; this is {settings.RELEASE}.",
            release != settings.RELEASE,
        ),
    ]
    return " ".join(words for words, holds in found if holds) or UNEXPLAINED


def _opening(battle: Battle, findings: Sequence[SecretResult]) -> Opening:
    """Return setup and plans as they were when the battle was prepared, and the numbers typed before its rolls."""
    seq = _prepared(battle)
    setup = row_at(battle.setup, seq)
    plans = {side: row_at(plan, seq) for side, plan in plans_of(battle).items()}
    made = [seq, *created_at(findings).values()]
    cells = typed_numbers(battle.campaign_id)
    typed_at = created_at(cells)
    typed = [as_first_typed(cell) for cell in cells if typed_at[cell.id] < max(made)]
    rolled_on = [SecretResultBody.from_json(finding.body).turn for finding in findings]
    return Opening(battle, setup, plans, typed, max([battle.turn, *rolled_on]))


def _prepared(battle: Battle) -> int:
    return _standing(battle, "battle.prepared")[-1].seq


def _release(battle: Battle) -> str:
    """Return the release that made the secret rolls: in the first work after the preparation."""
    work = [entry for entry in _standing(battle, "battle.umpire_work") if entry.seq > _prepared(battle)]
    return str(work[0].payload["release"]) if work else settings.RELEASE


def _standing(battle: Battle, kind: str) -> list[Entry]:
    return standing_entries(battle.campaign_id, stream_of(battle.id), kind)
