"""URLs that a process loads with their first use: no process uses all, and a start doesn't wait for any."""

from typing import Any

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


class LazyInclude(URLResolver):
    """Include a module's URLs with the first request under `route`, or the first use of a name in `namespace`."""

    def __init__(self, route: str, module: str, *, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=namespace, namespace=namespace)

    def _populate(self) -> None:
        """Index nothing yet: Django calls this for every include with the first name of any page."""

    @property
    def reverse_dict(self) -> Any:
        self._index()
        return super().reverse_dict

    @property
    def namespace_dict(self) -> dict[str, tuple[str, Any]]:
        self._index()
        return super().namespace_dict

    def _index(self) -> None:
        """Index the names and the namespaces in the module, which loads it."""
        if not self._populated:  # type: ignore[attr-defined]
            super()._populate()
