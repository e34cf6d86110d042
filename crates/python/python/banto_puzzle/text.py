"""Levels as questions in words, for language models: a data set with a referee, and a game in turns.

``TextPuzzles`` has the interface of reasoning-gym's data sets: ``dataset[i]`` is a dictionary with ``question``, ``answer`` and
``metadata``; ``score_answer(answer, entry)`` is a number from 0 to 1. ``TextGame`` is a game in turns: ``reset()`` returns the
board, ``step(text)`` the next one, a reward, whether it is over, and what happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ._ask import as_level, check, solve
from ._native import Level
from .errors import MovesError
from .game import Game
from .generator import Generator

__all__ = ["TextGame", "TextPuzzles"]

_RULES = {
    "sokoban": (
        "Solve this Sokoban level. # is a wall, @ the player, $ a box, . a goal, * a box on a goal, + the player on a goal. "
        "Push every box onto a goal. Answer with the letters u, d, l, r alone, one for each step of the player."
    ),
    "unblock": (
        "Solve this Rush Hour board. Each letter is a piece that slides along its own axis, . is empty, # is fixed. "
        "Bring piece {red} to the {exit} edge. Answer with moves such as A+2 or B-1: the piece and the cells it slides "
        "(right or down is +)."
    ),
}


def question(level: Level) -> str:
    """The rules and the board."""
    rules = _RULES[level.game]
    if level.game == "unblock":
        red = next(it[0] for it in level.pieces if it[5])
        rules = rules.format(red=red, exit=level.exit)
    return f"{rules}\n\n{level}"


def moves_in(text: str, game: str) -> str:
    """The moves in an answer: the last line or code block that has nothing else."""
    word = r"[A-Za-z]\w*[+-]\d+" if game == "unblock" else r"[udlrUDLR]+"
    lines = re.findall(rf"(?m)^[\s`*]*((?:{word}[\s,;]*)+)[`*.]*$", text)
    return re.sub(r"[,;]", " ", lines[-1]).strip() if lines else ""


class TextPuzzles:
    """Levels with the questions that a model is asked, and the referee.

    >>> puzzles = TextPuzzles(["#####\\n#@$.#\\n#####"])
    >>> puzzles.score_answer("I push the box to the right:\\nr", puzzles[0])
    1.0
    """

    def __init__(self, levels: Iterable[Level | str] | None = None, *, size: int = 100, seed: int = 1, **wishes: Any) -> None:
        if levels is None:
            maker = Generator(seed=seed, **wishes)
            levels = [next(maker) for _ in range(size)]
        self.levels: list[Level] = [as_level(level) for level in levels]

    def __len__(self) -> int:
        return len(self.levels)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, place: int) -> dict[str, Any]:
        level = self.levels[place]
        answer = level.solutions[0] if level.solutions else solve(level, time="10s").solution
        details = {"source": "banto", "place": place, "game": level.game, "level_hash": level.level_hash}
        return {"question": question(level), "answer": answer, "metadata": details}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for a solution that the independent checker accepts, 0.1 for moves that can be made, 0 for anything else."""
        level = self.levels[entry["metadata"]["place"]]
        moves = moves_in(answer or "", level.game)
        if not moves:
            return 0.0
        try:
            check(level, moves)
        except MovesError:
            try:
                level.after(moves)
            except MovesError:
                return 0.0
            return 0.1
        return 1.0


class TextGame:
    """A game in turns. A reply may hold any number of moves; the first that cannot be made is named, and none is made."""

    def __init__(self, level: Level | str, *, max_turns: int = 50) -> None:
        self.game = Game(level)
        self.max_turns = max_turns
        self.turns = 0

    def reset(self) -> str:
        """The rules and the board."""
        self.game.restart()
        self.turns = 0
        return question(self.game.level)

    def step(self, reply: str) -> tuple[str, float, bool, dict[str, Any]]:
        """The board after the moves of a reply, 1 when it is solved, whether the game is over, and details."""
        self.turns += 1
        moves = moves_in(reply, self.game.level.game)
        error = None if moves else "there are no moves in this reply"
        if moves:
            try:
                self.game.play(moves)
            except MovesError as wrong:
                error = str(wrong)
        solved = self.game.solved
        text = f"{error}\n\n{self.game}" if error else str(self.game)
        info = {"solved": solved, "moves": self.game.moves, "turns": self.turns, "error": error}
        return text, float(solved), solved or self.turns >= self.max_turns, info
