"""The secret key of an embedded site: random, one per data folder, kept beside the database."""

import os
import secrets
import tempfile
from pathlib import Path

FILE_NAME = "secret-key"


def read_or_make(data_dir: Path) -> str:
    """Return the folder's key; if two processes start at once, the first to link its file wins."""
    path = data_dir / FILE_NAME
    if not path.exists():
        _offer(path, secrets.token_urlsafe(48))
    return path.read_text().strip()


def _offer(path: Path, key: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")  # mode 0600
    with os.fdopen(handle, "w") as file:
        file.write(key + "\n")
    try:
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)
