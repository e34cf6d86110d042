"""The exceptions of the package. All are ``BantoError``."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "BantoError",
    "Fault",
    "InternalError",
    "LevelError",
    "LevelWarning",
    "MovesError",
    "NoAnswer",
    "ProofError",
    "RequestError",
]


class Fault(NamedTuple):
    """Something wrong in a text, and where. Lines and columns count from 1; ``code`` never changes."""

    code: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


class BantoError(Exception):
    """Base of all exceptions of this package."""


class LevelError(BantoError, ValueError):
    """A text that is not a level: all its faults, and code, line and column of the first."""

    def __init__(self, faults: tuple[tuple[str, int, int, str], ...], where: str = "") -> None:
        self.faults: tuple[Fault, ...] = tuple(Fault(*fault) for fault in faults)
        first = self.faults[0] if self.faults else Fault("unknown", 1, 1, "not a level")
        self.code: str = first.code
        self.line: int = first.line
        self.column: int = first.column
        self.where = where
        sentence = "; ".join(str(fault) for fault in self.faults)
        super().__init__(f"{where}: {sentence}" if where else sentence)

    def __reduce__(self) -> tuple[type[LevelError], tuple[tuple[Fault, ...], str]]:
        return (type(self), (self.faults, self.where))


class MovesError(BantoError, ValueError):
    """Moves that cannot be made, or that do not solve the level; the sentence names the first wrong one."""


class RequestError(BantoError, ValueError):
    """An engine, goal, technique, format or other argument that does not exist or does not fit the game."""


class ProofError(BantoError, ValueError):
    """A proof that the checker refuses, or a claim that is wrong."""


class NoAnswer(BantoError):
    """A limit came before the answer. ``status`` is ``time``, ``memory``, ``nodes`` or ``gave-up``."""

    def __init__(self, sentence: str, status: str) -> None:
        super().__init__(sentence, status)
        self.status: str = status

    def __str__(self) -> str:
        return str(self.args[0])


class InternalError(BantoError, RuntimeError):
    """The checker refused what an engine found. Please report the level."""


class LevelWarning(UserWarning):
    """A file holds levels that are not puzzles, or solutions that could not be read."""
