"""A game that was dealt, in a module's memory."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from gueridon.abi import Exports, Op

#: From whose knowledge something is shown: a seat's number, the public's, or everybody's.
Eyes = int | Literal["public", "all"]

#: A step as the game's SDL writes it: an object with one field, which is named as its kind.
Move = dict[str, Any]


class Choice(TypedDict):
    """A step that is open to a seat, with its sentence."""

    move: Move
    words: str


@dataclass(frozen=True)
class Summary:
    """Where a game stands: who is to act, whether it is over, and a hash of the whole of it."""

    to_act: tuple[int, ...]
    over: bool
    digest: str

    @classmethod
    def of(cls, reply: dict[str, Any]) -> "Summary":
        """As a module writes it."""
        return cls(tuple(reply["toAct"]), reply["over"], reply["digest"])


class Table:
    """One game of a module. One thread at a time may use it.

    `entries` counts the plays since the deal: it selects the dice of the next one, so that a table
    that is restored goes on only with its own number.
    """

    def __init__(self, exports: Exports, request: object, entries: int) -> None:
        self._exports = exports
        self._handle: int | None = None
        self._handle, reply = exports.open(request)
        self.summary = Summary.of(reply)
        self.entries = entries

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the game's memory back. Nothing can be asked of it after that."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._exports.close(handle)

    def play(self, seat: int, steps: list[Move]) -> Summary:
        """Play steps of a seat, all or none, and tell where the game stands then."""
        request = {"seat": seat, "entry": self.entries + 1, "steps": steps}
        played = self._ask(Op.PLAY, request)
        self._ask(Op.KEEP, {})
        self.entries += 1
        self.summary = Summary.of(played["summary"])
        return self.summary

    def moves(self, seat: int, language: str = "EN") -> list[Choice]:
        """The steps that are open to a seat."""
        moves: list[Choice] = self._ask(Op.MOVES, {"seat": seat, "language": language})
        return moves

    def view(self, eyes: Eyes) -> dict[str, Any]:
        """All that these eyes may know, as the SDL's view says."""
        view: dict[str, Any] = self._ask(Op.VIEW, {"eyes": _eyes(eyes)})
        return view

    def score(self, eyes: Eyes = "all") -> dict[str, Any]:
        """The score pad as these eyes know it."""
        score: dict[str, Any] = self._ask(Op.SCORE, {"eyes": _eyes(eyes)})
        return score

    def prompt(self, eyes: Eyes, language: str = "EN") -> str:
        """What the game waits for, as told to these eyes."""
        said = {"language": language, "said": {"prompt": _eyes(eyes)}}
        words: str = self._ask(Op.WORDS, said)["words"]
        return words

    def save(self) -> Any:
        """The game as JSON, for `Module.restore`."""
        return self._ask(Op.SAVE, {})

    def imagine(self, eyes: Eyes, dice: str) -> Any:
        """A game that these eyes cannot tell from this one, for `Module.restore`.

        `dice` are 64 hexadecimal digits, and never the seed of the table.
        """
        return self._ask(Op.IMAGINE, {"eyes": _eyes(eyes), "dice": dice})

    def search(self, eyes: Eyes, dice: str, iterations: int) -> dict[str, Any]:
        """The module's own search: the steps of these eyes' seat, the best first.

        At most 10,000 iterations more than the last search from the same eyes and dice made.
        """
        method = {"tree": {"iterations": iterations}}
        request = {"eyes": _eyes(eyes), "dice": dice, "method": method}
        found: dict[str, Any] = self._ask(Op.SEARCH, request)
        return found

    def _ask(self, op: Op, request: object) -> Any:
        if self._handle is None:
            raise ValueError("the table was closed")
        return self._exports.call(self._handle, op, request)


def _eyes(eyes: Eyes) -> object:
    return {"seat": eyes} if isinstance(eyes, int) else eyes
