"""URLs that a process reads only when it needs them: the API's libraries take more memory than any page."""

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


class LazyInclude(URLResolver):
    """Include a module's URLs with the first request under `route`, or the first use of a name in `namespace`."""

    def __init__(self, route: str, module: str, *, namespace: str) -> None:
        super().__init__(RoutePattern(route), module, app_name=namespace, namespace=namespace)

    def _populate(self) -> None:
        """Index nothing: Django calls this for every include with the first name of any page.

        A namespace needs no index of its own, because Django builds one from `url_patterns` for each that is used.
        """
