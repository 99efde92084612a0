"""A program that people can challenge: it says what it is ready for, accepts every challenge, and
plays any game by choosing among its moves. Python 3.9 is all that it needs.

    GUERIDON_TOKEN=… python3 bot.py http://127.0.0.1:8080 abyss astoria
"""

import json
import os
import random
import sys
import threading
import time
import urllib.request

SERVER, TOKEN, GAMES = sys.argv[1], os.environ["GUERIDON_TOKEN"], sys.argv[2:]
# Without a clock, somebody who plays no more would keep it for ever.
OFFER = [{"game": game, "clocks": ["LIVE", "CORRESPONDENCE"]} for game in GAMES]
SAYS = [{"language": "EN", "text": "Plays any move."}, {"language": "FR", "text": "Joue au hasard."}]
READY = {"games": OFFER, "tables": 4, "description": SAYS}
MINE = "{ me { id } myTables(first: 50) { nodes { id seats { answerBy player { id } } } } }"
CHALLENGES = """subscription($ready: ReadinessInput!) {
    challenges(ready: $ready) { challenge { table { id } } } }"""
ACCEPT = "mutation($table: ID!) { acceptChallenge(table: $table) { ok } }"
FOLLOW = "subscription($id: ID!) { table(id: $id) { table { seat since toAct moves { move } } } }"
PLAY = """mutation($table: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
    play(table: $table, since: $since, key: $key, steps: $steps) { ok } }"""


def listen(query, **variables):
    """What the server answers: once to a query or a mutation, for long to a subscription."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {"authorization": "Bearer " + TOKEN, "content-type": "application/json"}
    request = urllib.request.Request(SERVER + "/graphql/stream", body, headers)
    # A stream that says nothing for longer is lost: the server does every 15 seconds.
    for line in urllib.request.urlopen(request, timeout=60):
        if line.startswith(b"event: complete"):
            return
        if line.startswith(b"data: "):
            yield json.loads(line[6:])["data"]  # None, which breaks off, where it was refused.
    raise OSError("the connection was lost")


def sits():
    mine = next(listen(MINE))
    own = {"answerBy": None, "player": mine["me"]}
    return {table["id"] for table in mine["myTables"]["nodes"] if own in table["seats"]}


def play(table):
    for update in listen(FOLLOW, id=table) if table in sits() else []:
        now = update["table"]["table"]
        if now and now["seat"] is None:
            raise OSError("it was taken off")  # Or the server does not know yet that it sits there.
        if now and now["seat"] in (now["toAct"] or []) and now["moves"]:
            # To play better, choose better. An update may ask again what was answered: STALE.
            step, key = random.choice(now["moves"])["move"], str(now["since"])
            next(listen(PLAY, table=table, since=now["since"], key=key, steps=[step]))


def serve():
    for update in listen(CHALLENGES, ready=READY):  # The first brings no challenge.
        asked = update["challenges"]["challenge"]
        if asked:
            next(listen(ACCEPT, table=asked["table"]["id"]))
        for table in sits() - {thread.name for thread in threading.enumerate()}:
            threading.Thread(target=keep, args=(play, table), name=table, daemon=True).start()


def keep(doing, *arguments):
    while True:
        try:
            return doing(*arguments)
        except Exception as lost:
            print("trying again:", lost, file=sys.stderr, flush=True)
            time.sleep(1 + random.random())


keep(serve)
