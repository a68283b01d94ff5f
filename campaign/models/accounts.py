"""Define what accounts need beyond the person's own row. Nothing here is journaled."""

from django.db import models


class Throttle(models.Model):
    """How often something was tried in the current window. The subject is a keyed hash: no name, no address."""

    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=64)
    began_at = models.DateTimeField()
    count = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="one_throttle")]
        indexes = [models.Index(fields=["began_at"])]

    def __str__(self) -> str:
        return f"{self.kind}: {self.count}"


class Email(models.Model):
    """An email to write; the mail job sends it, then deletes the row.

    It names the kind of email, never the text: a reset looks for an account only in the job. An email that was given up
    has no `due_at`; it is kept only to show that it failed, to its sender or to the reader of the site's own notices.
    """

    NOTICES = ("notice", "reminder", "deletion")  # from the site itself, to a confirmed address

    kind = models.CharField(max_length=20)
    address = models.EmailField()
    reference = models.CharField(max_length=120, blank=True)
    sender_id = models.BigIntegerField(null=True, db_index=True)
    invitation_id = models.BigIntegerField(null=True, db_index=True)
    asked_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    is_counted = models.BooleanField(default=False)  # toward the limit of its address
    due_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"])]

    def __str__(self) -> str:
        return self.kind


class ApiToken(models.Model):
    """Permission for a program to act as a person. Only its digest is kept; it ends when the password changes."""

    id = models.BigIntegerField(primary_key=True)
    user = models.ForeignKey("campaign.User", models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
