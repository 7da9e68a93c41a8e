"""Keeps a few programs running: starts them, restarts what dies, stops all of them together.

Used by `manage.py serve` for the embedded set-up. A child never outlives the supervisor (Linux: the kernel
sees to that even after kill -9).
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

PR_SET_PDEATHSIG = 1
CALM = 30.0  # seconds after which a program counts as healthy again
LONGEST_PAUSE = 30.0  # seconds between restarts of a program that dies at once


@dataclass
class Program:
    """One program to keep running. `name` is what its trouble is reported under."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0  # monotonic seconds
    pause: float = 0.0
    again_at: float = 0.0


def die_with_parent() -> None:
    """In the child, before exec: be terminated when the supervisor is gone (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Supervisor:
    """Runs programs until `stop` is asked for; `tick` does one round and never blocks."""

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        say: Callable[[str], object] = print,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.programs = list(programs)
        self.say = say
        self.clock = clock

    def start(self, program: Program) -> None:
        program.process = subprocess.Popen(
            list(program.command),
            env={**os.environ, **program.environment},
            start_new_session=True,  # Ctrl-C is for the supervisor, who stops them in order
            preexec_fn=die_with_parent,
        )
        program.started = self.clock()

    def tick(self) -> None:
        """Starts what is due, notices what has died."""
        now = self.clock()
        for program in self.programs:
            if program.process is not None:
                code = program.process.poll()
                if code is None:
                    continue
                calm = now - program.started > CALM
                program.pause = 0.5 if calm or not program.pause else min(program.pause * 2, LONGEST_PAUSE)
                program.again_at = now + program.pause
                program.process = None
                self.say(f"{program.name} stopped (exit code {code}); starting it again")
            if now >= program.again_at:
                self.start(program)

    def stop(self, patience: float = 15.0) -> None:
        """Asks everything to end, the last started first; kills what has not ended after `patience` seconds."""
        running = [program.process for program in reversed(self.programs) if program.process is not None]
        for process in running:
            process.terminate()
        until = self.clock() + patience
        for process in running:
            try:
                process.wait(timeout=max(0.1, until - self.clock()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
