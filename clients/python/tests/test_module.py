"""Modules across the C border: what is refused, what fails, and what each operation gives."""

import re
from pathlib import Path

import pytest

from gueridon import BadRequest, Module, ModuleError, Panicked, Refused
from gueridon.abi import ABI, Op
from tests.modules import ROOT, example, module, positions

SEED = "07" * 32


def test_the_numbers_are_those_of_the_header() -> None:
    header = (ROOT / "platform/game/include/gueridon.h").read_text()
    numbers = {name: int(number) for name, number in re.findall(r"GUERIDON_(\w+) (\d+)", header)}
    statuses = {"ABI", "OK", "REFUSED", "BAD_REQUEST", "UNSUPPORTED", "PANICKED"}
    assert numbers.pop("ABI") == ABI
    assert {name: n for name, n in numbers.items() if name not in statuses} == {
        op.name: op.value for op in Op
    }


@pytest.mark.parametrize("name", ["broken_abi", "broken_size", "broken_symbol", "broken_unwinds"])
def test_a_module_with_a_broken_border_is_refused(name: str) -> None:
    with pytest.raises(ModuleError):
        Module(example(name))


def test_a_file_that_is_not_a_library_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.so"
    path.write_text("no library")
    with pytest.raises(ModuleError, match="is not a module"):
        Module(path)


def test_a_failure_of_the_module_is_an_exception() -> None:
    table = Module(example("fragile")).deal(1, SEED)
    before = table.save()
    with pytest.raises(Panicked, match=r"fragile\.rs:"):
        table.play(0, [{"add": 1}, {"fail": "YES"}])
    assert (table.save(), table.entries) == (before, 0)


def test_a_refusal_has_a_code_and_changes_nothing() -> None:
    table = Module(module("abyss")).deal(2, SEED)
    before = table.save()
    with pytest.raises(Refused, match="NOT_YOUR_TURN") as refused:
        table.play(1 - table.summary.to_act[0], [{"explore": "YES"}])
    assert refused.value.code == "NOT_YOUR_TURN"
    assert (table.save(), table.entries) == (before, 0)


def test_a_malformed_request_is_an_exception() -> None:
    with pytest.raises(BadRequest, match="there is no seat 9"):
        Module(module("abyss")).deal(2, SEED).view(9)


def test_a_closed_table_is_not_called() -> None:
    table = Module(module("abyss")).deal(2, SEED)
    table.close()
    with pytest.raises(ValueError, match="closed"):
        table.view("public")
    table.close()


def test_a_restored_game_goes_on_as_the_saved_one() -> None:
    astoria = Module(module("astoria"))
    table = astoria.deal(3, SEED)
    plays = positions(table, seed=3)
    for _ in range(10):
        next(plays)
    again = astoria.restore(table.save(), 3, SEED, table.entries)
    for seat, moves in positions(again, seed=4):
        table.play(seat, [moves[-1]["move"]])
        again.play(seat, [moves[-1]["move"]])
        break
    assert again.summary == table.summary


def test_the_search_ranks_the_open_moves() -> None:
    table = Module(module("allegeance")).deal(2, SEED)
    seat = table.summary.to_act[0]
    found = table.search(seat, dice="01" * 32, iterations=20)
    open_ = [choice["move"] for choice in table.moves(seat)]
    assert found["iterations"] == 20
    assert all(candidate["move"] in open_ for candidate in found["candidates"])
