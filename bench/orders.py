"""Time the draft of an order of battle for 40 SP and 20 leaders, and its check; the draft has 200 ms."""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rulesets.core.registry import procedure

DRAFT, CHECK = (procedure(f"cw_to_ff.{name}") for name in ("draft_order_of_battle", "check_order_of_battle"))
RATIOS = (1, 2, 3, 7, 10, 19, 20, 23, 45, 60)
POINTS, LEADERS = 40, 20
STARS = (4, 3, 2, 2, 1, 2, 1)
QUALITIES = ("green", "veteran", "crack")


def army(ratio: int, *, horse: int, carries: bool) -> dict[str, Any]:
    """Return an army; one leader in `horse` is of cavalry, and carryover is uneven, up to one SP either way."""
    leaders = [
        {"id": f"l{n}", "stars": STARS[n % len(STARS)], "seniority": n + 1, "cavalry": bool(horse) and n % horse == 0}
        for n in range(LEADERS)
    ]
    mounted = [leader["id"] for leader in leaders if leader["cavalry"]]
    items = [
        {
            "id": f"p{n}",
            "quality": QUALITIES[n % len(QUALITIES)],
            "under": mounted[n % len(mounted)] if mounted and n % 5 < 3 else None,
            "carried_loss": f"{(7 * n) % (2 * ratio + 1) - ratio if carries else 0}/{ratio}",
        }
        for n in range(POINTS)
    ]
    return {"items": items, "leaders": leaders, "stands_per_sp": ratio}


def milliseconds(work: Callable[[], object], times: int = 5) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append((time.process_time() - began) * 1000)
    return statistics.median(taken)


def report(loop: float) -> None:
    """Print the slowest draft and check of each ratio, and the draft as a share of the reference loop."""
    print(f"\nOrder of battle, {POINTS} SP and {LEADERS} leaders, slowest of each ratio")
    print(f"{'':17}    draft    check  of loop")
    for ratio in RATIOS:
        slowest = (0.0, 0.0)
        for horse in (0, 4, 2, 1):
            for carries in (False, True):
                present = army(ratio, horse=horse, carries=carries)
                read = DRAFT.read(present)
                order = DRAFT.run(read).result.order.model_dump(mode="json")
                proposed = CHECK.read({**present, "order": order})
                times = milliseconds(partial(DRAFT.run, read)), milliseconds(partial(CHECK.run, proposed))
                slowest = max(slowest[0], times[0]), max(slowest[1], times[1])
        print(f"{ratio:4} stands per SP {slowest[0]:8.1f} {slowest[1]:8.1f} {slowest[0] / loop:8.2f}")
