"""Makes the single file with which anyone can check a cup: `python -m rulesets.core.cup_script`."""

import re
from pathlib import Path

CORE = Path(__file__).parent
SCRIPT = CORE.parent.parent / "static" / "check_cup.py"
HEADING = '''#!/usr/bin/env python3
"""Checks a revealed cup of sealed dice. Needs Python 3.11 or later and nothing else:

    python3 check_cup.py DOCUMENT [--heads FILE]

DOCUMENT is what the site gives for a cup; FILE has commitments and checkpoints that you kept from the journal.
This file is the site's own code for rolling and checking, put together by rulesets/core/cup_script.py.
"""

'''


def script_text() -> str:
    """Join the module that rolls and the module that checks."""
    throwing, checking = ((CORE / name).read_text(encoding="utf-8") for name in ("cup.py", "cup_check.py"))
    checking = re.sub(r"from rulesets\.core\.cup import \([^)]*\)\n", "", checking)
    return HEADING + throwing + "\n\n" + checking


if __name__ == "__main__":
    SCRIPT.parent.mkdir(exist_ok=True)
    SCRIPT.write_text(script_text(), encoding="utf-8")
