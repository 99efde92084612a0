"""The C border of a module, as `platform/game/include/gueridon.h` describes it, by ctypes.

A module writes its reply on the thread that calls it. So one Python function can take all replies:
it keeps those of each thread apart.
"""

import ctypes
import json
import threading
from enum import IntEnum
from pathlib import Path
from typing import Any

ABI = 1
SEED_BYTES = 32


class Op(IntEnum):
    """What a module can be asked."""

    ABOUT = 1
    CATALOGUE = 2
    PLAY = 10
    KEEP = 11
    DROP = 12
    MOVES = 13
    VIEW = 14
    SCORE = 15
    WORDS = 16
    LOOK = 17
    PREVIEW = 18
    IMAGINE = 19
    SAVE = 20
    LOOK_AHEAD = 21
    REVEALS = 22
    SEARCH = 23


class ModuleError(Exception):
    """A module did not do what it was asked to do."""


class Refused(ModuleError):
    """The rules forbid it. `code` is stable; the message is for people."""

    def __init__(self, reply: dict[str, Any]) -> None:
        super().__init__(f"{reply['code']}: {reply['words']['EN']}")
        self.code: str = reply["code"]
        self.reply = reply


class BadRequest(ModuleError):
    """The request is not what the operation takes."""


class Unsupported(ModuleError):
    """The module does not know the operation."""


class Panicked(ModuleError):
    """The module failed. The game is as it was before."""


_WRITE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class _Sink(ctypes.Structure):
    _fields_ = [("context", ctypes.c_void_p), ("write", _WRITE)]


_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t, _Sink, ctypes.POINTER(ctypes.c_void_p)
)
_CALL = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t, _Sink
)
_CLOSE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Exports(ctypes.Structure):
    _fields_ = [
        ("abi", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("unwinds", ctypes.c_uint8),
        ("open", _OPEN),
        ("call", _CALL),
        ("close", _CLOSE),
    ]


class _Written(threading.local):
    """What the module has written so far during the call of this thread."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []


_written = _Written()


def _write(_context: int | None, start: int | None, length: int) -> None:
    if start is not None:
        _written.parts.append(ctypes.string_at(start, length))


_SINK = _Sink(None, _WRITE(_write))


class Exports:
    """The functions that a module exports, with requests and replies as Python values."""

    def __init__(self, path: Path) -> None:
        try:
            library = ctypes.CDLL(str(path))
            exports = _Exports.in_dll(library, "gueridon_module")
        except (OSError, ValueError) as error:
            raise ModuleError(f"{path} is not a module: {error}") from error
        if exports.abi != ABI:
            raise ModuleError(f"{path} speaks version {exports.abi} of the border, not {ABI}")
        if exports.size < ctypes.sizeof(_Exports) or not exports.unwinds:
            raise ModuleError(f"{path} does not promise that no failure leaves it")
        # Kept so that the library stays loaded while its functions can be called.
        self._library = library
        self._exports = exports

    def open(self, request: object) -> tuple[int, Any]:
        """Deal or restore a game; return its handle, and where it stands."""
        sent = _encode(request)
        handle = ctypes.c_void_p()
        _written.parts.clear()
        status = self._exports.open(sent, len(sent), _SINK, ctypes.byref(handle))
        reply = _reply(status, Op.ABOUT)
        if handle.value is None:
            raise ModuleError("the module says that it opened a table, and gives no handle")
        return handle.value, reply

    def call(self, handle: int | None, op: Op, request: object) -> Any:
        """Call one operation: of a game, or without a handle of the module itself."""
        sent = _encode(request)
        _written.parts.clear()
        status = self._exports.call(handle, op, sent, len(sent), _SINK)
        return _reply(status, op)

    def close(self, handle: int) -> None:
        """End a table."""
        self._exports.close(handle)


_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _encode(request: object) -> bytes:
    return _encoder.encode(request).encode()


def _reply(status: int, op: Op) -> Any:
    written = b"".join(_written.parts)
    reply: Any = json.loads(written.decode()) if written else None
    match status:
        case 0:
            return reply
        case 1:
            raise Refused(reply)
        case 2:
            raise BadRequest(reply["message"])
        case 3:
            raise Unsupported(f"the module does not know {op.name}")
        case 4:
            raise Panicked(f"the module failed at {reply.get('place')}: {reply['message']}")
        case _:
            raise ModuleError(f"the module answered with the unknown status {status}")
