"""Labels: the fewest pushes or moves of whole sets of levels, proved, each with a checked solution."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Union

from . import _native
from ._ask import limits
from ._native import Level
from ._units import Size, Time
from .collection import read
from .errors import RequestError

__all__ = ["Labels", "label"]

#: Levels that one thread takes at a time; its memory is used again from one to the next.
_CHUNK = 64

_COLUMNS = (
    "collection",
    "index",
    "title",
    "level_hash",
    "level",
    "goal",
    "status",
    "fewest",
    "bound",
    "solution",
    "expanded",
    "error",
)


class Labels(Sequence[dict[str, Any]]):
    """Rows of labels, in the order of the levels. ``polars.from_arrow(labels)`` and everything else that knows the Arrow
    C interface takes them as they are; pandas, Parquet and Minari have methods."""

    def __init__(self, rows: Iterable[dict[str, Any]], levels: Iterable[Level]) -> None:
        self.rows: list[dict[str, Any]] = list(rows)
        self.levels: list[Level] = list(levels)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        solved = sum(row["status"] == "solved" for row in self.rows)
        return f"<Labels: {len(self)} levels, {solved} proved>"

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``."""
        import pyarrow as pa

        kinds = {"index": pa.int64(), "fewest": pa.int64(), "bound": pa.int64(), "expanded": pa.int64()}
        schema = pa.schema([(name, kinds.get(name, pa.string())) for name in _COLUMNS])
        return pa.Table.from_pylist(self.rows, schema=schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``; figures that are not known are missing, not zero."""
        import pandas as pd

        table = pd.DataFrame(self.rows, columns=list(_COLUMNS))
        return table.astype({name: "Int64" for name in ("index", "fewest", "bound", "expanded")})

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes a Parquet file; one that exists is not overwritten."""
        import pyarrow.parquet as parquet

        with open(path, "xb") as file:
            parquet.write_table(self.to_arrow(), file)

    def trajectories(
        self, *, observation: str = "planes", reward: str = "gym-sokoban", actions: str = "moves"
    ) -> Iterator[dict[str, Any]]:
        """Every proved solution as an episode of the environment: ``observations`` (one more than steps), ``actions``,
        ``rewards``, ``terminations``, ``truncations``, and the ``level``."""
        import numpy as np

        from .gym import SokobanEnv

        size = (max(it.height for it in self.levels), max(it.width for it in self.levels))
        order = {"moves": "udlr", "jumanji": "urdl"}.get(actions)
        if order is None:
            raise RequestError("trajectories have the actions moves or jumanji")
        for level, row in zip(self.levels, self.rows, strict=True):
            if row["solution"] is None:
                continue
            moves = row["solution"].lower()
            env = SokobanEnv(
                level, observation=observation, reward=reward, actions=actions, size=size, max_steps=len(moves) + 1
            )
            first, _ = env.reset(seed=0)
            steps = [env.step(order.index(letter)) for letter in moves]
            yield {
                "level": level,
                "observations": np.stack([first, *(it[0] for it in steps)]),
                "actions": np.array([order.index(letter) for letter in moves], np.int64),
                "rewards": np.array([it[1] for it in steps]),
                "terminations": np.array([it[2] for it in steps]),
                "truncations": np.array([it[3] for it in steps]),
            }

    def to_minari(self, dataset_id: str, *, observation: str = "planes", **details: Any) -> Any:
        """A Minari dataset of expert trajectories; ``details`` go to ``minari.create_dataset_from_buffers``."""
        import minari
        from minari.data_collector import EpisodeBuffer

        from .gym import SokobanEnv

        size = (max(it.height for it in self.levels), max(it.width for it in self.levels))
        env = SokobanEnv(self.levels, observation=observation, size=size)
        buffers = []
        for number, it in enumerate(self.trajectories(observation=observation)):
            buffers.append(
                EpisodeBuffer(
                    id=number,
                    observations=list(it["observations"]),
                    actions=list(it["actions"]),
                    rewards=it["rewards"].tolist(),
                    terminations=it["terminations"].tolist(),
                    truncations=it["truncations"].tolist(),
                )
            )
        details.setdefault("algorithm_name", "banto label: proved shortest solutions")
        return minari.create_dataset_from_buffers(
            dataset_id=dataset_id,
            buffer=buffers,
            observation_space=env.observation_space,
            action_space=env.action_space,
            **details,
        )


Source = Union[str, "os.PathLike[str]", Level]


def _levels(source: Source | Iterable[Source]) -> list[Level]:
    if isinstance(source, Level):
        return [source]
    if isinstance(source, (str, os.PathLike)):
        return list(read(Path(source)))
    return [level for it in source for level in _levels(it)]


def label(
    source: Source | Iterable[Source],
    *,
    goal: str = "pushes",
    time: Time | None = None,
    memory: Size | None = None,
    nodes: Size | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Labels:
    """The fewest pushes or moves of every level (Sokoban) of files, folders or lists, proved, with a checked solution.

    Limits hold for each level; one that reaches a limit has the proved ``bound`` and no ``fewest``. ``progress`` is called
    with the levels done and the levels in all. Ctrl-C stops everything.
    """
    if goal not in ("pushes", "moves"):
        raise RequestError("labels are for pushes or moves")
    levels = _levels(source)
    asked = limits(time, memory, nodes)
    found: dict[int, str] = {}
    flag = _native.Cancel()
    pool = ThreadPoolExecutor(jobs or os.cpu_count() or 1, "banto")
    try:
        running: dict[Future[list[str]], int] = {
            pool.submit(_native.label, levels[at : at + _CHUNK], goal, asked, flag): at
            for at in range(0, len(levels), _CHUNK)
        }
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                at = running.pop(future)
                found.update(enumerate(future.result(), at))
                if progress is not None:
                    progress(len(found), len(levels))
    finally:
        flag.cancel()
        pool.shutdown(cancel_futures=True)
    rows = [_row(level, goal, json.loads(found[place])) for place, level in enumerate(levels)]
    return Labels(rows, levels)


def _row(level: Level, goal: str, found: dict[str, Any]) -> dict[str, Any]:
    known = {
        "collection": level.collection,
        "index": level.index,
        "title": level.title,
        "level_hash": level.level_hash,
        "level": str(level),
        "goal": goal,
    }
    return {**known, **{name: found[name] for name in _COLUMNS if name in found}}
