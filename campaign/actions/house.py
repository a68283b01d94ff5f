"""What is done about house rules."""

from campaign.actions.base import Action
from campaign.actions.settings import who_decides
from campaign.forms.house import SwitchForm, TableForm
from campaign.services import house
from campaign.visibility import Viewer

PAGE = "house:page"


@Action(TableForm, offer=who_decides, to=PAGE)
def import_table(viewer: Viewer, form: TableForm) -> None:
    """Replace the cells that a CSV or JSON text names: all of them or none. Without an umpire, ask the other side."""
    house.import_table(viewer, **form.said("text", "name", "reason"))


@Action(SwitchForm, offer=who_decides, to=PAGE)
def switch_ruling(viewer: Viewer, form: SwitchForm) -> None:
    """Choose another answer where a book is silent: `choice` is book|ruling|option.

    Without an umpire, ask the other side.
    """
    book, ruling, option = form.chosen()
    house.switch_ruling(viewer, book=book, ruling=ruling, option=option, **form.said("reason"))
