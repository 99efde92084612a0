"""A game in a module's memory."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from gueridon.abi import Exports, Op

#: Whose knowledge something is shown from: a seat's, by its number, the public's, or all there is.
Eyes = int | Literal["public", "all"]

#: A step as the game's SDL describes it: an object with one field, which has the name of its kind.
Move = dict[str, Any]


class Choice(TypedDict):
    """A step that is open to a seat, and the sentence for it."""

    move: Move
    words: str


@dataclass(frozen=True)
class Summary:
    """Where a game stands: who is to act, whether it is over, and a hash of the whole game."""

    to_act: tuple[int, ...]
    over: bool
    digest: str

    @classmethod
    def of(cls, reply: dict[str, Any]) -> "Summary":
        """Read the summary in a reply of a module."""
        return cls(tuple(reply["toAct"]), reply["over"], reply["digest"])


class Table:
    """One game of a module. Only one thread may use it at a time.

    `entries` counts the plays since the deal. It selects the dice of the next play, so a restored
    table needs the same number to go on in the same way.
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
        """Free the game's memory. After that it cannot be used any more."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._exports.close(handle)

    def play(self, seat: int, steps: list[Move]) -> Summary:
        """Play steps of a seat, all or none; return where the game stands then."""
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
        """Everything that these eyes may know, as the view of the SDL."""
        view: dict[str, Any] = self._ask(Op.VIEW, {"eyes": _eyes(eyes)})
        return view

    def score(self, eyes: Eyes = "all") -> dict[str, Any]:
        """The score pad as these eyes know it."""
        score: dict[str, Any] = self._ask(Op.SCORE, {"eyes": _eyes(eyes)})
        return score

    def prompt(self, eyes: Eyes, language: str = "EN") -> str:
        """What the game waits for, as these eyes are told."""
        said = {"language": language, "said": {"prompt": _eyes(eyes)}}
        words: str = self._ask(Op.WORDS, said)["words"]
        return words

    def save(self) -> Any:
        """The game as JSON, for `Module.restore`."""
        return self._ask(Op.SAVE, {})

    def imagine(self, eyes: Eyes, dice: str) -> Any:
        """A game that these eyes cannot tell from this one, for `Module.restore`.

        `dice` is 64 hexadecimal digits, and must not be the seed of the table.
        """
        return self._ask(Op.IMAGINE, {"eyes": _eyes(eyes), "dice": dice})

    def search(self, eyes: Eyes, dice: str, iterations: int) -> dict[str, Any]:
        """The module's own search for the best step of a seat, in `candidates` with the best first.

        `iterations` may be at most 10,000 more than in the last search with the same eyes and dice.
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
