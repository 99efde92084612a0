"""Views as vectors: in which cells each thing of a view is written, according to the SDL.

- A number is one cell, `true` is 1, a value of an enum is a 1 among as many cells as it has values.
- What can be null has a cell before it that says whether it is there. An enum has no such cell,
  since null is all zeros.
- Of a list of values, the cells say how often each value is in it. Of a list of objects, each
  object has a row: the row of its key, if its first field is an enum or `seat`, and otherwise the
  next one. Objects with the same key are added up in one row, and so are those from the row `ROWS`
  on. The cell before the rows says how many objects there are.
- Texts are not written.

So the order of a list is lost, unless its objects have no key. The view itself has it.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gueridon.module import About
from gueridon.sdl import Field, Sdl, Type, read

#: How many rows a list of objects without a key has.
ROWS = 8
#: How many values of a number in a list are distinguished; greater numbers count as the greatest.
INTS = 16

Vector = NDArray[np.int32]


class _Part(Protocol):
    """Where and how one thing of a view is written."""

    size: int

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        """Add a value, which is not null, to the cells from `at` on."""

    def names(self, name: str) -> Iterator[str]:
        """The names of the cells."""


class _Nothing:
    """Something that is not written."""

    size = 0

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        pass

    def names(self, name: str) -> Iterator[str]:
        return iter(())


class _Number:
    """A number or a Boolean."""

    size = 1

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        cells[at] += value

    def names(self, name: str) -> Iterator[str]:
        yield name


class _OneOf:
    """A value of an enum."""

    def __init__(self, values: tuple[str, ...]) -> None:
        self.values = {value: number for number, value in enumerate(values)}
        self.size = len(values)

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        cells[at + self.values[value]] += 1

    def names(self, name: str) -> Iterator[str]:
        return (f"{name}={value}" for value in self.values)


class _Digit:
    """A number in a list."""

    size = INTS

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        cells[at + min(max(value, 0), INTS - 1)] += 1

    def names(self, name: str) -> Iterator[str]:
        return (f"{name}={value}" for value in range(INTS))


class _Nullable:
    """Whether something is there, and then the thing itself."""

    def __init__(self, inner: _Part) -> None:
        self.inner = inner
        self.size = 1 + inner.size

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        cells[at] += 1
        self.inner.write(cells, at + 1, value)

    def names(self, name: str) -> Iterator[str]:
        yield f"{name}?"
        yield from self.inner.names(name)


class _Record:
    """An object, its fields one after the other."""

    def __init__(self, parts: list[tuple[str, _Part]]) -> None:
        self.parts = []
        self.size = 0
        for name, part in parts:
            self.parts.append((name, self.size, part))
            self.size += part.size

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        for name, offset, part in self.parts:
            field = value.get(name)
            if field is not None:
                part.write(cells, at + offset, field)

    def names(self, name: str) -> Iterator[str]:
        for field, _, part in self.parts:
            yield from part.names(f"{name}.{field}" if name else field)


class _Counts:
    """How often each value is in a list."""

    def __init__(self, value: _Part) -> None:
        self.value = value
        self.size = value.size

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        for item in value:
            if item is not None:
                self.value.write(cells, at, item)

    def names(self, name: str) -> Iterator[str]:
        return self.value.names(f"{name}[]")


class _Rows:
    """A list of objects, each in the row of its place."""

    def __init__(self, row: _Part) -> None:
        self.row = row
        self.size = 1 + ROWS * row.size

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        cells[at] += len(value)
        for place, item in enumerate(value):
            if item is not None:
                self.row.write(cells, at + 1 + min(place, ROWS - 1) * self.row.size, item)

    def names(self, name: str) -> Iterator[str]:
        yield f"{name}.length"
        for place in range(ROWS):
            yield from self.row.names(f"{name}[{place}]")


class _KeyedRows:
    """A list of objects, each in the row of its key, which begins with how many have that key."""

    def __init__(self, key: str, rows: dict[Any, int], rest: _Record) -> None:
        self.key = key
        self.rows = rows
        self.rest = rest
        self.width = 1 + rest.size
        self.size = 1 + len(rows) * self.width

    def write(self, cells: "memoryview[int]", at: int, value: Any) -> None:
        cells[at] += len(value)
        for item in value:
            row = at + 1 + self.rows[item[self.key]] * self.width
            cells[row] += 1
            self.rest.write(cells, row + 1, item)

    def names(self, name: str) -> Iterator[str]:
        yield f"{name}.length"
        for key in self.rows:
            yield f"{name}[{key}]"
            yield from self.rest.names(f"{name}[{key}]")


class Observations:
    """The vectors of a game's views, of the same length for every number of seats.

    The first cells say whose view it is: a 1 for the seat, or all zeros if it is not a seat's.
    """

    def __init__(self, about: About) -> None:
        layout = _Layout(read(about.sdl), about.most_seats)
        self._seats = about.most_seats
        self._view = layout.record(f"{about.prefix}View", ())
        self.size = self._seats + self._view.size

    def of(self, view: dict[str, Any], seat: int | None) -> Vector:
        """The vector of a view."""
        vector = np.zeros(self.size, np.int32)
        cells = vector.data  # Adding to one cell of the array itself takes three times as long.
        if seat is not None:
            cells[seat] = 1
        self._view.write(cells, self._seats, view)
        return vector

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each cell means: `players[0].pearls`, `question=ACT`, `court[]=diplomat`."""
        seats = (f"me={seat}" for seat in range(self._seats))
        return (*seats, *self._view.names(""))


class _Layout:
    """How the types of a game are written."""

    def __init__(self, sdl: Sdl, seats: int) -> None:
        self._sdl = sdl
        self._seats = seats

    def record(self, name: str, within: tuple[str, ...]) -> _Record:
        return self._fields(self._sdl.objects[name], (*within, name))

    def _fields(self, fields: tuple[Field, ...], within: tuple[str, ...]) -> _Record:
        return _Record([(field.name, self._part(field.type, within)) for field in fields])

    def _part(self, type_: Type, within: tuple[str, ...]) -> _Part:
        part = self._present(type_, within)
        if not type_.nullable or isinstance(part, _OneOf | _Nothing):
            return part
        return _Nullable(part)

    def _present(self, type_: Type, within: tuple[str, ...]) -> _Part:
        if type_.item is not None:
            return self._list(type_.item, within)
        if type_.name in self._sdl.enums:
            return _OneOf(self._sdl.enums[type_.name])
        if type_.name in self._sdl.objects:
            if type_.name in within:
                raise ValueError(f"{type_.name} is within itself, and so has no length")
            return self.record(type_.name, within)
        return _Number() if type_.name in ("Int", "Boolean") else _Nothing()

    def _list(self, item: Type, within: tuple[str, ...]) -> _Part:
        if item.item is None and item.name == "Int":
            return _Counts(_Digit())
        if item.item is not None or item.name not in self._sdl.objects:
            return _Counts(self._present(item, within))
        key, *rest = self._sdl.objects[item.name]
        rows = self._keys(key)
        if rows is None:
            return _Rows(self._present(item, within))
        return _KeyedRows(key.name, rows, self._fields(tuple(rest), (*within, item.name)))

    def _keys(self, field: Field) -> dict[Any, int] | None:
        if field.type.nullable or field.type.item is not None:
            return None
        if field.type.name in self._sdl.enums:
            return {value: row for row, value in enumerate(self._sdl.enums[field.type.name])}
        if field.type.name == "Int" and field.name == "seat":
            return {seat: seat for seat in range(self._seats)}
        return None
