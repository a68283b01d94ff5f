"""Our own apps and their models, for tests that check all of them."""

from django.apps import apps
from django.conf import settings
from django.db.models import Model

from rulesets.core.packages import apps_of

OUR_APPS = apps_of(settings.BASE_DIR)


def our_models() -> list[type[Model]]:
    return [model for label in OUR_APPS for model in apps.get_app_config(label).get_models()]
