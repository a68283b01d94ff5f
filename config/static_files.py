"""Files beside the pages: hashed and compressed by whitenoise."""

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A page names some twenty files, and none changes while a process runs: each address is worked out once."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.addresses: dict[tuple[str, bool], str] = {}

    def url(self, name: str, force: bool = False) -> str:  # noqa: FBT001, FBT002 - as Django asks for it
        if (name, force) not in self.addresses:
            self.addresses[name, force] = super().url(name, force)
        return self.addresses[name, force]
