"""More mails of the kinds that tests/mail/samples holds, written after the programs' habits. Templates for `render`.

`(name, expected, which of the two orders are carried out, template)`; HEAD is what every mail begins with.
"""

from __future__ import annotations

HEAD = """\
Return-Path: <{{PLAYER}}>
Delivered-To: {{REPLY_TO}}
Authentication-Results: mx.play.example.org; spf=pass; dkim=pass; dmarc=pass header.from=example.org
From: Robin Player <{{PLAYER}}>
To: Garden Game <{{REPLY_TO}}>
Subject: Re: Garden Game 12: turn 7
Date: Tue, 3 Mar 2026 10:41:07 +0000
Message-ID: {{MSGID}}
In-Reply-To: {{PARENT}}
References: {{REFS}}
MIME-Version: 1.0
"""
TEXT = HEAD + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
PAGE = HEAD + "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
ENGLISH_BLOCK = ("From: Robin Player <{{PLAYER}}>\nSent: Monday, March 2, 2026 9:00 AM\nTo: Garden Game <{{REPLY_TO}}>\n"
                 "Subject: Re: Garden Game 12: turn 7\n")

KINDS: list[tuple[str, str, tuple[int, ...], str]] = [
    # Where the new words stand.
    ("below the quote", "orders", (0,), TEXT + "On Tue, 3 Mar 2026 at 10:12, Garden Game wrote:\n{{QUOTED_GT}}\n\n{{ORDERS}}\n-- \nRobin\n"),
    ("above and below", "orders", (0, 1), TEXT + "{{ORDERS}}\n\nOn 03/03/2026 10:12, Garden Game wrote:\n{{QUOTED_GT}}\n{{ORDERS2}}\n"),
    ("an attribution broken in three", "orders", (0,), TEXT + "{{ORDERS}}\n\nOn Tue, 3 Mar 2026 at 10:12,\nGarden Game of the whole wide world\n<{{REPLY_TO}}> wrote:\n\n{{QUOTED_GT}}\n"),
    ("marks without blanks", "orders", (0,), TEXT + "{{ORDERS}}\n\n>{{QUOTED_INDENT}}".replace("{{QUOTED_INDENT}}", "x\n{{QUOTED_GT}}")),
    ("marks of our own lines broken in two", "orders", (0,), TEXT + "{{ORDERS}}\n\nGarden Game wrote:\n{{QUOTED_GT}}\n"),
    # Programs that mark nothing.
    ("outlook in german", "orders", (0,), TEXT + "{{ORDERS}}\n\n-----Ursprüngliche Nachricht-----\nVon: Garden Game <{{REPLY_TO}}> \nGesendet: Dienstag, 3. März 2026 10:12\nAn: Robin\nBetreff: Garden Game 12: turn 7\n\n{{QUOTED}}\n"),
    ("outlook in spanish", "orders", (0,), TEXT + "{{ORDERS}}\n\n________________________________\nDe: Garden Game <{{REPLY_TO}}>\nEnviado: martes, 3 de marzo de 2026 10:12\nPara: Robin\nAsunto: Garden Game 12\n\n{{QUOTED}}\n"),
    ("a whole answer below another", "orders", (0,), TEXT + "{{ORDERS}}\n\n" + ENGLISH_BLOCK + "\n{{ORDERS2}}\n\n" + ENGLISH_BLOCK.replace("Robin Player <{{PLAYER}}>", "Garden Game", 1) + "\n{{QUOTED}}\n"),
    ("only a whole answer", "no-orders", (), TEXT + "Did you get this?\n\n" + ENGLISH_BLOCK + "\n{{ORDERS}}\n\n{{QUOTED}}\n"),
    ("unmarked and then marked", "orders", (0,), TEXT + "{{ORDERS}}\n\n" + ENGLISH_BLOCK + "\n{{ORDERS2}}\n\nOn Tue, 3 Mar 2026, Garden Game wrote:\n{{QUOTED_GT}}\n"),
    ("an own answer sent on", "no-orders", (), TEXT + "Begin forwarded message:\n\nFrom: Robin Player <{{PLAYER}}>\nDate: 3 March 2026 at 10:12\n\n{{ORDERS}}\n\n{{QUOTED}}\n"),
    ("without any boundary", "orders", (0,), TEXT + "{{ORDERS}}\n\nAm Di., 3. März 2026 um 10:12 Uhr schrieb Garden Game:\n\nIt is your turn.\n{{ORDERS2}}\n"),
    ("nothing quoted", "orders", (0,), TEXT + "{{ORDERS}}\n"),
    # HTML alone.
    ("html of a web mailer below the quote", "orders", (0,), PAGE + "<div>On Tue, Garden Game wrote:<br></div><blockquote type='cite'>{{QUOTED_HTML}}</blockquote><p>{{ORDERS}}</p>"),
    ("html of outlook with an own answer", "orders", (0,), PAGE + "<p>{{ORDERS}}</p><hr><div><b>From:</b> Robin &lt;{{PLAYER}}&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Garden<br></div><p>{{ORDERS2}}</p><div>{{QUOTED_HTML}}</div>"),
    ("html of proton", "orders", (0,), PAGE + "<div>{{ORDERS}}</div><div class='protonmail_quote'>Garden Game wrote:<br><blockquote>{{QUOTED_HTML}}</blockquote></div>"),
    ("html quote alone", "no-orders", (), PAGE + "<blockquote>{{ORDERS}}<br>{{QUOTED_HTML}}</blockquote>"),
    ("a struck-out order", "orders", (0,), PAGE + "<p>{{ORDERS}}</p><p><s>{{ORDERS2}}</s></p><blockquote>{{QUOTED_HTML}}</blockquote>"),
    ("every word in an element of its own", "orders", (0,), PAGE + "<p><span>{{ORDERS}}</span><span></span></p><p>&nbsp;</p>"),
    # Charsets and encodings.
    ("utf-8 that says latin-1", "orders", (0,), HEAD + "Content-Type: text/plain; charset=iso-8859-1\n\nGrüße – schön!\n{{ORDERS}}\n"),
    ("gb18030", "orders", (0,), HEAD + "Content-Type: text/plain; charset=gb18030\nContent-Transfer-Encoding: base64\n\n{{ENC:b64:gb18030}}你好\n{{ORDERS}}\n{{/ENC}}"),
    ("shift-jis", "orders", (0,), HEAD + "Content-Type: text/plain; charset=Shift_JIS\nContent-Transfer-Encoding: base64\n\n{{ENC:b64:shift_jis}}{{ORDERS}}\nよろしく\n{{/ENC}}"),
    ("koi8-r", "orders", (0,), HEAD + "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n{{ENC:b64:koi8-r}}{{ORDERS}}\nСпасибо\n{{/ENC}}"),
    ("utf-16 without saying so", "orders", (0,), HEAD + "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{{ENC:b64:utf-16}}{{ORDERS}}\nGrüße\n{{/ENC}}"),
    ("ascii that says utf-16", "orders", (0,), HEAD + "Content-Type: text/plain; charset=utf-16\n\n{{ORDERS}}\n"),
    ("a mark of the byte order", "orders", (0,), HEAD + "Content-Type: text/plain; charset=utf-8\n\n\ufeff{{ORDERS}}\n"),
    ("quoted-printable with soft breaks", "orders", (0,), HEAD + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{{ENC:qp:utf-8}}Schöne Grüße und sehr viele Wörter in einer langen Zeile, die umgebrochen wird.\n{{ORDERS}}\n{{/ENC}}"),
    ("an unknown encoding", "orders", (0,), HEAD + "Content-Type: text/plain\nContent-Transfer-Encoding: x-strange\n\n{{ORDERS}}\n"),
    ("blanks and marks from everywhere", "orders", (0,), TEXT + "\u2066\u00a0\u3000{{ORDERS}}\u200b\u2069\n"),
    # Signed, with banners and signatures.
    ("pgp inline", "orders", (0,), TEXT + "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{{ORDERS}}\n\n- -- \nRobin\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"),
    ("a banner above", "orders", (0,), TEXT + "[EXTERNAL] CAUTION: This email originated outside of the organization.\nDo not click links.\n\n{{ORDERS}}\n"),
    ("a confidential notice below", "orders", (0,), TEXT + "{{ORDERS}}\n\nRobin\nTel: 555 123\nThis message and its attachments are confidential. Any use of it is prohibited; delete it.\n"),
    ("sent from a telephone", "orders", (0,), TEXT + "{{ORDERS_CAP}}.\n\nVon meinem iPhone gesendet\n\nOn Tue, Garden Game wrote:\n{{QUOTED_GT}}\n"),
    ("numbered and polite", "orders", (0, 1), TEXT + "Hi!\n1. {{ORDERS}}\n2) {{ORDERS2}}\nCheers\n"),
    # Attachments.
    ("a picture beside", "orders", (0,), HEAD + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n{{ORDERS}}\n\n--b\nContent-Type: image/png; name=x.png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n\n--b--\n"),
    ("an order in an attached mail", "no-orders", (), HEAD + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nsee below\n\n--b\nContent-Type: message/rfc822\n\nFrom: x@example.org\n\n{{ORDERS}}\n\n--b--\n"),
    ("an order in an attached page", "no-orders", (), HEAD + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nsee below\n\n--b\nContent-Type: text/html\nContent-Disposition: attachment\n\n<p>{{ORDERS}}</p>\n\n--b--\n"),
    ("encrypted", "no-orders", (), HEAD + "Content-Type: multipart/encrypted; protocol=application/pgp-encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n\n--b--\n"),
    # Asking.
    ("help in german", "no-orders", (), TEXT + "Hilfe!\n"),
    ("only a question", "no-orders", (), TEXT + "When does the next round start?\n"),
    ("only a signature", "no-orders", (), TEXT + "-- \n{{ORDERS}}\n"),
    # Who wrote it.
    ("the token in capitals", "orders", (0,), TEXT.replace("To: Garden Game <{{REPLY_TO}}>", "To: <{{REPLY_UPPER}}>").replace("Delivered-To: {{REPLY_TO}}\n", "") + "{{ORDERS}}\n"),
    ("the token in the copy alone", "orders", (0,), TEXT.replace("To: Garden Game <{{REPLY_TO}}>", "To: x@example.org\nCc: y@example.org, {{REPLY_TO}}").replace("Delivered-To: {{REPLY_TO}}\n", "") + "{{ORDERS}}\n"),
    ("the author in capitals", "orders", (0,), TEXT.replace("From: Robin Player <{{PLAYER}}>", "From: {{PLAYER_UPPER}}") + "{{ORDERS}}\n"),
    ("the player's address as a name", "reject", (), TEXT.replace("From: Robin Player <{{PLAYER}}>", 'From: "{{PLAYER}}" <eve@evil.example.org>') + "{{ORDERS}}\n"),
    ("two authors in one line", "ignore", (), TEXT.replace("From: Robin Player <{{PLAYER}}>", "From: {{PLAYER}}, eve@evil.example.org") + "{{ORDERS}}\n"),
    ("no author", "ignore", (), TEXT.replace("From: Robin Player <{{PLAYER}}>\n", "") + "{{ORDERS}}\n"),
    ("a forged author", "ignore", (), TEXT.replace("dmarc=pass", "dmarc=fail") + "{{ORDERS}}\n"),
    ("broken lines in an encoded subject", "orders", (0,), TEXT.replace("Subject: Re: Garden Game 12: turn 7", "Subject: =?utf-8?q?Re=3A_x=0D=0ABcc=3A_eve=40evil.example.org?=") + "{{ORDERS}}\n"),
    ("a strange message-id", "orders", (0,), TEXT.replace("Message-ID: {{MSGID}}", "Message-ID: <[abc]@x>") + "{{ORDERS}}\n"),
    # Machines.
    ("an absence known by its subject", "ignore", (), TEXT.replace("Subject: Re:", "Subject: Automatische Antwort:") + "Ich bin nicht da.\n{{ORDERS}}\n"),
    ("a read receipt", "ignore", (), HEAD + 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\nContent-Type: text/plain\n\nread\n\n--b\nContent-Type: message/disposition-notification\n\nDisposition: manual-action; displayed\n\n--b--\n'),
    ("an old mailing list", "ignore", (), TEXT.replace("MIME-Version", "Mailing-List: contact x@example.org\nMIME-Version") + "{{ORDERS}}\n"),
    ("spam", "ignore", (), TEXT.replace("MIME-Version", "X-Spam-Status: Yes, score=9\nMIME-Version") + "{{ORDERS}}\n"),
    ("a notification of failure", "ignore", (), HEAD.replace("<{{PLAYER}}>\nDelivered", "<>\nDelivered").replace("Robin Player <{{PLAYER}}>", "MAILER-DAEMON@mx.example.org") + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nfailed\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; {{PLAYER}}\nAction: failed\nStatus: 5.1.1\n\n--b\nContent-Type: message/rfc822\n\nMessage-ID: {{PARENT}}\n\n{{ORDERS}}\n\n--b--\n"),
    # Too much.
    ("a page of a hundred thousand elements", "no-orders", (), PAGE + "{{REPEAT:40000}}<div><b>{{/REPEAT}}"),
    ("a page that is too long", "reject", (), PAGE + "{{REPEAT:40000}}<p>some words of a page</p>{{/REPEAT}}"),
    ("sixty thousand short lines", "reject", (), TEXT + "{{REPEAT:60000}}a\n{{/REPEAT}}"),
    ("endless parameters", "orders", (0,), HEAD + 'Content-Type: text/plain; charset=utf-8; x="{{REPEAT:20000}};{{/REPEAT}}\n\n{{ORDERS}}\n'),
    ("a thousand brackets around the author", "ignore", (), TEXT.replace("From: Robin Player <{{PLAYER}}>", "From: {{REPEAT:7000}}({{/REPEAT}}{{PLAYER}}") + "{{ORDERS}}\n"),
    ("too many header lines", "ignore", (), TEXT.replace("MIME-Version", "{{REPEAT:2000}}X: y\n{{/REPEAT}}MIME-Version") + "{{ORDERS}}\n"),
]
