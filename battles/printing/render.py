"""Make a PDF: JSON comes in, the PDF goes out. Runs in a process of its own, without Django and without the site's
settings, so that neither the compiler's memory nor its faults reach a process of the site.
"""

import json
import os
import resource
import sys
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parent / "sources"
MOST_CPU_SECONDS = 8
NICENESS = 5


def qr_code(address: str) -> str:
    """Return the QR code of an address as SVG."""
    import segno

    drawn = BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", border=0, xmldecl=False)
    return drawn.getvalue().decode()


def pdf_of(box: dict[str, Any]) -> bytes:
    """Return the PDF of a box. The same box gives the same bytes, on any machine and at any time."""
    import typst

    data = json.dumps({**box, "qr": qr_code(box["address"])}, sort_keys=True)
    return typst.compile(
        str(SOURCES / "box.typ"),
        root=str(SOURCES),
        font_paths=[],
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"box": data},
        timestamp=int(datetime.fromisoformat(box["at"]).timestamp()),
    )


def main() -> None:
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_SECONDS, MOST_CPU_SECONDS))
    sys.stdout.buffer.write(pdf_of(json.load(sys.stdin.buffer)))


if __name__ == "__main__":
    main()
