from django.apps import AppConfig


class BattlesConfig(AppConfig):
    name = "battles"

    def ready(self) -> None:
        """What battles let wait and what their neutral chair does stands in the registries before the first request."""
        from battles.models import Half, Plan
        from battles.selectors import kinds
        from battles.selectors.reads import plan_audience
        from battles.services import chair, laying, row_cares, waits
        from campaign.visibility import rows_are_for

        for model in (Plan, Half):
            rows_are_for(model._meta.db_table, lambda row: plan_audience(row.battle, row.side))
        for part in (chair, kinds, laying, row_cares, waits):
            part.ready()
