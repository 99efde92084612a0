"""The types of a game, read from its SDL.

Only what is needed to number moves and to lay out views is read: names, values and fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from graphql import (
    EnumTypeDefinitionNode,
    InputObjectTypeDefinitionNode,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    TypeNode,
    parse,
)


@dataclass(frozen=True)
class Type:
    """A named type or, if `item` is a type, a list of that."""

    name: str
    nullable: bool
    item: "Type | None" = None


@dataclass(frozen=True)
class Field:
    """A field of an object or of an input."""

    name: str
    type: Type


@dataclass(frozen=True)
class Sdl:
    """The types by name: values of enums, and fields of objects and inputs."""

    enums: Mapping[str, tuple[str, ...]]
    objects: Mapping[str, tuple[Field, ...]]


# The only type of the platform that moves use: it is for a step without content.
_YES = {"Yes": ("YES",)}


@lru_cache(maxsize=16)
def read(text: str) -> Sdl:
    """Read a game's SDL. Its extensions of the platform's types are ignored."""
    enums: dict[str, tuple[str, ...]] = dict(_YES)
    objects: dict[str, tuple[Field, ...]] = {}
    for node in parse(text, no_location=True).definitions:
        match node:
            case EnumTypeDefinitionNode():
                enums[node.name.value] = tuple(value.name.value for value in node.values or ())
            case ObjectTypeDefinitionNode() | InputObjectTypeDefinitionNode():
                objects[node.name.value] = tuple(
                    Field(field.name.value, _type(field.type)) for field in node.fields or ()
                )
    return Sdl(enums, objects)


def _type(node: TypeNode) -> Type:
    nullable = not isinstance(node, NonNullTypeNode)
    inner = node.type if isinstance(node, NonNullTypeNode) else node
    match inner:
        case ListTypeNode():
            return Type("", nullable, _type(inner.type))
        case NamedTypeNode():
            return Type(inner.name.value, nullable)
    raise ValueError(f"{inner.kind} is no type")
