from django.apps import AppConfig


class BattlesConfig(AppConfig):
    name = "battles"

    def ready(self) -> None:
        """What battles let wait and what their neutral chair does stands in the registries before the first request."""
        from battles.services import chair, waits

        for part in (chair, waits):
            part.ready()
