"""Health checks for docker-compose.yml, without Django, so that a check every few seconds costs little.

`python -m config.healthcheck /readyz` asks this container's own server, under the site's name.
`python -m config.healthcheck --fresh FILE SECONDS` passes if the file was written that recently.
"""

import os
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


def answers(path: str) -> bool:
    host = urlsplit(os.environ.get("SITE_URL", "http://localhost")).netloc
    port = os.environ.get("HEALTH_PORT", "8000")
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host}), timeout=4) as response:
            return bool(response.status == 200)
    except (URLError, OSError):
        return False


def is_fresh(name: str, seconds: float) -> bool:
    path = Path(name)
    return path.exists() and time.time() - path.stat().st_mtime < seconds


def main(arguments: list[str]) -> int:
    if arguments[0] == "--fresh":
        return 0 if is_fresh(arguments[1], float(arguments[2])) else 1
    return 0 if answers(arguments[0]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
