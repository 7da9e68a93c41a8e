from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "mail"

    def ready(self) -> None:
        from games import pending
        from mail import handover, no_mail, unread  # noqa: F401  # their receivers

        pending.register(unread.for_game)
