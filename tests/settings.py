"""Settings of the tests: the product's own, with a throw-away place for files and no waiting."""

import os
import tempfile

os.environ.setdefault("TIGRIS_VAR", tempfile.mkdtemp(prefix="tigris-test-"))
os.environ.setdefault("SECRET_KEY", "only-for-tests")

from tigris_site.settings import *  # noqa: F403

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}  # noqa: F405
CACHES["pictures"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pictures"}  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, as the product's own: what is shared in memory by threads knows no waiting for a lock.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}  # noqa: F405
