"""PettingZoo's own tests of environments."""

import warnings

import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.test.state_test import test_state_space as state_space_test

import gueridon
from tests.modules import GAMES, module

games = pytest.mark.parametrize(("name", "seats", "options"), GAMES)


@games
def test_the_environment_passes_pettingzoos_api_test(
    name: str, seats: int | None, options: dict[str, object] | None
) -> None:
    with warnings.catch_warnings():
        # It warns about every observation with a mask, except those of its own games.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # After the end no action is open.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(gueridon.env(module(name), seats, options, "ansi"), num_cycles=100)


@games
def test_the_same_seed_gives_the_same_game(
    name: str, seats: int | None, options: dict[str, object] | None
) -> None:
    seed_test(lambda: gueridon.env(module(name), seats, options), num_cycles=50)


@pytest.mark.parametrize("name", ["abyss", "allegeance", "astoria"])
def test_the_benchmark_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(gueridon.env(module(name)))
    turns = float(capsys.readouterr().out.split(" turns per second")[0].split()[-1])
    assert turns > 100


@games
def test_the_state_is_in_its_space(
    name: str, seats: int | None, options: dict[str, object] | None
) -> None:
    env = gueridon.GameEnv(module(name), seats, options)
    state_space_test(env)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
