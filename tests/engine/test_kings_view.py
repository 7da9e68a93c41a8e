"""What each seat of the card game may know: hands, stacks, the deck and the link that lies face down stay hidden."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random

import pytest

from engine import Order, seen_by
from engine.display import Card
from engine.kings.invariants import disguised
from engine.lexicon import LANGUAGES, tell, tell_decision
from engine.orders import read_line
from engine.record import Record, face_down, masked, running_record
from games.preview import covered, is_hidden
from games.turn import Refused, Turn
from tests.engine.kings_parts import GAME, begin, play, position, random_order, told

WAR = (
    "column: B market+king/lion temple farm", "column: C settlement+king/bull temple farm",
    "hand: lion settlement*2 temple", "hand: bull market*3 settlement",
)
NAMES = ("Ana", "Ben", "Cleo", "Dan")


def test_a_hand_is_shown_to_its_owner_only() -> None:
    state = begin()
    assert GAME.view(state, 0).seats[0].hand is not None
    assert sum((GAME.view(state, 0).seats[0].hand or {}).values()) == 8
    for viewer in (1, None):
        assert GAME.view(state, viewer).seats[0].hand is None
        assert GAME.view(state, viewer).seats[0].hand_size == 8


def test_stacks_are_hidden_but_for_their_top_unless_they_are_open() -> None:
    lines = ("column: B market+merchant/lion", "hand: lion market*4 farm")
    for options, shown in (((), False), (("option: scores open",), True)):
        state = play(position(*lines, *options), "lion: market B", "lion: score yes")
        assert GAME.view(state, 0).seats[0].points == {"black": 0, "red": 0, "blue": 0, "green": 1, "treasure": 0}
        assert (GAME.view(state, 1).seats[0].points is not None) is shown
        assert GAME.view(state, 1).seats[0].top == "market"
        assert GAME.view(state, 1).seats[1].top == ""


def test_at_the_end_everything_is_open() -> None:
    state = play(position(*WAR), "lion: settlement B-C", "bull: resign")
    view = GAME.view(state, None)
    assert view.over
    assert view.display is not None
    assert view.display.links["B-C"].piece == "settlement"
    assert all(seat.hand is not None and seat.points is not None and seat.result is not None for seat in view.seats)
    assert view.decision is None
    assert all(GAME.view(state, seat).legal == {} for seat in (0, 1, None))


def test_a_link_that_lies_face_down_is_known_to_its_player_only() -> None:
    state, facts = told(position(*WAR), "lion: settlement B-C")
    seen = {viewer: GAME.view(state, viewer).display for viewer in (0, 1, None)}
    assert {viewer: display.links["B-C"] for viewer, display in seen.items() if display} == {
        0: Card("B-C", "facedown", "settlement"), 1: Card("B-C", "facedown"), None: Card("B-C", "facedown")}
    assert "settlement" in str(seen_by(facts, 0))
    for viewer in (1, None):
        assert "settlement" not in str(seen_by(facts, viewer))


def test_a_link_taken_back_was_seen_by_nobody() -> None:
    state = play(position(*WAR), "lion: settlement B-C")
    _, facts = told(state, "lion: undo")
    assert "settlement B-C" in str(seen_by(facts, 0))
    for viewer in (1, None):
        (fact,) = seen_by(facts, viewer)
        assert tell(fact, "en", NAMES, viewer) == "Ana took back: link B-C."
    assert tell(facts[0], "en", NAMES, 0) == "You took back: settlement B-C."


def test_a_link_is_turned_up_when_its_conflicts_are_over() -> None:
    state = play(position(*WAR), "lion: settlement B-C", "lion: commit 0", "bull: commit 1")
    display = GAME.view(state, None).display
    assert display is not None
    assert display.links["B-C"] == Card("B-C", "card", "settlement")


def test_the_log_hides_the_card_while_it_lies_face_down() -> None:
    state = position(*WAR)
    groups, log = [], []
    for line in ("lion: settlement B-C", "lion: undo", "lion: temple B-C", "lion: commit 0"):
        state, facts = told(state, line)
        groups.append(facts)
        word, *args = line.removeprefix("lion: ").split()
        log.append((0, Order(word, tuple(args))))
    assert face_down(groups) == {0, 2}
    state, facts = told(state, "bull: commit 1")
    assert face_down([*groups, facts]) == {0}
    for seat, link in ((0, "temple B-C"), (1, "link B-C"), (None, "link B-C")):
        record = running_record(game="kings", players=("lion", "bull"), names=(), options={}, log=log, seat=seat, covered="B-C")
        assert f"lion: {link}\n" in str(record)
        assert "settlement" not in str(record)
        assert str(Record.parse(str(record))) == str(record)
    assert str(masked(Order("temple", ("B-C",)), covered=True)) == "link B-C"
    assert str(masked(Order("temple", ("B-C",)))) == "temple B-C"


def test_the_deck_and_what_was_taken_out_are_in_no_view() -> None:
    state = begin(5)
    draft = state.draft()
    draft.before = None
    draft.bag, draft.aside = state.bag[:16] + bytes(reversed(state.bag[16:])), bytes(reversed(state.aside))
    other = draft.seal()
    for viewer in (0, 1, None):
        assert GAME.view(state, viewer) == GAME.view(other, viewer)


def test_nobody_sees_a_difference_when_what_is_hidden_is_dealt_anew() -> None:
    rng = Random(8)
    different = 0
    for seed in range(6):
        state = begin(seed, 2 + seed % 3, points="ask")
        while state.decider is not None:
            if rng.random() < 0.1:
                for seat in (None, *range(len(state.players))):
                    other = disguised(state, seat, rng)
                    different += GAME.digest(other) != GAME.digest(state)
                    assert GAME.view(state, seat) == GAME.view(other, seat)
            state, _ = GAME.apply(state, state.decider, random_order(state, rng))
    assert different > 100


def test_the_display_says_all_that_a_drawing_needs() -> None:
    state = position("column: B market temple+priest/lion ship/green", "head: C temple+king/bull", "column: C market farm farm",
                     "link: B-C farm+farmer/bull")
    display = GAME.view(state, None).display
    assert display is not None
    assert display.card("B3") == Card("B3", "card", "temple", leader="priest", dynasty="lion")
    assert display.card("B4") == Card("B4", "ship", ship="green")
    assert display.card("C1") == Card("C1", "card", "temple", leader="king", dynasty="bull")
    assert display.card("B-C") == Card("B-C", "card", "farm", leader="farmer", dynasty="bull")
    assert display.card("B1") == Card("B1", "treasure")
    assert display.card("B5") is None
    assert display.card("A-B") is None
    joined = next(realm for realm in display.realms if "B" in realm.columns)
    assert joined.columns == ("B", "C")
    assert joined.places == ("B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "B-C")
    assert joined.leaders == (("king", "bull", "C1"), ("priest", "lion", "B3"), ("farmer", "bull", "B-C"))
    assert (joined.treasures, joined.ships) == (("B",), ("green",))
    assert [realm.columns for realm in display.realms] == [("A",), ("B", "C"), *((name,) for name in "DEFGH")]
    json.dumps(asdict(GAME.view(state, 0)))


def test_legal_orders_are_for_the_seat_that_decides_and_settings_for_all() -> None:
    state = position("column: B market temple farm", "column: C market temple farm", "hand: lion market catastrophe", players="lion bull bow")
    legal = GAME.view(state, 0).legal
    assert legal["market"] == ("A", "B", "C", "D", "E", "F", "G", "H", "B-C")
    assert legal["catastrophe"] == ("B2", "B3", "B4", "C2", "C3", "C4")
    assert legal["king"] == ("A1", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "E1", "F1", "G1", "H1")
    assert (legal["pass"], legal["resign"], legal["points"]) == ((), (), ("always",))
    assert "undo" not in legal
    assert set(GAME.view(state, 1).legal) == {"points", "resign"}
    assert GAME.view(state, None).legal == {}
    assert GAME.view(play(state, "lion: points always"), 0).legal["points"] == ("ask",)
    assert "undo" in GAME.view(play(state, "lion: king A1"), 0).legal


def test_a_question_does_not_tell_what_is_in_a_hand() -> None:
    ship = position("column: B ship/black market+king/lion temple+farmer/lion", "hand: lion farm")
    decision = GAME.view(play(ship, "lion: pass"), 1).decision
    assert decision is not None
    assert decision.values == {"leaders": ("king", "farmer")}
    assert GAME.view(play(ship, "lion: pass"), 0).legal["sail"] == ("none", "farmer")
    link = position("column: B market+merchant/lion temple farm", "column: C market temple farm", "hand: lion farm temple")
    decision = GAME.view(play(link, "lion: farm B-C"), 1).decision
    assert decision is not None
    assert decision.values == {"columns": ("B", "C")}


OFFER = ("column: B market+merchant/bull", "hand: lion market farm*2")


@pytest.mark.parametrize("setting", ["always", "ask"])
@pytest.mark.parametrize("orders", ["market B; farm Z9", "market B; score yes", "market B; commit 3", "market B; temple C"])
def test_orders_sent_together_do_not_probe_another_hand(setting: str, orders: str) -> None:
    """Whether ben holds a market or not: the first order counts, the rest waits, nothing is refused."""
    wanted = [Order(part.split()[0], tuple(part.split()[1:])) for part in orders.split("; ")]
    for hand in ("market temple", "farm temple"):
        turn = Turn(GAME, position(*OFFER, f"hand: bull {hand}", f"option: points {setting}"))
        assert turn.carry_out(0, wanted) == wanted[1:]
        assert [step.order for step in turn.steps] == wanted[:1]
    turn = Turn(GAME, position(*OFFER))  # an empty hand is no secret, but telling it apart is not worth a rule
    assert turn.carry_out(0, wanted[:1]) == []


def test_a_wrong_order_before_still_refuses_both() -> None:
    turn = Turn(GAME, position(*OFFER, "hand: bull market"))
    with pytest.raises(Refused):
        turn.carry_out(0, [Order("farm", ("Z9",)), Order("market", ("B",))])


def test_a_preview_stops_before_what_is_hidden() -> None:
    _, facts = told(position(*OFFER, "hand: bull market", "option: points always"), "lion: market B")
    assert [fact.kind for fact in facts if not is_hidden(fact, 0)] == ["placed"]
    state = play(position(*WAR), "lion: settlement B-C", "lion: commit 0")
    after, facts = told(state, "bull: commit 1")
    assert any(fact.kind == "uncovered" and is_hidden(fact, 1) for fact in facts)
    shown = covered(GAME.view(state, 1).display, GAME.view(after, 1).display)
    assert shown is not None
    assert shown.links["B-C"] == Card("B-C", "facedown")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_is_told_to_everybody_and_reads_as_no_order(language: str) -> None:
    rng, kinds, asked, told = Random(3), set(), set(), set()
    for seed in range(16):
        state = begin(seed, 2 + seed % 3, points=rng.choice(("ask", "always")))
        while state.decider is not None:
            before, order = state, random_order(state, rng)
            if rng.random() < 0.01:
                order = Order("points", (rng.choice(("ask", "always")),))
            state, facts = GAME.apply(before, before.decider, order)
            for viewer in (None, 0, 1):
                decision = GAME.view(before, viewer).decision
                assert decision is not None
                asked.add(decision.kind)
                sentences = [tell_decision(decision, language, NAMES, viewer)]
                for fact in seen_by(facts, viewer):
                    kinds.add(fact.kind)
                    sentences.append(tell(fact, language, NAMES, viewer))
                told.update(sentences)
    for sentence in told:
        assert "{" not in sentence
        assert "  " not in sentence
        assert read_line(sentence, "kings") is None, sentence
    assert asked == {"turn", "commit", "fight", "score", "take", "ship", "sail"}
    assert {"placed", "covered", "uncovered", "laid", "lapsed", "prize", "spoils", "internal", "external", "externals", "won", "cancelled",
            "ship", "exchanged", "declined", "refilled", "returned", "setting", "over", "turn", "passed"} <= kinds
