"""Labels every level below a folder: fewest pushes, proved, in a Parquet file.

usage: python label_folder.py FOLDER labels.parquet
"""

import sys

import banto_puzzle as banto

folder, output = sys.argv[1:3]
labels = banto.label(folder, goal="pushes", time="10s", progress=lambda done, of: print(f"{done}/{of}", end="\r"))
labels.to_parquet(output)
table = labels.to_pandas()
print(table.groupby("status").size().to_string())
print(table["fewest"].describe().to_string())
