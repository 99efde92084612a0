"""A game as an environment of PettingZoo, in which agents act one after the other.

The agents are the seats. If several are to act at once, they act one by one, beginning with the
next one after the last that acted; the views hide what others have chosen in secret. Rewards come
only at the end.
"""

import os
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gueridon.abi import SEED_BYTES
from gueridon.actions import Actions
from gueridon.module import Module
from gueridon.observations import Observations, Vector
from gueridon.table import Choice, Table

_BOUNDS = np.iinfo(np.int32)


class Observation(TypedDict):
    """What an agent is shown, and 1 for each action that is open to it."""

    observation: Vector
    action_mask: NDArray[np.int8]


@dataclass(frozen=True)
class Position:
    """A position that an environment can go on from: the game as JSON, and all chance to come."""

    state: Any
    seed: str
    entries: int
    last: int


@lru_cache(maxsize=16)
def _load(path: str) -> tuple[Module, Actions, Observations]:
    module = Module(path)
    return module, Actions(module.about), Observations(module.about)


class GameEnv(AECEnv[str, Observation, int]):
    """A table of a module as an environment.

    `module` is the file of a module, `seats` the number of players (by default the fewest), and
    `options` are the game's options, as its SDL describes them. A copy, also in another process, is
    a new environment of the same game that has not been reset yet.
    """

    def __init__(
        self,
        module: str | os.PathLike[str],
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._made_of = (os.path.realpath(module), seats, options, render_mode)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}: only 'ansi'")
        self.module, self.actions, self.observations = _load(self._made_of[0])
        about = self.module.about
        self.metadata = {
            "name": f"{about.id}_v{about.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._seats = about.fewest_seats if seats is None else seats
        self._options = options
        # If the game refuses the number of seats or the options, it does so here, not in `reset`.
        self.table = self.module.deal(self._seats, "00" * SEED_BYTES, options)
        self._random: np.random.Generator | None = None
        self._seed = ""
        self._last = self._seats - 1
        self.possible_agents = [f"seat_{seat}" for seat in range(self._seats)]
        self.agents: list[str] = []
        vector = spaces.Box(_BOUNDS.min, _BOUNDS.max, (self.observations.size,), np.int32)
        mask = spaces.Box(0, 1, (self.actions.size,), np.int8)
        self.state_space = vector
        self.observation_spaces = {
            agent: spaces.Dict({"observation": vector, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents
        }

    def __reduce__(self) -> tuple[type["GameEnv"], tuple[Any, ...]]:
        return type(self), self._made_of

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The vector of an agent's view, and the mask of its actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all moves of the game, and the spare ones."""
        return self.action_spaces[agent]

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed and actions give the same game; `options` are not used."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._seed = self._random.bytes(SEED_BYTES).hex()
        self._sit_down(self.module.deal(self._seats, self._seed, self._options), self._seats - 1)

    def step(self, action: int | None) -> None:
        """Play a move of the agent that is to act.

        An action that is not open raises a ValueError, and changes nothing.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seat(agent)
        choice = None if action is None else self.legal(agent).get(int(action))
        if choice is None:
            raise ValueError(f"action {action} is not open to {agent}")
        self.table.play(seat, [choice["move"]])
        self._last = seat
        self._settle()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and which actions are open to it."""
        seat = self.seat(agent)
        mask = np.zeros(self.actions.size, np.int8)
        if agent in self.agents:
            mask[list(self.legal(agent))] = 1
        vector = self.observations.of(self.table.view(seat), seat)
        return {"observation": vector, "action_mask": mask}

    def state(self) -> Vector:
        """The vector of the view in which nothing is hidden."""
        return self.observations.of(self.table.view("all"), None)

    def legal(self, agent: str) -> dict[int, Choice]:
        """The moves that are open to an agent, with their words, by action."""
        seat = self.seat(agent)
        if seat not in self.table.summary.to_act:
            return {}
        if seat not in self._legal:
            self._legal[seat] = self.actions.of_position(self.table.moves(seat))
        return self._legal[seat]

    def render(self) -> str:
        """Who is to act, what the question is, and the open actions, in words; then the points."""
        if not self.agents or self.table.summary.over:
            scores = self.table.score()["seats"]
            return "\n".join(f"seat_{it['seat']}: {it['points']}" for it in scores)
        agent = self.agent_selection
        lines = [f"{action:6} {open_['words']}" for action, open_ in self.legal(agent).items()]
        return "\n".join([f"{agent}: {self.table.prompt(self.seat(agent))}", *lines])

    def save(self) -> Position:
        """The present position, with everything that agents do not know and all chance to come."""
        return Position(self.table.save(), self._seed, self.table.entries, self._last)

    def imagine(self, agent: str, seed: int) -> Position:
        """A position that this agent cannot tell from the true one, with other chance to come."""
        dice = np.random.default_rng(seed)
        state = self.table.imagine(self.seat(agent), dice.bytes(SEED_BYTES).hex())
        return Position(state, dice.bytes(SEED_BYTES).hex(), self.table.entries, self._last)

    def restore(self, position: Position) -> None:
        """Go on from a position of an environment with the same game, seats and options."""
        self._seed = position.seed
        table = self.module.restore(position.state, self._seats, self._seed, position.entries)
        self._sit_down(table, position.last)

    def close(self) -> None:
        """Free the memory of the game."""
        self.table.close()

    def _sit_down(self, table: Table, last: int) -> None:
        self.table.close()
        self.table = table
        self._last = last
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Select the agent that is to act, or end the game."""
        self._legal: dict[int, dict[int, Choice]] = {}
        summary = self.table.summary
        if summary.over or self.table.entries >= self.module.about.longest:
            self._end(self.terminations if summary.over else self.truncations)
            return
        after = (self._last + 1 + place for place in range(self._seats))
        seat = next(seat % self._seats for seat in after if seat % self._seats in summary.to_act)
        self.agent_selection = self.possible_agents[seat]

    def _end(self, ends: dict[str, bool]) -> None:
        ends.update(dict.fromkeys(self.agents, True))
        columns = self.table.score()["seats"]
        ranks = [column["rank"] for column in columns]
        for agent, column in zip(self.possible_agents, columns, strict=True):
            self.rewards[agent] = reward(column["rank"], ranks)
            self.infos[agent] = {"points": column["points"], "rank": column["rank"]}
        self.agent_selection = self.agents[0]


def reward(rank: int, ranks: list[int]) -> float:
    """How many others are behind less how many are ahead, as a share: 1 for the only winner.

    The rewards of a table add up to 0.
    """
    behind = sum(other > rank for other in ranks)
    ahead = sum(other < rank for other in ranks)
    return (behind - ahead) / (len(ranks) - 1) if len(ranks) > 1 else 0.0


def env(
    module: str | os.PathLike[str],
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """A `GameEnv` in the wrappers that PettingZoo's own games have.

    An agent that plays an action that is not open loses the game, with the reward -1.
    """
    game: AECEnv[str, Observation, int] = GameEnv(module, seats, options, render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)
