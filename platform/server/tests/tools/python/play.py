"""What ariadne-codegen makes of the page's documents, played to the result of a game."""

import asyncio
import json
import sys

import httpx
from graphql_client import Client, Move

BASE = sys.argv[1]
URL = f"{BASE}/graphql"
PATIENCE = 240


def connect(token):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return Client(
        url=URL,
        headers=headers,
        ws_url=URL.replace("http", "ws", 1),
        ws_connection_init_payload={"token": token} if token else None,
        http_client=httpx.AsyncClient(headers=headers, timeout=30),
    )


def done(answer):
    if answer is None or answer.typename__ == "Refused":
        raise SystemExit(f"not done: {answer}")
    return answer


async def play_game():
    token = done((await connect(None).sign_in()).sign_in).token
    client = connect(token)
    assert "abyss" in [game.id for game in (await client.games()).games]
    table = done((await client.open_table()).open_table).table.id
    done((await client.sit(table)).sit)
    done((await client.seat_bot(table)).seat_bot)
    done((await client.start(table)).start)
    report = {"plays": 0, "words": 0, "seats": 0}
    answered = last = None
    async for update in client.follow(table, 0):
        update = update.table
        report["words"] += len(update.entry.told) if update.entry else 0
        now = update.table
        if now is None:
            continue
        last = now
        if not now.moves or now.since in (None, answered):
            continue
        move = now.moves[update.seq % len(now.moves)].move
        steps = [Move.model_validate(move)]
        done((await client.play(table, now.since, f"since-{now.since}", steps)).play)
        answered = now.since
        report["plays"] += 1
    report["seats"] = len(last.result.seats) if last and last.result else 0
    print(json.dumps(report))


asyncio.run(asyncio.wait_for(play_game(), PATIENCE))
