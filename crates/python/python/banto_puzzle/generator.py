"""New levels from a seed."""

from __future__ import annotations

from collections.abc import Iterator

from . import _native
from ._native import Level
from ._units import Time, seconds
from .errors import RequestError

__all__ = ["Generator", "generate"]


class Generator(Iterator[Level]):
    """Makes one solvable level after another, all different; the same seed makes the same levels.

    Sokoban: ``grade`` is ``easy``, ``medium``, ``hard`` or ``expert``; ``None`` takes the hardest of all tries. Unblock:
    ``first``, ``easy``, ``beginner``, ``intermediate``, ``advanced`` or ``expert``, or a range of optimal ``moves``.
    ``missed`` holds the wishes that the last level does not meet, a sentence each.
    """

    def __init__(
        self,
        game: str = "sokoban",
        *,
        seed: int = 1,
        grade: str | None = None,
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
            if moves is not None or walls:
                raise RequestError("moves and walls are wishes for Unblock")
            self._native = _native.Generator.sokoban(seed, (width, height), boxes, grade, min_pushes, tries)
        elif game == "unblock":
            if boxes is not None or min_pushes:
                raise RequestError("boxes and min_pushes are wishes for Sokoban")
            self._native = _native.Generator.unblock(seed, (width, height), grade, moves, walls, tries)
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
