"""Record a journal for later test runs to replay: `python -m battles.tests.record release-1`.

The story is played into a new, empty database and saved as a backup in campaign/tests/recorded/.
"""

import os
import sys
from pathlib import Path

import django

RECORDED = Path(__file__).resolve().parents[2] / "campaign" / "tests" / "recorded"


def record(name: str) -> Path:
    from django.conf import settings
    from django.core.management import call_command

    from battles.tests.story import play
    from campaign.models import Throttle

    settings.SWEEP_NUDGE = False
    settings.WAR_TICK_SECONDS = 0
    file = RECORDED / f"{name}.backup"
    call_command("migrate", verbosity=0)
    play()
    Throttle.objects.all().delete()  # hashed under this machine's key and good for only an hour
    file.unlink(missing_ok=True)
    call_command("backup", str(file))
    file.chmod(0o644)
    return file


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].replace("-", "").isalnum():
        sys.exit("usage: python -m battles.tests.record NAME, for instance release-1")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.testing.settings"
    django.setup()
    saved = record(sys.argv[1])
    print(f"{saved} {saved.stat().st_size} bytes")
