"""Notices that their readers have put away."""

from django.db import models

from campaign.models import JournalLine, User


class ReadNotice(models.Model):
    """A notice that one person has read. Like their theme, it is theirs alone: no act, no image, never rewound
    (docs/decisions/0029-read-notices.md).
    """

    user = models.ForeignKey(User, models.DO_NOTHING, related_name="+")
    line = models.ForeignKey(JournalLine, models.DO_NOTHING, db_constraint=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "line"], name="read_once")]

    def __str__(self) -> str:
        return f"{self.user_id:016x} read line {self.line_id}"
