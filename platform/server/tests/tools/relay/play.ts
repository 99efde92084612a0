// Plays through what Relay's compiler generates from the page's documents, with Relay's own
// environment and store. The artifacts are used directly, without the Babel plugin.
import runtime from "relay-runtime";
import type { GraphQLResponse, GraphQLTaggedNode, MutationParameters } from "relay-runtime";
import { playGame, refused, type Server } from "../game.ts";
import { ask, socket } from "../transport.ts";
import follow, { type documentsFollowSubscription } from "./__generated__/documentsFollowSubscription.graphql.ts";
import games, { type documentsGamesQuery } from "./__generated__/documentsGamesQuery.graphql.ts";
import openTable, { type documentsOpenTableMutation } from "./__generated__/documentsOpenTableMutation.graphql.ts";
import play, { type documentsPlayMutation } from "./__generated__/documentsPlayMutation.graphql.ts";
import seatBot, { type documentsSeatBotMutation } from "./__generated__/documentsSeatBotMutation.graphql.ts";
import signIn, { type documentsSignInMutation } from "./__generated__/documentsSignInMutation.graphql.ts";
import sit, { type documentsSitMutation } from "./__generated__/documentsSitMutation.graphql.ts";
import start, { type documentsStartMutation } from "./__generated__/documentsStartMutation.graphql.ts";

const { Environment, Network, Observable, RecordSource, Store } = runtime;
const { commitMutation, fetchQuery, requestSubscription } = runtime;
type Move = documentsPlayMutation["variables"]["steps"][number];

function environment(base: string, token: string | null) {
  const client = socket(base, token);
  const network = Network.create(
    async ({ text }, variables) =>
      ({ data: await ask(base, token, { query: text ?? "", variables }) }) as GraphQLResponse,
    ({ text }, variables) =>
      Observable.create((sink) =>
        client.subscribe(
          { query: text ?? "", variables },
          {
            next: (update) => sink.next(update as never),
            error: (failed) => sink.error(failed as Error),
            complete: () => sink.complete(),
          },
        ),
      ),
  );
  return new Environment({ network, store: new Store(new RecordSource()) });
}

function connect(base: string, token: string | null): Server {
  const own = environment(base, token);
  const mutate = <Operation extends MutationParameters>(
    mutation: GraphQLTaggedNode,
    variables: Operation["variables"],
  ) =>
    new Promise<Operation["response"]>((resolve, reject) => {
      commitMutation<Operation>(own, {
        mutation,
        variables,
        onCompleted: (response) => resolve(response),
        onError: reject,
      });
    });
  return {
    async games() {
      const answer = await fetchQuery<documentsGamesQuery>(own, games, {}).toPromise();
      return (answer?.games ?? []).map(({ id }) => id);
    },
    async signIn() {
      const answer = (await mutate<documentsSignInMutation>(signIn, {})).signIn;
      if (answer?.token) return answer.token;
      throw refused(answer);
    },
    async openTable() {
      const answer = (await mutate<documentsOpenTableMutation>(openTable, {})).openTable;
      if (answer?.table) return answer.table.id;
      throw refused(answer);
    },
    async sit(table) {
      const answer = (await mutate<documentsSitMutation>(sit, { table })).sit;
      if (!answer || answer.code) throw refused(answer);
    },
    async seatBot(table) {
      const answer = (await mutate<documentsSeatBotMutation>(seatBot, { table })).seatBot;
      if (!answer || answer.code) throw refused(answer);
    },
    async start(table) {
      const answer = (await mutate<documentsStartMutation>(start, { table })).start;
      if (!answer || answer.code) throw refused(answer);
    },
    follow: (table, after) => updates(own, { table, after }),
    async play(table, since, key, step) {
      const steps = [step as Move];
      const answer = (await mutate<documentsPlayMutation>(play, { table, since, key, steps })).play;
      if (answer?.seq != null) return answer.seq;
      throw refused(answer);
    },
  };
}

type Update = documentsFollowSubscription["response"]["table"];

/** The payloads of a subscription, one by one. */
async function* updates(
  own: InstanceType<typeof Environment>,
  variables: documentsFollowSubscription["variables"],
) {
  const heard: Update[] = [];
  let wake = () => {};
  let isOver = false;
  let failed: Error | undefined;
  const { dispose } = requestSubscription<documentsFollowSubscription>(own, {
    subscription: follow,
    variables,
    onNext: (response) => {
      if (response) heard.push(response.table);
      wake();
    },
    onError: (error) => {
      failed = error;
      wake();
    },
    onCompleted: () => {
      isOver = true;
      wake();
    },
  });
  try {
    for (;;) {
      const update = heard.shift();
      if (update) yield plain(update);
      else if (failed) throw failed;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    dispose();
  }
}

/** The same as a mutable type: the loop does not know that Relay's answers are read-only. */
function plain(update: Update) {
  return JSON.parse(JSON.stringify(update)) as never;
}

await playGame(connect);
