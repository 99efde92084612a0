"""Games as environments: turns, rewards, seeds, positions and copies."""

import copy
import dataclasses
import itertools
import pickle

import numpy as np
import pytest

import gueridon
from gueridon import ModuleError, Refused
from tests.modules import GAMES, game, module, play

games = pytest.mark.parametrize(("name", "seats", "options"), GAMES)


@games
def test_the_rewards_of_a_game_add_up_to_zero_and_follow_the_ranks(
    name: str, seats: int | None, options: dict[str, object] | None
) -> None:
    env = game(name, seats, options)
    for seed in range(4):
        for _ in play(env, seed):
            assert not any(env.rewards.values())
        assert all(env.terminations.values())
        assert sum(env.rewards.values()) == pytest.approx(0)
        ranked = sorted(env.agents, key=lambda agent: int(env.infos[agent]["rank"]))
        rewards = [env.rewards[agent] for agent in ranked]
        assert rewards == sorted(rewards, reverse=True)
        shared = [env.infos[agent]["rank"] for agent in ranked].count(1) > 1
        assert (rewards[0] == 1) != shared
        assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [([1, 2], [1, -1]), ([1, 1], [0, 0]), ([3, 1, 2], [-1, 1, 0]), ([1, 1, 3], [0.5, 0.5, -1])],
)
def test_a_reward_is_how_many_are_behind_less_how_many_are_ahead(
    ranks: list[int], rewards: list[float]
) -> None:
    assert [gueridon.environment.reward(rank, ranks) for rank in ranks] == rewards


def test_an_action_that_is_not_open_raises_and_changes_nothing() -> None:
    env = game("abyss")
    env.reset(seed=1)
    agent, before = env.agent_selection, env.save()
    closed = np.flatnonzero(env.observe(agent)["action_mask"] == 0)
    for action in (int(closed[0]), None, env.actions.size):
        with pytest.raises(ValueError, match="is not open"):
            env.step(action)
    assert (env.agent_selection, env.save()) == (agent, before)


def test_an_action_that_is_not_open_loses_in_the_wrapped_environment() -> None:
    env = gueridon.env(module("abyss"))
    env.reset(seed=1)
    agent = env.agent_selection
    observation, *_ = env.last()
    closed = np.flatnonzero(observation["action_mask"] == 0)
    env.step(int(closed[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_seats_that_are_to_act_at_once_are_asked_one_after_the_other() -> None:
    env = game("allegeance", 4)
    env.reset(seed=2)
    assert env.table.summary.to_act == (0, 1, 2, 3)
    dealt = env.save()
    for last, order in ((3, [0, 1, 2, 3]), (1, [2, 3, 0, 1])):
        env.restore(dataclasses.replace(dealt, last=last))
        asked = []
        for _ in order:
            asked.append(env.seat(env.agent_selection))
            env.step(next(iter(env.legal(env.agent_selection))))
        assert asked == order


def test_different_seeds_give_different_games_and_so_does_each_reset() -> None:
    env = game("abyss")
    digests = []
    for seed in (1, 2, None, 1, None):
        env.reset(seed=seed)
        digests.append(env.table.summary.digest)
    one, two, after_two, one_again, after_one = digests
    assert one == one_again
    assert len({one, two, after_two, after_one}) == 4


def test_a_game_that_is_too_long_is_truncated_with_the_scores_as_they_are() -> None:
    env = game("abyss")
    env.module = copy.copy(env.module)
    env.module.about = dataclasses.replace(env.module.about, longest=10)
    assert len(list(play(env, seed=1))) == 10
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert sum(env.rewards.values()) == 0


def test_a_game_goes_on_from_a_saved_position_as_it_did() -> None:
    env, other = game("abyss", 3), game("abyss", 3)
    saved, played = None, []
    for at, agent in enumerate(play(env, seed=9)):
        saved = env.save() if at == 25 else saved
        played.append((agent, env.table.summary, env.legal(agent)))
    assert saved is not None
    other.restore(saved)
    for (agent, summary, legal), (_, after, _) in itertools.pairwise(played[25:]):
        assert (other.agent_selection, other.table.summary) == (agent, summary)
        before = other.save()
        for action in legal:
            other.restore(before)
            other.step(action)
            if other.table.summary == after:
                break
        assert other.table.summary == after
    last = env.save()
    other.restore(last)
    assert other.terminations == env.terminations
    assert other.rewards == env.rewards


def test_an_imagined_position_has_other_chance_to_come() -> None:
    env = game("abyss")
    env.reset(seed=1)
    seeds = {env.imagine("seat_0", seed).seed for seed in range(5)} | {env.save().seed}
    assert len(seeds) == 6
    assert env.imagine("seat_0", 3) == env.imagine("seat_0", 3)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_is_a_new_environment_of_the_same_game(again: object) -> None:
    assert callable(again)
    env = game("abyss", 3, {"kraken": True})
    other = again(env)
    env.reset(seed=4)
    other.reset(seed=4)
    assert other.possible_agents == env.possible_agents
    assert other.save() == env.save()


def test_options_and_seats_that_the_game_refuses_are_refused_at_once() -> None:
    with pytest.raises(Refused, match="BAD_SEATS"):
        game("abyss", 9)
    with pytest.raises(Refused, match="BAD_OPTIONS"):
        game("abyss", 2, {"squid": True})
    with pytest.raises(ModuleError):
        gueridon.GameEnv("missing.so")
    with pytest.raises(ValueError, match="render mode"):
        gueridon.GameEnv(module("abyss"), render_mode="human")


def test_an_environment_is_named_after_the_game_and_the_version_of_its_rules() -> None:
    env = game("abyss")
    assert str(env) == f"abyss_v{env.module.about.rules_version}"


def test_rendering_shows_the_agent_with_its_actions_and_at_the_end_the_points() -> None:
    env = game("astoria")
    for _ in play(env, seed=1):
        first, *lines = env.render().split("\n")
        assert first.startswith(env.agent_selection)
        assert [int(line.split()[0]) for line in lines] == list(env.legal(env.agent_selection))
    assert env.render().startswith("seat_0: ")
