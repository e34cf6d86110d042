"""Hands chunks of runs to Ray and passes the rows back.

Started by `banto bench --on ray`. Standard input: one line of JSON with the address, the memory of a task and the
path of the program, then one line for each chunk, {"chunk": number, "plan": text}. The answers go where standard error
was at the start: {"chunk": number, "rows": text} for each chunk that is done, or {"failed": text}. Nobody else writes
there, because Ray says what it likes on standard output and standard error. Ray runs a chunk again when its worker or its node is lost; whoever
reads the rows knows each run by its key and keeps the first row of it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile


def main():
    out = os.fdopen(os.dup(2), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)

    def say(value):
        out.write(json.dumps(value) + "\n")
        out.flush()

    job = json.loads(sys.stdin.readline())
    chunks = [json.loads(line) for line in sys.stdin]
    try:
        import ray
    except ImportError as why:
        say({"failed": f"Python has no package ray ({why}): pip install ray"})
        return
    try:
        run(ray, job, chunks, say)
    except Exception as why:  # Whatever Ray raises is told in one sentence.
        say({"failed": f"Ray: {type(why).__name__}: {str(why).strip().splitlines()[0] if str(why).strip() else ''}"})


def run(ray, job, chunks, say):
    with tempfile.TemporaryDirectory() as folder:
        # The program travels with the job: nodes need nothing but Ray.
        shutil.copy2(job["program"], os.path.join(folder, "banto"))
        options = {"runtime_env": {"working_dir": folder}, "log_to_driver": False, "logging_level": "ERROR"}
        if job["address"]:
            ray.init(address=job["address"], **options)
        else:
            try:
                ray.init(address="auto", **options)
            except ConnectionError:
                ray.init(**options)
        # Every loss is somebody else's fault until it has happened often: what kills the search itself is
        # noticed by the program and is a row.
        resources = {"num_cpus": 1, "max_retries": 20}
        if job["memory"]:
            resources["memory"] = job["memory"]

        def solve(number, plan):
            done = subprocess.run(
                [os.path.abspath("banto"), "--quiet", "bench", "chunk"],
                input=plan.encode(), stdout=subprocess.PIPE, check=True,
            )
            return number, done.stdout.decode()

        task = ray.remote(**resources)(solve)
        waiting = [task.remote(chunk["chunk"], chunk["plan"]) for chunk in chunks]
        while waiting:
            ready, waiting = ray.wait(waiting, num_returns=1)
            for one in ready:
                number, rows = ray.get(one)
                say({"chunk": number, "rows": rows})
        ray.shutdown()


main()
