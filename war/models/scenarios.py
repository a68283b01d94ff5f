"""Scenarios that a club brought itself. They belong to no campaign: a game names its own by ID and hash."""

from django.db import models


class ImportedScenario(models.Model):
    """One version of a scenario, under the hash of its canonical text. Versions are added, never changed or removed.

    `at` is when it was last imported; the latest version of an ID is the one that is offered.
    """

    hash = models.CharField(max_length=64, primary_key=True)
    scenario = models.CharField(max_length=40, db_index=True)
    text = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.scenario} {self.hash[:12]}"
