"""The environment of Unblock."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import banto_puzzle as banto
from banto_puzzle.gym import UnblockEnv, UnblockVectorEnv

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


@pytest.mark.parametrize("observation", ["planes", "grid", "flat"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_compiled_boards_keep_the_rules(mode: AutoresetMode, observation: str) -> None:
    """Against single environments, which play by `Game`."""
    single = [
        lambda i=i: UnblockEnv([LEVELS[i % 2], LEVELS[1]], observation=observation, max_steps=25, order="sequential")
        for i in range(4)
    ]
    theirs = SyncVectorEnv(single, autoreset_mode=mode)
    levels = [LEVELS[0], LEVELS[1], LEVELS[1], LEVELS[1]]
    options = {"levels": levels, "observation": observation, "max_steps": 25, "order": "sequential"}
    ours = gymnasium.make_vec(
        "banto/Unblock-v0", num_envs=4, vectorization_mode="vector_entry_point", autoreset_mode=mode,
        level_ranges=[(0, 2), (2, 4), (0, 2), (2, 4)], **options,
    )
    assert isinstance(ours, UnblockVectorEnv) and ours.action_space == theirs.action_space
    assert ours.observation_space == theirs.observation_space
    a, info = ours.reset(seed=1)
    b, other = theirs.reset(seed=1)
    rng = np.random.default_rng(7)
    ends = 0
    for _ in range(300):
        assert (a == b).all()
        assert (info["action_mask"] == np.stack(other["action_mask"])).all()
        actions = rng.integers(0, ours.single_action_space.n, 4)
        a, *mine, info = ours.step(actions)
        b, *rest, other = theirs.step(actions)
        assert all((x == y).all() for x, y in zip(mine, rest, strict=True))
        assert (info["steps"] == other["steps"]).all() and (info["solved"] == other["solved"]).all()
        done = mine[1] | mine[2]
        ends += int(done.sum())
        if mode == AutoresetMode.SAME_STEP:
            for i in np.flatnonzero(done):
                assert (info["final_obs"][i] == other["final_obs"][i]).all()
        if mode == AutoresetMode.DISABLED and done.any():
            a, info = ours.reset(options={"reset_mask": done})
            b, fresh = theirs.reset(options={"reset_mask": done})
            masks = np.stack(other["action_mask"])
            masks[done] = np.stack(fresh["action_mask"])[done]
            other = {"action_mask": masks}
    assert ends > 30


def test_compiled_boards_end_when_solved() -> None:
    levels = [banto.Level.parse(it) for it in LEVELS]
    env = UnblockVectorEnv(2, levels, order="sequential", observation="grid", reward="sparse")
    env.reset(seed=1)
    ways = []
    for level in levels:
        names = [it[0] for it in level.pieces]
        red = next(it[0] for it in level.pieces if it[5])
        names = [red, *(it for it in names if it != red)]
        way = []
        for move in banto.solve(level, engine="unblock", goal="steps").solution.split():
            name, distance = move.replace("+", " ").replace("-", " -").split()
            way += [2 * names.index(name) + (int(distance) > 0)] * abs(int(distance))
        ways.append(way)
    short = min(range(2), key=lambda it: len(ways[it]))
    for step in range(len(ways[short])):
        _, rewards, terminated, _, info = env.step(np.array([way[step] for way in ways]))
    assert terminated[short] and rewards[short] == 1.0 and info["solved"][short] and not terminated[1 - short]
    for bad in ({"observation": "rgb"}, {"reward": "gold"}, {"levels": "#####\n#@$.#\n#####"}, {"render_mode": "ansi"}):
        with pytest.raises(ValueError):
            UnblockVectorEnv(2, **{"levels": levels, **bad})  # type: ignore[arg-type]


def test_generated_boards_never_end() -> None:
    vector = UnblockVectorEnv(3, banto.Generator("unblock", seed=4, grade="first"), max_steps=4, pool=4)
    vector.reset(seed=1)
    first = list(vector.levels)
    for _ in range(25):
        vector.step(vector.action_space.sample())
    assert not set(first) & set(vector.levels)
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
