"""Questions for language models, and the referee."""

from __future__ import annotations

import pytest

import banto_puzzle as banto
from banto_puzzle.text import TextGame, TextPuzzles, moves_in

BOARD = "..A..\n..A..\nRR..B\n....B\n....."


def test_every_question_has_a_right_answer_and_wrong_ones() -> None:
    puzzles = TextPuzzles(size=5, seed=3, grade="easy", boxes=2)
    assert len(puzzles) == 5 and len({it["question"] for it in puzzles}) == 5
    for entry in puzzles:
        assert puzzles.score_answer(entry["answer"], entry) == 1.0
        assert puzzles.score_answer(f"Let me think.\n\n**{entry['answer']}**\n", entry) == 1.0
        assert puzzles.score_answer(entry["answer"][:-1], entry) == 0.1
        for wrong in (None, "", "no idea", "u" * 50, "sorry!"):
            assert puzzles.score_answer(wrong, entry) == 0.0
    unblock = TextPuzzles([BOARD])
    entry = unblock[0]
    assert "piece A to the bottom" in entry["question"] and unblock.score_answer(entry["answer"], entry) == 1.0


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("rrd", "sokoban", "rrd"),
        ("first up\nthen\n`uuLR`", "sokoban", "uuLR"),
        ("u, d, l, r", "sokoban", "u  d  l  r"),
        ("I would push it.", "sokoban", ""),
        ("A+2 B-1", "unblock", "A+2 B-1"),
        ("so: A+2", "unblock", ""),
    ],
)
def test_moves_are_found_in_prose(text: str, game: str, moves: str) -> None:
    assert moves_in(text, game) == moves


def test_a_game_in_turns(small: banto.Level) -> None:
    game = TextGame(small, max_turns=4)
    assert str(small) in game.reset()
    text, reward, over, info = game.step("uu")
    assert "move 1" in text and not over and reward == 0 and info["moves"] == ""
    assert "no moves" in game.step("hello there")[0]
    text, reward, over, info = game.step("dRR")
    assert info["moves"] == "dRR" and not over
    text, reward, over, info = game.step("luRdR")
    assert over and reward == 1.0 and info["solved"]
    assert banto.check(small, info["moves"]).pushes == 4
