"""The questions of the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import banto_puzzle as banto

LOST = "######\n#@ $ #\n#  . #\n######".replace("$ #", " $#")


def test_a_record_is_checked_and_shortest(small: banto.Level) -> None:
    record = banto.solve(small, engine="optimal", goal="pushes")
    assert record.solved and record.optimal and record.pushes == 4 and record["guarantee"] == "push-optimal"
    counts = banto.check(small, record.solution)
    assert (counts.moves, counts.pushes) == (record.moves, record.pushes)
    moves = banto.solve(small, engine="optimal", goal="moves")
    assert moves.guarantee == "move-optimal" and moves.moves <= record.moves
    with pytest.raises(AttributeError):
        record.colour


def test_the_record_is_that_of_the_command_line(program: str, tmp_path: Path, large: banto.Level) -> None:
    file = tmp_path / "levels.xsb"
    file.write_text("; one\n#######\n#@ $. #\n# $  .#\n#######\n\n; two\n" + str(large) + "\n")
    levels = banto.read(file)
    for options, asked in [
        (["--engine", "optimal", "--goal", "pushes"], {"engine": "optimal", "goal": "pushes"}),
        (["--nodes", "500"], {"nodes": 500}),
        (
            ["--engine", "astar", "--heuristic", "manhattan", "--nodes", "300"],
            {"engine": "astar", "heuristic": "manhattan", "nodes": 300},
        ),
        (
            ["--goal", "moves", "--engine", "optimal", "--nodes", "100", "--technique=-freeze"],
            {"goal": "moves", "engine": "optimal", "nodes": 100, "techniques": "-freeze"},
        ),
    ]:
        # Tables are sized by the limit of memory, so both must have the same.
        command = [program, "solve", str(file), "--jsonl", "--threads", "1", "--memory", "64MiB", "--time", "60s"]
        command += options
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        theirs = [json.loads(line) for line in run.stdout.splitlines()]
        assert len(theirs) == 2, run.stderr
        for level, record in zip(levels, theirs, strict=True):
            ours = banto.solve(level, memory="64MiB", time="60s", **asked)
            # Where a level came from is written as it was asked for; measurements differ from run to run.
            free = {"collection", "seconds", "cpu_seconds", "peak_bytes", "revision"}
            assert set(ours) == set(record)
            for name in set(record) - free:
                assert ours[name] == record[name], (name, options)


def test_limits_are_a_status(large: banto.Level) -> None:
    assert banto.solve(large, engine="optimal", goal="moves", nodes=10).status == "nodes"
    record = banto.solve(large, engine="dfs", space="moves", heuristic=None, time="50ms", memory="256MiB")
    assert record.status in ("time", "memory", "solved")
    assert record["limits"]["seconds"] == 0.05


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"engine": "optimum"}, "optimal"),
        ({"goal": "steps"}, "steps"),
        ({"techniques": ["+nonsense"]}, "nonsense"),
        ({"techniques": "tunnel"}, "tunnel"),
        ({"heuristic": "hn9", "engine": "astar"}, "hn9"),
        ({"time": "soon"}, "expected a time"),
        ({"time": -1}, "out of range"),
        ({"memory": "2 apples"}, "expected a size"),
        ({"threads": 0}, "thread"),
        ({"weight": 0, "engine": "wastar"}, "weight"),
    ],
)
def test_nonsense_is_refused_in_words(small: banto.Level, asked: dict[str, object], words: str) -> None:
    with pytest.raises(banto.RequestError, match=words):
        banto.solve(small, **asked)  # type: ignore[arg-type]


def test_every_engine_is_listed_and_runs(small: banto.Level) -> None:
    names = banto.engines("sokoban")
    assert {"auto", "optimal", "astar", "rolling-stone"} <= set(names) and all(names.values())
    assert len(banto.techniques()) > 10
    for name in names:
        record = banto.solve(small, engine=name, nodes="20k", time="10s")
        assert record.status in ("solved", "gave-up", "nodes"), (name, record)


def test_questions_about_a_position(small: banto.Level) -> None:
    hint = banto.hint(small.after("rR"))
    assert hint.status == "solved" and hint.to_go.pushes == 3
    assert hint.solution is not None and hint.solution.startswith(hint.next[0])
    assert banto.distance(small) == 4 and banto.distance(small, goal="moves") == 8
    assert banto.why(small) is None and banto.is_lost(small) is False
    assert banto.dead_squares(small)[1, 1] == "corner"
    facts = banto.facts(small)
    assert list(facts)[:4] == ["width", "height", "squares", "boxes"] and facts["lower_bound_pushes"] == 4


def test_a_lost_position_is_explained() -> None:
    lost = banto.Level.parse(LOST)
    reason = banto.why(lost)
    assert reason is not None and reason.boxes == ((1, 4),) and str(reason) == reason.sentence
    assert banto.is_lost(lost) and banto.distance(lost) is None
    assert banto.hint(lost).status == "unsolvable"
    proof = banto.prove(lost)
    assert banto.check_proof(lost, proof) == (None, proof.positions)


def test_wrong_moves_are_named(small: banto.Level) -> None:
    with pytest.raises(banto.MovesError, match="3"):
        banto.check(small, "rRu")
    with pytest.raises(banto.MovesError):
        banto.check(small, "rR")
    with pytest.raises(banto.MovesError):
        banto.check(small, "héllo")


def test_proofs_are_checked(small: banto.Level) -> None:
    proof = banto.prove(small, 4)
    assert banto.check_proof(small, proof.data).at_least == 4
    with pytest.raises(banto.ProofError, match="4 pushes"):
        banto.prove(small, 5)
    for spoiled in (b"", proof.data[:-1] + b"!", proof.data.replace(b"at-least 4", b"at-least 5")):
        with pytest.raises(banto.ProofError):
            banto.check_proof(small, spoiled)


def test_improve_shortens(large: banto.Level) -> None:
    detour = "lr" * 5
    record = banto.solve(large)
    given = detour + record.solution
    better = banto.improve(large, given, goal="moves", time="2s")
    assert better.before.moves == record.moves + len(detour)
    assert better.counts.moves is not None and better.counts.moves <= record.moves
    assert banto.check(large, better.solution) == better.counts
    with pytest.raises(banto.MovesError):
        banto.improve(large, "u")


def test_generated_levels_can_be_solved_and_repeat() -> None:
    levels = banto.generate(count=3, grade="easy", seed=5, boxes=2, width=8, height=8)
    assert levels == banto.generate(count=3, grade="easy", seed=5, boxes=2, width=8, height=8)
    assert len(set(levels)) == 3
    for level in levels:
        assert level.n_boxes == 2 and banto.check(level, level.solutions[0]).pushes is not None
    board = next(banto.Generator("unblock", seed=2, grade="easy"))
    assert banto.facts(board)["category"] == "easy"
    for wish in ({"grade": "silly"}, {"boxes": 0}, {"width": 1}, {"game": "chess"}, {"walls": 2}):
        with pytest.raises(banto.RequestError):
            banto.generate(**wish)  # type: ignore[arg-type]


def test_unblock_is_answered_too() -> None:
    level = banto.Level.parse("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")
    record = banto.solve(level)
    assert record.game == "unblock" and record.moves == 60 and record.guarantee == "move-optimal"
    assert banto.check(level, record.solution).steps == record.steps
    assert banto.distance(level) == 60 and banto.hint(level).to_go.moves == 60
    with pytest.raises(banto.RequestError):
        banto.dead_squares(level)


def test_levels_are_graded() -> None:
    sokoban = banto.rate(banto.Level.parse("#####\n#@$.#\n#####\n"))
    assert sokoban is not None and sokoban.share is not None and sokoban.moves is None
    assert sokoban.low <= sokoban.share <= sokoban.high and sokoban.why and str(sokoban)
    unblock = banto.rate(banto.Level.parse("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"))
    assert unblock is not None and unblock.moves is not None and unblock.moves >= 60
    assert banto.rate(banto.Level.parse("#####\n#$ .#\n# @ #\n#####\n")) is None


def test_a_designer_gets_advice() -> None:
    advice = banto.advice(banto.Level.parse("##########\n#@ $  . *#\n##########\n"))
    assert advice.found["superfluous_boxes"] == [{"row": 1, "column": 8}]
    assert "superfluous" in str(advice) and advice.found["different_solutions"] == 1
    with pytest.raises(banto.NoAnswer):
        banto.advice(banto.Level.parse("#####\n#$ .#\n# @ #\n#####\n"))


def test_levels_are_made_as_hard_as_wanted() -> None:
    maker = banto.Generator(seed=3, solved_by=0.8, boxes=2, width=8, height=7)
    grade = banto.rate(next(maker))
    assert grade is not None and grade.share is not None
    assert maker.missed or abs(grade.share - 0.8) <= 0.1
    board = banto.rate(next(banto.Generator("unblock", seed=5, people_moves=12)))
    assert board is not None and board.moves is not None
    for wish in ({"people_moves": 9}, {"solved_by": 2.0}, {"style": "baroque"}, {"game": "unblock", "solved_by": 0.5}):
        with pytest.raises(banto.RequestError):
            banto.generate(**wish)  # type: ignore[arg-type]


def test_graded_boards_come_by_the_thousand() -> None:
    boards = banto.graded_boards(20, seed=2, width=8, height=8, boxes=2)
    assert boards == banto.graded_boards(20, seed=2, width=8, height=8, boxes=2)
    for board in boards:
        counts = banto.check(board.level, board.level.solutions[0])
        assert counts.moves == board.moves and 0 < board.share < 1
    assert banto.distance(boards[0].level) == boards[0].pushes
    with pytest.raises(banto.RequestError):
        banto.graded_boards(1, boxes=5)


def test_other_threads_run_while_a_search_does(large: banto.Level) -> None:
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    banto.solve(large, engine="bfs", space="moves", time="600ms", nodes="5M")
    ended = time.monotonic()
    stop.set()
    thread.join()
    # With the lock held for the whole search there would be none.
    assert ended - began < 0.1 or any(began < it < ended for it in ticks)


def test_progress_is_reported_and_may_stop_the_search() -> None:
    class Enough(Exception):
        pass

    seen: list[banto.answers.Progress] = []

    def progress(it: banto.answers.Progress) -> None:
        seen.append(it)
        raise Enough

    with pytest.raises(Enough):
        banto.solve(HARD, engine="optimal", goal="moves", progress=progress, time="60s")
    assert seen[0].expanded > 0


#: A large open board: no engine is done with it before somebody interrupts.
HARD = "\n".join(
    ["#" * 20, "#" + " " * 18 + "#"]
    + ["#" + " $" * 8 + "  #", "#" + " " * 18 + "#"]
    + ["#" + "." * 8 + " " * 10 + "#", "#@" + " " * 17 + "#", "#" * 20]
)

INTERRUPTED = """
import signal, sys
import banto_puzzle as banto
# A program that was started in the background ignores the signal unless it says otherwise.
signal.signal(signal.SIGINT, signal.default_int_handler)
level = banto.Level.parse(sys.stdin.read())
print("ready", flush=True)
try:
    print(banto.solve(level, engine="optimal", goal="moves", time="2m").status)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(banto.solve(banto.Level.parse("#####\\n#@$.#\\n#####")).status)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of a console")
def test_ctrl_c_stops_a_search() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(HARD)
        child.stdin.close()
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        assert child.stdout.read().split() == ["interrupted", "solved"]
        assert child.wait(timeout=60) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_searches_too(small: banto.Level) -> None:
    code = (
        "import os, sys, warnings; warnings.simplefilter('ignore'); import banto_puzzle as banto\n"
        "level = banto.Level.parse(sys.argv[1]); assert banto.solve(level).solved\n"
        "child = os.fork()\n"
        "if child == 0:\n    os._exit(7 if banto.solve(level).solved else 1)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    run = subprocess.run([sys.executable, "-c", code, str(small)], capture_output=True, text=True, timeout=120)
    assert run.stdout.strip() == "7", run.stderr
