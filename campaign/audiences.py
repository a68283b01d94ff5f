"""Audience labels: `public`, `side:USA`, `scope:USA:West`, `seat:<hex>`, `umpire`, or `list:<hex>` for one journal.

By default, only the umpire sees a row. Only visibility.py decides who is in an audience.
"""

from campaign.ids import hex_id

PUBLIC = "public"
UMPIRE = "umpire"


def side_audience(side: str) -> str:
    return f"side:{side}"


def scope_audience(side: str, scope: str) -> str:
    """Return the label of a side's readers in a scope; without a scope, its whole-side commanders."""
    return f"scope:{side}:{scope}"


def seat_audience(seat_id: int) -> str:
    return f"seat:{hex_id(seat_id)}"


def list_audience(feed_id: int) -> str:
    return f"list:{hex_id(feed_id)}"


def side_of(audience: str) -> str:
    """Return the side a label names; empty for the umpire and for everyone."""
    kind, _, rest = audience.partition(":")
    return rest.partition(":")[0] if kind in ("side", "scope") else ""
