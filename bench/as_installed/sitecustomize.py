"""Hide packages of the tests from a measured process, because libraries load them wherever they are installed."""

import os
import sys

for name in os.environ.get("HIDDEN_PACKAGES", "").split():
    sys.modules[name] = None  # type: ignore[assignment]
