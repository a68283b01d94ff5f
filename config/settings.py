"""Settings: embedded by default, distributed by configuration, all from the environment.

Nothing set: SQLite, jobs on a SQLite file, emails as files, everything under var/.
DATABASE_URL and REDIS_URL set: PostgreSQL and Redis, any number of processes.
PRODUCTION=yes: HTTPS only, secret key and host names from the environment, JSON logs, no demo accounts.
"""

from pathlib import Path
from urllib.parse import urlsplit

from config import databases, env, secret_key
from config.celery_settings import celery_settings
from config.log import logging_settings
from config.packages import APPS, TOP

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.folder("DATA_DIR", BASE_DIR / "var")
PRODUCTION = env.flag("PRODUCTION")
DEBUG = env.flag("DEBUG")
DATABASE_URL, REDIS_URL = env.text("DATABASE_URL"), env.text("REDIS_URL")
RELEASE = env.text("RELEASE", "0.1.0")

if PRODUCTION:
    SECRET_KEY = env.required("SECRET_KEY", "a production site keeps its secret key in its environment")
    SITE_URL = env.required("SITE_URL", "the address that people type, such as https://campaign.example.org")
    ALLOWED_HOSTS = env.listed("ALLOWED_HOSTS") or [urlsplit(SITE_URL).hostname or ""]
else:
    SECRET_KEY = env.text("SECRET_KEY") or secret_key.read_or_make(DATA_DIR)
    SITE_URL = env.text("SITE_URL", "http://localhost:8000")
    ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.listed("ALLOWED_HOSTS")]

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    TOP,
    *APPS,
]
MIDDLEWARE = [
    "config.middleware.request_log",
    "config.middleware.caller_address",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.content_policy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.body_limit",
    "campaign.middleware.nothing_stays",
    "config.sessions.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.sessions.Authentication",
    "campaign.curtain.Curtain",
    "campaign.middleware.reader_time_zone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaign.middleware.Refusals",
]
ROOT_URLCONF = "config.urls"
# What the app of template_partials would set, but that app loads Django's admin.
LOADERS = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("template_partials.loader.Loader", [("config.templates.Loader", LOADERS)])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "campaign.web.page_context",
            ],
            "builtins": ["campaign.templatetags.addresses", "campaign.templatetags.inherit"],
            "libraries": {"partials": "template_partials.templatetags.partials"},
        },
    }
]
FORM_RENDERER = "config.widgets.Widgets"
WSGI_APPLICATION = "config.wsgi.application"

DATABASES = {"default": databases.database(DATABASE_URL, DATA_DIR)}
AUTH_USER_MODEL = "campaign.User"
AUTHENTICATION_BACKENDS = ["config.sessions.Accounts"]
SESSION_ENGINE = "config.sessions"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# People
# One alone: a second would take another time, and so tell which names exist.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "accounts:log-in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# Transport and content security. Nothing inline, nothing from another host.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PRODUCTION else None
CALLER_ADDRESS_HEADER = "HTTP_X_REAL_IP" if PRODUCTION else ""
CSRF_TRUSTED_ORIGINS = [SITE_URL] if PRODUCTION else []
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
PAGE_THREADS = 2  # of each web process
BODY_LIMIT = 2 * 1024 * 1024  # nginx.conf repeats this number, and the next
PICTURE_BODY_LIMIT = DATA_UPLOAD_MAX_MEMORY_SIZE = 15 * 1024 * 1024  # where a picture is sent: 10 MB in base64

# Words, times, mail
TIME_ZONE = "UTC"
USE_TZ = True
LANGUAGE_CODE = "en-us"
USE_I18N = False
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"  # never the console: a link in an email has no place in a log
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_USER"), env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 6
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Neutral Party <umpire@localhost>")

# Static files: hashed names, compressed, cached forever
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.folder("STATIC_ROOT", DATA_DIR / "staticfiles")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFiles"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# The API. Classes are named, not imported, so that only a request for the schema loads its generator.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "campaign.api.auth.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["campaign.api.body.BodyParser"],
    "EXCEPTION_HANDLER": "campaign.api.base.on_error",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "60/min", "user": "600/min"},
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Neutral Party",
    "DESCRIPTION": "The campaigns, battles and rule books of the site, for programs.",
    "VERSION": RELEASE,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "NotifyEnum": "campaign.models.user.Notify.values",
        "SideEnum": "campaign.models.SideCode.values",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # the choices are listed anyway, with four hundred time zones
}

# Live pages and background jobs
SWEEP_RAISES = False  # a failed step is logged and does not stop the others; tests raise it
SWEEP_NUDGE = env.flag("SWEEP_NUDGE", default=True)
WAR_TICK_SECONDS = env.number("WAR_TICK_SECONDS", default=10)  # after a half-pulse opens, its orders take effect
SEND_TASK = "config.messages.send"
LIVE_TOKEN_SECONDS = env.number("LIVE_TOKEN_SECONDS", 300)
LIVE_POLL_MILLISECONDS = env.number("LIVE_POLL_MILLISECONDS", 50)
globals().update(celery_settings(REDIS_URL, DATA_DIR))

LOGGING = logging_settings(json_lines=PRODUCTION, level=env.text("LOG_LEVEL", "INFO"))
