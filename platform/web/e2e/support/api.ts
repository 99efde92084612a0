// The API, for tests that set up tables or compare the page with it.
import type { Random } from "./random.ts";

/** A player as the API knows them. */
export interface Player {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** A legal step. */
export interface Step {
  readonly move: unknown;
  readonly words: string;
}

/** What tests need to know about a table. */
export interface Table {
  readonly id: string;
  readonly status: string;
  readonly seq: number;
  readonly since: number;
  readonly seat: number | null;
  readonly toAct: readonly number[];
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly inviteCode: string | null;
  readonly settings: { readonly visibility: string; readonly startsWhenFull: boolean };
  readonly moves: readonly Step[];
  readonly seats: readonly { readonly number: number; readonly name: string | null }[];
  readonly result: {
    readonly seats: readonly {
      readonly seat: number;
      readonly rank: number;
      readonly points: number;
    }[];
  } | null;
}

const TABLE = `id status seq since seat toAct options inviteCode
  settings { visibility startsWhenFull }
  moves(language: $language) { move words }
  seats { number name(language: $language) }
  result { seats { seat rank points } }`;

/** The API of a server. */
export class Api {
  readonly #url: string;
  #guests = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a document, as a player or as the public. */
  async ask<Data>(document: string, variables: object = {}, as?: Player): Promise<Data> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      },
      body: JSON.stringify({ query: document, variables }),
    });
    const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
    if (errors !== undefined || !data) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** Sends a mutation. @throws its refusal. */
  async #mutate<Done>(document: string, variables: object, as?: Player): Promise<Done> {
    const { result } = await this.ask<{ result: { ok: boolean } & Done }>(document, variables, as);
    if (!result.ok) throw new Error(JSON.stringify(result));
    return result;
  }

  /** A new guest. */
  async guest(name = `Guest ${(this.#guests += 1)}`): Promise<Player> {
    const { player, token } = await this.#mutate<{ player: Player; token: string }>(
      `mutation ($name: String!) { result: signIn(name: $name) {
        ok ... on SignedIn { token player { id name } } ... on Refused { code } } }`,
      { name },
    );
    return { ...player, token };
  }

  /** A new registered player. */
  async registered(name: string, password: string, email?: string): Promise<Player> {
    const { player, token } = await this.#mutate<{ player: Player; token: string }>(
      `mutation ($name: String!, $password: String!, $email: String) {
        result: register(name: $name, password: $password, email: $email) {
          ok ... on SignedIn { token player { id name } } ... on Refused { code } } }`,
      { name, password, email },
    );
    return { ...player, token };
  }

  /** Opens a table. */
  async open(
    owner: Player,
    game: string,
    seats: number,
    { options = {}, settings = {} }: { options?: object; settings?: object } = {},
  ): Promise<string> {
    const { table } = await this.#mutate<{ table: { id: string } }>(
      `mutation ($options: Options!, $seats: Int!, $settings: TableSettings!) {
        result: openTable(options: $options, seats: $seats, settings: $settings) {
          ok ... on TableChanged { table { id } } ... on Refused { code message } } }`,
      { options: { [game]: options }, seats, settings },
      owner,
    );
    return table.id;
  }

  /** Sends a mutation that only needs a table: `sit`, `start`, `leave`, `resign`, `rematch`. */
  async act(table: string, action: string, as: Player): Promise<void> {
    await this.#mutate(
      `mutation ($table: ID!) { result: ${action}(table: $table) { ok ... on Refused { code } } }`,
      { table },
      as,
    );
  }

  /** Proposes a pause. */
  async askForPause(table: string, as: Player): Promise<void> {
    await this.#mutate(
      `mutation ($table: ID!) {
        result: propose(table: $table, proposal: PAUSE) { ok ... on Refused { code } } }`,
      { table },
      as,
    );
  }

  /** Agrees to the open proposal of a table. */
  async agree(table: string, as: Player): Promise<void> {
    const { proposal } = (
      await this.ask<{ table: { proposal: { entry: number } } }>(
        `query ($table: ID!) { table(id: $table) { proposal { entry } } }`,
        { table },
        as,
      )
    ).table;
    await this.#mutate(
      `mutation ($table: ID!, $proposal: Int!) {
        result: agree(table: $table, proposal: $proposal) { ok ... on Refused { code } } }`,
      { table, proposal: proposal.entry },
      as,
    );
  }

  /** Invites somebody to a table. */
  async invite(table: string, player: Player, as: Player): Promise<void> {
    await this.#mutate(
      `mutation ($table: ID!, $player: ID!) {
        result: invite(table: $table, player: $player) { ok ... on Refused { code } } }`,
      { table, player: player.id },
      as,
    );
  }

  /** Says something at a table. */
  async say(table: string, text: string, as: Player): Promise<void> {
    await this.#mutate(
      `mutation ($table: ID!, $text: String!, $key: ID!) {
        result: say(table: $table, text: $text, key: $key) { ok ... on Refused { code } } }`,
      { table, text, key: crypto.randomUUID() },
      as,
    );
  }

  /** Reports a player to the moderators. */
  async report(player: Player, table: string, reason: string, as: Player): Promise<void> {
    await this.#mutate(
      `mutation ($player: ID!, $table: ID!, $reason: String!) {
        result: report(player: $player, table: $table, reason: $reason) {
          ok ... on Refused { code } } }`,
      { player: player.id, table, reason },
      as,
    );
  }

  /** Seats a bot that does not think, so that games are quick. */
  async seatBot(table: string, seat: number, owner: Player): Promise<void> {
    await this.#mutate(
      `mutation ($table: ID!, $seat: Int!) {
        result: seatBot(table: $table, seat: $seat, bot: RANDOM) { ok ... on Refused { code } } }`,
      { table, seat },
      owner,
    );
  }

  /** Opens a table, seats these players in order and then bots, and starts the game. */
  async begin(
    players: readonly [Player, ...Player[]],
    game: string,
    { bots = 0, options = {}, settings = {} } = {},
  ): Promise<string> {
    const [owner] = players;
    const table = await this.open(owner, game, players.length + bots, { options, settings });
    for (const player of players) await this.act(table, "sit", player);
    for (let bot = 0; bot < bots; bot += 1) await this.seatBot(table, players.length + bot, owner);
    await this.act(table, "start", owner);
    return table;
  }

  /** Plays random steps for these players, who sit in this order. */
  async playOn(
    id: string,
    players: readonly Player[],
    random: Random,
    { steps = Infinity, without }: { steps?: number; without?: RegExp } = {},
  ): Promise<void> {
    for (let played = 0; played < steps;) {
      const { status, toAct } = await this.table(id);
      if (status !== "PLAYING") return;
      const player = players.find((_, seat) => toAct.includes(seat));
      // A bot is to move: asking again waits for it.
      if (!player) continue;
      const table = await this.table(id, player);
      if (table.moves.length === 0) continue;
      const wanted = table.moves.filter(({ move }) => !without?.test(JSON.stringify(move)));
      const move = random.of(wanted.length > 0 ? wanted : table.moves);
      if (await this.play(table, move, player)) played += 1;
    }
  }

  /** A table as a player or the public sees it; null if they see none. */
  async find(id: string, as?: Player, language = "EN"): Promise<Table | null> {
    const document = `query ($id: ID!, $language: Language!) { table(id: $id) { ${TABLE} } }`;
    return (await this.ask<{ table: Table | null }>(document, { id, language }, as)).table;
  }

  /** The same for a table that must exist. */
  async table(id: string, as?: Player, language = "EN"): Promise<Table> {
    const table = await this.find(id, as, language);
    if (!table) throw new Error(`there is no table ${id}`);
    return table;
  }

  /**
   * Plays one step of a seat.
   * @returns whether it was played; it was not if another player was faster.
   */
  async play(table: Table, step: Step, as: Player): Promise<boolean> {
    const { result } = await this.ask<{ result: { ok: boolean; code?: string } }>(
      `mutation ($table: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
        result: play(table: $table, since: $since, key: $key, steps: $steps) {
          ok ... on Refused { code message } } }`,
      { table: table.id, since: table.since, key: crypto.randomUUID(), steps: [step.move] },
      as,
    );
    if (!result.ok && result.code !== "STALE") throw new Error(JSON.stringify(result));
    return result.ok;
  }
}
