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
    solve,
    techniques,
    why,
)
from ._native import Level, __version__
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
from .generator import Generator, generate

__all__ = [
    "BantoError",
    "Collection",
    "Fault",
    "Game",
    "Generator",
    "InternalError",
    "InvalidLevel",
    "Level",
    "LevelError",
    "LevelWarning",
    "MovesError",
    "NoAnswer",
    "ProofError",
    "RequestError",
    "__version__",
    "answers",
    "check",
    "check_proof",
    "dead_squares",
    "distance",
    "engines",
    "errors",
    "facts",
    "generate",
    "hint",
    "improve",
    "is_lost",
    "prove",
    "read",
    "solve",
    "techniques",
    "why",
    "write",
]
