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

SERVER, GAMES = sys.argv[1], sys.argv[2:]
SAYS = [{"language": "EN", "text": "Plays any move."}, {"language": "FR", "text": "Joue au hasard."}]
READY = {"games": [{"game": game} for game in GAMES], "tables": 4, "description": SAYS}
MINE = "{ me { id } myTables(first: 50) { nodes { id seats { answerBy player { id } } } } }"
CHALLENGES = """subscription($ready: ReadinessInput!) {
    challenges(ready: $ready) { challenge { table { id } } } }"""
ACCEPT = "mutation($table: ID!) { acceptChallenge(table: $table) { ok } }"
FOLLOW = """subscription($table: ID!) {
    table(id: $table) { table { seat since toAct moves { move words } } } }"""
PLAY = """mutation($table: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
    play(table: $table, since: $since, key: $key, steps: $steps) { ok } }"""


def send(path, query, variables):
    token = "Bearer " + os.environ["GUERIDON_TOKEN"]
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {"authorization": token, "content-type": "application/json"}
    # A stream that says nothing for longer is lost: the server does every 15 seconds.
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, body, headers), timeout=60)


def ask(query, **variables):
    return json.load(send("/graphql", query, variables))["data"]


def listen(query, **variables):
    for line in send("/graphql/stream", query, variables):
        name, _, value = line.decode().rstrip().partition(": ")
        if (name, value) == ("event", "complete"):
            return
        if name == "data":
            yield json.loads(value)["data"]  # None, which breaks off, where it was refused.
    raise OSError("the connection was lost")


def play(table):
    for update in listen(FOLLOW, table=table):
        now = update["table"]["table"]
        if now and now["seat"] in (now["toAct"] or []) and now["moves"]:
            # To play better, choose better. An update may ask again what was answered: STALE.
            step, key = random.choice(now["moves"])["move"], str(now["since"])
            ask(PLAY, table=table, since=now["since"], key=key, steps=[step])


def serve():
    for update in listen(CHALLENGES, ready=READY):
        asked = update["challenges"]["challenge"]
        if asked and ask(ACCEPT, table=asked["table"]["id"])["acceptChallenge"]["ok"]:
            threading.Thread(target=keep, args=(play, asked["table"]["id"]), daemon=True).start()


def keep(doing, *arguments):
    while True:
        try:
            return doing(*arguments)
        except (OSError, TypeError) as lost:
            print("trying again:", lost, file=sys.stderr, flush=True)
            time.sleep(1 + random.random())


mine = ask(MINE)  # What it played before it was started anew.
for own in mine["myTables"]["nodes"]:
    if any(seat["player"] == mine["me"] and not seat["answerBy"] for seat in own["seats"]):
        threading.Thread(target=keep, args=(play, own["id"]), daemon=True).start()
keep(serve)
