"""The WSGI handler that serves every page."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application

from config.start import refuse_demo_accounts

application = get_wsgi_application()
refuse_demo_accounts()
