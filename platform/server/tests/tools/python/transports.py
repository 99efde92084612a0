"""Asks and listens by each transport of the library gql, and says which of them can do which."""

import asyncio
import json
import sys

from gql import Client, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.aiohttp_websockets import AIOHTTPWebsocketsTransport
from gql.transport.httpx import HTTPXAsyncTransport, HTTPXTransport
from gql.transport.requests import RequestsHTTPTransport
from gql.transport.websockets import WebsocketsTransport

URL = f"{sys.argv[1]}/graphql"
SOCKET = URL.replace("http", "ws", 1)
OPEN = """mutation { openTable(options: {abyss: {}}, seats: 2) {
    ... on TableChanged { table { id } } ... on Refused { code } } }"""
SIGN_IN = 'mutation { signIn(name: "Ada") { ... on SignedIn { token } } }'
FOLLOW = "subscription($id: ID!) { table(id: $id) { seq table { status } } }"


async def asks_asynchronously(transport):
    async with Client(transport=transport, fetch_schema_from_transport=True) as session:
        answer = await session.execute(gql("{ me { name } }"))
        return answer["me"]["name"]


def asks_synchronously(transport):
    with Client(transport=transport, fetch_schema_from_transport=True) as session:
        return session.execute(gql("{ me { name } }"))["me"]["name"]


async def listens(transport, table):
    document = gql(FOLLOW)
    document.variable_values = {"id": table}
    async with Client(transport=transport) as session:
        async for update in session.subscribe(document):
            return update["table"]["table"]["status"]


async def run():
    with Client(transport=RequestsHTTPTransport(url=URL)) as session:
        token = session.execute(gql(SIGN_IN))["signIn"]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    with Client(transport=RequestsHTTPTransport(url=URL, headers=headers)) as session:
        table = session.execute(gql(OPEN))["openTable"]["table"]["id"]
    report = {"asks": {}, "listens": {}}
    for kind in [RequestsHTTPTransport, HTTPXTransport]:
        transport = kind(url=URL, headers=headers)
        report["asks"][kind.__name__] = await asyncio.to_thread(asks_synchronously, transport)
    for kind in [AIOHTTPTransport, HTTPXAsyncTransport]:
        transport = kind(url=URL, headers=headers)
        report["asks"][kind.__name__] = await asks_asynchronously(transport)
    for kind in [WebsocketsTransport, AIOHTTPWebsocketsTransport]:
        transport = lambda: kind(url=SOCKET, init_payload={"token": token})
        report["asks"][kind.__name__] = await asks_asynchronously(transport())
        report["listens"][kind.__name__] = await listens(transport(), table)
    print(json.dumps(report))


asyncio.run(asyncio.wait_for(run(), 60))
