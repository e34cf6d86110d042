"""Many levels at a time: searches side by side, labels, data for other libraries."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest

import banto_puzzle as banto

LEVELS = banto.generate(count=6, seed=8, grade="easy", boxes=2)


@pytest.mark.parametrize("processes", [False, True])
def test_levels_are_solved_side_by_side(processes: bool) -> None:
    told: list[int] = []
    found = list(
        banto.solve_many(
            LEVELS, jobs=2, processes=processes, engine="optimal", goal="pushes", progress=lambda it: told.append(it.place)
        )
    )
    assert sorted(it.place for it in found) == list(range(6)) and told == [it.place for it in found]
    for place, level, record in found:
        assert level == LEVELS[place] and record.optimal
        assert record.pushes == banto.solve(level, engine="optimal", goal="pushes").pushes
        assert banto.check(level, record.solution).pushes == record.pushes


def test_results_come_in_order_of_completion() -> None:
    hard = "\n".join(["#" * 16, *["#" + " " * 14 + "#"] * 2, "#" + " $" * 6 + "  #", "#" + " " * 14 + "#"])
    hard += "\n#" + "." * 6 + " " * 8 + "#\n#@" + " " * 13 + "#\n" + "#" * 16
    order = [it.place for it in banto.solve_many([hard, *LEVELS], jobs=2, engine="optimal", goal="moves", time="3s")]
    assert sorted(order) == list(range(7)) and order[0] != 0


def test_leaving_the_loop_stops_the_searches(large: banto.Level) -> None:
    """Searches that nobody stops would go on for an hour, and their threads with them."""
    before = threading.active_count()
    many = banto.solve_many([LEVELS[0], *[large.after("l")] * 20], jobs=2, engine="iddfs", space="moves", time="1h")
    for _ in many:
        break
    del many
    gc.collect()
    assert threading.active_count() == before


def test_nonsense_is_refused_before_anything_runs() -> None:
    with pytest.raises(banto.RequestError, match="optimal"):
        banto.solve_many(LEVELS, engine="optimum")
    with pytest.raises(banto.RequestError, match="jobs"):
        banto.solve_many(LEVELS, jobs=0)
    with pytest.raises(TypeError, match="colour"):
        banto.solve_many(LEVELS, colour="red")
    assert list(banto.solve_many([])) == []


def test_a_process_that_dies_costs_one_level(tmp_path: Path) -> None:
    """The worker is made to die on one level; the others are solved all the same."""
    program = tmp_path / "dying.py"
    program.write_text(
        "import os, banto_puzzle as banto, banto_puzzle.many as many\n"
        "real = many._in_process\n"
        "def dying(level, request):\n"
        "    if level.index == 2: os._exit(9)\n"
        "    return real(level, request)\n"
        "many._in_process = dying\n"
        "if __name__ == '__main__':\n"
        "    text = '; a\\n#####\\n#@$.#\\n#####\\n\\n; b\\n######\\n#@$ .#\\n######\\n\\n; c\\n#####\\n#.$@#\\n#####\\n'\n"
        "    levels = banto.Collection.parse(text)\n"
        "    found = sorted(banto.solve_many(levels, jobs=2, processes=True))\n"
        "    print(*(it.record.status for it in found))\n"
    )
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=120)
    assert run.stdout.split() == ["solved", "crashed", "solved"], run.stderr


def test_labels_are_proved_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "set.sok"
    file.write_text(banto.write(LEVELS) + "\n; lost\n#####\n#@$ #\n#. .#\n#  $#\n#####\n")
    told: list[tuple[int, int]] = []
    labels = banto.label(file, goal="pushes", jobs=2, progress=lambda done, total: told.append((done, total)))
    assert len(labels) == 7 and told[-1] == (7, 7)
    for level, row in zip(LEVELS, labels, strict=False):
        assert row["status"] == "solved" and row["fewest"] == row["bound"] == banto.distance(level)
        assert banto.check(level, row["solution"]).pushes == row["fewest"] and row["level_hash"] == level.level_hash
        assert banto.Level.parse(row["level"]) == level and row["collection"] == "set.sok"
    assert labels[6]["status"] == "unsolvable" and labels[6]["fewest"] is None
    moves = banto.label(LEVELS, goal="moves")
    assert all(a["fewest"] >= b["fewest"] for a, b in zip(moves, labels, strict=False))
    with pytest.raises(banto.RequestError):
        banto.label(file, goal="steps")


def test_labels_become_tables(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pd = pytest.importorskip("pandas")
    parquet = pytest.importorskip("pyarrow.parquet")
    labels = banto.label(LEVELS)
    table = labels.to_arrow()
    assert table.num_rows == 6 and table.schema.field("fewest").type == pa.int64()
    assert pa.table(labels).equals(table), "the C interface"
    frame = labels.to_pandas()
    assert isinstance(frame, pd.DataFrame) and frame["fewest"].tolist() == table["fewest"].to_pylist()
    labels.to_parquet(tmp_path / "labels.parquet")
    assert parquet.read_table(tmp_path / "labels.parquet").equals(table)
    with pytest.raises(FileExistsError):
        labels.to_parquet(tmp_path / "labels.parquet")


def test_trajectories_are_episodes() -> None:
    labels = banto.label(LEVELS, goal="moves")
    episodes = list(labels.trajectories())
    assert len(episodes) == 6
    for episode, row in zip(episodes, labels, strict=True):
        n = row["fewest"]
        assert episode["observations"].shape[0] == n + 1 and len(episode["actions"]) == n
        assert episode["terminations"].tolist() == [False] * (n - 1) + [True]
        assert not episode["truncations"].any() and episode["rewards"][-1] == pytest.approx(10.9)
        assert (episode["observations"][-1][2] == (episode["observations"][-1][1])).all(), "boxes on goals"
        assert not np.shares_memory(episode["observations"][0], episode["observations"][1])


def test_minari_takes_the_trajectories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    labels = banto.label(LEVELS[:3], goal="moves")
    with warnings.catch_warnings():
        # Minari recommends to name an author and more.
        warnings.simplefilter("ignore", UserWarning)
        made = labels.to_minari("banto/easy/expert-v0")
    assert made.total_episodes == 3 and made.total_steps == sum(row["fewest"] for row in labels)
    episode = next(minari.load_dataset("banto/easy/expert-v0").iterate_episodes())
    assert episode.terminations[-1] and len(episode.observations) == len(episode.actions) + 1
