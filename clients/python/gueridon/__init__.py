"""Games of Guéridon as environments for players that learn.

`env` makes a PettingZoo environment of any module. It is built on `Module` and `Table`, which can
also be used alone.
"""

from gueridon.abi import BadRequest, ModuleError, Panicked, Refused, Unsupported
from gueridon.actions import Actions
from gueridon.environment import GameEnv, Position, env
from gueridon.module import About, Module
from gueridon.observations import Observations
from gueridon.table import Choice, Eyes, Summary, Table

__all__ = [
    "About",
    "Actions",
    "BadRequest",
    "Choice",
    "Eyes",
    "GameEnv",
    "Module",
    "ModuleError",
    "Observations",
    "Panicked",
    "Position",
    "Refused",
    "Summary",
    "Table",
    "Unsupported",
    "env",
]
