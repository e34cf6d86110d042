"""A game in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _ask, _native
from ._native import Level
from ._units import Size, Time
from .answers import Counts, Explanation, Hint, Push

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Game"]


class Game(_native.Game):
    """A game of Sokoban or Unblock: play, take back, ask. In a notebook it shows its board.

    >>> game = Game("#####\\n#@$.#\\n#####")
    >>> game.play("R")
    1
    >>> game.solved
    True
    """

    def __new__(cls, level: Level | str) -> Self:
        return super().__new__(cls, _ask.as_level(level))

    def pushes(self) -> list[Push]:
        """Every push that can be walked to now (Sokoban)."""
        return [Push(*it) for it in self.legal_pushes()]

    def hint(self, *, time: Time | None = None, memory: Size | None = None) -> Hint:
        """What to do next, and how far there is to go."""
        return _ask.hint(self, time=time, memory=memory)

    def why(self, *, time: Time | None = None) -> Explanation | None:
        """Why the position is lost, or ``None`` when no reason is seen."""
        return _ask.why(self, time=time)

    def lost(self, *, time: Time | None = None, memory: Size | None = None) -> bool:
        """Whether no solution is left."""
        return _ask.is_lost(self, time=time, memory=memory)

    def check(self) -> Counts:
        """Lets the independent checker replay the moves made so far, which must solve the level."""
        return _ask.check(self.level, self.moves)
