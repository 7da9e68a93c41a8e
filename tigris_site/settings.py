"""All settings; everything that differs between installations comes from the environment.

README.md lists the variables. Without any of them the product runs on one machine with SQLite, an embedded
broker and the post room instead of a mail provider.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TIGRIS_VAR") or BASE_DIR / "var")  # database, key, sockets, collected files
VAR.mkdir(parents=True, exist_ok=True)


def env(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_bool(name: str, default: bool) -> bool:
    return env(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def kept_secret() -> str:
    """The secret key of this installation: made once, readable by its owner alone."""
    path = VAR / "secret_key"
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    key = secrets.token_urlsafe(50)
    with os.fdopen(handle, "w") as file:
        file.write(key)
    return key


SECRET_KEY = env("SECRET_KEY") or kept_secret()
DEBUG = env_bool("DEBUG", False)
PORT = int(env("PORT", "8000"))  # of the web server that `manage.py serve` starts
SITE_URL = env("SITE_URL", f"http://localhost:{PORT}").rstrip("/")
ALLOWED_HOSTS = [host for host in env("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host]
if (urlsplit(SITE_URL).hostname or "") not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(urlsplit(SITE_URL).hostname or "")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
if SITE_URL.startswith("https://"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "anymail",
    "accounts",
    "games",
    "mail",
    "leagues",
    "web",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PlayerSettingsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "tigris_site.urls"
WSGI_APPLICATION = "tigris_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.site",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.parse(
        env("DATABASE_URL") or f"sqlite:///{VAR / 'tigris.sqlite3'}", conn_max_age=60
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Without IMMEDIATE half of contended transactions fail with "database is locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL")
CACHES = {
    # Rate limits: one count for all processes; on several machines that takes Redis.
    "default": {
        "BACKEND": "accounts.limits.Limits", "LOCATION": REDIS_URL, "KEY_PREFIX": "tigris",
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
    } if REDIS_URL else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": VAR / "limits",
        "OPTIONS": {"MAX_ENTRIES": 5000},
    },
    # Boards as PNG, one for each position and viewer: drawing one takes a third of a second.
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": VAR / "pictures",
        "TIMEOUT": 14 * 24 * 3600, "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}

# Accounts: a code by mail signs up and logs in; a password is possible, never needed.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]  # so that one who has set a password can log in with it
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # a mail may take a while
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_LOGIN_TIMEOUT = 30 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {"request_login_code": "accounts.forms.EntryForm"}  # newcomers and others alike
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = urlsplit(SITE_URL).scheme
# Web servers in front that each add the address they see to X-Forwarded-For. Without it all visitors share theirs.
TRUSTED_PROXIES = max(0, int(env("TRUSTED_PROXIES", "0")))
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
LOGIN_URL = "account_request_login_code"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Work in the background. The database is the queue; Celery's messages are doorbells that may be lost.
# A socket's path may have 100 characters or so, wherever the installation lies.
BROKER_SOCKET = Path("/tmp") / f"tigris-{hashlib.sha256(str(VAR).encode()).hexdigest()[:16]}" / "broker.sock"
CELERY_BROKER_URL = REDIS_URL or f"redis+socket://{BROKER_SOCKET}"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    # A doorbell that nobody hears must not hold up a player (by default seconds of tries).
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = int(env("SWEEP_SECONDS", "15"))
LEASE_SECONDS = int(env("LEASE_SECONDS", "180"))  # how long a row belongs to a worker that has claimed it
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    name: {"task": name, "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}}
    for name in ("games.sweep", "leagues.sweep", "mail.read", "mail.send")
}

# Mail. Everything Django sends goes through the outbox; MAIL_URL or ANYMAIL_* say how it leaves.
EMAIL_BACKEND = "mail.backend.OutboxBackend"
MAIL_DOMAIN = env("MAIL_DOMAIN", urlsplit(SITE_URL).hostname or "localhost")
MAIL_LOCAL_PART = env("MAIL_LOCAL_PART", "play")  # play@… is the sender, play+token@… takes orders
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("MAIL_FROM", f"Tigris by mail <{MAIL_LOCAL_PART}@{MAIL_DOMAIN}>")
MAIL_FROM_ADDRESS = parseaddr(DEFAULT_FROM_EMAIL)[1]
MAIL_URL = env("MAIL_URL")  # smtp://user:password@host:587?tls=1
ANYMAIL_BACKEND = env("ANYMAIL_BACKEND")  # for example anymail.backends.postmark.EmailBackend
ANYMAIL = {key.removeprefix("ANYMAIL_"): value for key, value in os.environ.items()
           if key.startswith("ANYMAIL_") and key not in {"ANYMAIL_BACKEND", "ANYMAIL_INBOUND"}}
_mail = urlsplit(MAIL_URL)
EMAIL_HOST = _mail.hostname or "localhost"
EMAIL_PORT = _mail.port or (465 if _mail.scheme == "smtps" else 25)
EMAIL_HOST_USER = unquote(_mail.username or "")
EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
EMAIL_USE_SSL = _mail.scheme == "smtps"
EMAIL_USE_TLS = "tls=1" in _mail.query
EMAIL_TIMEOUT = 20
# The transport behind the outbox: a provider, an SMTP server, or (nothing set) the post room alone.
if ANYMAIL_BACKEND:
    MAIL_TRANSPORT = ANYMAIL_BACKEND
elif MAIL_URL:
    MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
else:
    MAIL_TRANSPORT = ""
# By default only where nobody else can look: the post room shows everybody's mails, the codes to log in, too.
POST_ROOM = not MAIL_TRANSPORT and env_bool("POST_ROOM", urlsplit(SITE_URL).hostname in {"localhost", "127.0.0.1", "::1"})
MAIL_COLLAPSE_SECONDS = int(env("MAIL_COLLAPSE_SECONDS", "20"))  # what comes up within it shares a mail
MAIL_RATE = int(env("MAIL_RATE", "0"))  # messages a minute that leave at most; 0: as many as there are
SMTP_DOOR_HOST = env("SMTP_DOOR_HOST", "127.0.0.1")
SMTP_DOOR_PORT = int(env("SMTP_DOOR_PORT", "8025"))  # 0: no SMTP door
SMTP_DOOR_TLS_CERT = env("SMTP_DOOR_TLS_CERT")  # a certificate (PEM, the whole chain): then STARTTLS is offered
SMTP_DOOR_TLS_KEY = env("SMTP_DOOR_TLS_KEY")  # its key; needless if it is in the same file
LMTP_DOOR_HOST = env("LMTP_DOOR_HOST", "127.0.0.1")
LMTP_DOOR_PORT = int(env("LMTP_DOOR_PORT", "0"))  # 0: no LMTP door
IMAP_URL = env("IMAP_URL")  # imaps://user:password@host/INBOX?processed=Processed&broken=Broken; "": no IMAP door
# Whose webhooks are taken, at /anymail/PROVIDER/…: the provider that sends, or ANYMAIL_INBOUND. They need a secret.
WEBHOOK_SECRET = env("ANYMAIL_WEBHOOK_SECRET")  # user:password, which the provider puts before the host
_backend = ANYMAIL_BACKEND.split(".")
_sender = _backend[2] if ANYMAIL_BACKEND.startswith("anymail.backends.") and len(_backend) > 3 else ""
WEBHOOK_PROVIDER = (env("ANYMAIL_INBOUND") or _sender) if WEBHOOK_SECRET else ""
if WEBHOOK_PROVIDER:
    # A mail with photographs is to be refused with words, not to be brought again for days. The harm accepted:
    # a form as large is read before it is refused.
    DATA_UPLOAD_MAX_MEMORY_SIZE = 48 * 1024 * 1024
METRICS_TOKEN = env("METRICS_TOKEN")  # who reads /metrics must send it; empty: anybody may
# Through SMTP, bounces come back to play+b-…@: the server must let us name senders of MAIL_DOMAIN.
MAIL_VERP = env_bool("MAIL_VERP", True)
MAIL_AUTHSERV_ID = env("MAIL_AUTHSERV_ID")  # whose Authentication-Results count

BOT_GAMES = int(env("BOT_GAMES", "20"))  # running games against bots alone, for one player
VACATION_DAYS = int(env("VACATION_DAYS", "30"))  # a player and calendar year

MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "filters": {"without_keys": {"()": "tigris_site.logs.WithoutKeys"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_keys"]}},
    "root": {"handlers": ["stderr"], "level": env("LOG_LEVEL", "INFO")},
}
