"""Tells Gymnasium about the environments, when this package is imported and Gymnasium is installed."""

from __future__ import annotations


def register() -> None:
    """Registers ``banto/Sokoban-v0`` and ``banto/Unblock-v0``, unless that has been done."""
    try:
        from gymnasium.envs.registration import register as add
        from gymnasium.envs.registration import registry
    except ImportError:
        return

    for name in ("Sokoban", "Unblock"):
        if f"banto/{name}-v0" not in registry:
            add(
                id=f"banto/{name}-v0",
                entry_point=f"banto_puzzle.gym:{name}Env",
                vector_entry_point=f"banto_puzzle.gym:{name}VectorEnv",
            )
