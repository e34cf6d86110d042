"""The environment of Unblock."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import banto_puzzle as banto
from banto_puzzle.gym import UnblockEnv

LEVELS = ["..A..\n..A..\nRR..B\n....B\n.....", "BBBCDEoFFCDEAAGHooIoGHJJIKKLLoMMNNoo"]


@pytest.mark.parametrize("observation", ["planes", "grid", "flat"])
def test_gymnasium_accepts_it(observation: str) -> None:
    env = gymnasium.make("banto/Unblock-v0", levels=LEVELS, observation=observation)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped, skip_render_check=True)


def test_solutions_end_the_episode() -> None:
    for number, text in enumerate(LEVELS):
        env = UnblockEnv(LEVELS, observation="grid", render_mode="ansi")
        _, info = env.reset(seed=1, options={"level": number})
        level = banto.Level.parse(text)
        assert env.render() == str(level) and info["level"] == number
        names = [it[0] for it in level.pieces]
        red = next(it[0] for it in level.pieces if it[5])
        names.remove(red)
        names.insert(0, red)
        record = banto.solve(level, goal="steps", engine="unblock")
        actions = []
        for move in record.solution.split():
            name, distance = move.replace("+", " ").replace("-", " -").split()
            actions += [2 * names.index(name) + (int(distance) > 0)] * abs(int(distance))
        assert len(actions) == record.steps
        for step, action in enumerate(actions):
            assert info["action_mask"][action]
            seen, reward, terminated, truncated, info = env.step(action)
            assert terminated == (step + 1 == len(actions)) and not truncated
        assert info["solved"] and reward == pytest.approx(9.9) and (seen == 1).sum() == 2


def test_random_steps_keep_the_rules() -> None:
    rng = np.random.default_rng(5)
    env = UnblockEnv(LEVELS, observation="grid", max_steps=100)
    moved = 0
    for episode in range(20):
        seen, info = env.reset(seed=episode)
        total = np.bincount(seen.ravel(), minlength=256)
        while True:
            action = int(rng.integers(env.action_space.n))
            before, possible = seen, info["action_mask"][action]
            seen, _, terminated, truncated, info = env.step(action)
            assert (np.bincount(seen.ravel(), minlength=256) == total).all()
            assert bool(possible) == bool((seen != before).any())
            changed = np.unique(np.concatenate([seen[seen != before], before[seen != before]]))
            assert set(changed.tolist()) <= {0, action // 2 + 1}
            moved += int(possible)
            if terminated or truncated:
                assert terminated == info["solved"]
                break
    assert moved > 200


def test_many_side_by_side() -> None:
    env = gymnasium.make_vec("banto/Unblock-v0", num_envs=3, vectorization_mode="sync", levels=LEVELS)
    seen, _ = env.reset(seed=1)
    assert seen.shape == (3, 5, 6, 6)
    env.step(env.action_space.sample())
    generated = UnblockEnv(banto.Generator("unblock", seed=2, grade="easy"))
    first = generated.reset(seed=1)[0]
    assert (first != generated.reset()[0]).any()


def test_nonsense_is_refused() -> None:
    for options in ({"observation": "smell"}, {"reward": "gold"}, {"levels": "#####\n#@$.#\n#####"}, {"max_steps": 0}):
        with pytest.raises(ValueError):
            UnblockEnv(**{"levels": LEVELS, **options})  # type: ignore[arg-type]
    env = UnblockEnv(LEVELS)
    env.reset(seed=1)
    for action in (-1, 999):
        with pytest.raises(ValueError):
            env.step(action)
    with pytest.raises(ValueError):
        env.reset(options={"level": 7})
