"""Sokoban and Unblock Me for research: solvers, proofs, labels, generators and fast environments.

>>> import banto_puzzle as banto
>>> level = banto.Level.parse("#######\\n#@ $. #\\n# $  .#\\n#######")
>>> record = banto.solve(level, engine="optimal", goal="pushes")
>>> record.pushes, record.guarantee
(4, 'push-optimal')
"""

from __future__ import annotations

from . import answers, errors
from ._ask import (
    advice,
    check,
    check_proof,
    dead_squares,
    distance,
    engines,
    facts,
    hint,
    improve,
    is_lost,
    prove,
    rate,
    solve,
    techniques,
    why,
)
from ._native import Level, __version__
from ._register import register as _register
from .collection import Collection, InvalidLevel, read, write
from .errors import (
    BantoError,
    Fault,
    InternalError,
    LevelError,
    LevelWarning,
    MovesError,
    NoAnswer,
    ProofError,
    RequestError,
)
from .game import Game
from .generator import Generator, GradedBoard, generate, graded_boards
from .labels import Labels, label
from .many import Solved, solve_many

__all__ = [
    "BantoError",
    "Collection",
    "Fault",
    "Game",
    "Generator",
    "GradedBoard",
    "InternalError",
    "InvalidLevel",
    "Labels",
    "Level",
    "LevelError",
    "LevelWarning",
    "MovesError",
    "NoAnswer",
    "ProofError",
    "RequestError",
    "Solved",
    "__version__",
    "advice",
    "answers",
    "check",
    "check_proof",
    "dead_squares",
    "distance",
    "engines",
    "errors",
    "facts",
    "generate",
    "graded_boards",
    "hint",
    "improve",
    "is_lost",
    "label",
    "prove",
    "rate",
    "read",
    "solve",
    "solve_many",
    "techniques",
    "why",
    "write",
]

_register()
