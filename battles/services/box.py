"""Print a battle in a box: a seat asks, and a worker makes the PDF in a process of its own.

A print is a row, and the task that makes prints runs on a schedule, so a lost message or a killed worker costs time
and nothing else (docs/decisions/0036-battle-in-a-box.md).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from battles.models import Battle, BoxPrint, PrintState
from battles.printing.process import Interrupted, make_pdf
from battles.selectors.box import Printable, box_of, printable, seal_of, table_path
from battles.services.common import require, require_own_view
from campaign.errors import AlreadyDone
from campaign.gate import heavy
from campaign.ids import hex_id
from campaign.models import Feed, Seat
from campaign.services import bell, runs, throttle
from campaign.services.emails import site_url
from campaign.services.record import lock_campaign, touch_feeds, touch_own
from campaign.services.sweep import log_failure
from campaign.services.throttle import Limit
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.plain import Json

TASK = "battles.tasks.print_boxes"
PRINTS = Limit("print", 30, timedelta(hours=1))
KEPT = 3  # prints of a seat and battle
KEPT_FOR = timedelta(days=30)
MOST_FORGOTTEN = 200  # in one run
LONGEST_RUN = timedelta(seconds=4)  # with the last print's own limit, a task ends well within its lease
CLAIM = timedelta(seconds=30)  # longer than a task may take
MOST_TRIES = 5
NOT_NOW = "The campaign is over, so there’s nothing to print."
Draw = Callable[[Json], bytes]
MAKE_PDF: Draw = partial(make_pdf, is_ending=runs.is_ending)


def order_print(viewer: Viewer, battle_id: int, *, paper: str, key: str | None = None) -> BoxPrint:
    """Ask for a print of the viewer's own box; nobody else learns of it."""
    found = printable(viewer, battle_id)
    require_own_view(viewer)
    require(viewer.club_is_open, NOT_NOW)
    _require_new(viewer, battle_id, paper, key)
    require(not found.why_not, found.why_not, cites="" if viewer.is_umpire else "VG-5")
    throttle.spend(PRINTS, hex_id(viewer.seat_id))
    row = _drawn_up(viewer, found, paper)
    row.key = key or ""
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)  # so that the same page, sent twice, makes one print
        _require_new(viewer, battle_id, paper, key)
        row.save(force_insert=True)
        old = BoxPrint.objects.filter(seat_id=viewer.seat_id, battle_id=battle_id).order_by("-at", "-id")[KEPT:]
        BoxPrint.objects.filter(id__in=list(old.values_list("id", flat=True))).delete()
        touch_own(viewer)
        transaction.on_commit(lambda: bell.call(TASK))
    return row


def _require_new(viewer: Viewer, battle_id: int, paper: str, key: str | None) -> None:
    """Refuse to repeat a request, and to make the same print twice at once."""
    own = BoxPrint.objects.filter(seat_id=viewer.seat_id, battle_id=battle_id)
    waiting = own.filter(state=PrintState.WAITING, paper=paper)
    if (key and own.filter(key=key).exists()) or waiting.exists():
        raise AlreadyDone


@heavy
def _drawn_up(viewer: Viewer, found: Printable, paper: str) -> BoxPrint:
    """Return a print with all that it shows, as of now: what changes while it waits makes it void."""
    now = SOURCES.now()
    row = BoxPrint(id=SOURCES.new_id(viewer.label), seat_id=viewer.seat_id, battle_id=found.battle.id, paper=paper)
    row.seal, row.made_from, row.around = seal_of(found), found.made_from, found.around
    row.at = row.due_at = now
    row.box = box_of(found, paper=paper, at=now, address=site_url(table_path(found.battle)))
    return row


# The worker's part.


def make_due(draw: Draw = MAKE_PDF) -> int:
    """Make the prints that are due, the oldest first, and return how many are done with. Safe to run twice at once."""
    began, done = SOURCES.now(), 0
    due = BoxPrint.objects.filter(state=PrintState.WAITING, due_at__lte=began).order_by("at", "id")
    for row_id, tries in list(due.values_list("id", "tries")):
        if runs.is_ending():
            break
        if SOURCES.now() - began > LONGEST_RUN:
            bell.call(TASK)  # the rest needn't wait for the schedule
            break
        if tries >= MOST_TRIES:
            _finish(row_id, state=PrintState.FAILED)
        elif _claim(row_id, SOURCES.now()):
            try:
                done += _make(row_id, draw, is_last=tries + 1 >= MOST_TRIES)
            except Interrupted:
                _give_back(row_id, tries)
    return done


def _claim(row_id: int, now: datetime) -> bool:
    """Count a try before it is made, so that one that kills its worker is repeated, and given up in the end."""
    mine = BoxPrint.objects.filter(id=row_id, state=PrintState.WAITING, due_at__lte=now)
    for tries in mine.values_list("tries", flat=True):
        return bool(mine.filter(tries=tries).update(tries=tries + 1, due_at=now + CLAIM))
    return False


def _give_back(row_id: int, tries: int) -> None:
    """Let the next worker make a print that this one had to leave, as if it hadn't been tried."""
    BoxPrint.objects.filter(id=row_id, state=PrintState.WAITING).update(tries=tries, due_at=SOURCES.now())


def _make(row_id: int, draw: Draw, *, is_last: bool) -> int:
    """Make one print. Whatever goes wrong touches this print alone."""
    for box in BoxPrint.objects.filter(id=row_id).values_list("box", flat=True):
        try:
            pdf = draw(box)
        except Interrupted:
            raise
        except Exception as error:
            log_failure("a print", error)
            if is_last:
                _finish(row_id, state=PrintState.FAILED)
            else:
                BoxPrint.objects.filter(id=row_id).update(due_at=SOURCES.now())
            return 0
        _finish(row_id, state=PrintState.READY, pdf=pdf)
    return 1


def _finish(row_id: int, *, state: str, pdf: bytes = b"") -> None:
    """Keep the PDF, or the failure, and let the pages of its seat fetch themselves again."""
    waiting = BoxPrint.objects.filter(id=row_id, state=PrintState.WAITING)
    seats = Seat.objects.filter(id__in=waiting.values("seat_id"))
    for feed_id, campaign_id in list(seats.values_list("feed_id", "campaign_id")):
        with transaction.atomic():
            lock_campaign(campaign_id)
            if waiting.update(state=state, pdf=pdf, size=len(pdf), due_at=None, box={}):
                touch_feeds(Feed.objects.filter(id=feed_id))


def forget_old() -> None:
    """Delete prints that are old, and those of battles that a rewind removed; the next run continues."""
    battles = Battle.objects.filter(id=OuterRef("battle_id"))
    old = BoxPrint.objects.filter(Q(at__lt=SOURCES.now() - KEPT_FOR) | ~Exists(battles))
    if ids := list(old.values_list("id", flat=True)[:MOST_FORGOTTEN]):
        BoxPrint.objects.filter(id__in=ids).delete()
