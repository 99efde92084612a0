"""The number of each move.

The SDL says what a move consists of: a kind, and the fields of that kind, each an enum or a small
number. So all possible moves can be counted: the number of a move has a digit for each field, with
as many values as the field. It is the same in every position, and no other move has it. A move that
cannot be counted (with a list, a text, or a number of `INTS` or more) takes one of a few spare
numbers, in the order in which the module lists such moves. A spare number means something else in
each position. The games of this repository need none.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from gueridon.module import About
from gueridon.sdl import Field, Sdl, Type, read
from gueridon.table import Choice, Move

#: How many values of a number in a move are counted, from 0. Of a seat, as many as there can be.
INTS = 16
#: How many moves of one position may have no number of their own.
SPARES = 32
#: The moves of a kind that has more of them than this get no numbers.
MOST_OF_A_KIND = 1 << 16


class Uncounted(Exception):
    """The values of a type cannot be counted."""


class _Values(Protocol):
    """All values of a type, counted from 0."""

    size: int

    def number(self, value: Any) -> int | None:
        """The number of a value; none if it is not one of those that are counted."""

    def value(self, number: int) -> Any:
        """The value that has a number."""


class _Listed:
    """The values of an enum, of a Boolean, or small numbers."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = tuple(values)
        self._numbers = {value: number for number, value in enumerate(self._values)}
        self.size = len(self._values)

    def number(self, value: Any) -> int | None:
        return self._numbers.get(value)

    def value(self, number: int) -> Any:
        return self._values[number]


class _Nullable:
    """Null, and then the values of a type."""

    def __init__(self, inner: _Values) -> None:
        self._inner = inner
        self.size = inner.size + 1

    def number(self, value: Any) -> int | None:
        if value is None:
            return 0
        number = self._inner.number(value)
        return None if number is None else number + 1

    def value(self, number: int) -> Any:
        return None if number == 0 else self._inner.value(number - 1)


class _Product:
    """Objects. The last field is the digit that changes first."""

    def __init__(self, fields: list[tuple[str, _Values]]) -> None:
        self._fields = fields
        self.size = 1
        for _, values in fields:
            self.size *= values.size

    def number(self, value: Any) -> int | None:
        number = 0
        for name, values in self._fields:
            digit = values.number(value.get(name))
            if digit is None:
                return None
            number = number * values.size + digit
        return number

    def value(self, number: int) -> Any:
        value = {}
        for name, values in reversed(self._fields):
            number, digit = divmod(number, values.size)
            value[name] = values.value(digit)
        return {name: value[name] for name, _ in self._fields}


@dataclass(frozen=True)
class _Kind:
    """A kind of move whose moves are counted, and the number of its first move."""

    name: str
    first: int
    values: _Values


class Actions:
    """The numbers of all moves of a game, the same for every number of seats."""

    def __init__(self, about: About) -> None:
        sdl = read(about.sdl)
        kinds: list[_Kind] = []
        counted = 0
        for field in sdl.objects[f"{about.prefix}Move"]:
            try:
                # The fields of a @oneOf input are nullable in SDL, but the one given is not null.
                given = Type(field.type.name, False, field.type.item)
                values = _values(Field(field.name, given), sdl, about.most_seats)
            except Uncounted:
                continue
            if values.size <= MOST_OF_A_KIND:
                kinds.append(_Kind(field.name, counted, values))
                counted += values.size
        self._kinds = kinds
        self._by_name = {kind.name: kind for kind in kinds}
        self.counted = counted
        self.size = counted + SPARES

    def number(self, move: Move) -> int | None:
        """The number that a move has in every position, if it has one."""
        ((name, value),) = move.items()
        kind = self._by_name.get(name)
        number = None if kind is None else kind.values.number(value)
        return None if kind is None or number is None else kind.first + number

    def move(self, number: int) -> Move | None:
        """The move that has a number in every position; none for a spare number."""
        if not 0 <= number < self.size:
            raise ValueError(f"{number} is no action: they are 0 to {self.size - 1}")
        for kind in reversed(self._kinds):
            if kind.first <= number < self.counted:
                return {kind.name: kind.values.value(number - kind.first)}
        return None

    def of_position(self, choices: Iterable[Choice]) -> dict[int, Choice]:
        """The moves of one position by number; those without one of their own have spare ones."""
        numbered = {}
        spare = self.counted
        for choice in choices:
            number = self.number(choice["move"])
            if number is None:
                number, spare = spare, spare + 1
                if number == self.size:
                    raise ValueError(f"more than {SPARES} moves have no number of their own")
            numbered[number] = choice
        return numbered


def _values(field: Field, sdl: Sdl, seats: int) -> _Values:
    values = _values_of_name(field, sdl, seats)
    return _Nullable(values) if field.type.nullable else values


def _values_of_name(field: Field, sdl: Sdl, seats: int) -> _Values:
    name = field.type.name
    if field.type.item is not None:
        raise Uncounted(field.name)
    if name in sdl.enums:
        return _Listed(sdl.enums[name])
    if name == "Int":
        return _Listed(range(seats if field.name == "seat" else INTS))
    if name == "Boolean":
        return _Listed([False, True])
    if name in sdl.objects:
        inner = sdl.objects[name]
        return _Product([(part.name, _values(part, sdl, seats)) for part in inner])
    raise Uncounted(field.name)
