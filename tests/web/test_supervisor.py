"""The supervisor starts what died again, with growing pauses, and stops everything together."""

from __future__ import annotations

import signal
import subprocess
import sys

from web.supervisor import LONGEST_PAUSE, Program, Supervisor

SLEEPER = [sys.executable, "-c", "import signal; signal.pause()"]
STUBBORN = [
    sys.executable, "-c",
    "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); signal.pause()",
]  # fmt: skip


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_starts_a_killed_program_again_after_a_pause() -> None:
    clock, said = Clock(), []
    program = Program("sleeper", SLEEPER)
    supervisor = Supervisor([program], say=said.append, clock=clock)
    try:
        supervisor.tick()
        first = program.process
        assert first is not None
        first.send_signal(signal.SIGKILL)
        first.wait()
        supervisor.tick()
        assert program.process is None
        assert said == ["sleeper stopped (exit code -9); starting it again"]
        clock.now += 1
        supervisor.tick()
        assert program.process is not None
        assert program.process.pid != first.pid
    finally:
        supervisor.stop()
    assert program.process is not None
    assert program.process.poll() is not None


def test_a_program_that_dies_at_once_is_started_less_and_less_often() -> None:
    clock = Clock()
    program = Program("broken", [sys.executable, "-c", "raise SystemExit(1)"])
    supervisor = Supervisor([program], say=lambda line: None, clock=clock)
    pauses = []
    for _ in range(10):
        supervisor.tick()
        assert program.process is not None
        program.process.wait()
        supervisor.tick()
        pauses.append(program.pause)
        clock.now = program.again_at
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0]
    assert pauses[-1] == LONGEST_PAUSE


def test_stopping_kills_what_does_not_want_to_end() -> None:
    program = Program("stubborn", STUBBORN)
    program.process = subprocess.Popen(STUBBORN, stdout=subprocess.PIPE)
    assert program.process.stdout is not None
    program.process.stdout.readline()
    Supervisor([program]).stop(patience=0.2)
    assert program.process.poll() == -signal.SIGKILL
