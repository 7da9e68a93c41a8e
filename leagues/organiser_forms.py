"""What an organiser can do, each with its form, what it will do in words, and the service that does it.

A deed is asked twice: the form, then a page that says what will happen, then it is done. The trial in between runs the
service and takes everything back, so that a refusal comes before the question and not after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.names import name_key
from games.models import Game
from leagues import organise, results, seasons, vanished
from leagues.models import Entry, Season, Table
from leagues.points import award, shown

Words = str | Promise
OUT = (Entry.Status.WITHDRAWN, Entry.Status.REMOVED, Entry.Status.REPLACED)


class PlayerField(forms.CharField):
    """Somebody by the name shown to others; gives the user."""

    def clean(self, value: Any) -> User | None:
        name = super().clean(value)
        if not name:
            return None
        user = User.objects.filter(name_key=name_key(name), is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("There is nobody of this name here."))
        return user


class DeedForm(forms.Form):
    """Knows its season, and the table if the deed is about one."""

    def __init__(self, *args: Any, season: Season, table: Table | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season, self.table = season, table
        for field in self.fields.values():
            if isinstance(field, EntryField):
                field.queryset = taking_part(season)

    def tells(self) -> Iterator[str]:
        """What will happen, a sentence each."""
        raise NotImplementedError

    def do(self, by: User, now: datetime) -> None:
        raise NotImplementedError


def taking_part(season: Season) -> Any:
    return season.entries.exclude(status__in=OUT).select_related("user", "division").order_by(
        "division__number", "user__display_name", "pk")


class EntryField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Somebody who takes part or waits."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Entry.objects.none(), **kwargs)

    def label_from_instance(self, obj: Entry) -> str:
        if obj.division is not None:
            return _("%(name)s (division %(number)d)") % {"name": obj.user, "number": obj.division.number}
        return f"{obj.user} ({obj.get_status_display()})"


def reason_field(required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"), required=required, max_length=500, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody will read it, in the log of the league."))


class AddForm(DeedForm):
    player = PlayerField(label=gettext_lazy("Player"), max_length=60, help_text=gettext_lazy("The name shown to others."))
    reason = reason_field(required=False)

    def tells(self) -> Iterator[str]:
        name = self.cleaned_data["player"]
        if self.season.divisions.exists():
            yield _("%(name)s comes onto the waiting list and gets the next seat that becomes open.") % {"name": name}
        else:
            yield _("%(name)s is registered for this season, also above the limit.") % {"name": name}

    def do(self, by: User, now: datetime) -> None:
        organise.add(season=self.season, by=by, user=self.cleaned_data["player"], reason=self.cleaned_data["reason"], now=now)


class RemoveForm(DeedForm):
    entry = EntryField(label=gettext_lazy("Player"))
    reason = reason_field()

    def tells(self) -> Iterator[str]:
        entry = self.cleaned_data["entry"]
        if not self.season.divisions.exists() or entry.division_id is None:
            yield _("%(name)s is not registered any more; the first of the waiting list moves up.") % {"name": entry.user}
        else:
            seats = len(vanished.seats_of(self.season, entry.user_id))
            yield ngettext(
                "%(name)s is out. %(seats)d seat in a running game goes to the waiting list, or to a bot if nobody waits.",
                "%(name)s is out. %(seats)d seats in running games go to the waiting list, or to bots if nobody waits.",
                seats) % {"name": entry.user, "seats": seats}
            yield _("Results that are final stay; in the table this player is last.")
        yield _("A mail tells the player, with the reason.")

    def do(self, by: User, now: datetime) -> None:
        organise.remove(season=self.season, by=by, user=self.cleaned_data["entry"].user, reason=self.cleaned_data["reason"], now=now)


class MoveForm(DeedForm):
    entry = EntryField(label=gettext_lazy("Player"))
    division = forms.IntegerField(label=gettext_lazy("To division"), min_value=1, max_value=999)
    reason = reason_field()

    def tells(self) -> Iterator[str]:
        data = self.cleaned_data
        yield _("%(name)s plays in division %(number)d instead. Nobody is moved in exchange.") % {
            "name": data["entry"].user, "number": data["division"]}

    def do(self, by: User, now: datetime) -> None:
        data = self.cleaned_data
        organise.move(season=self.season, by=by, user=data["entry"].user, division=data["division"], reason=data["reason"], now=now)


class SubstituteForm(DeedForm):
    entry = EntryField(label=gettext_lazy("Player"))
    to = PlayerField(label=gettext_lazy("Who plays instead"), max_length=60, help_text=gettext_lazy("The name shown to others."))
    reason = reason_field()

    def tells(self) -> Iterator[str]:
        entry, to = self.cleaned_data["entry"], self.cleaned_data["to"]
        if not self.season.rounds.exists():
            yield _("%(other)s takes the place of %(name)s, who is not registered any more.") % {"name": entry.user, "other": to}
        else:
            seats = len(vanished.seats_of(self.season, entry.user_id))
            yield ngettext("%(other)s plays on in %(seats)d running game of %(name)s, who is out of the season.",
                           "%(other)s plays on in %(seats)d running games of %(name)s, who is out of the season.", seats) % {
                "name": entry.user, "other": to, "seats": seats}
            if vanished.later_tables(self.season, entry):
                yield _("%(other)s takes their place in the later rounds, too.") % {"other": to}
            yield _("A result counts for the substitute from %(share)d percent of the seat's turns on.") % {
                "share": round(100 * self.season.league.share)}
        yield _("A mail tells both.")

    def do(self, by: User, now: datetime) -> None:
        data = self.cleaned_data
        organise.substitute(season=self.season, by=by, user=data["entry"].user, to=data["to"], reason=data["reason"], now=now)


class ApartForm(DeedForm):
    one = EntryField(label=gettext_lazy("Player"))
    other = EntryField(label=gettext_lazy("Kept apart from"))

    def tells(self) -> Iterator[str]:
        yield _("%(name)s and %(other)s are drawn to no table together from the next draw on, in this season and later ones.") % {
            "name": self.cleaned_data["one"].user, "other": self.cleaned_data["other"].user}
        yield _("The log says that two players are kept apart, but not who.")

    def do(self, by: User, now: datetime) -> None:
        organise.keep_apart(
            league=self.season.league, by=by, one=self.cleaned_data["one"].user, other=self.cleaned_data["other"].user, now=now)


class TableForm(DeedForm):
    """About one game, which the address names."""

    def seats(self) -> list[Any]:
        return list(self.table.seats.select_related("entry__user", "counts__user")) if self.table else []

    def of_game(self) -> str:
        assert self.table is not None
        return ", ".join(str(seat.entry.user) for seat in self.seats())


class ExtendForm(TableForm):
    seat = forms.TypedChoiceField(label=gettext_lazy("Whose clock"), coerce=int)
    hours = forms.IntegerField(label=gettext_lazy("Hours more"), min_value=1, max_value=60 * 24, initial=24)
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.table.game if self.table else None
        seats = game.seats.select_related("user").order_by("index") if game else []
        choices = [(seat.index, str(seat.user)) for seat in seats if seat.user is not None]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]
        if game is not None and game.decider in dict(choices):
            self.fields["seat"].initial = game.decider

    def tells(self) -> Iterator[str]:
        data = self.cleaned_data
        name = dict(self.fields["seat"].choices)[data["seat"]]  # type: ignore[attr-defined]
        yield ngettext("%(name)s gets %(hours)d hour more in this game.", "%(name)s gets %(hours)d hours more in this game.",
                       data["hours"]) % {"name": name, "hours": data["hours"]}
        yield _("The table sees it too.")

    def do(self, by: User, now: datetime) -> None:
        assert self.table is not None
        assert self.table.game is not None
        data = self.cleaned_data
        organise.extend_game(table=self.table, by=by, seat=self.table.game.seats.get(index=data["seat"]), hours=data["hours"],
                             reason=data["reason"], now=now)


class AnnulForm(TableForm):
    reason = reason_field()

    def tells(self) -> Iterator[str]:
        yield _("The game of %(names)s counts for nobody, neither for the table nor for ratings.") % {"names": self.of_game()}
        yield from ends(self.table)
        yield _("A mail tells its players, with the reason.")

    def do(self, by: User, now: datetime) -> None:
        assert self.table is not None
        organise.annul(table=self.table, by=by, reason=self.cleaned_data["reason"], now=now)


class DecideForm(TableForm):
    """A place for each seat."""

    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {f"place_{seat.index}": seat for seat in self.seats()}
        for name, seat in self.names.items():
            self.fields[name] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": seat.entry.user}, coerce=int,
                choices=[(place, str(place)) for place in range(1, len(self.names) + 1)], initial=seat.place or seat.index + 1)
        self.order_fields([*self.names, "reason"])

    def places(self) -> Mapping[int, int]:
        return {seat.index: self.cleaned_data[name] for name, seat in self.names.items()}

    def tells(self) -> Iterator[str]:
        places = self.places()
        assert self.table is not None
        heirs = results.heirs(self.table, list(self.names.values()))
        given = award([places[index] for index in sorted(places)], absent=[heir is None for heir in heirs])
        for seat, heir, points in zip(self.names.values(), heirs, given, strict=True):
            yield _("%(name)s: place %(place)d, points: %(points)s") % {
                "name": (heir or seat.entry).user, "place": places[seat.index], "points": shown(points)}
        yield from ends(self.table)
        yield _("The game is not rated. A mail tells its players, with the reason.")

    def do(self, by: User, now: datetime) -> None:
        assert self.table is not None
        organise.decide(table=self.table, places=self.places(), by=by, reason=self.cleaned_data["reason"], now=now)


def ends(table: Table | None) -> Iterator[str]:
    if table is not None and table.game is not None and table.game.status == Game.Status.RUNNING:
        yield _("The game, which still runs, ends now.")


class LongerForm(DeedForm):
    last = forms.DateField(label=gettext_lazy("New last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    reason = reason_field()

    def tells(self) -> Iterator[str]:
        days = (self.cleaned_data["last"] - self.season.last).days
        yield ngettext("The season lasts %(days)d day longer.", "The season lasts %(days)d days longer.", days) % {"days": days}
        yield _("The next season moves with it, as long as it has not begun.")

    def do(self, by: User, now: datetime) -> None:
        data = self.cleaned_data
        organise.extend_season(season=self.season, by=by, last=data["last"], reason=data["reason"], now=now)


class AnnounceForm(DeedForm):
    text = forms.CharField(label=gettext_lazy("Announcement"), max_length=4000, widget=forms.Textarea(attrs={"rows": 6}))

    def tells(self) -> Iterator[str]:
        number = self.season.entries.exclude(status=Entry.Status.WITHDRAWN).count()
        yield ngettext("%(number)d player of this season gets a mail with it.",
                       "%(number)d players of this season get a mail with it.", number) % {"number": number}
        yield _("It also stands in the log of the league, for everybody to read.")

    def do(self, by: User, now: datetime) -> None:
        text = self.cleaned_data["text"].strip()
        if self.season.events.filter(kind="announcement", reason=text, at__gt=now - timedelta(hours=1)).exists():
            raise seasons.LeagueError(_("You have written this just now."), about="text")
        organise.announce(season=self.season, by=by, text=text, now=now)


class CloseForm(DeedForm):
    reason = reason_field()

    def tells(self) -> Iterator[str]:
        yield _("No further season follows. A season that runs is played to its end.")
        waiting = Entry.objects.filter(season__league=self.season.league, season__started=None).exclude(status__in=OUT).count()
        if waiting:
            yield ngettext("%(number)d registration for a season that has not begun is taken back.",
                           "%(number)d registrations for a season that has not begun are taken back.", waiting) % {"number": waiting}
        yield _("This cannot be undone.")

    def do(self, by: User, now: datetime) -> None:
        organise.close(league=self.season.league, by=by, reason=self.cleaned_data["reason"], now=now)


@dataclass(frozen=True)
class Deed:
    """`when`: whether it can be done now, for the list on the organiser's page."""

    title: Words
    words: Words
    form: type[DeedForm]
    button: Words
    when: Callable[[Season], bool] = lambda season: season.status != Season.Status.FINISHED
    of_table: bool = False


def formed(season: Season) -> bool:
    return season.status == Season.Status.CLOSED and season.divisions.exists() and not season.rounds.exists()


DEEDS: dict[str, Deed] = {
    "add": Deed(gettext_lazy("Add a player"), gettext_lazy("Registered at once; once divisions are formed, onto the waiting list."),
                AddForm, gettext_lazy("Yes, add")),
    "remove": Deed(gettext_lazy("Remove a player"), gettext_lazy("Open seats go to the waiting list or to bots."),
                   RemoveForm, gettext_lazy("Yes, remove")),
    "move": Deed(gettext_lazy("Move a player"), gettext_lazy("To another division, after they are formed and before games begin."),
                 MoveForm, gettext_lazy("Yes, move"), formed),
    "substitute": Deed(gettext_lazy("Substitute a player"), gettext_lazy("Somebody else plays on in all running games."),
                       SubstituteForm, gettext_lazy("Yes, substitute")),
    "apart": Deed(gettext_lazy("Keep two apart"), gettext_lazy("They are drawn to no table together."),
                  ApartForm, gettext_lazy("Yes, keep them apart")),
    "longer": Deed(gettext_lazy("Extend the season"), gettext_lazy("A later last day."), LongerForm, gettext_lazy("Yes, extend")),
    "announce": Deed(gettext_lazy("Write to everybody"), gettext_lazy("A mail to all who take part or wait."),
                     AnnounceForm, gettext_lazy("Yes, send")),
    "close": Deed(gettext_lazy("Close the league"), gettext_lazy("No further season follows."),
                  CloseForm, gettext_lazy("Yes, close the league"), lambda season: season.league.closed is None),
    "extend": Deed(gettext_lazy("Give more time"), gettext_lazy("To one player of a running game."), ExtendForm,
                   gettext_lazy("Yes, give the time"), of_table=True),
    "annul": Deed(gettext_lazy("Annul a game"), gettext_lazy("It counts for nobody."), AnnulForm, gettext_lazy("Yes, annul"),
                  of_table=True),
    "decide": Deed(gettext_lazy("Decide a game"), gettext_lazy("You say the places."), DecideForm, gettext_lazy("Yes, decide"),
                   of_table=True),
}
