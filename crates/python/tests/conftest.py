"""What the tests share: levels of our own, other people's collections, the program, skips that are counted."""

from __future__ import annotations

import os
from pathlib import Path

# The matrices of the examples are small: more threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest

import banto_puzzle as banto

SMALL = "#######\n#@ $. #\n# $  .#\n#######"

#: Two rooms and four boxes: some seconds for a proof, so that limits have something to stop.
LARGE = """\
############
#          #
# $  ## .. #
#  $ ## .. #
# $   @    #
#  $ ##    #
#    ##    #
############"""


@pytest.fixture
def small() -> banto.Level:
    return banto.Level.parse(SMALL)


@pytest.fixture
def large() -> banto.Level:
    return banto.Level.parse(LARGE)


@pytest.fixture
def program() -> str:
    """The command line program, which `cargo xtask python` builds."""
    named = os.environ.get("BANTO_PROGRAM")
    if not named:
        pytest.skip("BANTO_PROGRAM does not name the command line program")
    return named


@pytest.fixture
def collections() -> Path:
    """The folder of other people's collections."""
    named = os.environ.get("BANTO_LEVELS")
    if not named:
        pytest.skip("BANTO_LEVELS does not name a folder of level collections")
    return Path(named)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):  # type: ignore[no-untyped-def]
    """Notes a skipped test in the file that `cargo xtask test` lists."""
    outcome = yield
    report = outcome.get_result()
    listed = os.environ.get("BANTO_SKIPPED")
    if report.skipped and listed:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        with open(listed, "a", encoding="utf-8") as file:
            file.write(f"python {item.name}: {reason.removeprefix('Skipped: ')}\n")
