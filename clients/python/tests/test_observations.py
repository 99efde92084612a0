"""Views as vectors."""

import numpy as np
import pytest

from gueridon import About, Module, Observations
from gueridon.observations import INTS, ROWS
from tests.modules import GAMES, game, module, play

SDL = """
type ToyView implements View {
  toAct: [Int!]!
  round: Int!
  over: Boolean!
  trump: ToyCard
  ending: Int
  note: String
  players: [ToyPlayer!]!
  piles: [ToyPile!]!
}
type ToyPlayer { seat: Int!, hand: [ToyCount!] }
type ToyCount { card: ToyCard!, count: Int! }
type ToyPile { size: Int!, backs: [ToyCard!]! }
enum ToyCard { ace king }
"""

VIEW = {
    "toAct": [1],
    "round": -3,
    "over": True,
    "trump": "king",
    "ending": 0,
    "note": "not written",
    "players": [
        {"seat": 0, "hand": None},
        {"seat": 1, "hand": [{"card": "ace", "count": 2}]},
    ],
    "piles": [{"size": 4, "backs": ["ace", "ace"]}],
}


def toy() -> Observations:
    return Observations(About("toy", "Toy", 1, 2, 2, SDL, 10))


def test_each_thing_of_a_view_is_in_the_cell_with_its_name() -> None:
    observations = toy()
    written = {
        name: int(cell)
        for name, cell in zip(observations.names, observations.of(VIEW, 1), strict=True)
        if cell
    }
    assert written == {
        "me=1": 1,
        "toAct[]=1": 1,
        "round": -3,
        "over": 1,
        "trump=king": 1,
        "ending?": 1,
        "players.length": 2,
        "players[0]": 1,
        "players[1]": 1,
        "players[1].hand?": 1,
        "players[1].hand.length": 1,
        "players[1].hand[ace]": 1,
        "players[1].hand[ace].count": 2,
        "piles.length": 1,
        "piles[0].size": 4,
        "piles[0].backs[]=ace": 2,
    }


def test_rows_beyond_the_last_and_numbers_beyond_the_greatest_are_added_up() -> None:
    observations = toy()
    piles = [{"size": size, "backs": []} for size in range(ROWS + 2)]
    vector = observations.of({**VIEW, "piles": piles, "toAct": [INTS + 5]}, None)
    cells = dict(zip(observations.names, vector.tolist(), strict=True))
    assert cells[f"piles[{ROWS - 1}].size"] == (ROWS - 1) + ROWS + (ROWS + 1)
    assert cells["piles.length"] == ROWS + 2
    assert cells[f"toAct[]={INTS - 1}"] == 1


def test_a_type_that_contains_itself_is_refused() -> None:
    sdl = "type ToyView { inner: ToyInner! } type ToyInner { inner: [ToyInner!] }"
    with pytest.raises(ValueError, match="within itself"):
        Observations(About("toy", "Toy", 1, 2, 2, sdl, 10))


@pytest.mark.parametrize("name", ["abyss", "allegeance", "astoria"])
def test_every_cell_has_a_name_of_its_own(name: str) -> None:
    observations = Observations(Module(module(name)).about)
    assert len(set(observations.names)) == len(observations.names) == observations.size


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_an_agent_sees_the_same_of_any_game_that_it_cannot_tell_from_the_true_one(
    name: str, seats: int | None, options: dict[str, object] | None
) -> None:
    env, other = game(name, seats, options), game(name, seats, options)
    differ = 0
    for at, agent in enumerate(play(env, seed=5, most=60)):
        if at % 6 == 0:
            other.restore(env.imagine(agent, seed=at))
            seen, imagined = env.observe(agent), other.observe(agent)
            assert np.array_equal(seen["observation"], imagined["observation"])
            assert np.array_equal(seen["action_mask"], imagined["action_mask"])
            differ += not np.array_equal(env.state(), other.state())
    assert differ > 0, "nothing is hidden, or the state does not show it"
