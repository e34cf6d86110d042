"""A client of the official Python SDK that asks every tool of `banto mcp`."""

import asyncio
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SOKOBAN = "#######\n#@ $ .#\n#     #\n#######\n"
UNBLOCK = "..B...\n..B...\nAAB...\n......\n......\n......\n"
HARD = (
    "#############\n#@          #\n"
    + "# $  .  $ . #\n#           #\n" * 5
    + "#############\n"
)

# A tool, what it is given, and what its answer must hold.
GOOD = [
    ("show", {"level": SOKOBAN, "moves": "rR"}, ("solved", False)),
    ("show", {"level": UNBLOCK}, ("game", "unblock")),
    ("legal_moves", {"level": SOKOBAN}, ("moves", ["d", "r"])),
    ("legal_moves", {"level": UNBLOCK}, ("moves", ["B+1", "B+2", "B+3"])),
    ("play", {"level": SOKOBAN, "play": "rRR"}, ("solved", True)),
    ("play", {"level": UNBLOCK, "play": "B+3"}, ("moves", "B+3")),
    ("check", {"level": SOKOBAN, "solution": "rRR"}, ("valid", True)),
    ("check", {"level": SOKOBAN, "solution": "rR"}, ("valid", False)),
    ("why", {"level": "#####\n#@  #\n# $.#\n#$. #\n#####\n"}, ("lost", True)),
    ("why", {"level": UNBLOCK}, ("lost", False)),
    ("rate", {"level": SOKOBAN}, ("band", "first steps")),
    ("rate", {"level": UNBLOCK}, ("basis", "all positions")),
    ("advice", {"level": SOKOBAN}, ("superfluous_boxes", [])),
    ("advice", {"level": UNBLOCK}, ("superfluous_pieces", [])),
    ("hint", {"level": SOKOBAN}, ("next", ["rRR"])),
    ("hint", {"level": UNBLOCK}, ("status", "solved")),
    ("solve", {"level": SOKOBAN}, ("status", "solved")),
    ("solve", {"level": UNBLOCK, "goal": "steps"}, ("status", "solved")),
    ("distance", {"level": SOKOBAN}, ("distance", 2)),
    ("distance", {"level": UNBLOCK}, ("proved", True)),
    ("generate", {"game": "sokoban", "seed": 3, "boxes": 2}, ("seed", 3)),
    ("generate", {"game": "unblock", "seed": 3, "grade": "easy"}, ("game", "unblock")),
]
# A tool, what it is given, and a part of the sentence that says what is wrong.
BAD = [
    ("show", {}, "missing"),
    ("show", {"level": 7}, "text"),
    ("show", {"level": "nonsense"}, "cannot be read"),
    ("play", {"level": SOKOBAN, "play": "u"}, "a wall is in the way"),
    ("solve", {"level": SOKOBAN, "engine": "atsar"}, "astar"),
    ("distance", {"level": UNBLOCK, "goal": "pushes"}, "moves or steps"),
    ("generate", {"game": "chess"}, "one of"),
]


def field(result, *names):
    """The SDK has changed the spelling of its fields once."""
    for name in names:
        if hasattr(result, name):
            return getattr(result, name)
    raise AttributeError(names)


async def ask_all(session):
    asked = set()
    for tool, arguments, (name, value) in GOOD:
        result = await session.call_tool(tool, arguments)
        assert not field(result, "is_error", "isError"), (tool, arguments, result)
        found = field(result, "structured_content", "structuredContent")
        assert found[name] == value, (tool, arguments, found)
        asked.add(tool)
    for tool, arguments, part in BAD:
        result = await session.call_tool(tool, arguments)
        assert field(result, "is_error", "isError"), (tool, arguments, result)
        assert part in result.content[0].text, (tool, arguments, result)
    return asked


async def cancel(session):
    """Gives a search up and sees that the server goes on."""
    call = session.call_tool("solve", {"level": HARD, "engine": "bfs", "time_ms": 60000})
    task = asyncio.ensure_future(call)
    await asyncio.sleep(1)
    assert not task.done(), task
    began = time.monotonic()
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    result = await session.call_tool("check", {"level": SOKOBAN, "solution": "rRR"})
    assert not field(result, "is_error", "isError"), result
    return time.monotonic() - began


async def main(banto):
    async with stdio_client(StdioServerParameters(command=banto, args=["mcp"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            asked = await ask_all(session)
            took = await cancel(session)
    assert asked == {tool.name for tool in tools}, asked
    print(f"{len(tools)} tools, all asked, cancelled in {took:.2f} s")


asyncio.run(main(sys.argv[1]))
