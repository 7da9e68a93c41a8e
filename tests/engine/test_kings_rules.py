"""Every worked example of the card game's text has a scenario, and scenarios of the card game say what is wrong."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from engine import scenario

FILES = sorted((Path(__file__).parent / "scenarios" / "kings").glob("*.txt"))
TITLES = [scenario.title_of(path.read_text()) for path in FILES]
HEAD = "game: kings\nplayers: lion bull\nsetup: empty\ntitle: A title\ncolumn: B market+king/lion temple farm\nhand: lion market*2\n"


def test_every_worked_example_has_one() -> None:
    assert sum(title.startswith("Example:") for title in TITLES) == 8


def run(text: str, folder: Path) -> tuple[str, int]:
    path = folder / "s.txt"
    path.write_text(text)
    output = StringIO()
    try:
        call_command("scenario", str(path), stdout=output)
    except SystemExit as end:
        return output.getvalue(), int(str(end.code))
    return output.getvalue(), 0


@pytest.mark.parametrize(("line", "found"), [
    ("? at B2 farm", "expected B2 farm, is B2 market"), ("? at B9 market", "is B9 empty"), ("? at B-C facedown", "is B-C empty"),
    ("? on B2 king bull", "expected on B2 king bull, is on B2 king lion"), ("? on B3 king lion", "is on B3 nobody"),
    ("? built ship/green", "is ship/green not built"), ("? asks lion score", "is turn lion"), ("? off lion king", "is king lion on the board"),
    ("lion: market Z", "accepted, is refused"), ("! lion: market B", "refused, is accepted"), ("? hand lion market", "expected market*1, is market*2"),
    ("? points lion green=1", "expected green=1, is green=0"), ("? bag 3", "expected bag 3"),
])
def test_each_kind_of_line_can_fail(tmp_path: Path, line: str, found: str) -> None:
    told, code = run(f"{HEAD}\n{line}\n", tmp_path)
    assert code == 1
    assert found in told


@pytest.mark.parametrize("line", [
    "? at B", "? at B10 market", "? at B2", "? at B2 king lion", "? at B2 pizza", "? at B2 market+king/lion", "? on B2 king", "? on B2 king cat",
    "? on B2 pizza lion", "? built black-red", "? built ship/blue", "? built ship", "? treasure B1", "? asks lion sing",
])
def test_a_body_line_without_sense_is_a_file_error(tmp_path: Path, line: str) -> None:
    assert run(f"{HEAD}\n{line}\n", tmp_path)[1] == 2


@pytest.mark.parametrize("line", [
    "column: B market", "column: I market", "column: C", "column: C pizza", "column: C ship/blue", "column: C ship", "column: C market+king/lion",
    "column: C market+king", "column: C market+pizza/lion", "column: C market+priest/vase", "column: C treasure", "head: C market", "head: C",
    "head: C temple temple", "head: C ship/red", "link: B-D market", "link: B-C", "link: B-C ship/red", "link: B-C market+king/bull",
    "column: D " + "market " * 9, "column: D ship/green\ncolumn: E ship/green", "put: temple D5", "option: points never", "option: points vase ask",
    "option: points cat ask", "option: scores lion open", "option: board standard", "option: points lion ask\noption: points lion ask",
    "head: C temple\nhead: C temple",
])
def test_an_impossible_position_or_header_is_a_file_error(tmp_path: Path, line: str) -> None:
    told, code = run(f"{HEAD}{line}\n\nlion: pass\n", tmp_path)
    assert code == 2, told
    assert told.startswith("FAIL ")
