"""The words that mail programs write before what they quote: "On Tuesday, Ana wrote:", "From: … Sent: …", "-----Original
Message-----", in the languages that programs speak.

A program that marks quotes goes on with `>` below such words. Where it does not, everything from there on is old,
perhaps an answer of the player's own with orders in it. Each line is looked at once or twice, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.lexicon.vocabulary import fold

MARK = ">"
LONGEST = 400  # characters of a line that are looked at
BLOCK = 14  # lines of a block of headers at most

_VERBS = (
    "wrote", "writes", "schrieb", "schreibt", "geschrieben", "escribio", "escribe", "ecrit", "ha scritto", "scrive",
    "schreef", "escreveu", "skrev", "kirjoitti", r"napsala?(?:\(a\))?", r"napisala?(?:\(a\))?", "nadeslala?", "napisal",
    r"написала?(?:\(а\))?", "pisze", "пише", "пишет", "написав", "irta", "εγραψε", "yazdi", "viet", "menulis", "a scris", "rase",
    "va escriure", "escribiu", "idatzi", "skrifadi", "kirjutas", "написао", "je napisao", "写道", "寫道", "님이 작성",
    "님이 쓴 글", "작성", "書きました", "のメール", "כתב", "כתבה", "كتب",
)
_WROTE = re.compile(rf"(?:^|\W|_)(?:{'|'.join(_VERBS)})")
_WROTE_LAST = re.compile(rf"(?:^|\W)(?:{'|'.join(_VERBS)})[^\w]*:$")
_ADDRESS_LAST = re.compile(r"[^\s@]@[^\s@]+[>)\]]*\s*:$")
_BEGINNING = re.compile(
    r"(?:on|am|el|le|il|op|den|em|no dia|w dniu|dnia|dne|a las|den|pa|la data|a|в|στις|在|vao|tarih)\s", re.IGNORECASE)
_LABELS = {
    "from": "from von de da van od fra fran remitente absender expediteur mittente от від kimden 发件人 寄件者 差出人 보낸 보낸사람 מאת من",
    "date": "sent date gesendet datum enviado fecha data envoye inviato verzonden odeslano wyslano sendt dato skickat "
            "enviada отправлено дата tarih gonderildi 发送时间 日期 送信日時 日付 날짜 보낸날짜 נשלח تاريخ datum/zeit",
    "to": "to an para a vers aan komu do til till destinatario empfanger кому kime 收件人 宛先 받는 받는사람 אל إلى",
    "subject": "subject betreff asunto objet oggetto onderwerp predmet temat emne amne assunto тема konu 主题 主旨 件名 "
               "제목 נושא الموضوع",
    "copy": "cc kopie copia copie kopia dw kopi copy 抄送 참조",
}
_LABEL = {word: kind for kind, words in _LABELS.items() for word in words.split()}
_FIELD = re.compile(r"[*_ ]{0,3}([^\W\d_][\w/ ]{0,24}?)[*_ ]{0,3}[:：]")
_DIVIDER = re.compile(
    r"^[-_=*~–— ]{2,}.{0,30}?(?:messag|nachricht|mensaje|mensagem|messaggio|bericht|meddelande|meddelelse|besked|melding"
    r"|viesti|wiadomosc|zprava|сообщени|повідомлен|uzenet|mesaj|mail|邮件|メッセージ|메시지)")
_FORWARDED = re.compile(
    r"^(?:begin forwarded message|anfang der weitergeleiteten nachricht|inicio del mensaje reenviado"
    r"|debut du message (?:reexpedie|transfere)|inizio messaggio inoltrato|begin doorgestuurd bericht)\s*:$")


def find(lines: Sequence[str]) -> tuple[int, set[int]]:
    """The index of the first line from which on everything is quoted without marks, or the number of lines; and the
    lines above it that a program wrote before marked quotes.

    `lines`: each as a reader sees it (`engine.lexicon.vocabulary.plain`); marked ones begin with `>`.
    """
    at = 0
    written: set[int] = set()
    while at < len(lines):
        after = head(lines, at)
        if after > at and not marked_below(lines, after):
            return at, written
        written |= set(range(at, after))
        at = max(after, at + 1)
    return len(lines), written


def marked_below(lines: Sequence[str], start: int) -> bool:
    """Whether the next line that is not blank is marked, or there is none."""
    following = next((line for line in lines[start : start + BLOCK] if line), MARK)
    return following.startswith(MARK)


def head(lines: Sequence[str], at: int) -> int:
    """The index after the words before a quote that begin at this line; `at` if none do."""
    line = fold(lines[at][:LONGEST])
    if not line or line.startswith(MARK):
        return at
    if _FORWARDED.match(line) or (_DIVIDER.match(line) and "pgp" not in line):
        return max(block(lines, at + 1), at + 1)
    if says_who_wrote(line, fold(lines[at - 1][:LONGEST]) if at else ""):
        return at + 1
    return block(lines, at)


def says_who_wrote(line: str, before: str) -> bool:
    """Whether a folded line ends like "On Tuesday, Ana wrote:". It may have begun in the line before."""
    if not line.endswith((":", "：")):
        return False
    if _WROTE_LAST.search(line) or _ADDRESS_LAST.search(line):
        return True
    if before.startswith(MARK) or before.endswith((":", "：")):
        before = ""
    for words in (line, f"{before} {line}"):
        if _WROTE.search(words) and (_BEGINNING.match(words) or re.search(r"\d{2}", words)):
            return True
    return False


def block(lines: Sequence[str], at: int) -> int:
    """The index after a block of headers (From, Sent, To, Subject) that begins here; `at` if there is none.

    Two different ones make a block, one of them From or Sent. Blank lines and folded values lie between.
    """
    found: set[str] = set()
    after, loose = at, 0
    for number in range(at, min(len(lines), at + BLOCK)):
        field = _FIELD.match(lines[number][:LONGEST])
        kind = _LABEL.get(fold(field[1]).replace(" ", "")) or _LABEL.get(fold(field[1]).split()[0]) if field else None
        if kind:
            found.add(kind)
            after, loose = number + 1, 0
        elif number == at and lines[number]:
            return at
        else:
            loose += 1
            if loose > 1:
                break
    return after if len(found) > 1 and found & {"from", "date"} else at
