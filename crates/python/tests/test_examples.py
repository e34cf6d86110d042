"""The programs of the README, the examples, and the notebooks do what they say."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import banto_puzzle as banto

HERE = Path(__file__).parent.parent
EXAMPLES = HERE / "examples"


def test_the_programs_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after another in one folder, as a reader would."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, object] = {"__name__": "readme"}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


@pytest.mark.parametrize("module", ["", ".game", ".gym", ".text"])
def test_the_examples_in_the_documentation_are_right(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"banto_puzzle{module}"))
    assert tried > 0 and failed == 0


def run(tmp_path: Path, *words: str) -> str:
    command = [sys.executable, str(EXAMPLES / words[0]), *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_levels_are_generated_and_labelled(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert "30 levels, 30 with their solution" in run(tmp_path, "generate_levels.py", "30", "easy", "mine.sok")
    levels = banto.read(tmp_path / "mine.sok")
    assert len(levels) == 30
    run(tmp_path, "label_folder.py", ".", "labels.parquet")
    table = parquet.read_table(tmp_path / "labels.parquet").to_pylist()
    assert [row["fewest"] for row in table] == [banto.distance(level) for level in levels]


def test_heuristics_are_compared(tmp_path: Path) -> None:
    shown = run(tmp_path, "compare_heuristics.py")
    assert "manhattan" in shown and "matching" in shown and "expanded" in shown


def test_a_level_is_learned_by_heart(tmp_path: Path) -> None:
    assert run(tmp_path, "q_learning.py") == "solved: True in 8 moves; the optimum is 8\n"


def test_an_agent_learns(tmp_path: Path) -> None:
    """Shorter than the example's own training, and still better than chance."""
    shown = run(tmp_path, "train.py", "400")
    random, trained = (float(it) for it in re.findall(r"(?:random|trained): ([\d.]+)%", shown))
    assert trained > random + 5, shown


@pytest.mark.parametrize("program", sorted(EXAMPLES.glob("*.ipynb"), key=str), ids=lambda it: it.stem)
def test_notebooks_run(program: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(program, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    pictures = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if {"image/png", "image/svg+xml"} & set(output.get("data", {}))
    ]
    assert pictures, "a notebook shows something"
