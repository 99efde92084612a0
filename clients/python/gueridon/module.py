"""A game behind the C border, in a file."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gueridon.abi import Exports, Op
from gueridon.table import Table


@dataclass(frozen=True)
class About:
    """What a game says about itself.

    `longest` is more steps than a game takes. One that has as many is ended, with the scores as
    they are then.
    """

    id: str
    prefix: str
    rules_version: int
    fewest_seats: int
    most_seats: int
    sdl: str
    longest: int


class Module:
    """A module, loaded for as long as the process lives."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # The absolute path: for a bare name the system would search only its own folders.
        self.path = Path(path).resolve()
        self._exports = Exports(self.path)
        about = self._exports.call(None, Op.ABOUT, {})
        self.about = About(
            id=about["id"],
            prefix=about["prefix"],
            rules_version=about["rulesVersion"],
            fewest_seats=about["fewestSeats"],
            most_seats=about["mostSeats"],
            sdl=about["sdl"],
            longest=about["longest"],
        )

    def deal(self, seats: int, seed: str, options: dict[str, Any] | None = None) -> Table:
        """Deal a new game. All its chance comes from `seed`, which is 64 hexadecimal digits."""
        request = {"deal": {"options": options, "seats": seats, "seed": seed}}
        return Table(self._exports, request, entries=0)

    def restore(self, state: Any, seats: int, seed: str, entries: int) -> Table:
        """Go on with a game that `Table.save` or `Table.imagine` returned."""
        request = {"restore": {"state": state, "seats": seats, "seed": seed}}
        return Table(self._exports, request, entries)
