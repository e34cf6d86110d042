"""New levels from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import _native
from ._native import Level
from ._units import Time, seconds
from .errors import RequestError

__all__ = ["GradedBoard", "Generator", "generate", "graded_boards"]


class Generator(Iterator[Level]):
    """Makes one solvable level after another, all different; the same seed makes the same levels.

    Sokoban: ``grade`` is ``easy``, ``medium``, ``hard`` or ``expert``; ``None`` takes the hardest of all tries. Unblock:
    ``first``, ``easy``, ``beginner``, ``intermediate``, ``advanced`` or ``expert``, or a range of optimal ``moves``.
    Instead of a grade: ``solved_by``, the share of people's plays that should end solved (Sokoban, 0 to 1), or
    ``people_moves``, the moves people should need (Unblock). Such levels have nothing superfluous on them, and one may
    take seconds. ``style`` is ``open``, ``rooms`` or ``corridors`` (Sokoban).
    ``missed`` holds the wishes that the last level does not meet, a sentence each.
    """

    def __init__(
        self,
        game: str = "sokoban",
        *,
        seed: int = 1,
        grade: str | None = None,
        solved_by: float | None = None,
        people_moves: float | None = None,
        style: str | None = None,
        width: int | None = None,
        height: int | None = None,
        boxes: int | None = None,
        min_pushes: int = 0,
        moves: tuple[int, int] | None = None,
        walls: int = 0,
        tries: int | None = None,
        time: Time | None = "60s",
    ) -> None:
        self.missed: tuple[str, ...] = ()
        self._time = seconds(time)
        if game == "sokoban":
            if moves is not None or walls or people_moves is not None:
                raise RequestError("moves, people_moves and walls are wishes for Unblock")
            self._native = _native.Generator.sokoban(
                seed, (width, height), (boxes, style), (grade, solved_by), min_pushes, tries
            )
        elif game == "unblock":
            if boxes is not None or min_pushes or solved_by is not None or style is not None:
                raise RequestError("boxes, min_pushes, solved_by and style are wishes for Sokoban")
            self._native = _native.Generator.unblock(
                seed, (width, height), (grade, people_moves), moves, walls, tries
            )
        else:
            raise RequestError(f"there is no game {game!r}; there are sokoban and unblock")

    def __next__(self) -> Level:
        level, missed = self._native.next_level(self._time)
        self.missed = tuple(missed)
        return level


def generate(
    game: str = "sokoban",
    count: int = 1,
    *,
    seed: int = 1,
    grade: str | None = None,
    solved_by: float | None = None,
    people_moves: float | None = None,
    style: str | None = None,
    width: int | None = None,
    height: int | None = None,
    boxes: int | None = None,
    min_pushes: int = 0,
    moves: tuple[int, int] | None = None,
    walls: int = 0,
    tries: int | None = None,
    time: Time | None = "60s",
) -> list[Level]:
    """``count`` new levels; the wishes are those of ``Generator``."""
    maker = Generator(
        game,
        seed=seed,
        grade=grade,
        solved_by=solved_by,
        people_moves=people_moves,
        style=style,
        width=width,
        height=height,
        boxes=boxes,
        min_pushes=min_pushes,
        moves=moves,
        walls=walls,
        tries=tries,
        time=time,
    )
    return [next(maker) for _ in range(count)]


@dataclass(frozen=True)
class GradedBoard:
    """A small board: ``share`` of plays that would end solved, fewest ``pushes`` and ``moves``, both proved."""

    level: Level
    share: float
    pushes: int
    moves: int


def graded_boards(
    count: int,
    *,
    seed: int = 1,
    width: int = 10,
    height: int = 10,
    boxes: int = 4,
    style: str | None = None,
) -> list[GradedBoard]:
    """``count`` fresh Sokoban boards with proved labels and a grade, about a thousand a second.

    At most four boxes and 10 by 10 cells, walls included. The grade stands on a solution alone, so it orders boards
    less well than ``rate`` does. The levels are what ``SokobanEnv`` and ``SokobanVectorEnv`` take.
    """
    maker = _native.Quick(seed, (width, height), boxes, style)
    return [GradedBoard(*row) for row in maker.take(count)]
