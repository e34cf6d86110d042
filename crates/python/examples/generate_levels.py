"""Makes a thousand different levels of one grade, each solvable by proof, in one file.

usage: python generate_levels.py [COUNT] [GRADE] [FILE]
"""

import itertools
import sys

import banto_puzzle as banto

count, grade, file = (sys.argv[1:] + ["1000", "easy", "levels.sok"][len(sys.argv) - 1 :])[:3]
maker = banto.Generator(grade=grade, seed=2026)
levels = list(itertools.islice(maker, int(count)))
assert len({level.canonical_hash for level in levels}) == len(levels)
with open(file, "x", encoding="utf-8") as output:
    output.write(banto.write(levels))
print(f"{len(levels)} levels, {sum(len(level.solutions) for level in levels)} with their solution, in {file}")
