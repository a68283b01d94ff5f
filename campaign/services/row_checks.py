"""Name the acts that change house rules and clocks: no correction does."""

from campaign.app_part import RowCheck
from campaign.models import Deadline, RulingSwitch, TableOverride
from campaign.selectors.correctable import all_columns

ROW_CHECKS = (
    RowCheck(TableOverride, keeps=all_columns(TableOverride, by="club.table")),
    RowCheck(RulingSwitch, keeps=all_columns(RulingSwitch, by="club.ruling")),
    RowCheck(Deadline, keeps=all_columns(Deadline, by="deadline.extended") | {"paused_at": "deadline.stopped"}),
)
