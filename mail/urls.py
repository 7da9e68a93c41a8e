from __future__ import annotations

from django.urls import path

from mail import answer_views, claim_views, leave_views, no_mail, post_room, views
from mail.doors import webhook

urlpatterns = [
    path("anymail/<path:path>", webhook.door, name="webhook"),
    path("mail/mute/<str:signed>/", views.mute, name="mail_mute"),
    path("mail/stop/<str:signed>/", views.stop, name="mail_stop"),
    path("mail/overview/<str:signed>/", views.overview, name="mail_overview"),
    path("mail/answer/<str:signed>/", answer_views.answer, name="mail_answer"),
    path("mail/again/", no_mail.again, name="mail_again"),
    path("mail/claim/<str:signed>/", claim_views.claim, name="mail_claim"),
    path("mail/leave/<str:signed>/", leave_views.leave, name="mail_leave"),
    path("post-room/", post_room.mailboxes, name="post_room"),
    path("post-room/<str:address>/", post_room.inbox, name="post_room_inbox"),
    path("post-room/<str:address>/<int:pk>/", post_room.message, name="post_room_message"),
    path("post-room/<str:address>/<int:pk>/html/", post_room.html_part, name="post_room_html"),
    path("post-room/<str:address>/<int:pk>/raw/", post_room.raw, name="post_room_raw"),
]
