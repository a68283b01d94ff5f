"""Define pictures that people upload, such as a photograph of a laid table."""

from django.db import models

from campaign.audiences import UMPIRE


class Picture(models.Model):
    """A picture, kept outside the journal so that no image holds its bytes, and so that it can be erased.

    A row that shows it names it by `reference`. Its id is part of its hash, so an address never shows another picture.
    The hash is under the nonce, as for an `ErasableText`; an erased picture has neither nonce nor body.
    """

    id = models.BigIntegerField(primary_key=True)
    campaign_id = models.BigIntegerField(db_index=True)
    author_id = models.BigIntegerField(db_index=True)
    audience = models.CharField(max_length=60, default=UMPIRE)
    nonce = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    caption = models.CharField(max_length=80, blank=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    body = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["campaign_id", "audience"])]

    def __str__(self) -> str:
        return f"picture {self.id:016x}"

    @property
    def reference(self) -> dict[str, str]:
        """Return what a journaled row keeps of a picture."""
        return {"id": f"{self.id:016x}", "hash": self.digest}
