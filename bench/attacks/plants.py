"""Break each property again on purpose, so that its probe can be seen to turn red.

Each plant patches the site by name, at the place named in it. Where that place moves, the plant moves with it.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

from campaign.app_part import INSTALLED, Installed, SweepPhase, SweepStep
from campaign.audiences import PUBLIC
from campaign.models import Deadline, Recorded
from campaign.selectors import dice
from campaign.services import mail
from campaign.services.record import Act
from rulesets.core.cup_check import examine, read_documents

Plant = Callable[[], AbstractContextManager[object]]


def slow_check() -> AbstractContextManager[object]:
    """Serialize all random digits of a cup anew for each line and checkpoint."""

    def check(text: str, kept: str = "") -> Any:
        for document in read_documents(text) or []:
            for _ in [*document["heads"], *document["throws"]]:
                hashlib.sha256(json.dumps(document["entropies"]).encode())
        return examine(text, kept)

    return mock.patch.object(dice, "examine", check)


def jammed_mail() -> AbstractContextManager[object]:
    """Let one letter's failure end the whole run."""

    def settle(row: Any, *_: object) -> int:
        for letter in mail._mails(row):
            letter.send()
        row.delete()
        return 1

    return mock.patch.object(mail, "_settle", settle)


def every_column() -> AbstractContextManager[object]:
    """Offer every column of a record for correction."""

    def fields(model: type[Recorded]) -> list[Any]:
        return [f for f in model._meta.concrete_fields if not f.is_relation and f.name != "id"]

    stack = ExitStack()
    for place in ("services.corrections", "actions.journal"):
        stack.enter_context(mock.patch(f"campaign.{place}.correctable_fields", fields, create=True))
    return stack


def kept_shut() -> AbstractContextManager[object]:
    """Reveal no cup, however its owner ends."""
    return mock.patch("campaign.services.cups.reveal")


def untold() -> AbstractContextManager[object]:
    """Drop every line about a correction."""
    tell = Act.tell

    def quiet(act: Act, audience: str, text: str, **more: Any) -> None:
        if "correct" not in text:
            tell(act, audience, text, **more)

    return mock.patch.object(Act, "tell", quiet)


def loud_rewind() -> AbstractContextManager[object]:
    """Ping everybody after a rewind."""
    close = Act._close

    def touching(act: Act) -> None:
        if act.kind == "rewind":
            act.touch(PUBLIC)
        close(act)

    return mock.patch.object(Act, "_close", touching)


def creeping_clock() -> AbstractContextManager[object]:
    """Give every clock its full time with each sweep."""

    def creep(campaign_id: int, now: datetime) -> None:
        Deadline.objects.filter(campaign_id=campaign_id).update(due_at=now + timedelta(hours=72))

    steps = INSTALLED.sweep_steps()
    more = [*steps, SweepStep(SweepPhase.DELETION, "creep", creep)]
    return mock.patch.object(Installed, "sweep_steps", return_value=more)


def traceback_of_restore() -> AbstractContextManager[object]:
    """Let a bad file end `restore` with its error instead of a sentence."""
    return mock.patch("config.management.commands.restore.CommandError", type("Traceback", (Exception,), {}))


def nobody_settles() -> AbstractContextManager[object]:
    """Let the site, as umpire, wait for ever."""
    return mock.patch("battles.services.umpire_work.settle_if_due")


def paths_in_log() -> AbstractContextManager[object]:
    """Write the path of a refused request into the log."""
    return mock.patch("config.log.WithoutPaths.filter", return_value=True)


PLANTS: Mapping[int, Plant] = {
    0: nullcontext,
    1: slow_check,
    2: jammed_mail,
    3: every_column,
    4: kept_shut,
    5: untold,
    6: loud_rewind,
    7: creeping_clock,
    8: traceback_of_restore,
    9: nobody_settles,
    10: paths_in_log,
}
