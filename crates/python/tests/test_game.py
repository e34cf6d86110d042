"""Games of both kinds."""

from __future__ import annotations

import copy
import random

import pytest

import banto_puzzle as banto
from banto_puzzle import Game


def test_play_and_take_back(small: banto.Level) -> None:
    game = Game(small)
    assert game.legal_moves() == ["d", "r"] and game.player == (1, 1)
    assert game.play("rR") == 2 and game.moves == "rR" and (game.n_moves, game.n_pushes) == (2, 1)
    assert game.boxes == [(1, 4), (2, 2)] and not game.solved
    with pytest.raises(banto.MovesError, match="move 2"):
        game.play("lu")
    assert game.moves == "rR", "all or none"
    assert game.step("l") and not game.step("u") and not game.step("x") and not game.step("")
    assert game.undo() == 1 and game.undo(9) == 2 and game.position == small
    assert game.play("dRRluRdR") == 8 and game.solved
    assert game.check().pushes == 4
    game.restart()
    assert game.n_moves == 0 and game.position == small
    assert game._repr_svg_().startswith("<svg") and str(game) == str(small)


def test_moves_may_be_written_as_people_do(small: banto.Level) -> None:
    game = Game(str(small))
    game.play("r r")
    assert game.moves == "rR", "capitals come from the board"
    with pytest.raises(banto.MovesError):
        game.play("L")


def test_pushes_can_be_walked_to(small: banto.Level) -> None:
    game = Game(small)
    pushes = game.pushes()
    assert pushes
    for push in pushes:
        other = copy.copy(game)
        other.play(push.moves)
        assert other.moves[-1] == push.direction and other.player == (push.row, push.column)
    assert game.n_moves == 0


def test_a_game_knows_when_it_is_lost(small: banto.Level) -> None:
    game = Game(small)
    assert not game.lost() and game.hint().to_go.pushes == 4
    game.play("rRR")
    reason = game.why()
    assert game.lost() and reason is not None and (1, 5) in reason.boxes
    game.undo()
    assert not game.lost()


def test_unblock_is_played_alike() -> None:
    level = banto.Level.parse("..A..\n..A..\nRR..B\n....B\n.....")
    game = Game(level)
    moves = game.legal_moves()
    assert "A+3" in moves and len(moves) == len(set(moves))
    for move in moves:
        assert game.step(move) and game.undo() == 1 and game.position == level
    with pytest.raises(banto.MovesError):
        game.play("R+4")
    game.play(banto.solve(level).solution)
    assert game.solved and game.check().moves == game.n_moves and game.check().steps == game.n_pushes
    assert game.player is None and len(game.boxes) == 3 and game.pushes() == []


def test_random_games_replay_from_their_own_notation(large: banto.Level) -> None:
    random.seed(4)
    for _ in range(20):
        game = Game(large)
        seen = [str(game)]
        for _ in range(60):
            if game.step(random.choice("udlr")):
                seen.append(str(game))
        assert str(large.after(game.moves)) == str(game)
        while game.n_moves:
            assert str(game) == seen.pop()
            game.undo()
