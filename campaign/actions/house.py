"""Acts on house rules."""

from campaign.actions.base import Action
from campaign.actions.settings import who_decides
from campaign.forms.house import SwitchForm, TableForm
from campaign.forms.numbers import NumberForm
from campaign.services import house
from campaign.visibility import Viewer

PAGE = "house:page"


@Action(TableForm, offer=who_decides, to=PAGE)
def import_table(viewer: Viewer, form: TableForm) -> None:
    """Replace the cells named by a CSV or JSON text, all or none. Without an umpire, ask the other side."""
    house.import_table(viewer, **form.said("text", "name", "reason"))


@Action(NumberForm, offer=who_decides, to=PAGE)
def enter_number(viewer: Viewer, form: NumberForm) -> None:
    """Enter a number that no book states, once for the campaign. Without an umpire, ask the other side."""
    house.enter_number(viewer, **form.said("table", "row", "column", "value", "reason"))


@Action(SwitchForm, offer=who_decides, to=PAGE)
def switch_ruling(viewer: Viewer, form: SwitchForm) -> None:
    """Choose another answer where a book is silent; `choice` is book|ruling|option.

    Without an umpire, ask the other side.
    """
    book, ruling, option = form.chosen()
    house.switch_ruling(viewer, book=book, ruling=ruling, option=option, **form.said("reason"))
