"""All scenarios in text hold, and the runner says and exits as docs/rules/notation.md states."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from engine import GAMES, scenario
from engine.record import Record, replay
from tests.engine.test_record import game

FILES = sorted((Path(__file__).parent / "scenarios").glob("*/*.txt"))
HEAD = "game: tigris\nplayers: lion bull\nsetup: empty\ntitle: A title\n"
BOARD = HEAD + "put: temple E5\nput: king lion E4\nput: temple G5\nput: king bull G4\nhand: lion market*2 settlement temple*2\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_holds(path: Path) -> None:
    assert scenario.parse(path.read_text()).run() is None


@pytest.mark.parametrize("chapter", [
    *(f"t{number:02}_" for number in (*range(2, 14), 15, 16, 17, 18, 19)),
    *(f"vw{number}_" for number in range(1, 4)), *(f"vb{number}_" for number in range(1, 8)),
])
def test_every_chapter_of_the_rules_has_scenarios(chapter: str) -> None:
    assert any(path.name.startswith(chapter) for path in FILES)


OPTIONS = HEAD + "option: wonder on\noption: buildings on\nput: temple F5\n"


@pytest.mark.parametrize("line", [
    "put: wonder A6", "put: wonder F6", "put: wonder D5", "put: wonder J5\nput: wonder J9", "put: wonder", "put: wonder Q1",
    "put: building red G5", "put: building green F5", "put: building red F5\nput: building red F5", "put: building F5",
    "put: building pink F5", "put: wonder J5\nput: temple J6", "put: wonder J5\nput: monument black-red K5",
    "put: wonder J5\nput: building red J5", "option: wonder maybe",
])
def test_a_wonder_or_a_building_that_cannot_stand_there_is_a_file_error(tmp_path: Path, line: str) -> None:
    (told,), code = run(f"{OPTIONS}{line}\n\nlion: pass\n", folder=tmp_path)
    assert code == 2, told


@pytest.mark.parametrize(("line", "found"), [
    ("? built wonder", "expected wonder built, is wonder not built"),
    ("? building red G5", "expected red building G5, is red building F5"),
    ("? building black F5", "expected black building F5, is black building in the supply"),
])
def test_questions_about_the_options_can_fail(tmp_path: Path, line: str, found: str) -> None:
    (told,), code = run(f"{OPTIONS}put: building red F5\n\n{line}\n", folder=tmp_path)
    assert code == 1
    assert found in told


def test_a_game_without_the_options_can_be_asked_for_them(tmp_path: Path) -> None:
    assert run(f"{BOARD}\n? built wonder\n", folder=tmp_path)[1] == 1
    assert run(f"{BOARD}\n? building red E5\n", folder=tmp_path)[1] == 1
    assert run(f"{BOARD}\n? building red\n", folder=tmp_path)[1] == 2
    assert run(f"{BOARD}\n? building F5 red\n", folder=tmp_path)[1] == 2


def run(*texts: str, folder: Path) -> tuple[list[str], int]:
    """What the command prints for files of these texts, and its exit code."""
    paths = []
    for number, text in enumerate(texts):
        paths.append(folder / f"s{number}.txt")
        paths[-1].write_text(text)
    output = StringIO()
    try:
        call_command("scenario", *map(str, paths), stdout=output)
    except SystemExit as end:
        return output.getvalue().splitlines(), int(str(end.code))
    return output.getvalue().splitlines(), 0


def test_a_scenario_that_holds_is_ok(tmp_path: Path) -> None:
    assert run(BOARD + "\nlion: market H5\n? points bull green=1\n", folder=tmp_path) == (["ok A title"], 0)


def test_the_first_fault_is_told_with_its_line(tmp_path: Path) -> None:
    text = HEAD + "hand: lion temple\n\n# a comment\nlion: temple E5\n? at E5 farm\n? at E6 farm\n"
    assert run(text, folder=tmp_path) == (["FAIL A title: line 9: expected E5 farm, is E5 temple"], 1)


@pytest.mark.parametrize(("line", "found"), [
    ("lion: farm E7", "expected lion: farm E7 accepted, is refused: "), ("! lion: market E6", "expected lion: market E6 refused, is accepted"),
    ("lion: tmeple E6", "expected lion: tmeple E6 accepted, is refused: "), ("lion: market E6; market E6", "is refused: "),
    ("? turn bull", "expected turn bull, is turn lion"), ("? asks lion commit", "expected asks lion commit, is turn lion"),
    ("? actions 1", "expected actions 1, is actions 2"), ("? at E4 king bull", "expected E4 king bull, is E4 king lion"),
    ("? at E5 empty", "is E5 temple"), ("? treasure E5", "is no treasure E5"), ("? off lion king", "is king lion on the board"),
    ("? points lion black=1 treasure=0", "expected black=1 treasure=0, is black=0 treasure=0"), ("? hand lion 4", "expected hand 4, is hand 5"),
    ("? hand lion temple*2 market*2", "is settlement*1 temple*2 market*2"), ("? legal lion: farm E6", "expected lion: farm E6 legal, is refused: "),
    ("? illegal lion: market E6", "expected lion: market E6 illegal, is accepted"), ("? built black-red", "is black-red not built"),
    ("? over", "expected over, is running"), ("? places lion=1", "expected lion=1, is no places yet"), ("? bag 3", "expected bag 3, is bag "),
])
def test_each_kind_of_line_can_fail(tmp_path: Path, line: str, found: str) -> None:
    (told,), code = run(f"{BOARD}\n{line}\n", folder=tmp_path)
    assert code == 1
    assert told.startswith("FAIL A title: line 11: expected ")
    assert found in told


@pytest.mark.parametrize("line", [
    "! lion: dance", "! lion: temple", "! lion:", "!", "! cat: pass", "! gibberish", "? illegal lion: dance", "? illegal lion", "? illegal",
])
def test_a_line_that_cannot_be_understood_counts_as_refused(tmp_path: Path, line: str) -> None:
    assert run(f"{BOARD}\n{line}\n", folder=tmp_path) == (["ok A title"], 0)


@pytest.mark.parametrize("line", [
    "? ", "? dance", "? turn", "? turn cat", "? turn lion now", "? asks lion", "? asks lion sing", "? asks cat build", "? actions many",
    "? at D55 temple", "? at E5", "? at E5 king", "? at E5 king cat", "? at E5 pizza", "? treasure", "? no treasure Q1", "? no E5",
    "? off lion", "? off lion temple", "? points lion", "? points lion pink=1", "? points lion red", "? points lion red=1 red=1",
    "? hand lion", "? hand cat 1", "? hand lion pizza", "? bag", "? built", "? built black-black", "? over now", "? running lion",
    "? places", "? places lion", "? places cat=1", "? legal", "? legal lion", "? legal cat: pass", "cat: pass", "pass", "lion pass",
])
def test_a_body_line_without_sense_is_a_file_error(tmp_path: Path, line: str) -> None:
    (told,), code = run(f"{BOARD}\n{line}\n", folder=tmp_path)
    assert code == 2
    assert told.startswith(f"FAIL {tmp_path}/s0.txt: ")


@pytest.mark.parametrize("line", [
    "put: king lion D6", "put: trader lion K6", "put: king bull E6", "put: king lion E6", "put: temple D4", "put: farm E7", "put: market E5",
    "put: catastrophe E5", "put: priest lion E5", "put: priest lion D4", "put: treasure E6", "put: treasure E4", "put: temple Q5", "put: pizza E6",
    "put: temple", "put: priest cat E6", "put: monument black-red D4", "put: monument black-red E4", "put: monument black-red P11",
    "put: monument black-black I8", "put: monument black-red O4", "put: treasure E5\nput: treasure E5", "foo: bar", "title: again", "setup: empty",
    "setup: full", "turn: cat", "turn: lion\nturn: lion", "actions: 3", "actions: 0", "actions: 1\nactions: 1", "hand: lion temple",
    "hand: cat temple", "hand: bull pizza", "points: lion pink=1", "points: lion red=1 red=2", "points: lion red=x",
    "points: lion red=1\npoints: lion red=1", "draw: pizza", "draw:\ndraw:", "option: board round", "option: board standard\noption: board standard",
    "game: tigris", "players: lion bull", "put: monument black-red A10\nput: monument black-red J10", "put: wonder F6", "no colon",
])
def test_an_impossible_position_or_header_is_a_file_error(tmp_path: Path, line: str) -> None:
    (told,), code = run(f"{BOARD}{line}\n\nlion: pass\n", folder=tmp_path)
    assert code == 2, told
    assert told.startswith(f"FAIL {tmp_path}/s0.txt: ")


def test_the_worst_file_decides_the_exit_code(tmp_path: Path) -> None:
    good, bad, broken = BOARD + "\n? turn lion\n", BOARD + "\n? over\n", "game: tigris\n"
    assert run(good, bad, folder=tmp_path)[1] == 1
    lines, code = run(broken, bad, good, folder=tmp_path)
    assert code == 2
    assert [line.split()[0] for line in lines] == ["FAIL", "FAIL", "ok"]


def test_a_game_that_is_not_there_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    (told,), code = run("game: go\nplayers: lion bull\ntitle: T\nlink: B-C market\n\nlion: pass\n", folder=tmp_path)
    assert code == 2
    assert told.startswith(f"FAIL {tmp_path}/s0.txt: ")
    (tmp_path / "latin.txt").write_bytes(b"game: tigris\ntitle: caf\xe9\n")
    for name in ("missing.txt", "latin.txt"):
        output = StringIO()
        with pytest.raises(SystemExit) as end:
            call_command("scenario", str(tmp_path / name), stdout=output)
        assert end.value.code == 2
        assert output.getvalue().startswith(f"FAIL {tmp_path}/{name}: ")


def test_a_record_is_a_scenario(tmp_path: Path) -> None:
    record, digest = game(3)
    scene = scenario.parse(str(record))
    first = GAMES["tigris"].setup(record.players, record.options, record.draw or ())
    assert GAMES["tigris"].digest(scene.start) == GAMES["tigris"].digest(first)
    state = scene.start
    for step in scene.steps:
        state = step(state)
    assert GAMES["tigris"].digest(state) == digest
    *_, (_, _, last, _) = replay(Record.parse(str(record)))
    assert GAMES["tigris"].digest(last) == digest
    assert run(f"{record}? over\n", folder=tmp_path) == (["ok s0.txt"], 0)
