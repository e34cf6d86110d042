"""Many levels at a time."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from . import _native
from ._ask import Position, as_level, asked
from ._native import Level
from .answers import Record
from .errors import RequestError

__all__ = ["Solved", "solve_many"]


class Solved(NamedTuple):
    """A level that was tried, its place among the levels that were given (from 0), and what came of it."""

    place: int
    level: Level
    record: Record


def _in_process(level: Level, request: dict[str, Any]) -> str:
    """Runs in a worker process."""
    return _native.solve(level, request, None, None)


def _crashed(level: Level, request: dict[str, Any]) -> Record:
    return Record(
        collection=level.collection,
        index=level.index,
        title=level.title,
        game=level.game,
        status="crashed",
        guarantee="none",
        engine=request["engine"],
        error="the search ended its process; please report this level",
        level_hash=level.level_hash,
    )


def solve_many(
    levels: Iterable[Position],
    *,
    jobs: int | None = None,
    processes: bool = False,
    progress: Callable[[Solved], object] | bool | None = None,
    **options: Any,
) -> Iterator[Solved]:
    """Solves levels side by side and yields each as soon as it is done; the options are those of ``solve``.

    ``jobs`` searches run at a time (default: one for each core), in threads of this process, or with ``processes=True`` in
    processes of their own, where one that dies costs one level: its status is ``crashed``. ``progress`` is called with
    every result, or ``True`` shows a bar if tqdm is installed. Leaving the loop, or Ctrl-C, stops the searches.
    """
    if jobs is not None and jobs < 1:
        raise RequestError("jobs is at least 1")
    request = asked(**options)
    given = [as_level(level) for level in levels]
    if given:
        # What cannot be served at all is refused before anything runs.
        _native.solve(Level.parse(_TRIVIAL[given[0].game]), {**request, "limits": (1.0, None, 1)}, None, None)
    return _run(given, jobs or os.cpu_count() or 1, processes, progress, request)


_TRIVIAL = {"sokoban": "#####\n#@$.#\n#####", "unblock": "oooAAo"}


def _run(
    levels: list[Level],
    jobs: int,
    processes: bool,
    progress: Callable[[Solved], object] | bool | None,
    request: dict[str, Any],
) -> Iterator[Solved]:
    tell = _bar(len(levels)) if progress is True else progress or None
    search = _in_processes if processes else _in_threads
    for place, record in search(levels, jobs, request):
        solved = Solved(place, levels[place], record)
        if callable(tell):
            tell(solved)
        yield solved


def _in_threads(levels: list[Level], jobs: int, request: dict[str, Any]) -> Iterator[tuple[int, Record]]:
    flag = _native.Cancel()
    pool = ThreadPoolExecutor(jobs, "banto")
    try:
        running: dict[Future[str], int] = {}
        waiting = iter(enumerate(levels))
        while True:
            for place, level in waiting:
                running[pool.submit(_native.solve, level, request, None, flag)] = place
                if len(running) >= jobs:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), Record(json.loads(future.result()))
    finally:
        flag.cancel()
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> Executor:
    # Threads do not survive a fork, and the parent may have some.
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))


def _in_processes(levels: list[Level], jobs: int, request: dict[str, Any]) -> Iterator[tuple[int, Record]]:
    pool = _pool(jobs)
    try:
        running: dict[Future[str], int] = {}
        waiting = iter(enumerate(levels))
        while True:
            for place, level in waiting:
                running[pool.submit(_in_process, level, request)] = place
                if len(running) >= jobs:
                    break
            if not running:
                return
            suspects = []
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                place = running.pop(future)
                try:
                    yield place, Record(json.loads(future.result()))
                except BrokenProcessPool:
                    suspects.append(place)
            if suspects:
                # One of those that were running has killed its process: each is tried again alone.
                suspects += running.values()
                running.clear()
                pool.shutdown()
                for place in sorted(suspects):
                    yield place, _alone(levels[place], request)
                pool = _pool(jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _alone(level: Level, request: dict[str, Any]) -> Record:
    with _pool(1) as pool:
        try:
            return Record(json.loads(pool.submit(_in_process, level, request).result()))
        except BrokenProcessPool:
            return _crashed(level, request)


def _bar(total: int) -> Callable[[Solved], object] | None:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    bar = tqdm(total=total, unit="level")

    def tell(_: Solved) -> None:
        bar.update()
        if bar.n >= total:
            bar.close()

    return tell
