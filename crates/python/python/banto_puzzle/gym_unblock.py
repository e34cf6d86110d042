"""The environment of Unblock Me / Rush Hour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._native import Level
from .errors import RequestError
from .game import Game
from .generator import Generator

__all__ = ["REWARDS", "SHAPES", "UnblockEnv"]

#: What is paid for each action and for the end.
REWARDS: dict[str, tuple[float, float]] = {"dense": (-0.1, 10.0), "sparse": (0.0, 1.0)}

#: Names of observations, and the shape of each for a board of (height, width).
SHAPES: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "planes": lambda height, width: (5, height, width),
    "grid": lambda height, width: (height, width),
    "flat": lambda height, width: (5 * height * width,),
}


class UnblockEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One board of Unblock; ``gymnasium.make_vec`` makes many of them side by side.

    Action ``2 * piece`` moves a piece one cell to the left or up, ``2 * piece + 1`` to the right or down; the red piece is
    piece 0. ``info["action_mask"]`` says which are possible. ``observation``: ``planes`` (5, H, W) of walls, red piece,
    other lying pieces, standing pieces, first cells of pieces; ``grid`` (H, W) with the number of the piece from 1, 0
    for an empty cell and 255 for a wall; ``flat``, the planes in one row. ``reward``: ``dense`` (-0.1 for an action, 10
    at the end), ``sparse`` (1 at the end), or what is paid for (action, end).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        levels: Any = None,
        *,
        observation: str = "planes",
        reward: str | tuple[float, float] = "dense",
        max_steps: int = 200,
        order: str = "sampled",
        render_mode: str | None = None,
    ) -> None:
        from .gym import load

        if observation not in SHAPES:
            raise RequestError(f"there is no observation {observation!r}; there are {', '.join(SHAPES)}")
        if isinstance(reward, str) and reward not in REWARDS:
            raise RequestError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        if order not in ("sequential", "sampled"):
            raise RequestError(f"there is no order {order!r}; there are sequential, sampled")
        if max_steps < 1 or render_mode not in (None, "ansi"):
            raise RequestError("max_steps is at least 1, and the only render mode is ansi")
        self._source = levels if isinstance(levels, Generator) else None
        self.levels: list[Level] = load(Generator("unblock", seed=1) if levels is None else levels, 16)
        if not self.levels or any(level.game != "unblock" for level in self.levels):
            raise RequestError("this environment plays Unblock and needs at least one level")
        self.render_mode = render_mode
        self._observation = observation
        self._reward = REWARDS[reward] if isinstance(reward, str) else reward
        self._max_steps, self._sequential, self._next = max_steps, order == "sequential", 0
        self._height = max(level.height for level in self.levels)
        self._width = max(level.width for level in self.levels)
        # A generator may make boards with more pieces than the first ones have.
        pieces = max(level.n_boxes for level in self.levels)
        self._pieces = self._height * self._width // 2 if self._source else pieces
        highest = 255 if observation == "grid" else 1
        self.observation_space = spaces.Box(0, highest, SHAPES[observation](self._height, self._width), np.uint8)
        self.action_space = spaces.Discrete(2 * self._pieces)
        self._start(0)

    def _start(self, index: int) -> None:
        self.level_index = index
        self._game = Game(self.levels[index])
        self._steps = 0
        pieces = self.levels[index].pieces
        # The red piece first, then the others in the order of the level.
        red = next(number for number, it in enumerate(pieces) if it[5])
        self._names = [pieces[red][0], *(it[0] for it in pieces if not it[5])]

    @property
    def level(self) -> Level:
        """The level that is being played."""
        return self._game.level

    def _move(self, action: int) -> str | None:
        number, forth = divmod(action, 2)
        return f"{self._names[number]}{'+' if forth else '-'}1" if number < len(self._names) else None

    def _shown(self) -> NDArray[np.uint8]:
        position = self._game.position
        walls = np.ones((self._height, self._width), np.bool_)
        walls[: position.height, : position.width] = position.array() == 255
        grid = np.where(walls, 255, 0).astype(np.uint8)
        planes = np.zeros((5, self._height, self._width), np.uint8)
        planes[0] = walls
        # The pieces of a position are numbered by their places, so they are told apart by their names.
        for name, axis, row, column, length, red in position.pieces:
            rows, columns = (row, slice(column, column + length)) if axis == "h" else (slice(row, row + length), column)
            grid[rows, columns] = self._names.index(name) + 1
            planes[1 if red else 2 if axis == "h" else 3, rows, columns] = 1
            planes[4, row, column] = 1
        if self._observation == "grid":
            return grid
        return planes.ravel() if self._observation == "flat" else planes

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible."""
        legal = set(self._game.legal_moves())
        return np.array([self._move(it) in legal for it in range(2 * self._pieces)])

    def _info(self) -> dict[str, Any]:
        return {
            "solved": self._game.solved,
            "steps": self._steps,
            "level": self.level_index,
            "action_mask": self.action_masks().astype(np.int8),
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        level = (options or {}).get("level")
        if level is not None and not 0 <= level < len(self.levels):
            raise ValueError(f"levels are numbered from 0 to {len(self.levels) - 1}")
        if self._source is not None and level is None:
            level = int(self.np_random.integers(len(self.levels)))
            self.levels[level] = next(self._source)
        elif level is None and self._sequential:
            level, self._next = self._next, (self._next + 1) % len(self.levels)
        elif level is None:
            level = int(self.np_random.integers(len(self.levels)))
        self._start(int(level))
        return self._shown(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if not 0 <= action < 2 * self._pieces:
            raise ValueError(f"actions are numbered from 0 to {2 * self._pieces - 1}")
        self._steps += 1
        move = self._move(int(action))
        if move is not None:
            self._game.step(move)
        solved = self._game.solved
        reward = self._reward[0] + (self._reward[1] if solved else 0.0)
        return self._shown(), float(reward), solved, not solved and self._steps >= self._max_steps, self._info()

    def render(self) -> Any:
        return str(self._game) if self.render_mode == "ansi" else None
