"""Compares two heuristics of A*: nodes and time on the same levels.

usage: python compare_heuristics.py [FILE]
"""

import sys

import pandas as pd

import banto_puzzle as banto

levels = banto.read(sys.argv[1]) if len(sys.argv) > 1 else banto.generate(count=20, grade="easy", seed=1)
rows = []
for heuristic in ("manhattan", "matching"):
    for place, _, record in banto.solve_many(levels, engine="astar", heuristic=heuristic, nodes="200k", time="10s"):
        rows.append({"heuristic": heuristic, "level": place, **record})
table = pd.DataFrame(rows).pivot(index="level", columns="heuristic", values=["expanded", "seconds", "pushes"])
print(table.describe().loc[["mean", "50%", "max"]].round(3).to_string())
