// A list stays up to date, in whatever order answers and updates arrive.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import { followList, type ListUpdate } from "../../src/api/live-list.ts";
import { everyPage } from "../../src/api/pagination.ts";

// The tests do not wait between tries.
const attempts = vi.hoisted((): number[] => []);
vi.mock("../../src/api/back-off.ts", () => ({
  backOff: (attempt: number) => {
    attempts.push(attempt);
    return Promise.resolve();
  },
}));

beforeEach(() => {
  attempts.length = 0;
});

interface Thing {
  readonly id: string;
  readonly words: string;
}

const thing = (id: string, words = id): Thing => ({ id, words });

/** Follows a list: subscription by subscription the updates, request by request the answers. */
async function follow(
  subscriptions: readonly (readonly (ListUpdate<Thing> | Error | "list")[])[],
  listed: readonly (readonly Thing[] | Error)[],
): Promise<{ shown: string[]; asked: number; failed: unknown }> {
  const stop = new AbortController();
  const shown: string[] = [];
  let [round, asked] = [-1, 0];
  const answered: (() => void)[] = [];
  const source = {
    listen: async function* (signal: AbortSignal) {
      round += 1;
      const events = subscriptions[round];
      if (!events) {
        stop.abort();
        return;
      }
      for (const event of events) {
        if (signal.aborted) return;
        if (event === "list") {
          answered.shift()?.();
          // Lets the list take the answer before the next update.
          await new Promise((resolve) => setTimeout(resolve));
        } else if (event instanceof Error) throw event;
        else yield event;
      }
    },
    list: () => {
      const answer = listed[asked] ?? [];
      asked += 1;
      return new Promise<readonly Thing[]>((resolve, reject) => {
        answered.push(() => {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        });
      });
    },
    belongs: ({ words }: Thing) => words !== "over",
    show: (list: readonly Thing[]) => {
      shown.push(list.map(({ id, words }) => (id === words ? id : `${id}=${words}`)).join(" "));
    },
  };
  const failed = await followList(source, stop.signal).then(
    () => null,
    (failure: unknown) => failure,
  );
  return { shown, asked, failed };
}

const HERE: ListUpdate<Thing> = { tableId: null, table: null };
const heard = (one: Thing): ListUpdate<Thing> => ({ tableId: one.id, table: one });
const gone = (id: string): ListUpdate<Thing> => ({ tableId: id, table: null });

test("updates that come before the list are applied to it", async () => {
  const events = [HERE, heard(thing("b", "new")), gone("c"), heard(thing("d")), "list"] as const;
  const { shown } = await follow([events], [[thing("a"), thing("b"), thing("c")]]);
  expect(shown).toEqual(["d a b=new"]);
});

test("later updates change the list at once and keep its order", async () => {
  const { shown } = await follow(
    [[HERE, "list", heard(thing("b", "new")), heard(thing("c")), gone("a"), gone("x")]],
    [[thing("a"), thing("b")]],
  );
  expect(shown).toEqual(["a b", "a b=new", "c a b=new", "c b=new", "c b=new"]);
});

test("an item that does not belong on the list is removed or not added", async () => {
  const events = [HERE, "list", heard(thing("a", "over")), heard(thing("b", "over"))] as const;
  const { shown } = await follow([events], [[thing("a")]]);
  expect(shown).toEqual(["a", "", ""]);
});

test("after a lost connection the list is subscribed to and loaded again", async () => {
  const lost = new ApiError("RESUME", "");
  const { shown, asked, failed } = await follow(
    [
      [HERE, "list", heard(thing("b")), lost],
      [HERE, "list"],
    ],
    [[thing("a")], [thing("c")]],
  );
  expect({ shown, asked, failed }).toEqual({ shown: ["a", "b a", "c"], asked: 2, failed: null });
});

test("a list that is temporarily unavailable is loaded again", async () => {
  const away = new ApiError("UNAVAILABLE", "");
  const { shown, asked } = await follow(
    [
      [HERE, "list", heard(thing("b"))],
      [HERE, "list"],
    ],
    [away, [thing("a")]],
  );
  expect({ shown, asked }).toEqual({ shown: ["a"], asked: 2 });
});

test("the pauses grow while the subscription works and loading fails", async () => {
  const away = new ApiError("UNAVAILABLE", "");
  const listening = [HERE, "list", heard(thing("b"))] as const;
  await follow(Array(4).fill(listening), [away, away, [thing("a")], away]);
  expect(attempts).toEqual([0, 1, 0, 1]);
});

test("an error that is not retryable is thrown", async () => {
  const wrong = new ApiError("BAD_INPUT", "");
  expect((await follow([[HERE, wrong]], [])).failed).toBe(wrong);
  expect((await follow([[HERE, "list", HERE]], [wrong])).failed).toBe(wrong);
});

test("all pages are loaded in turn", async () => {
  const pages = new Map([
    [null, { nodes: [1, 2], pageInfo: { hasNextPage: true, endCursor: "p" } }],
    ["p", { nodes: [3], pageInfo: { hasNextPage: false, endCursor: "q" } }],
  ]);
  const all = await everyPage((after) => {
    const page = pages.get(after);
    return page ? Promise.resolve(page) : Promise.reject(new Error(`no page after ${after ?? ""}`));
  });
  expect(all).toEqual([1, 2, 3]);
});
