"""Correct rows by agreement of both sides, where the site umpires.

A side asks only about rows it may see. For one of its own rows, the other side learns only that it is corrected, not
which one or why; so the sweep makes the change, not the request of the side that agrees (`agreed`).
"""

from datetime import datetime
from typing import Any

from django.db import models
from django.http import Http404

from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import TABLES, Recorded, SideCode
from campaign.selectors.correctable import AnyField, correctable_fields
from campaign.selectors.corrected import CORRECTION, name_of, short
from campaign.services import decisions
from campaign.services.corrections import (
    apply_correction,
    check_columns,
    require_offered,
    stream_of,
)
from campaign.services.record import Act, open_act
from campaign.visibility import Viewer, may_know

KIND = "row.corrected"
GONE = "The record no longer exists."


def find_askable(viewer: Viewer, table: str, row_id: int) -> Recorded:
    """Return a row this side may see and ask to correct; raise 404 otherwise."""
    model = TABLES.models.get(table)
    if not viewer.speaks_for_side or model is None:
        raise Http404
    row = model.with_audience(viewer.campaign_id).filter(pk=row_id).first()
    if row is None or not askable_fields(row) or not may_know(row.who_may_know(), viewer):
        raise Http404
    return row


def askable_fields(row: Recorded) -> list[AnyField]:
    """Return the columns a side may ask to correct: of a public row only public ones, and never its side."""
    offered = [field for field in correctable_fields(type(row)) if field.name != "side"]
    is_public = row.who_may_know() == PUBLIC
    return [field for field in offered if field.name in type(row).PUBLIC] if is_public else offered


def ask_correction(
    viewer: Viewer,
    *,
    table: str,
    row_id: int,
    values: dict[str, Any],
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Ask the other side to agree to a correction."""
    row = find_askable(viewer, table, row_id)
    require_offered(type(row), values, askable_fields(row))
    changed = {name: value for name, value in values.items() if value != getattr(row, name)}
    if not changed:
        raise Refusal("Nothing would change. Enter a new value.")
    words = f"correct {name_of(row)}: {_in_words(row, changed)}. {reason}".rstrip(".")
    for name, value in changed.items():
        setattr(row, name, value)
    check_columns(row, changed)
    plain = {name: _plain(value) for name, value in changed.items()}
    asked: Payload = {"table": table, "row": hex_id(row_id), "values": plain, "reason": reason, "words": words}
    payload, own = _parts(viewer, row.who_may_know(), asked)
    decisions.decide(viewer, kind=KIND, payload=payload, own=own, version=version, key=key)


def _parts(viewer: Viewer, audience: str, asked: Payload) -> tuple[Payload, Payload]:
    """Return what everyone may see of a request, and what only the asking side may see."""
    if audience == PUBLIC:
        return asked, {}
    public = f"correct a {SideCode(viewer.side).label} record, whose details stay with that side"
    return {"words": public}, {**asked, "audience": audience}


def _in_words(row: Recorded, changed: dict[str, Any]) -> str:
    return ", ".join(f"{name} from {short(getattr(row, name))} to {short(value)}" for name, value in changed.items())


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _correct(campaign_id: int, said: Payload) -> None:
    model, row_id = TABLES.models[said["table"]], read_id(said["row"]) or 0
    found = model.with_audience(campaign_id).filter(pk=row_id)
    row = found.first()
    if row is None:
        raise Refusal(GONE)
    payload = {name: said[name] for name in ("table", "row", "reason")}
    stream = stream_of(said["table"], row)
    with open_act(None, stream=stream, kind=CORRECTION, payload=payload, campaign_id=campaign_id) as act:
        row = found.get()
        values = {name: _value(model, name, value) for name, value in said["values"].items()}
        apply_correction(act, row, values, by="Both sides", reason=said["reason"])


def _value(model: type[Recorded], name: str, value: Any) -> Any:
    field = next(field for field in correctable_fields(model) if field.name == name)
    return value if isinstance(field, models.JSONField) else field.to_python(value)


DECISION = Decision(KIND, "Correct a record", _note, in_sweep=_correct)
