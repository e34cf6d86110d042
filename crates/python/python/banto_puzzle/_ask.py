"""The questions of the command line, as functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Union

from . import _native
from ._native import Level
from ._units import Size, Time, count, seconds, size
from .answers import Advice, Counts, Explanation, Grade, Hint, Improved, Progress, Proof, Proved, Record
from .errors import NoAnswer, RequestError

#: Whatever has a position: a level, a game in progress, or the text of a level.
Position = Union[Level, _native.Game, str]

_Limits = tuple[Union[float, None], Union[int, None], Union[int, None]]


def as_level(position: Position) -> Level:
    """The level of a position."""
    if isinstance(position, Level):
        return position
    if isinstance(position, _native.Game):
        return position.position
    if isinstance(position, str):
        return Level.parse(position)
    raise TypeError(f"expected a Level, a Game or the text of a level, not {type(position).__name__}")


def limits(time: Time | None, memory: Size | None = None, nodes: Size | None = None) -> _Limits:
    return (seconds(time), size(memory), count(nodes))


def asked(
    *,
    engine: str = "auto",
    goal: str | None = None,
    time: Time | None = None,
    memory: Size | None = None,
    nodes: Size | None = None,
    threads: int = 1,
    techniques: Iterable[str] | str = (),
    seed: int = 0,
    improve: Time | None = None,
    gap: str | float | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """A request in the form that the native part takes."""
    words = techniques.split() if isinstance(techniques, str) else list(techniques)
    if threads < 1:
        raise RequestError("a search needs at least one thread")
    unknown = set(settings) - {"space", "heuristic", "weight", "depth", "threshold"}
    if unknown:
        raise TypeError(f"unexpected argument {sorted(unknown)[0]!r}")
    return {
        "engine": engine,
        "goal": goal or "any",
        "techniques": words,
        "settings": [(name, str(value)) for name, value in settings.items() if value is not None],
        "limits": limits(time, memory, nodes),
        "threads": threads,
        "seed": seed,
        "improve": seconds(improve),
        "gap": f"{gap:%}" if isinstance(gap, float) else gap,
    }


def solve(
    level: Position,
    *,
    engine: str = "auto",
    goal: str | None = None,
    time: Time | None = None,
    memory: Size | None = None,
    nodes: Size | None = None,
    threads: int = 1,
    techniques: Iterable[str] | str = (),
    space: str | None = None,
    heuristic: str | None = None,
    weight: int | None = None,
    depth: str | None = None,
    threshold: int | None = None,
    seed: int = 0,
    improve: Time | None = None,
    gap: str | float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Record:
    """Solves a level and returns the record of ``banto solve --jsonl``, its solution replayed by the checker.

    ``engines()`` lists the engines. ``goal`` is ``"pushes"``, ``"moves"`` or ``"steps"`` for a shortest solution with
    its proof, ``"pushes-moves"`` or ``"moves-pushes"`` for a proof of both, one after the other. Limits are numbers or texts such as ``"10s"`` and ``"2GiB"``; a limit that is reached is the record's
    status, never an exception. Other threads of Python run meanwhile; Ctrl-C stops the search and raises
    ``KeyboardInterrupt``. ``progress`` is called from this thread, at most twenty times a second.
    """
    request = asked(
        engine=engine,
        goal=goal,
        time=time,
        memory=memory,
        nodes=nodes,
        threads=threads,
        techniques=techniques,
        seed=seed,
        improve=improve,
        gap=gap,
        space=space,
        heuristic=heuristic,
        weight=weight,
        depth=depth,
        threshold=threshold,
    )
    tell = None if progress is None else (lambda *it: progress(Progress(*it)))
    return Record(json.loads(_native.solve(as_level(level), request, tell, None)))


def check(level: Position, moves: str) -> Counts:
    """Replays a solution with the independent checker.

    Raises ``MovesError`` with the first wrong move, or if the level is not solved at the end.
    """
    return Counts(**json.loads(_native.check(as_level(level), moves)))


def hint(level: Position, *, time: Time | None = None, memory: Size | None = None) -> Hint:
    """What to do next in a position, and how far there is to go."""
    found = json.loads(_native.hint(as_level(level), limits(time, memory)))
    return Hint(
        status=found["status"],
        next=tuple(found["next"]),
        solution=found["solution"],
        to_go=Counts(**found["to_go"]),
        guarantee=found["guarantee"],
    )


def why(level: Position, *, time: Time | None = None) -> Explanation | None:
    """Why a position is lost, or ``None``.

    In Sokoban ``None`` means that no reason is seen, not that the position can be won; ``is_lost`` finds out.
    """
    found = _native.why(as_level(level), limits(time))
    if found is None:
        return None
    it = json.loads(found)
    places = {name: tuple((row, column) for row, column in it[name]) for name in ("boxes", "squares")}
    return Explanation(it["kind"], it["sentence"], places["boxes"], places["squares"])


def rate(level: Position, *, time: Time | None = None, memory: Size | None = None) -> Grade | None:
    """How hard a level is for people, or ``None`` if it has no solution."""
    found = json.loads(_native.rate(as_level(level), limits(time, memory)))
    if found.get("unsolvable"):
        return None
    return Grade(
        share=found.get("share"),
        moves=found.get("moves"),
        low=found["low"],
        high=found["high"],
        band=found["band"],
        basis=found["basis"],
        extrapolates=found["extrapolates"],
        why=tuple(found["why"]),
        sentence=found["sentence"],
    )


def advice(level: Position, *, time: Time | None = None, memory: Size | None = None) -> Advice:
    """What its designer may want to know of a level. Whatever is called superfluous was solved without.

    Raises ``NoAnswer`` when there is no solution, or too many positions to prove anything.
    """
    found = json.loads(_native.advice(as_level(level), limits(time, memory)))
    return Advice(sentences=tuple(found.pop("sentences")), found=found)


def is_lost(
    level: Position, *, time: Time | None = None, memory: Size | None = None, nodes: Size | None = None
) -> bool:
    """Whether no solution is left. Raises ``NoAnswer`` if neither a solution nor a proof is found within the limits."""
    level = as_level(level)
    try:
        if why(level, time=time) is not None:
            return True
    except NoAnswer:
        # The search below has the same limits and may know.
        pass
    record = solve(level, time=time, memory=memory, nodes=nodes)
    if record["status"] == "unsolvable":
        return True
    if record.solved:
        return False
    raise NoAnswer(f"neither solved nor proved unsolvable: {record['status']}", record["status"])


def distance(
    level: Position,
    *,
    goal: str | None = None,
    time: Time | None = None,
    memory: Size | None = None,
    nodes: Size | None = None,
) -> int | None:
    """The fewest pushes or moves (Sokoban), moves or steps (Unblock) to the end, proved; ``None`` if there is no way.

    Raises ``NoAnswer`` if nothing is proved within the limits.
    """
    level = as_level(level)
    sokoban = level.game == "sokoban"
    goal = goal or ("pushes" if sokoban else "moves")
    engine = "optimal" if sokoban else "unblock"
    record = solve(level, engine=engine, goal=goal, time=time, memory=memory, nodes=nodes)
    if record["status"] == "unsolvable":
        return None
    if record.solved and record.optimal:
        return int(record[goal.partition("-")[0]])
    raise NoAnswer(f"not proved: {record['status']}", record["status"])


def dead_squares(level: Position, *, time: Time | None = None) -> dict[tuple[int, int], str]:
    """The squares on which any box is lost: (row, column) → ``corner``, ``wall`` or ``no-goal`` (Sokoban)."""
    found = _native.dead_squares(as_level(level), limits(time))
    return {(row, column): reason for row, column, reason in found}


def facts(level: Position, *, time: Time | None = None) -> dict[str, Any]:
    """What can be said about a level without solving it: size, boxes, bounds, symmetries, hashes.

    An Unblock board is looked at in full: category, moves, steps, number of positions.
    """
    return dict(json.loads(_native.facts(as_level(level), limits(time))))


def improve(
    level: Position,
    solutions: str | Iterable[str],
    *,
    goal: str = "moves",
    time: Time | None = "10s",
    memory: Size | None = None,
) -> Improved:
    """Makes one short solution of one or several that you have (Sokoban), for few ``pushes``, ``moves``,
    ``box-lines`` or ``box-changes``. The given one comes back if nothing is
    better; the result has been replayed by the checker."""
    given = [solutions] if isinstance(solutions, str) else list(solutions)
    found = json.loads(_native.improve(as_level(level), given, goal, limits(time, memory)))
    front = tuple((row["solution"], Counts(**row["counts"])) for row in found["front"])
    return Improved(found["solution"], Counts(**found["counts"]), Counts(**found["before"]), front)


def prove(
    level: Position,
    at_least: int | None = None,
    *,
    time: Time | None = None,
    memory: Size | None = None,
    nodes: Size | None = None,
) -> Proof:
    """A proof that a Sokoban level has no solution with fewer pushes than ``at_least``, or none at all when that is
    ``None``. Raises ``ProofError`` if the claim is wrong, ``NoAnswer`` if a limit comes first."""
    data, positions = _native.prove(as_level(level), at_least, limits(time, memory, nodes))
    return Proof(at_least, positions, data)


def check_proof(level: Position, proof: Proof | bytes) -> Proved:
    """Checks a proof from the rules alone, by code that shares nothing with the engines. Raises ``ProofError``."""
    data = proof.data if isinstance(proof, Proof) else proof
    return Proved(*_native.check_proof(as_level(level), data))


def engines(game: str | None = None) -> dict[str, str]:
    """Name → description of every engine, or of those that play a game."""
    return {name: text for name, games, text in _native.engines() if game is None or games in (game, "both")}


def techniques() -> dict[str, str]:
    """Name → description of every technique that ``solve(techniques=["+name", "-name"])`` switches."""
    return dict(_native.techniques())
