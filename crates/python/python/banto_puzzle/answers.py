"""What the functions of the package return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = [
    "Advice",
    "Counts",
    "Explanation",
    "Grade",
    "Hint",
    "Improved",
    "Progress",
    "Proof",
    "Proved",
    "Push",
    "Record",
]


class Counts(NamedTuple):
    """The measures of a solution, as the checker counted them; those that the game does not have are ``None``."""

    moves: int | None = None
    pushes: int | None = None
    steps: int | None = None
    box_lines: int | None = None
    box_changes: int | None = None
    pushing_sessions: int | None = None


class Record(dict[str, Any]):
    """The result of one search: the fields of ``banto solve --jsonl`` as items and as attributes.

    A field that the record does not have, such as ``solution`` of a level that was not solved, is ``None`` as an
    attribute.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self:
            return self[name]
        if name in _FIELDS:
            return None
        raise AttributeError(f"a record has no field {name!r}")

    @property
    def solved(self) -> bool:
        """Whether there is a solution, which the checker has replayed."""
        return bool(self["status"] == "solved")

    @property
    def optimal(self) -> bool:
        """Whether nothing shorter exists, proved; ``guarantee`` says in which measure."""
        return bool(self["guarantee"] != "none")

    def __repr__(self) -> str:
        known = ("status", "moves", "pushes", "steps", "guarantee", "engine", "seconds")
        shown = ", ".join(f"{name}={self[name]!r}" for name in known if name in self)
        return f"<Record {shown}>"


_FIELDS = frozenset(
    "collection index title game status solution moves pushes steps guarantee bound engine config seconds "
    "cpu_seconds generated expanded peak_bytes threads seed limits level_hash version revision machine error faults "
    "stats".split()
)


class Progress(NamedTuple):
    """How far a search has got."""

    engine: str
    expanded: int
    depth: int
    bound: int | None
    shortest: int | None


@dataclass(frozen=True)
class Hint:
    """The way on from a position.

    ``status`` is ``solved`` when a way is known, ``unsolvable`` when there is none (proved), ``gave-up`` when none was
    found. ``next`` is what to do next, the best first.
    """

    status: str
    next: tuple[str, ...]
    solution: str | None
    to_go: Counts
    guarantee: str


@dataclass(frozen=True)
class Explanation:
    """Why a position is lost: a word for programs, a sentence, and the (row, column) places to point at."""

    kind: str
    sentence: str
    boxes: tuple[tuple[int, int], ...]
    squares: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Grade:
    """How hard a level is for people.

    Sokoban: ``share`` of plays that end solved. Unblock: ``moves`` people need. Eight of ten such levels lie from
    ``low`` to ``high``. ``band`` is a name for it, ``why`` the reasons, the weightiest first; ``extrapolates`` says
    that the data have no such levels.
    """

    share: float | None
    moves: float | None
    low: float
    high: float
    band: str
    basis: str
    extrapolates: bool
    why: tuple[str, ...]
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Advice:
    """What its designer may want to know of a level: a sentence each, and all of it as data.

    ``found`` has the fields of ``POST /api/advice``; rows and columns count from 0.
    """

    sentences: tuple[str, ...]
    found: dict[str, Any]

    def __str__(self) -> str:
        return "\n".join(self.sentences)


@dataclass(frozen=True)
class Improved:
    """A solution made shorter. ``front`` are all solutions of which none has as few moves and as few pushes."""

    solution: str
    counts: Counts
    before: Counts
    front: tuple[tuple[str, Counts], ...]


@dataclass(frozen=True)
class Proof:
    """A proof as a file: ``at_least`` pushes, or no solution at all when that is ``None``."""

    at_least: int | None
    positions: int
    data: bytes


class Proved(NamedTuple):
    """What the checker found a proof to show: ``at_least`` pushes, or no solution when that is ``None``."""

    at_least: int | None
    positions: int


class Push(NamedTuple):
    """A push that can be walked to: where the box stands, a capital letter, and the walk with the push."""

    row: int
    column: int
    direction: str
    moves: str
