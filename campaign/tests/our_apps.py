"""Our own apps and their models, for tests that check all of them."""

from functools import cache

from django.apps import apps
from django.conf import settings
from django.db.models import Model

from campaign.models import Session
from rulesets.core.packages import apps_of

OUR_APPS = apps_of(settings.BASE_DIR)


def our_models() -> list[type[Model]]:
    """Return our models but the sessions, which are Django's: nobody but the browser that has one is ever shown it."""
    found = (model for label in OUR_APPS for model in apps.get_app_config(label).get_models())
    return [model for model in found if model is not Session]


@cache
def model_named_by(name: str) -> type[Model] | None:
    """Return the model that an argument or field such as `force_id` refers to, if it is called like one."""
    wanted = name.removesuffix("_id").replace("_", "")
    return next((model for model in our_models() if model._meta.model_name == wanted), None)
