from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "mail"

    def ready(self) -> None:
        from mail import no_mail  # noqa: F401  # its receivers
