"""How many steps per second an environment makes, in one process that plays at random.

    python bench.py MODULE.so...

At every step an observation and a mask are made. If OpenSpiel is installed, some of its card games
with hidden hands are measured in turn with the modules: as bare states (`pyspiel`) and as its
environments (`rl_environment`). Prints the median of all rounds.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gueridon import GameEnv, Module

ROUNDS = 7
SECONDS = 1.0
OPEN_SPIEL = ["hanabi", "gin_rummy", "euchre", "skat"]


def chosen(mask: NDArray[np.int8]) -> int:
    """One of the open actions of a mask, at random."""
    return random.choice(np.flatnonzero(mask.view(np.bool_)).tolist())


def of_module(env: GameEnv) -> Iterator[None]:
    """Play a game of a module, step by step."""
    env.reset()
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            return
        env.step(chosen(observation["action_mask"]))
        yield


def of_state(name: str) -> Callable[[], Iterator[None]]:
    """Plays a game of OpenSpiel as bare states."""
    import pyspiel

    game = pyspiel.load_game(name)
    if game.get_type().provides_observation_tensor:
        tensor = pyspiel.State.observation_tensor
    else:
        tensor = pyspiel.State.information_state_tensor

    def play() -> Iterator[None]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
                continue
            player = state.current_player()
            np.asarray(tensor(state, player), np.float32)
            state.apply_action(chosen(np.asarray(state.legal_actions_mask(player), np.int8)))
            yield

    return play


def of_environment(name: str) -> Callable[[], Iterator[None]]:
    """Plays a game of OpenSpiel in its own environment."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(name)

    def play() -> Iterator[None]:
        step = env.reset()
        while not step.last():
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            step = env.step([random.choice(legal)])
            yield

    return play


def rate(play: Callable[[], Iterator[None]]) -> float:
    """Steps per second in whole games, over at least `SECONDS`."""
    steps = 0
    start = time.perf_counter()
    while (took := time.perf_counter() - start) < SECONDS:
        for _ in play():
            steps += 1
    return steps / took


def main(paths: list[str]) -> None:
    """Measure everything in turn, so that other work of the machine disturbs all equally."""
    contests: dict[str, Callable[[], Iterator[None]]] = {}
    for path in paths:
        about = Module(path).about
        for seats in (about.fewest_seats, about.most_seats):
            env = GameEnv(path, seats)
            contests[f"{about.id}, {seats} seats"] = partial(of_module, env)
    try:
        for name in OPEN_SPIEL:
            contests[f"OpenSpiel {name}, pyspiel"] = of_state(name)
            contests[f"OpenSpiel {name}, rl_environment"] = of_environment(name)
    except ImportError:
        print("OpenSpiel is not installed, so it is not compared", file=sys.stderr)
    rates: dict[str, list[float]] = {name: [] for name in contests}
    for _ in range(ROUNDS):
        for name, play in contests.items():
            rates[name].append(rate(play))
    for name, found in rates.items():
        print(f"{statistics.median(found):9,.0f}  {min(found):9,.0f} to {max(found):,.0f}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
