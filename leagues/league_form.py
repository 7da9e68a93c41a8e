"""The form that founds a league: everything is set once, and each choice has a sentence that says what it means."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine import GAMES
from games import words
from games.pace import Pace
from games.pace_form import PaceForm, explained, zones
from leagues import dates
from leagues.divisions import Rules
from leagues.formats import FORMATS
from leagues.models import League

RULES = Rules()  # what divisions are like if nothing is said
LEAD = 14  # days to the first day, suggested


# Functions, not lists: what is put together is in the language of the moment.
def format_choices() -> list[tuple[str, object]]:
    return [(name, explained(module.NAME, module.WORDS)) for name, module in FORMATS.items()]


def end_rules() -> list[tuple[str, object]]:
    return [
        (League.EndRule.DECIDED, explained(_("They are decided"), _("Everybody gets the place of their present points, as if "
                                                                    "the game ended there."))),
        (League.EndRule.DRAWN, explained(_("They count as drawn"), _("The points of the table are shared; the game goes on for "
                                                                     "its own sake."))),
    ]


def newcomers() -> list[tuple[str, object]]:
    return [
        ("bottom", explained(_("In the last division"), _("Who is good goes up soon."))),
        ("rating", explained(_("By their rating"), _("In the division in which players of about their rating are."))),
    ]


def whole(label: object, least: int, most: int, initial: int, hint: object = "", **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial, help_text=hint, **more)  # type: ignore[arg-type]


class LeagueForm(PaceForm):
    """`league()` is what `leagues.seasons.found` wants."""

    substitutes = None  # type: ignore[assignment]  # open seats of a league go to its waiting list
    expiry = ("on_expiry", "misses")  # type: ignore[assignment]

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("It stands in all mails, and in the address of the page."))
    about = forms.CharField(
        label=_("What it is about"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("A few words for those who think of joining, if you like."))
    size = forms.TypedChoiceField(
        label=_("Players at a table"), coerce=int, widget=forms.RadioSelect,
        help_text=_("Where the number of players does not fill all tables, some have one less."))
    format = forms.ChoiceField(label=_("Format"), choices=format_choices, widget=forms.RadioSelect, initial="divisions")
    rounds = whole(_("Rounds"), 1, 20, 5, _("For the Swiss system."), required=False)
    at_once = whole(_("Games of one player at a time"), 0, 20, 2, _("For a round robin. 0: all begin together."), required=False)
    from_group = whole(_("Who goes on from each group"), 1, 8, 2, _("For groups, then knock-out."), required=False)
    go_on = whole(_("Who goes on from each table"), 1, 3, 2, _("For knock-outs."), required=False)
    target = whole(_("Players of a division, if it can be"), 2, 20, RULES.target, required=False)
    least = whole(_("At least"), 2, 20, RULES.least, required=False)
    most = whole(_("At most"), 2, 24, RULES.most, required=False)
    up = whole(_("Go up"), 0, 8, RULES.up, required=False)
    down = whole(_("Go down"), 0, 8, RULES.down, required=False)
    newcomers = forms.ChoiceField(
        label=_("Where newcomers begin"), choices=newcomers, widget=forms.RadioSelect, initial="bottom", required=False)
    league_zone = forms.ChoiceField(label=_("Time zone of the league"), choices=zones, help_text=_("Its days begin and end there."))
    first = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("All games begin then. Registration closes a day before."))
    opens = forms.DateField(
        label=_("Registration opens"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: at once."))
    season_days = whole(_("Days of a season"), 2, 400, 90, _("When they are over, the season has its final table, whatever still runs."))
    round_days = whole(_("Days of a round"), 0, 400, 0, _("After them the next round begins, whatever still runs. 0: a round takes its time."))
    break_days = whole(_("Days between two seasons"), 1, 200, 7)
    repeats = forms.BooleanField(
        label=_("Another season follows"), required=False, initial=True,
        help_text=_("Registration for it opens at half time; who plays is registered by itself, and can say no."))
    end_rule = forms.ChoiceField(
        label=_("Games that still run on the last day"), choices=end_rules, widget=forms.RadioSelect, initial=League.EndRule.DECIDED)
    wait_days = whole(_("Days that an open seat waits for its player"), 0, 60, 2,
                      _("Then it goes to the first of the waiting list, or to a bot if nobody waits."))
    share = whole(_("Percent of a seat's turns from which on the result counts for a substitute"), 0, 100, 50,
                  _("With fewer, it counts for nobody."))
    limit = whole(_("Most players"), 2, 2000, 0, _("Who comes later is on the waiting list. Empty: no limit."), required=False)

    def __init__(self, *args: Any, kind: str, user: User, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        rules = GAMES[kind]
        self.fields["size"].choices = [(size, str(size)) for size in rules.seats]  # type: ignore[attr-defined]
        self.fields["size"].initial = max(rules.seats)
        self.fields["limit"].initial = None
        self.fields["league_zone"].initial = self.fields["zone"].initial = user.time_zone
        self.fields["first"].initial = dates.today(now, user.time_zone) + timedelta(days=LEAD)
        self.option_names = tuple(rules.options)
        for option, values in rules.options.items():
            self.fields[option] = forms.ChoiceField(
                label=str(words.option_name(kind, option)), widget=forms.RadioSelect, initial=values[0],
                choices=[(value, explained(*words.value_words(kind, option, value))) for value in values])

    def some(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    def option_fields(self) -> list[forms.BoundField]:
        return self.some(*self.option_names)

    def number_fields(self) -> list[forms.BoundField]:
        return self.some("rounds", "at_once", "from_group", "go_on")

    def division_fields(self) -> list[forms.BoundField]:
        return self.some("target", "least", "most", "up", "down")

    def day_fields(self) -> list[forms.BoundField]:
        return self.some("first", "opens", "league_zone", "season_days", "round_days", "break_days")

    def wrong(self, names: Iterable[str]) -> bool:
        return any(name in self.errors for name in names)

    def numbers_open(self) -> bool:
        return self["format"].value() != "divisions" or self.wrong(("rounds", "at_once", "from_group", "go_on"))

    def divisions_open(self) -> bool:
        return self.wrong(("target", "least", "most", "up", "down"))

    def chosen(self, data: dict[str, Any]) -> Pace:
        return super().chosen({**data, "substitutes": False})

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        sizes: list[int] = [data[name] if data.get(name) is not None else getattr(RULES, name) for name in ("least", "target", "most")]
        if not self.errors and sizes != sorted(sizes):
            self.add_error("target", _("This lies between the least and the most."))
        return data

    def league(self) -> dict[str, Any]:
        data = self.cleaned_data
        defaults = FORMATS[data["format"]].DEFAULTS
        rules = {name: data[name] for name in ("target", "least", "most", "up", "down") if data.get(name) is not None}
        return {
            "name": data["name"], "about": data["about"], "kind": self.kind, "size": data["size"],
            "options": {name: data[name] for name in self.option_names}, "pace": data["chosen_pace"].as_dict(),
            "vacation": data["vacation"], "format": data["format"],
            "settings": {name: data[name] for name in defaults if data.get(name) is not None},
            "divisions": {**rules, "newcomers": data.get("newcomers") or "bottom"}, "zone": data["league_zone"],
            "first": data["first"], "opens": dates.midnight(data["opens"], data["league_zone"]) if data["opens"] else None,
            "season_days": data["season_days"], "round_days": data["round_days"], "break_days": data["break_days"],
            "repeats": data["repeats"], "end_rule": data["end_rule"], "share": data["share"] / 100,
            "wait_days": data["wait_days"], "limit": data["limit"],
        }
