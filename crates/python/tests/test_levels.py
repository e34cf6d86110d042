"""Reading and writing levels, and what is said about those that are wrong."""

from __future__ import annotations

import pickle
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

import banto_puzzle as banto

GOOD_AND_BAD = "; good\n#####\n#@$.#\n#####\n\n; bad\n######\n#@$$. \n######\n"
BOARD = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 60 2332\n"


def test_a_level_has_its_board(small: banto.Level) -> None:
    assert (small.game, small.width, small.height, small.n_boxes) == ("sokoban", 7, 4, 2)
    assert small.rows == ("#######", "#@ $. #", "# $  .#", "#######")
    assert str(small) == "\n".join(small.rows)
    assert small._repr_svg_().startswith("<svg")
    board = small.array()
    assert board.dtype == np.uint8 and board.shape == (4, 7)
    assert (board == 4).sum() == 2 and (board == 2).sum() == 2 and board[1, 1] == 8
    assert (board == 1).sum() == sum(row.count("#") for row in small.rows)


def test_faults_have_code_line_and_column() -> None:
    with pytest.raises(banto.LevelError) as caught:
        banto.Level.parse(GOOD_AND_BAD, index=2)
    error = caught.value
    assert (error.code, error.line, error.column) == ("open-wall", 8, 6)
    assert [(it.code, it.line, it.column) for it in error.faults] == [
        ("open-wall", 8, 6),
        ("box-goal-count", 7, 1),
    ]
    assert isinstance(error, ValueError)
    assert pickle.loads(pickle.dumps(error)).faults == error.faults
    with pytest.raises(banto.RequestError, match="has 2"):
        banto.Level.parse(GOOD_AND_BAD, index=3)


@pytest.mark.parametrize("text", ["", "\0\0", "no level here", "@" * 100_000, "#\n" * 70_000, "9" * 9999 + "#"])
def test_garbage_is_an_exception(text: str) -> None:
    with pytest.raises(banto.BantoError):
        banto.Level.parse(text)


def test_files_keep_their_invalid_levels(tmp_path: Path) -> None:
    file = tmp_path / "set.xsb"
    file.write_text(GOOD_AND_BAD)
    with pytest.warns(banto.LevelWarning, match="1 of 2 levels are invalid"):
        found = banto.read(file)
    assert len(found) == 1 and found[0].title == "good" and found[0].collection == "set.xsb"
    (bad,) = found.invalid
    assert (bad.index, bad.title, bad.faults[0].code) == (2, "bad", "open-wall")
    with pytest.raises(banto.LevelError, match="set.xsb:2"):
        banto.read(file, strict=True)
    with pytest.raises(FileNotFoundError):
        banto.read(tmp_path / "none.xsb")


def test_folders_and_archives(tmp_path: Path, small: banto.Level) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.xsb").write_text(str(small))
    (tmp_path / "deep" / "b.txt").write_text("#####\n#@$.#\n#####\n")
    (tmp_path / "notes.md").write_text("nothing")
    found = banto.read(tmp_path)
    assert [level.collection for level in found] == ["a.xsb", "b.txt"]
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("in/d.xsb", str(small))
    packed = banto.read(tmp_path / "c.zip")
    assert list(packed) == [small] and packed[0].collection == "c.zip/in/d.xsb"


def test_levels_survive_pickling_and_compare_by_board(small: banto.Level) -> None:
    unblock = banto.Level.parse(BOARD)
    for level in (small, unblock):
        again = pickle.loads(pickle.dumps(level))
        assert again == level and hash(again) == hash(level) and again.level_hash == level.level_hash
    assert small != unblock and small != "x"
    titled = banto.Level.parse("; name\n" + str(small))
    assert titled == small and titled.title == "name"
    turned = banto.Level.parse("\n".join(row[::-1] for row in small.rows))
    assert turned != small and turned.canonical_hash == small.canonical_hash


def test_every_written_form_is_read_again(small: banto.Level) -> None:
    for format in ("xsb", "sok", "rle", "slc", "json"):
        assert banto.Level.parse(small.to(format)) == small, format
    text = banto.write([small, small.after("rR")])
    found = banto.Collection.parse(text)
    assert list(found) == [small, small.after("rR")]
    with pytest.raises(banto.RequestError):
        small.to("docx")
    with pytest.raises(banto.RequestError, match="one game"):
        banto.write([small, banto.Level.parse(BOARD)])


def test_positions_after_moves(small: banto.Level) -> None:
    assert small.after("rR").rows[1] == "#  @* #"
    with pytest.raises(banto.MovesError, match="move 1"):
        small.after("u")


def test_other_peoples_collections_are_read(collections: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", banto.LevelWarning)
        boxoban = banto.read(collections / "sokoban" / "boxoban-unfiltered-test-1000.xsb")
    assert len(boxoban) == 1000 and all((it.width, it.height, it.n_boxes) == (10, 10, 4) for it in boxoban)
