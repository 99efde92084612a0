"""The modules of `target/debug`, or of the folder that GUERIDON_TARGET names.

Games lie with the dependencies of their tests, where every build puts them.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from gueridon import Choice, GameEnv, Table

ROOT = Path(__file__).parents[3]
TARGET = Path(os.environ.get("GUERIDON_TARGET", ROOT / "target/debug"))

#: Every game, with options and numbers of seats that together reach all of it.
GAMES: list[tuple[str, int | None, dict[str, Any] | None]] = [
    ("abyss", None, None),
    ("abyss", 4, {"kraken": True}),
    ("allegeance", None, None),
    ("allegeance", 4, None),
    ("allegeance", 3, {"draft": True}),
    ("astoria", None, None),
    ("astoria", 6, {"grandAlchemist": True, "roleAssignment": "CHOOSE"}),
]


def module(name: str) -> Path:
    """The file of a game."""
    return _built(f"deps/lib{name}.so", f"-p {name}")


def example(name: str) -> Path:
    """The file of a small module that was made for tests."""
    return _built(f"examples/lib{name}.so", "-p gueridon-game --examples")


def _built(file: str, what: str) -> Path:
    path = TARGET / file
    assert path.exists(), f"{path} is not there: cargo build {what}"
    return path


def game(name: str, seats: int | None = None, options: dict[str, Any] | None = None) -> GameEnv:
    """An environment of a game."""
    return GameEnv(module(name), seats, options)


def play(env: GameEnv, seed: int, most: int = 10_000) -> Iterator[str]:
    """Play a game at random; yields the agent that is to act before each step."""
    chance = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(most):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        yield agent
        env.step(chance.choice(np.flatnonzero(env.observe(agent)["action_mask"]).tolist()))


def positions(table: Table, seed: int) -> Iterator[tuple[int, list[Choice]]]:
    """Play a game at random; yields the seat that is to act and its moves before each step."""
    chance = random.Random(seed)
    while not table.summary.over:
        seat = chance.choice(table.summary.to_act)
        moves = table.moves(seat)
        yield seat, moves
        table.play(seat, [chance.choice(moves)["move"]])
