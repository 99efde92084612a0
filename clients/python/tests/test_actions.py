"""The numbers of moves."""

import pytest

from gueridon import About, Actions, Choice, Module
from gueridon.actions import INTS, SPARES
from tests.modules import GAMES, module, positions

SDL = """
extend input Move { toy: ToyMove }
input ToyMove @oneOf { pass: Yes, bid: ToyBid, choose: ToyChoose, say: String, many: [ToyCard!] }
input ToyBid { seat: Int!, card: ToyCard }
input ToyChoose { amount: Int!, open: Boolean! }
enum ToyCard { ace king }
"""


def toy() -> Actions:
    return Actions(About("toy", "Toy", 1, 2, 3, SDL, 10))


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_move_of_a_game_has_a_number_of_its_own(
    name: str, seats: int | None, options: dict[str, object] | None
) -> None:
    game = Module(module(name))
    actions = Actions(game.about)
    for seed in range(15):
        table = game.deal(seats or game.about.fewest_seats, f"{seed:064x}", options)
        for _, moves in positions(table, seed):
            for move in (choice["move"] for choice in moves):
                number = actions.number(move)
                assert number is not None, f"{move} has no number"
                assert actions.move(number) == move


@pytest.mark.parametrize("name", ["abyss", "allegeance", "astoria"])
def test_no_two_moves_have_the_same_number(name: str) -> None:
    actions = Actions(Module(module(name)).about)
    for number in range(actions.counted):
        move = actions.move(number)
        assert move is not None
        assert actions.number(move) == number
    assert actions.size == actions.counted + SPARES


def test_fields_are_the_digits_of_a_number() -> None:
    actions = toy()
    assert actions.number({"pass": "YES"}) == 0
    assert actions.number({"bid": {"seat": 0, "card": None}}) == 1
    assert actions.number({"bid": {"seat": 2, "card": "king"}}) == 1 + 2 * 3 + 2
    assert actions.number({"choose": {"amount": 0, "open": False}}) == 1 + 3 * 3
    assert actions.counted == 1 + 3 * 3 + INTS * 2


@pytest.mark.parametrize(
    "move",
    [
        {"say": "hello"},
        {"many": ["ace"]},
        {"choose": {"amount": INTS, "open": True}},
        {"bid": {"seat": 0, "card": "joker"}},
        {"unheard": "YES"},
    ],
)
def test_a_move_that_is_not_counted_takes_a_spare_number(move: dict[str, object]) -> None:
    actions = toy()
    assert actions.number(move) is None
    choices: list[Choice] = [{"move": {"pass": "YES"}, "words": ""}, {"move": move, "words": ""}]
    assert list(actions.of_position(choices)) == [0, actions.counted]
    assert actions.move(actions.counted) is None


def test_more_uncounted_moves_than_spares_are_an_error() -> None:
    choices: list[Choice] = [{"move": {"say": str(n)}, "words": ""} for n in range(SPARES + 1)]
    actions = toy()
    assert len(actions.of_position(choices[:SPARES])) == SPARES
    with pytest.raises(ValueError, match="no number of their own"):
        actions.of_position(choices)


@pytest.mark.parametrize("number", [-1, 10_000_000])
def test_a_number_outside_the_space_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="is no action"):
        toy().move(number)
