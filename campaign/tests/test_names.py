"""Display names: visible, on one line, in any script."""

import pytest

from campaign.models import User
from campaign.tests.test_accounts import PROFILE, url, visitor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Grant\nUnion", "Grant\u202eeel", "\u2067Grant", "\u200b\u200d", "\u00ad"])
def test_invisible_or_reversing_name_is_refused(name: str) -> None:
    assert visitor("profile").post(url("profile"), {**PROFILE, "display_name": name}).status_code == 422


@pytest.mark.parametrize("name", ["عمر بن سعيد", "O’Neil 🪖", "👨\u200d👩\u200d👧", "U. S. G.", "می\u200cخواهم"])
def test_name_in_any_script_is_kept(name: str) -> None:
    assert visitor("profile").post(url("profile"), {**PROFILE, "display_name": name}).status_code == 302
    assert User.objects.get().display_name == name
