"""Learns one level by heart: tabular Q-learning in fifteen lines, with the proved optimum beside it."""

from collections import defaultdict

import gymnasium
import numpy as np

import banto_puzzle as banto

level = banto.Level.parse("#######\n#@ $. #\n# $  .#\n#######")
env = gymnasium.make("banto/Sokoban-v0", levels=level, observation="grid", lost="end", max_steps=50)
values, rng = defaultdict(lambda: np.zeros(4)), np.random.default_rng(1)
for episode in range(1500):
    state, done = env.reset(seed=episode)[0].tobytes(), False
    while not done:
        action = int(rng.integers(4) if rng.random() < 0.2 else values[state].argmax())
        after, reward, terminated, truncated, info = env.step(action)
        best = 0.0 if terminated else values[after.tobytes()].max()
        values[state][action] += 0.2 * (reward + 0.99 * best - values[state][action])
        state, done = after.tobytes(), terminated or truncated
state, done = env.reset()[0].tobytes(), False
while not done:
    after, _, terminated, truncated, info = env.step(int(values[state].argmax()))
    state, done = after.tobytes(), terminated or truncated
print(f"solved: {info['solved']} in {info['steps']} moves; the optimum is {banto.distance(level, goal='moves')}")
