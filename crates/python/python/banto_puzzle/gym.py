"""Environments for Gymnasium: one board, or thousands that are stepped together by compiled code.

>>> import gymnasium
>>> env = gymnasium.make("banto/Sokoban-v0", levels="#####\\n#@$.#\\n#####")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(3)
>>> terminated, info["solved"]
(True, True)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _native, gym_unblock
from ._native import Level
from ._register import register
from .collection import Collection, read
from .errors import RequestError
from .generator import Generator
from .gym_unblock import UnblockEnv

__all__ = ["OBSERVATIONS", "REWARDS", "Levels", "SokobanEnv", "SokobanVectorEnv", "UnblockEnv", "UnblockVectorEnv", "register"]

register()

#: Where levels come from: a file, folder or archive, the text of a level, levels, or a generator.
Levels = Union[str, "os.PathLike[str]", Level, Iterable[Union[Level, str]], Generator, None]

#: What is paid for each step, for a box brought to a goal, for one taken away, and for the end.
REWARDS: dict[str, tuple[float, float, float, float]] = {
    "gym-sokoban": (-0.1, 1.0, -1.0, 10.0),
    "jumanji": (-0.1, 1.0, -1.0, 10.0),
    "sparse": (0.0, 0.0, 0.0, 1.0),
}

#: Names of observations, and the shape of each for a board of (height, width).
OBSERVATIONS: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "planes": lambda height, width: (4, height, width),
    "grid": lambda height, width: (height, width),
    "rgb": lambda height, width: (height, width, 3),
    "jumanji": lambda height, width: (height, width, 2),
    "flat": lambda height, width: (4 * height * width,),
}

_HIGHEST = {"planes": 1, "grid": 15, "rgb": 255, "jumanji": 4, "flat": 1}

_LETTERS = np.array(list(" #.?$#*?@?+?????"))


def load(levels: Levels, count: int = 64) -> list[Level]:
    """The levels of an environment; of a generator the first ``count``."""
    if levels is None:
        levels = Generator(grade="easy", seed=1)
    if isinstance(levels, Generator):
        return [next(levels) for _ in range(count)]
    if isinstance(levels, Level):
        return [levels]
    if isinstance(levels, str) and "\n" in levels:
        return list(Collection.parse(levels))
    if isinstance(levels, (str, os.PathLike)):
        return list(read(levels))
    return [it if isinstance(it, Level) else Level.parse(it) for it in levels]


def _aligned(size: int, kind: Any) -> NDArray[Any]:
    """Zeros at an address that jax takes without a copy, too."""
    dtype = np.dtype(kind)
    room = np.zeros(size * dtype.itemsize + 64, np.uint8)
    first = -room.ctypes.data % 64
    return room[first : first + size * dtype.itemsize].view(dtype)


class _Boards:
    """The compiled boards, their arrays and their spaces: what both classes of environment share."""

    def __init__(
        self,
        levels: Sequence[Level],
        num_envs: int,
        *,
        observation: str,
        actions: str,
        reward: str | tuple[float, float, float, float],
        max_steps: int,
        autoreset: str,
        order: str,
        reverse: bool,
        lost: bool | str,
        threads: int,
        size: tuple[int, int] | None,
        pieces: int | None = None,
        shapes: dict[str, Callable[[int, int], tuple[int, ...]]] = OBSERVATIONS,
        rewards: dict[str, tuple[float, float, float, float]] = REWARDS,
        highest: dict[str, int] = _HIGHEST,
    ) -> None:
        if num_envs < 1 or threads < 1 or max_steps < 1:
            raise RequestError("num_envs, num_threads and max_steps are at least 1")
        if observation not in shapes:
            raise RequestError(f"there is no observation {observation!r}; there are {', '.join(shapes)}")
        if isinstance(reward, str) and reward not in rewards:
            raise RequestError(f"there is no reward {reward!r}; there are {', '.join(rewards)}")
        if order not in ("sequential", "sampled"):
            raise RequestError(f"there is no order {order!r}; there are sequential, sampled")
        if lost not in (False, True, "end"):
            raise RequestError("lost is False, True or 'end'")
        if not levels:
            raise RequestError("an environment needs at least one level")
        wanted = {
            "observation": "planes" if observation == "flat" else observation,
            "actions": actions,
            "rewards": tuple(map(float, rewards[reward] if isinstance(reward, str) else reward)),
            "max_steps": max_steps,
            "autoreset": autoreset,
            "sequential": order == "sequential",
            "reverse": reverse,
            "lost": bool(lost),
            "lost_ends": lost == "end",
            "threads": threads,
            "size": size,
            "pieces": pieces,
        }
        self.native = _native.Batch(list(levels), num_envs, wanted)
        self.height, self.width, self.n_actions = self.native.size
        shape = shapes[observation](self.height, self.width)
        self.observation_space = spaces.Box(0, highest[observation], shape, np.uint8)
        self.action_space = spaces.Discrete(self.n_actions)
        each = int(np.prod(shape))
        masked = actions in ("pushes", "pieces")
        self.flat: dict[str, NDArray[Any]] = {
            "observations": _aligned(num_envs * each, np.uint8),
            "rewards": _aligned(num_envs, np.float64),
            "terminated": _aligned(num_envs, np.bool_),
            "truncated": _aligned(num_envs, np.bool_),
            "steps": _aligned(num_envs, np.int32),
            "levels": _aligned(num_envs, np.int32),
            "lost": _aligned(num_envs, np.bool_),
            "mask": _aligned(num_envs * self.n_actions if masked else 0, np.int8),
            "finals": _aligned(num_envs * each if autoreset == "SameStep" else 0, np.uint8),
        }
        self.native.attach(self.flat)
        self.observations = self.flat["observations"].reshape(num_envs, *shape)
        self.finals = self.flat["finals"].reshape(-1, *shape)
        self.mask = self.flat["mask"].reshape(num_envs, -1) if masked else None
        self.terminated = self.flat["terminated"]
        # Without a look for losses nothing but a solution ends an episode before its time.
        self.lost = self.flat["lost"] if lost else None

    def board(self, index: int) -> NDArray[np.uint8]:
        """The squares of a board now, in bits."""
        return self.native.squares(index).reshape(self.height, self.width)

    def text(self, index: int) -> str:
        """A board in characters."""
        return "\n".join("".join(row) for row in _LETTERS[self.board(index)])

    def image(self, index: int, scale: int = 16) -> NDArray[np.uint8]:
        """A board as a picture of ``scale`` pixels a square."""
        tiny = _COLOURS[self.board(index)]
        return np.ascontiguousarray(tiny.repeat(scale, 0).repeat(scale, 1))


def _colours() -> NDArray[np.uint8]:
    names = {
        0: (243, 248, 238),
        1: (0, 0, 0),
        2: (254, 126, 125),
        4: (142, 121, 56),
        6: (254, 95, 56),
        8: (160, 212, 56),
        10: (219, 212, 56),
    }
    table = np.zeros((16, 3), np.uint8)
    for bits, colour in names.items():
        table[bits] = colour
    return table


_COLOURS = _colours()


class SokobanEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One board of Sokoban.

    ``levels``: a file, folder or ``.zip`` in any notation (Boxoban's files, too), the text of a level, levels, or a
    ``Generator``, whose levels are never used up. ``reset(options={"level": 3})`` plays a level by its number.

    ``observation``: ``planes`` (4, H, W) of walls, goals, boxes, player; ``grid`` (H, W) of bits 1, 2, 4, 8 for the same;
    ``rgb`` (H, W, 3) in the colours of gym-sokoban; ``jumanji`` (H, W, 2); ``flat``, the planes in one row.
    ``actions``: ``moves`` (up, down, left, right), ``jumanji`` (up, right, down, left), ``gym9`` (nothing, push ×4,
    move ×4), ``gym8`` (without nothing), ``pushes`` (``4 * square + direction``, mask in ``info["action_mask"]``).
    ``reward``: ``gym-sokoban``, ``jumanji``, ``sparse``, or what is paid for (step, box on goal, box off goal, solved).
    ``lost``: look for deadlocks after each push (``info["lost"]``); ``"end"`` ends the episode there.
    ``reverse``: boxes are pulled from the goals to where they started; the player begins anywhere.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    def __init__(
        self,
        levels: Levels = None,
        *,
        observation: str = "planes",
        actions: str = "moves",
        reward: str | tuple[float, float, float, float] = "gym-sokoban",
        max_steps: int = 120,
        order: str = "sampled",
        reverse: bool = False,
        lost: bool | str = False,
        size: tuple[int, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise RequestError(f"there is no render mode {render_mode!r}")
        self._source = levels if isinstance(levels, Generator) else None
        self.levels: list[Level] = load(levels, 1 if self._source else 64)
        if any(level.game != "sokoban" for level in self.levels):
            raise RequestError("this environment plays Sokoban")
        if self._source is not None and size is None:
            size = (32, 32) if self.levels[0].height > 16 else (16, 16)
        self._boards = _Boards(
            self.levels,
            1,
            observation=observation,
            actions=actions,
            reward=reward,
            max_steps=max_steps,
            autoreset="Disabled",
            order=order,
            reverse=reverse,
            lost=lost,
            threads=1,
            size=size,
        )
        self.render_mode = render_mode
        self.observation_space = self._boards.observation_space
        self.action_space = self._boards.action_space
        self._first = True
        self._action = np.zeros(1, np.int64)

    def _info(self) -> dict[str, Any]:
        boards = self._boards
        lost = bool(boards.flat["lost"][0])
        info: dict[str, Any] = {
            "solved": bool(boards.terminated[0]) and not lost,
            "steps": int(boards.flat["steps"][0]),
            "level": int(boards.flat["levels"][0]),
        }
        if boards.lost is not None:
            info["lost"] = lost
        if boards.mask is not None:
            info["action_mask"] = boards.mask[0].copy()
        return info

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._first:
            self._boards.native.seed(0, int(self.np_random.integers(2**63)))
        if self._source is not None and not self._first:
            self.levels[0] = next(self._source)
            self._boards.native.replace_level(0, self.levels[0])
        self._first = False
        level = (options or {}).get("level")
        self._boards.native.reset([True], None if level is None else [int(level)])
        return self._boards.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        boards = self._boards
        self._action[0] = action
        boards.native.step(self._action)
        return (
            boards.observations[0].copy(),
            float(boards.flat["rewards"][0]),
            bool(boards.terminated[0]),
            bool(boards.flat["truncated"][0]),
            self._info(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Possible pushes, as sb3-contrib's MaskablePPO asks for them."""
        if self._boards.mask is None:
            return np.ones(self._boards.n_actions, np.bool_)
        mask: NDArray[np.bool_] = self._boards.mask[0].astype(np.bool_)
        return mask

    @property
    def level(self) -> Level:
        """The level that is being played."""
        return self.levels[int(self._boards.flat["levels"][0])]

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._boards.text(0)
        if self.render_mode == "rgb_array":
            return self._boards.image(0)
        return None


class BoardsVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Boards of either game that are stepped together by compiled code; what both games share."""

    def __init__(
        self,
        num_envs: int,
        levels: list[Level],
        boards: _Boards,
        *,
        source: Generator | None,
        autoreset_mode: AutoresetMode,
        copy: bool,
        level_ranges: Sequence[tuple[int, int]] | None,
        curriculum: Callable[[Any], object] | None,
        curriculum_interval: int,
    ) -> None:
        super().__init__()
        self.num_envs = num_envs
        self.copy = copy
        self._source = source
        self.levels: list[Level] = levels
        self.autoreset_mode = autoreset_mode
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        self._boards = boards
        if level_ranges is not None:
            boards.native.set_ranges([(int(first), int(end)) for first, end in level_ranges])
        self.single_observation_space = boards.observation_space
        self.single_action_space = boards.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._curriculum = curriculum
        self._interval = curriculum_interval
        self._ended = 0
        self._replaced = 0
        self._started = False
        self._everyone = [True] * num_envs
        self._native_step = boards.native.step
        self._solved = np.zeros(num_envs, np.bool_) if boards.lost is not None else boards.terminated
        info = {"solved": self._solved, "steps": boards.flat["steps"], "level": boards.flat["levels"]}
        if boards.lost is not None:
            info["lost"] = boards.lost
        if boards.mask is not None:
            info["action_mask"] = boards.mask
        self._info = info
        self._result = (
            boards.observations,
            boards.flat["rewards"],
            boards.terminated,
            boards.flat["truncated"],
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        level = options.pop("level", None)
        if mask is None:
            chosen = self._everyone
        else:
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
                raise TypeError("options['reset_mask'] is a numpy array of bool")
            if mask.shape != (self.num_envs,):
                raise ValueError(f"options['reset_mask'] has the shape ({self.num_envs},)")
            if not mask.any():
                raise ValueError("options['reset_mask'] has at least one True")
            chosen = mask.tolist()
        self._seed(seed, chosen)
        levels = None if level is None else np.broadcast_to(np.asarray(level), (self.num_envs,)).tolist()
        self._boards.native.reset(chosen, levels)
        if self._boards.lost is not None:
            np.greater(self._boards.terminated, self._boards.lost, out=self._solved)
        if self.copy:
            return self._boards.observations.copy(), {name: it.copy() for name, it in self._info.items()}
        return self._boards.observations, dict(self._info)

    def _seed(self, seed: int | Sequence[int | None] | None, chosen: list[bool]) -> None:
        seeds: Sequence[int | None]
        if seed is None:
            if self._started:
                return
            start = int(np.random.default_rng().integers(2**62))
            seeds = range(start, start + self.num_envs)
        elif isinstance(seed, (int, np.integer)):
            seeds = range(int(seed), int(seed) + self.num_envs)
        else:
            seeds = seed
            if len(seeds) != self.num_envs:
                raise ValueError(f"expected {self.num_envs} seeds, not {len(seeds)}")
        self._started = True
        for board, number in enumerate(seeds):
            if number is not None and chosen[board]:
                self._boards.native.seed(board, number)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if not (type(actions) is np.ndarray and actions.dtype == np.int64 and actions.flags.c_contiguous):
            actions = np.ascontiguousarray(actions, np.int64)
        ended = self._native_step(actions)
        boards = self._boards
        if boards.lost is not None:
            np.greater(boards.terminated, boards.lost, out=self._solved)
        observations, rewards, terminated, truncated = self._result
        if self.copy:
            info: dict[str, Any] = {name: it.copy() for name, it in self._info.items()}
            result = (observations.copy(), rewards.copy(), terminated.copy(), truncated.copy(), info)
        else:
            info = dict(self._info)
            result = (observations, rewards, terminated, truncated, info)
        if ended:
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                self._finish(info, terminated | truncated)
            self._after(ended)
        return result

    def _finish(self, info: dict[str, Any], done: NDArray[np.bool_]) -> None:
        """Tells the ends of episodes apart from the beginnings of the next ones."""
        boards = self._boards
        final: dict[str, Any] = {name: info[name].copy() for name in ("solved", "steps", "lost") if name in info}
        final["level"] = boards.native.ended_levels()
        for name in final:
            if name != "level":
                if info[name] is boards.terminated:
                    info[name] = info[name].copy()
                info[name][done] = 0
        info["final_obs"] = boards.finals.copy() if self.copy else boards.finals
        info["final_info"] = final
        info["_final_obs"] = info["_final_info"] = done

    def _after(self, ended: int) -> None:
        before = self._ended // self._interval
        self._ended += ended
        if self._source is not None:
            for _ in range(ended):
                place = self._replaced % len(self.levels)
                self.replace_level(place, next(self._source))
                self._replaced += 1
        if self._curriculum is not None and self._ended // self._interval > before:
            self._curriculum(self)

    def level_statistics(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Episodes that ended on each level, and how many of them solved it."""
        return self._boards.native.statistics()

    def set_level_weights(self, weights: Sequence[float] | NDArray[Any] | None) -> None:
        """Samples levels by weights from now on; ``None`` samples all alike."""
        self._boards.native.set_weights(None if weights is None else [float(it) for it in weights])

    def replace_level(self, index: int, level: Level) -> None:
        """Puts another level, of at most the same size, in the place of one, for the episodes to come."""
        self._boards.native.replace_level(index, level)
        self.levels[index] = level

    def board(self, index: int) -> NDArray[np.uint8]:
        """The squares of a board now: bits of wall (1), goal (2), box (4), player (8)."""
        return self._boards.board(index)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing to close."""


class SokobanVectorEnv(BoardsVectorEnv):
    """Boards of Sokoban that are stepped together by compiled code; the options are those of ``SokobanEnv``.

    ``autoreset_mode``: any of Gymnasium's three. ``reset(options=...)`` takes ``reset_mask`` and ``level`` (a number, or one
    for each board). ``copy=False`` returns the same arrays every time, edited in place: the fastest way, for those who
    use an observation before the next step. ``num_threads``: how many threads step the boards; the result does not
    depend on it.

    ``order``: ``sampled``, or ``sequential``, where board ``i`` plays levels ``i``, ``i + num_envs`` and so on.
    ``level_ranges``: for each board the first level and the one after the last, when boards have levels of their own.
    ``curriculum``: called with this environment after every ``curriculum_interval`` episodes; it may read
    ``level_statistics`` and call ``set_level_weights`` or ``replace_level``. With a ``Generator``, every episode that
    ends brings a new level into the pool of ``pool`` levels.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    def __init__(
        self,
        num_envs: int = 1,
        levels: Levels = None,
        *,
        observation: str = "planes",
        actions: str = "moves",
        reward: str | tuple[float, float, float, float] = "gym-sokoban",
        max_steps: int = 120,
        order: str = "sampled",
        reverse: bool = False,
        lost: bool | str = False,
        size: tuple[int, int] | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        level_ranges: Sequence[tuple[int, int]] | None = None,
        curriculum: Callable[[SokobanVectorEnv], object] | None = None,
        curriculum_interval: int = 1000,
        pool: int = 64,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise RequestError(f"there is no render mode {render_mode!r}")
        source = levels if isinstance(levels, Generator) else None
        loaded = load(levels, pool)
        if any(level.game != "sokoban" for level in loaded):
            raise RequestError("this environment plays Sokoban")
        if source is not None and size is None:
            most = max(max(level.height, level.width) for level in loaded)
            size = (32, 32) if most > 16 else (16, 16)
        mode = AutoresetMode(autoreset_mode)
        boards = _Boards(
            loaded,
            num_envs,
            observation=observation,
            actions=actions,
            reward=reward,
            max_steps=max_steps,
            autoreset=mode.value,
            order=order,
            reverse=reverse,
            lost=lost,
            threads=num_threads,
            size=size,
        )
        super().__init__(
            num_envs,
            loaded,
            boards,
            source=source,
            autoreset_mode=mode,
            copy=copy,
            level_ranges=level_ranges,
            curriculum=curriculum,
            curriculum_interval=curriculum_interval,
        )
        self.render_mode = render_mode

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return tuple(self._boards.text(i) for i in range(self.num_envs))
        if self.render_mode == "rgb_array":
            return tuple(self._boards.image(i) for i in range(self.num_envs))
        return None


class UnblockVectorEnv(BoardsVectorEnv):
    """Boards of Unblock that are stepped together by compiled code: the options of ``UnblockEnv`` and of
    ``SokobanVectorEnv``, without those that are about boxes."""

    metadata: dict[str, Any] = {"render_modes": [], "render_fps": 4}

    def __init__(
        self,
        num_envs: int = 1,
        levels: Levels = None,
        *,
        observation: str = "planes",
        reward: str | tuple[float, float] = "dense",
        max_steps: int = 200,
        order: str = "sampled",
        size: tuple[int, int] | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int = 1,
        level_ranges: Sequence[tuple[int, int]] | None = None,
        curriculum: Callable[[UnblockVectorEnv], object] | None = None,
        curriculum_interval: int = 1000,
        pool: int = 64,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise RequestError("the vector environment of Unblock has no render mode")
        source = levels if isinstance(levels, Generator) else None
        loaded = load(Generator("unblock", seed=1) if levels is None else levels, 16 if levels is None else pool)
        if any(level.game != "unblock" for level in loaded):
            raise RequestError("this environment plays Unblock")
        # A generator may make boards with more pieces than the first ones have.
        most = max((level.height * level.width // 2 for level in loaded), default=0) if source else None
        mode = AutoresetMode(autoreset_mode)
        paid = reward if isinstance(reward, str) else (reward[0], 0.0, 0.0, reward[1])
        boards = _Boards(
            loaded,
            num_envs,
            observation=observation,
            actions="pieces",
            reward=paid,
            max_steps=max_steps,
            autoreset=mode.value,
            order=order,
            reverse=False,
            lost=False,
            threads=num_threads,
            size=size,
            pieces=most,
            shapes=gym_unblock.SHAPES,
            rewards={name: (step, 0.0, 0.0, end) for name, (step, end) in gym_unblock.REWARDS.items()},
            highest={"planes": 1, "grid": 255, "flat": 1},
        )
        super().__init__(
            num_envs,
            loaded,
            boards,
            source=source,
            autoreset_mode=mode,
            copy=copy,
            level_ranges=level_ranges,
            curriculum=curriculum,
            curriculum_interval=curriculum_interval,
        )
