"""The page of a season, of its divisions and rounds, its standings as files, and the buttons of those who take part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import PlayerRequest
from leagues import export, organise, rated, seasons, showing, words
from leagues.models import Entry, Round, Season, Table
from leagues.page_words import result_words
from leagues.points import shown
from leagues.seasons import LeagueError
from leagues.showing import Board, Cell, Row
from leagues.views import for_everybody, reader, season_at

BOARDS = 8  # divisions shown on the page of the season itself
FEW = 12  # columns of a cross table, of which each is a table; with more, each is a round
Status, Mine = Season.Status, Entry.Status


@dataclass(frozen=True)
class Line:
    """A row of a cross table: for each column the cells that fall into it, and how ties were broken."""

    row: Row
    cells: tuple[tuple[Cell, ...], ...]
    ties: tuple[tuple[object, str], ...]


@dataclass(frozen=True)
class Sheet:
    """A division as its page shows it. `columns`: (name, number of the round, address of the game or "")."""

    board: Board
    columns: tuple[tuple[str, int, str], ...]
    lines: tuple[Line, ...]
    by_round: bool

    @property
    def tied(self) -> list[Line]:
        return [line for line in self.lines if line.ties]


def sheet(board: Board) -> Sheet:
    """One column a table where all belong to one round, else one a round."""
    rounds = sorted({table.round.number for table in board.tables})
    single = len(rounds) <= 1 and len(board.tables) <= FEW
    if single:
        columns = tuple((str(table.number), table.round.number, table.game.code if table.game else "") for table in board.tables)
        groups = [[index] for index in range(len(board.tables))]
    else:
        columns = tuple((str(number), number, "") for number in rounds)
        groups = [[index for index, table in enumerate(board.tables) if table.round.number == number] for number in rounds]
    lines = tuple(
        Line(row, tuple(tuple(cell for index in group if (cell := row.cells[index])) for group in groups), ties(row))
        for row in board.rows)
    return Sheet(board, columns, lines, not single)


def ties(row: Row) -> tuple[tuple[object, str], ...]:
    """How ties were broken, in words."""
    return tuple((words.CRITERIA.get(name, name), tie_value(name, value)) for name, value in row.broken)


def tie_value(criterion: str, value: str) -> str:
    if criterion == "registered":
        return ""  # the order is told by the place
    if criterion == "among" and value.isdecimal():
        return shown(int(value))
    return value


def of_season(found: Season, request: HttpRequest) -> dict[str, object]:
    """What the head of each page of a season shows."""
    user = reader(request)
    return {
        "season": found, "league": found.league, "me": user, "organiser": organise.may(user, found.league),
        "mine": seasons.entry_of(found, user), "format": words.format_name(found.league),
        "next": found.league.seasons.filter(number=found.number + 1).first(),
        "previous": found.league.seasons.filter(number=found.number - 1).first(),
    }


@for_everybody
def season(request: HttpRequest, code: str, number: int) -> HttpResponse:
    found = season_at(code, number)
    context = of_season(found, request)
    divisions = list(found.divisions.order_by("number").values_list("number", flat=True))
    boards = showing.boards(found) if len(divisions) <= BOARDS else ()
    user, mine = reader(request), context["mine"]
    context |= {
        "sheets": [sheet(board) for board in boards], "divisions": divisions,
        "rounds": rounds_of(found), "schedule": [step for step in showing.schedule(found) if step.done or found.status != Status.FINISHED], "order": final(found),
        "registered": people(found, Mine.REGISTERED), "waiting": people(found, Mine.WAITING),
        "my_games": tables(found, showing.my_games(user, found), user) if user and mine else [],
        "waits": showing.waits_for(user, found) if user and mine else 0,
        "outlook": outlook(user, found) if user and found.status == Status.OPEN and not is_in(mine) else None,
        "may_register": found.status not in (Status.ANNOUNCED, Status.FINISHED) and not is_in(mine),
        "may_withdraw": isinstance(mine, Entry) and mine.status in (Mine.REGISTERED, Mine.WAITING),
        "may_say_no": isinstance(mine, Entry) and mine.status == Mine.PLAYING and found.league.repeats
        and found.league.closed is None and found.status == Status.RUNNING,
    }
    return render(request, "league/season.html", context)


def is_in(mine: object) -> bool:
    return isinstance(mine, Entry) and mine.status != Mine.WITHDRAWN


def people(found: Season, status: str) -> list[Entry]:
    return list(found.entries.filter(status=status).select_related("user").order_by("registered", "pk"))


def final(found: Season) -> list[tuple[Entry, str]]:
    """The final order with the points of each."""
    points = dict(found.standings.values_list("entry", "points"))
    return [(entry, shown(points.get(entry.pk, 0))) for entry in showing.final_order(found)]


def rounds_of(found: Season) -> list[tuple[Round, int, int]]:
    """Each round with the numbers of its games and of those that have a result."""
    known: dict[int, list[bool]] = {}
    for round_, final, how in Table.objects.filter(round__season=found).values_list("round", "final", "how"):
        if how != Table.How.BYE:
            known.setdefault(round_, []).append(final is not None)
    return [(one, len(known.get(one.pk, ())), sum(known.get(one.pk, ()))) for one in found.rounds.order_by("number")]


def outlook(user: User, found: Season) -> tuple[list[str], list[tuple[int, int, int]]] | None:
    """What a result would change, at a table with those who are registered and rated most alike."""
    pool = rated.pool(found.league.kind, found.league.size)
    entries = [entry for entry in people(found, Mine.REGISTERED) if entry.user_id != user.pk]
    if not entries:
        return None
    known = rated.present([user.pk, *(entry.user_id for entry in entries)], pool)
    mine = known.get(user.pk, rated.START).mu
    near = sorted(entries, key=lambda entry: (abs(known.get(entry.user_id, rated.START).mu - mine), entry.pk))
    near = near[:found.league.size - 1]
    return [str(entry.user) for entry in near], showing.if_i_join(user, [entry.user_id for entry in near], found.league.kind)


@dataclass(frozen=True)
class Seated:
    name: str
    player: int
    place: int | None
    points: str
    organiser: bool
    instead: str  # the player for whom somebody else got the result


@dataclass(frozen=True)
class Played:
    """A table with its players, for lists of games."""

    table: Table
    words: str
    seats: tuple[Seated, ...]
    mine: bool = False


def tables(found: Season, members: Sequence[Table], user: User | None = None) -> list[Played]:
    return [played(table, found.league.organiser_id, user) for table in members]


def played(table: Table, organiser: int, user: User | None) -> Played:
    seats, final = [], table.final is not None
    for seat in table.seats.all():
        who = seat.counts if final and seat.counts else seat.entry
        seats.append(Seated(
            str(who.user), who.user_id, seat.place if final else None, shown(seat.points) if final else "",
            who.user_id == organiser, str(seat.entry.user) if who.pk != seat.entry_id else ""))
    if final:
        seats.sort(key=lambda seat: seat.place or 9)
    mine = user is not None and table.game is not None and table.final is None and user.pk in {seat.player for seat in seats}
    return Played(table, result_words(table), tuple(seats), mine)


@for_everybody
def division(request: HttpRequest, code: str, number: int, which: int) -> HttpResponse:
    found = season_at(code, number)
    board = next(iter(showing.boards(found, which)), None)
    if board is None:
        raise Http404
    return render(request, "league/division.html", {
        **of_season(found, request), "sheet": sheet(board), "tables": tables(found, board.tables), "number": which,
        "divisions": list(found.divisions.values_list("number", flat=True))})


@for_everybody
def games_of_round(request: HttpRequest, code: str, number: int, which: int) -> HttpResponse:
    found = season_at(code, number)
    every = dict(showing.rounds(found))
    if which not in every:
        raise Http404
    groups: dict[int, list[Table]] = {}
    for table in every[which]:
        groups.setdefault(table.division.number if table.division else 0, []).append(table)
    return render(request, "league/round.html", {
        **of_season(found, request), "round": which, "rounds": sorted(every),
        "groups": [(group, tables(found, members)) for group, members in sorted(groups.items())]})


def kept(response: HttpResponse, found: Season) -> HttpResponse:
    """For everybody's caches: long once the season is over."""
    patch_cache_control(response, public=True, max_age=86400 if found.status == Status.FINISHED else 300)
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def as_csv(request: HttpRequest, code: str, number: int) -> HttpResponse:
    found = season_at(code, number)
    response = HttpResponse(export.as_csv(found), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.league.code}-{found.number}.csv"'
    return kept(response, found)


@require_safe
def as_json(request: HttpRequest, code: str, number: int) -> HttpResponse:
    found = season_at(code, number)
    return kept(HttpResponse(export.as_json(found), content_type="application/json"), found)


def do_register(request: PlayerRequest, found: Season) -> str:
    entry = seasons.register(season=found, user=request.user, now=timezone.now())
    if entry.status == Mine.WAITING:
        return _("You are on the waiting list. When a seat becomes open, you get it, and a mail.")
    return _("You are registered. A mail tells you when it begins.")


def do_withdraw(request: PlayerRequest, found: Season) -> str:
    seasons.withdraw(season=found, user=request.user, now=timezone.now())
    return _("You are not registered any more.")


def do_again(request: PlayerRequest, found: Season) -> str:
    seasons.play_again(season=found, user=request.user, again=True, now=timezone.now())
    return _("You will be registered for the next season by itself.")


def do_last(request: PlayerRequest, found: Season) -> str:
    seasons.play_again(season=found, user=request.user, again=False, now=timezone.now())
    return _("You will not be registered for the next season.")


ACTIONS: dict[str, Callable[[PlayerRequest, Season], str]] = {
    "register": do_register, "withdraw": do_withdraw, "again": do_again, "last": do_last,
}


@login_required
@require_POST
def action(request: PlayerRequest, code: str, number: int, action: str) -> HttpResponse:
    found = season_at(code, number)
    if action not in ACTIONS:
        raise Http404
    try:
        messages.success(request, ACTIONS[action](request, found))
    except LeagueError as error:
        messages.error(request, str(error))
    return redirect("season", code, number)
