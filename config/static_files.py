"""Static files, hashed and compressed by whitenoise."""

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Computes each address once, because a page names about twenty and none changes while a process runs."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.addresses: dict[tuple[str, bool], str] = {}

    def url(self, name: str, force: bool = False) -> str:  # noqa: FBT001, FBT002 - Django's signature
        if (name, force) not in self.addresses:
            self.addresses[name, force] = super().url(name, force)
        return self.addresses[name, force]
