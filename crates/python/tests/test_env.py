"""The environments: against the rules, against Gymnasium's contract, and against each other."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import banto_puzzle as banto
from banto_puzzle.gym import OBSERVATIONS, SokobanEnv, SokobanVectorEnv

LEVELS = [
    "#######\n#@ $. #\n# $  .#\n#######",
    "########\n#      #\n# .$$. #\n#  @   #\n#  *#  #\n########",
    "  #####\n  #   #\n###$  ###\n#  .@.  #\n#   $   #\n#########",
]
MODES = list(AutoresetMode)


def made(**options: Any) -> SokobanVectorEnv:
    options.setdefault("levels", LEVELS)
    options.setdefault("num_envs", 4)
    env = gymnasium.make_vec("banto/Sokoban-v0", vectorization_mode="vector_entry_point", **options)
    assert isinstance(env, SokobanVectorEnv)
    return env


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("actions", ["moves", "jumanji", "gym8", "gym9", "pushes"])
def test_gymnasium_accepts_the_environment(observation: str, actions: str) -> None:
    env = gymnasium.make("banto/Sokoban-v0", levels=LEVELS, observation=observation, actions=actions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("first", ["banto_puzzle", "gymnasium"])
def test_the_package_registers_its_environments(first: str) -> None:
    """In a process of its own, where nothing else has imported `banto_puzzle.gym`."""
    code = f"import {first}, gymnasium, banto_puzzle; print(gymnasium.make('banto/Sokoban-v0').reset(seed=1)[0].shape[0])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.stdout == "4\n", run.stderr


@pytest.mark.parametrize("mode", ["rgb_array", "ansi"])
def test_boards_are_rendered(mode: str) -> None:
    env = gymnasium.make("banto/Sokoban-v0", levels=LEVELS[0], render_mode=mode)
    env.reset(seed=1)
    frame = env.render()
    if mode == "ansi":
        assert frame == LEVELS[0]
    else:
        assert isinstance(frame, np.ndarray) and frame.shape == (4 * 16, 7 * 16, 3) and frame.dtype == np.uint8


def test_a_million_steps_keep_the_rules() -> None:
    """Against `Game`, which is the rules of the engines, and at the end against the independent checker."""
    random.seed(29)
    num, steps = 250, 4000
    levels = banto.generate(count=40, seed=3, grade="easy") + [banto.Level.parse(it) for it in LEVELS]
    env = made(num_envs=num, levels=levels, observation="grid", max_steps=200, autoreset_mode="SameStep", copy=False)
    observations, info = env.reset(seed=5)
    games = [banto.Game(levels[i]) for i in info["level"]]
    boards = [on_boards(game.level, env) for game in games]
    played = solved = pushes = 0
    rng = np.random.default_rng(29)
    for step in range(steps):
        actions = rng.integers(0, 4, num)
        before = [int((it & 6 == 6).sum()) for it in observations] if step % 100 == 0 else None
        observations, rewards, terminated, truncated, info = env.step(actions)
        done = terminated | truncated
        last = info["final_obs"] if done.any() else observations
        for i, game in enumerate(games):
            game.step("udlr"[actions[i]])
            shown = last[i] if done[i] else observations[i]
            if done[i] or step % 10 == 0:
                assert (shown == drawn(game, boards[i])).all()
            assert terminated[i] == game.solved
            if before is not None:
                change = int((shown & 6 == 6).sum()) - before[i]
                assert rewards[i] == pytest.approx(-0.1 + change + 10 * game.solved)
            if done[i]:
                played += 1
                pushes += game.n_pushes
                assert terminated[i] or info["final_info"]["steps"][i] == 200
                if game.solved:
                    solved += 1
                    assert banto.check(game.level, game.moves).pushes == game.n_pushes
                games[i] = banto.Game(levels[info["level"][i]])
                boards[i] = on_boards(games[i].level, env)
                assert (observations[i] == drawn(games[i], boards[i])).all()
    assert num * steps == 1_000_000 and played > 4000 and solved > 10 and pushes > 20_000
    assert env.level_statistics()[0].sum() == played and env.level_statistics()[1].sum() == solved


def on_boards(level: banto.Level, env: SokobanVectorEnv) -> np.ndarray[Any, Any]:
    """Walls and goals of a level on the boards of an environment."""
    height, width = env.single_observation_space.shape[-2:]
    board = np.ones((height, width), np.uint8)
    board[: level.height, : level.width] = level.array() & 3
    return board


def drawn(game: banto.Game, board: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    board = board.copy()
    for place in game.boxes:
        board[place] |= 4
    assert game.player is not None
    board[game.player] |= 8
    return board


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_observations_show_the_same_board(observation: str) -> None:
    env = made(observation=observation, num_envs=6, max_steps=40)
    other = made(observation="grid", num_envs=6, max_steps=40)
    seen, _ = env.reset(seed=3)
    grids, _ = other.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(200):
        for shown, grid in zip(seen, grids, strict=True):
            assert (shown == expected(observation, grid)).all()
        actions = rng.integers(0, 4, 6)
        seen, rewards, terminated, truncated, _ = env.step(actions)
        grids, *rest, _ = other.step(actions)
        assert (rewards == rest[0]).all() and (terminated == rest[1]).all() and (truncated == rest[2]).all()


def expected(observation: str, grid: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    planes = np.stack([(grid >> bit) & 1 for bit in range(4)])
    wall, goal, box, player = planes.astype(bool)
    if observation == "grid":
        return grid
    if observation == "planes":
        return planes
    if observation == "flat":
        return planes.ravel()
    if observation == "jumanji":
        return np.stack([3 * player + 4 * box, 1 * wall + 2 * goal], -1)
    colours = np.full((*grid.shape, 3), (243, 248, 238), np.uint8)
    for where, colour in [
        (wall, (0, 0, 0)),
        (goal, (254, 126, 125)),
        (box, (142, 121, 56)),
        (box & goal, (254, 95, 56)),
        (player, (160, 212, 56)),
        (player & goal, (219, 212, 56)),
    ]:
        colours[where] = colour
    return colours


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", MODES)
def test_the_vector_environment_is_many_single_ones(mode: AutoresetMode, copy: bool) -> None:
    """Compared with Gymnasium's own vector environment over our single one, level by level."""
    single = [lambda i=i: SokobanEnv(LEVELS[i % 3], max_steps=15, size=(6, 9), lost=True) for i in range(6)]
    theirs = SyncVectorEnv(single, autoreset_mode=mode)
    ours = made(
        num_envs=6, max_steps=15, autoreset_mode=mode, order="sequential", lost=True, copy=copy,
        level_ranges=[(i % 3, i % 3 + 1) for i in range(6)],
    )
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == mode
    a, _ = ours.reset(seed=1)
    b, _ = theirs.reset(seed=1)
    rng = np.random.default_rng(2)
    ends = 0
    for _ in range(300):
        assert (a == b).all()
        actions = rng.integers(0, 4, 6)
        a, *mine, info = ours.step(actions)
        b, *other, other_info = theirs.step(actions)
        for x, y in zip(mine, other, strict=True):
            assert (x == y).all() and x.dtype == y.dtype
        done = mine[1] | mine[2]
        ends += int(done.sum())
        if mode == AutoresetMode.SAME_STEP:
            assert ("final_obs" in info) == done.any()
            for i in np.flatnonzero(done):
                assert (info["final_obs"][i] == other_info["final_obs"][i]).all() and info["_final_obs"][i]
                for name in ("steps", "solved", "lost"):
                    assert info["final_info"][name][i] == other_info["final_info"][name][i], name
                assert info["final_info"]["level"][i] == i % 3
        for name in ("steps", "solved", "lost"):
            assert (info[name] == other_info[name]).all(), name
        if mode == AutoresetMode.DISABLED and done.any():
            a, _ = ours.reset(options={"reset_mask": done})
            b, _ = theirs.reset(options={"reset_mask": done})
    assert ends > 50


def test_copies_are_fresh_and_views_are_not() -> None:
    for copy in (True, False):
        env = made(copy=copy)
        first, _ = env.reset(seed=1)
        kept = first.copy()
        second, *_ = env.step(np.full(4, 3))
        third, *_ = env.step(np.full(4, 1))
        assert (second is third) == (not copy) and np.shares_memory(second, third) == (not copy)
        assert (first == kept).all() == copy


def test_threads_change_nothing() -> None:
    runs = []
    for threads in (1, 2, 3):
        env = made(num_envs=37, num_threads=threads, max_steps=30, autoreset_mode="SameStep")
        env.reset(seed=9)
        rng = np.random.default_rng(4)
        seen = [env.step(rng.integers(0, 4, 37)) for _ in range(150)]
        runs.append(seen)
    for one, other in ((runs[0], runs[1]), (runs[0], runs[2])):
        for x, y in zip(one, other, strict=True):
            assert all((a == b).all() for a, b in zip(x[:4], y[:4], strict=True))
            assert (x[4]["level"] == y[4]["level"]).all()


def test_seeds_repeat_and_differ() -> None:
    def levels(seed: Any) -> list[list[int]]:
        env = made(num_envs=32, max_steps=1, autoreset_mode="SameStep")
        _, info = env.reset(seed=seed)
        return [info["level"].tolist()] + [env.step(np.zeros(32, int))[4]["level"].tolist() for _ in range(5)]

    assert levels(7) == levels(7) == levels(list(range(7, 39)))
    assert levels(7) != levels(8)
    assert set(levels(7)[0]) == {0, 1, 2}
    with pytest.raises(ValueError, match="seeds"):
        made().reset(seed=[1, 2])


def test_order_ranges_weights_and_given_levels() -> None:
    env = made(num_envs=2, order="sequential", max_steps=1, autoreset_mode="SameStep")
    _, info = env.reset(seed=1)
    seen = [info["level"].tolist()] + [env.step(np.zeros(2, int))[4]["level"].tolist() for _ in range(3)]
    assert seen == [[0, 1], [2, 0], [1, 2], [0, 1]]
    env = made(num_envs=3, level_ranges=[(0, 1), (1, 3), (2, 3)])
    for seed in range(10):
        level = env.reset(seed=seed)[1]["level"]
        assert level[0] == 0 and level[1] in (1, 2) and level[2] == 2
    env = made(num_envs=200)
    env.set_level_weights([0, 3, 1])
    counts = np.bincount(env.reset(seed=1)[1]["level"], minlength=3)
    assert counts[0] == 0 and counts[1] > 1.8 * counts[2] > 0
    assert env.reset(options={"level": 2})[1]["level"].tolist() == [2] * 200
    env.set_level_weights(None)
    for bad in ([1], [-1, 1, 1], [0, 0, 0], [1, 1, float("nan")]):
        with pytest.raises(ValueError):
            env.set_level_weights(bad)
    with pytest.raises(ValueError, match="numbered"):
        env.reset(options={"level": 3})
    with pytest.raises(ValueError):
        made(num_envs=2, level_ranges=[(0, 1), (2, 2)])


def test_nonsense_is_refused() -> None:
    env = made()
    with pytest.raises(RuntimeError):
        env._boards.native.__class__([banto.Level.parse(LEVELS[0])], 1, _wanted()).step(np.zeros(1, np.int64))
    env.reset(seed=1)
    for actions in (np.full(4, 4), np.full(4, -1), np.zeros(3, int)):
        with pytest.raises(ValueError):
            env.step(actions)
    for options in (
        {"observation": "smell"}, {"actions": "fly"}, {"reward": "gold"}, {"order": "odd"}, {"levels": []},
        {"lost": "maybe"}, {"max_steps": 0}, {"num_threads": 0}, {"size": (3, 3)}, {"reverse": True, "actions": "pushes"},
        {"levels": ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"]}, {"render_mode": "hologram"},
    ):
        with pytest.raises(ValueError):
            made(**options)
    for mask in ([True] * 4, np.ones(3, bool), np.zeros(4, bool), np.ones(4, int)):
        with pytest.raises((ValueError, TypeError)):
            env.reset(options={"reset_mask": mask})


def _wanted() -> dict[str, Any]:
    return {
        "observation": "grid", "actions": "moves", "rewards": (0.0, 0.0, 0.0, 1.0), "max_steps": 9, "autoreset": "Disabled",
        "sequential": True, "reverse": False, "lost": False, "lost_ends": False, "threads": 1, "size": None, "pieces": None,
    }


@pytest.mark.parametrize("actions", ["gym8", "gym9"])
def test_actions_of_gym_sokoban(actions: str) -> None:
    """Moves stop at boxes, pushes move without one, and 0 waits where there is such an action."""
    env = SokobanEnv("######\n#@$ .#\n######", actions=actions)
    wait = int(actions == "gym9")
    env.reset(seed=1)
    right_push, right_move = wait + 3, wait + 7
    seen, reward, *_ = env.step(right_move)
    assert seen[3, 1, 1] == 1 and reward == pytest.approx(-0.1)
    if wait:
        assert env.step(0)[0][3, 1, 1] == 1
    assert env.step(right_push)[0][3, 1, 2] == 1
    seen, reward, terminated, *_ = env.step(right_push)
    assert terminated and reward == pytest.approx(10.9)
    env.reset()
    assert env.step(right_push)[0][3, 1, 2] == 1 and env.step(wait + 2)[0][3, 1, 1] == 1


def test_the_order_of_jumanji() -> None:
    env = SokobanEnv("#####\n#   #\n# @ #\n#$. #\n#####", actions="jumanji")
    for action, place in enumerate([(1, 2), (2, 3), (3, 2), (2, 1)]):
        env.reset(seed=1)
        assert env.step(action)[0][3][place] == 1


def test_rewards_by_name_and_by_hand() -> None:
    level = "#######\n#@$.. #\n# $   #\n#######"
    for reward, expected in [
        ("gym-sokoban", [0.9, -0.1]), ("jumanji", [0.9, -0.1]), ("sparse", [0, 0]), ((1.0, 2.0, 4.0, 8.0), [3.0, 1.0]),
    ]:
        env = SokobanEnv(level, reward=reward)  # type: ignore[arg-type]
        env.reset(seed=1)
        assert [env.step(3)[1], env.step(3)[1]] == pytest.approx(expected)


def test_pushes_are_those_of_the_rules() -> None:
    rng = np.random.default_rng(8)
    for text in LEVELS:
        env = SokobanEnv(text, actions="pushes", observation="grid", max_steps=60)
        for episode in range(10):
            _, info = env.reset(seed=episode)
            game = banto.Game(text)
            while True:
                width = env.observation_space.shape[1]
                pushes = {4 * (it.row * width + it.column) + "UDLR".index(it.direction): it for it in game.pushes()}
                assert set(np.flatnonzero(info["action_mask"])) == set(pushes)
                assert (env.action_masks() == info["action_mask"].astype(bool)).all()
                if not pushes:
                    break
                bad = next(it for it in range(env.action_space.n) if it not in pushes)
                choice = bad if rng.random() < 0.1 else int(rng.choice(sorted(pushes)))
                seen, _, terminated, truncated, info = env.step(choice)
                if choice != bad:
                    game.play(pushes[choice].moves)
                boxes = {(int(r), int(c)) for r, c in np.argwhere(seen & 4)}
                assert boxes == set(game.boxes) and game.player == tuple(np.argwhere(seen & 8)[0])
                assert terminated == game.solved
                if terminated or truncated:
                    break


def test_lost_is_never_said_of_a_position_that_can_be_won() -> None:
    random.seed(6)
    said = missed = 0
    for text in LEVELS:
        env = SokobanEnv(text, lost=True, max_steps=60)
        for episode in range(12):
            env.reset(seed=episode)
            game = banto.Game(text)
            known = False
            for _ in range(60):
                letter = random.choice("udlr")
                pushes = game.n_pushes
                game.step(letter)
                _, _, terminated, _, info = env.step("udlr".index(letter))
                if game.n_pushes > pushes and not known:
                    truth = game.lost()
                    assert truth or not info["lost"], str(game)
                    said += info["lost"]
                    missed += truth and not info["lost"]
                known = known or info["lost"]
                assert info["lost"] == known and not (terminated and info["lost"])
                if terminated:
                    break
    assert said > 15 and said > missed
    ended = SokobanEnv("######\n#@ $ #\n#  . #\n######", lost="end")
    ended.reset(seed=1)
    _, reward, terminated, _, info = ended.step(3)
    assert not terminated
    _, reward, terminated, _, info = ended.step(3)
    assert terminated and info["lost"] and not info["solved"] and reward == pytest.approx(-0.1)


def test_reverse_play_turned_round_solves_the_level() -> None:
    """Pulls until the level's beginning is reached; those moves backwards are a solution for the checker."""
    text = "#######\n#     #\n# @$. #\n#     #\n#######"
    level = banto.Level.parse(text)
    env = SokobanEnv(text, reverse=True, actions="gym8", observation="grid", max_steps=400)
    rng = np.random.default_rng(3)
    homes = 0
    for episode in range(60):
        seen, _ = env.reset(seed=episode)
        assert ((seen & 4) > 0).sum() == 1 and seen[2, 4] & 4 and seen[2, 3] & 2
        way = []
        while True:
            action = int(rng.integers(8))
            before = seen
            seen, _, terminated, truncated, _ = env.step(action)
            old, new = np.argwhere(before & 8)[0], np.argwhere(seen & 8)[0]
            if (old != new).any():
                pulled = ((before & 4) != (seen & 4)).any()
                back = "durl"[action % 4]
                way.append(back.upper() if pulled else back)
            if terminated or truncated:
                break
        if terminated:
            homes += 1
            # From the level's own first square to where reverse play ended.
            start = banto.Game(level)
            spot = tuple(int(it) for it in np.argwhere(seen & 8)[0])
            walk = _walk(seen, (2, 2), spot)
            solution = walk + "".join(reversed(way))
            assert banto.check(level, solution).moves == len(solution)
            assert start.play(solution) == len(solution) and start.solved
    assert homes >= 3


def _walk(board: np.ndarray[Any, Any], start: tuple[int, ...], end: tuple[int, ...]) -> str:
    ways = {start: ""}
    open_ = [start]
    while open_:
        at = open_.pop(0)
        for letter, (row, column) in {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}.items():
            to = (at[0] + row, at[1] + column)
            if to not in ways and not board[to] & 5:
                ways[to] = ways[at] + letter
                open_.append(to)
    return ways[end]


def test_generated_levels_never_end() -> None:
    env = SokobanEnv(banto.Generator(seed=4, grade="easy", boxes=2), size=(10, 10))
    seen = set()
    for _ in range(6):
        env.reset(seed=None)
        seen.add(env.level)
    assert len(seen) == 6
    vector = SokobanVectorEnv(3, banto.Generator(seed=4, grade="easy", boxes=2), size=(10, 10), max_steps=5, pool=4)
    vector.reset(seed=1)
    first = list(vector.levels)
    for _ in range(30):
        vector.step(np.zeros(3, np.int64))
    assert not set(first) & set(vector.levels)


def test_a_curriculum_is_asked() -> None:
    calls = []

    def curriculum(env: SokobanVectorEnv) -> None:
        played, solved = env.level_statistics()
        calls.append(int(played.sum()))
        assert solved.sum() <= played.sum()
        env.set_level_weights([1, 0, 0])

    env = made(num_envs=5, max_steps=2, curriculum=curriculum, curriculum_interval=10, autoreset_mode="SameStep")
    env.reset(seed=1)
    for _ in range(20):
        info = env.step(np.zeros(5, np.int64))[4]
    assert calls and calls[0] == 10 and (info["level"] == 0).all()


def test_torch_and_jax_can_take_arrays_without_a_copy() -> None:
    env = made(copy=False)
    observations, _ = env.reset(seed=1)
    taken = np.from_dlpack(observations)
    assert np.shares_memory(taken, observations)
    assert observations.ctypes.data % 64 == 0, "jax copies what is not aligned"


def test_known_solutions_end_their_episodes(collections: Path) -> None:
    """Proved solutions of other people's levels, replayed through the environment."""
    levels = banto.read(collections / "sokoban" / "boxoban-unfiltered-test-1000.xsb")[:200]
    records = [banto.solve(level, engine="optimal", goal="pushes") for level in levels]
    env = made(num_envs=len(levels), levels=levels, order="sequential", max_steps=1000, autoreset_mode="Disabled")
    env.reset(seed=1)
    ended = np.zeros(len(levels), int)
    for step in range(max(len(it.solution) for it in records)):
        actions = ["udlr".index(it.solution[step].lower()) if step < len(it.solution) else 0 for it in records]
        *_, terminated, _, _ = env.step(np.array(actions))
        ended[terminated] = step + 1
    assert ended.tolist() == [it.moves for it in records]
