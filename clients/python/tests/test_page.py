"""The page for people who train players: its examples run, and its figures are true."""

import re

import pytest

from gueridon import GameEnv
from tests.modules import ROOT, module

PAGE = (ROOT / "docs/training.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_run(example: str) -> None:
    found = re.sub(r"dist/modules/(\w+)\.so", lambda name: str(module(name[1])), example)
    exec(compile(found, "docs/training.md", "exec"), {})


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("name", ["abyss", "allegeance", "astoria"])
def test_the_numbers_of_actions_and_cells_are_those_of_the_page(name: str) -> None:
    env = GameEnv(module(name))
    title = {"abyss": "Abyss", "allegeance": "Allégeance", "astoria": "Astoria"}[name]
    said = re.findall(rf"([\d,]+) in {title}", PAGE)
    assert said == [f"{env.actions.counted:,}", f"{env.observations.size:,}"]
