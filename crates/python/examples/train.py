"""Trains a small agent with policy gradients, in NumPy alone, on generated levels; prints a curve above random.

usage: python train.py [UPDATES]
"""

import sys

import numpy as np

import banto_puzzle as banto
from banto_puzzle.gym import SokobanVectorEnv

NUM, STEPS, VIEW, HIDDEN = 256, 16, 6, 96
rng = np.random.default_rng(0)
maker = banto.Generator(seed=5, grade="easy", boxes=1, width=7, height=7, tries=20)
levels = [next(maker) for _ in range(400)]
train, held_out = levels[:300], levels[300:]


def environment(levels, num=NUM):
    return SokobanVectorEnv(num, levels, size=(7, 7), max_steps=40, autoreset_mode="SameStep")


def view(planes):
    """Walls, goals and boxes around the player, in one row for each board."""
    player = planes[:, 3].reshape(len(planes), -1).argmax(1)
    wide = np.pad(planes[:, :3], ((0, 0), (0, 0), (VIEW, VIEW), (VIEW, VIEW)))
    rows, columns = np.divmod(player, planes.shape[3])
    window = np.arange(2 * VIEW + 1)
    seen = wide[
        np.arange(len(planes))[:, None, None, None],
        np.arange(3)[None, :, None, None],
        (rows[:, None] + window)[:, None, :, None],
        (columns[:, None] + window)[:, None, None, :],
    ]
    return seen.reshape(len(planes), -1).astype(np.float32)


class Agent:
    """A layer of ReLUs, four preferences and a value; Adam."""

    def __init__(self):
        size = 3 * (2 * VIEW + 1) ** 2
        shapes = [(size, HIDDEN), (HIDDEN,), (HIDDEN, 5), (5,)]
        self.weights = [rng.normal(0, 0.05, it).astype(np.float32) if len(it) > 1 else np.zeros(it, np.float32) for it in shapes]
        self.moments = [(np.zeros_like(it), np.zeros_like(it)) for it in self.weights]
        self.updates = 0

    def __call__(self, seen):
        first, bias, second, bias2 = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        out = hidden @ second + bias2
        odds = np.exp(out[:, :4] - out[:, :4].max(1, keepdims=True))
        return hidden, odds / odds.sum(1, keepdims=True), out[:, 4]

    def learn(self, seen, actions, returns, rate=2e-3, entropy=0.02):
        hidden, chances, values = self(seen)
        gain = returns - values
        slope = chances.copy()
        slope[np.arange(len(actions)), actions] -= 1
        weight = (gain - gain.mean()) / (gain.std() + 1e-6)
        logs = np.log(chances + 1e-8)
        slope = slope * weight[:, None] + entropy * chances * (logs - (chances * logs).sum(1, keepdims=True))
        slope = np.concatenate([slope, -0.5 * gain[:, None]], 1) / len(actions)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)]
        self.updates += 1
        for weight, (mean, square), slope in zip(self.weights, self.moments, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fix = 1 - 0.9**self.updates, 1 - 0.999**self.updates
            weight -= rate * (mean / fix[0]) / (np.sqrt(square / fix[1]) + 1e-8)


def success(agent, levels, episodes=1000):
    """Share of episodes that end solved."""
    env = environment(levels)
    seen, _ = env.reset(seed=99)
    solved = ended = 0
    while ended < episodes:
        chances = agent(view(seen))[1] if agent else np.full((NUM, 4), 0.25)
        actions = (chances.cumsum(1) > rng.random((NUM, 1))).argmax(1)
        seen, _, terminated, truncated, _ = env.step(actions)
        solved += int(terminated.sum())
        ended += int((terminated | truncated).sum())
    return 100 * solved / ended


def main(updates=3000):
    agent, env = Agent(), environment(train)
    seen, _ = env.reset(seed=1)
    print(f"random: {success(None, held_out):.1f}% of unseen levels solved")
    curve = []
    while agent.updates < updates:
        views, actions, rewards, ends = [], [], [], []
        for _ in range(STEPS):
            views.append(view(seen))
            chances = agent(views[-1])[1]
            actions.append((chances.cumsum(1) > rng.random((NUM, 1))).argmax(1))
            seen, reward, terminated, truncated, _ = env.step(actions[-1])
            rewards.append(reward)
            ends.append(terminated | truncated)
        ahead, returns = agent(view(seen))[2], []
        for reward, end in zip(reversed(rewards), reversed(ends), strict=True):
            ahead = reward + 0.97 * ahead * ~end
            returns.append(ahead)
        agent.learn(np.concatenate(views), np.concatenate(actions), np.concatenate(returns[::-1]))
        if agent.updates % 200 == 0:
            played, solved = env.level_statistics()
            curve.append((agent.updates, played.sum(), solved.sum()))
            last = np.diff(np.array([(0, 0, 0), *curve]), axis=0)[-1]
            print(f"{agent.updates} updates: {100 * last[2] / last[1]:.1f}% of training episodes solved", flush=True)
    print(f"trained: {success(agent, held_out):.1f}% of unseen levels solved")
    return curve


if __name__ == "__main__":
    main(*(int(it) for it in sys.argv[1:]))
