"""The mixed application in a thread of the test process: pages and live streams as ./play serves them."""

import threading

from config.testing.processes import free_port, wait_until


class MixedSite:
    """uvicorn with config.asgi, on the test's database and settings; static files come from their sources."""

    def __init__(self) -> None:
        from django.contrib.staticfiles.handlers import StaticFilesHandler

        from config import live, pages, web

        if not isinstance(pages.handler, StaticFilesHandler):
            pages.handler = StaticFilesHandler(pages.handler)
        live.HUB.source = live.source_of_changes()  # at import, the settings may have named another database
        self.hub = live.HUB
        self.port = free_port()
        self.server = web.server(web.MIXED, "127.0.0.1", self.port)
        self.thread = threading.Thread(target=self.server.run, name="mixed site", daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started, "the mixed site")

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        """Abort every open stream, like a lost network."""
        loop = next(iter(self.hub.tasks)).get_loop()
        for listener in self.hub.all():
            if listener.transport is not None:
                loop.call_soon_threadsafe(listener.transport.abort)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=10)
