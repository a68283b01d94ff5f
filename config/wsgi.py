"""The WSGI handler that serves every page."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application

from config import site_lock
from config.start import loading, refuse_demo_accounts

site_lock.share()
with loading():
    application = get_wsgi_application()
refuse_demo_accounts()
