"""Steps per CPU second on one core: ours beside gym-sokoban, Jumanji and EnvPool, where they are installed.

usage: python speed.py [FILE OF 10x10 LEVELS]
"""

import gc
import sys
import time

import gymnasium
import numpy as np
from gymnasium.utils.performance import benchmark_vector_step

import banto_puzzle as banto
import banto_puzzle.gym  # noqa: F401

NUM = 1024
SECONDS = 3.0


def rate(step, count, seconds=SECONDS):
    """Calls ``step`` for a while; steps per CPU second of this process."""
    step()
    gc.collect()
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        step()
        done += count
    return done / (time.process_time() - began)


def ours(levels):
    actions = np.random.default_rng(1).integers(0, 4, (64, NUM))
    for observation in ("planes", "grid", "rgb", "jumanji"):
        for copy in (False, True):
            env = banto.gym.SokobanVectorEnv(NUM, levels, observation=observation, copy=copy)
            env.reset(seed=1)

            def steps(env=env):
                for row in actions:
                    env.step(row)

            yield f"banto {observation}, {'copies' if copy else 'in place'}", rate(steps, 64 * NUM)
        # Gymnasium's ruler counts wall-clock time; what other programs took of it is taken off.
        wall, cpu = time.time(), time.process_time()
        found = benchmark_vector_step(env, SECONDS, 1)
        share = (time.process_time() - cpu) / (time.time() - wall)
        yield f"banto {observation}, copies, benchmark_vector_step", found / share
    single = gymnasium.make("banto/Sokoban-v0", levels=levels)
    single.reset(seed=1)

    def one():
        for action in actions[0]:
            _, _, terminated, truncated, _ = single.step(action)
            if terminated or truncated:
                single.reset()

    yield "banto, one board through gymnasium.make", rate(one, NUM, 1.0)


def jumanji():
    import jax
    import jumanji
    from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator

    env = jumanji.make("Sokoban-v0", generator=SimpleSolveGenerator())
    keys = jax.random.split(jax.random.PRNGKey(1), NUM)
    state, _ = jax.jit(jax.vmap(env.reset))(keys)
    length = 100

    # The observations are carried along, so that the compiler cannot leave them out.
    def body(carried, key):
        actions = jax.random.randint(key, (NUM,), 0, 4)
        state, timestep = jax.vmap(env.step)(carried[0], actions)
        return (state, timestep.observation.grid), timestep.reward

    run = jax.jit(lambda state, key: jax.lax.scan(body, state, jax.random.split(key, length)))
    first = (state, jax.vmap(env.reset)(keys)[1].observation.grid)
    key = jax.random.PRNGKey(2)
    yield "Jumanji 1.1.2, jit, vmap, scan", rate(lambda: jax.block_until_ready(run(first, key)), NUM * length)


def gym_sokoban():
    from gym_sokoban.envs.sokoban_env import SokobanEnv

    env = SokobanEnv()
    for mode in ("rgb_array", "tiny_rgb_array"):
        env.reset()
        rng = np.random.default_rng(1)

        def step(mode=mode, rng=rng):
            for action in rng.integers(0, 9, 50):
                if env.step(int(action), observation_mode=mode)[2]:
                    # A new episode on the same level: making levels takes seconds and is another matter.
                    env.num_env_steps = 0
                    env.room_state = start.copy()

        start = env.room_state.copy()
        yield f"gym-sokoban 0.0.6, {mode}", rate(step, 50)


def envpool():
    import envpool as pool

    env = pool.make_gymnasium("Sokoban-v0", num_envs=256, num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(0, 4, (64, 256)).astype(np.int32)

    def steps():
        for row in actions:
            env.step(row)

    yield "EnvPool, 256 boards", rate(steps, 64 * 256)


if __name__ == "__main__":
    levels = banto.read(sys.argv[1]) if len(sys.argv) > 1 else banto.generate(count=64, width=10, height=10, boxes=4)
    for source in (lambda: ours(levels), jumanji, gym_sokoban, envpool):
        try:
            for name, figure in source():
                print(f"{name:55} {figure:14,.0f} steps per CPU second", flush=True)
        except Exception as error:
            print(f"{source.__name__}: {type(error).__name__}: {error}", flush=True)
