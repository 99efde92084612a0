// A list that stays as the server has it, whatever is heard when.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import { followList, type ListUpdate } from "../../src/api/live-list.ts";
import { everyPage } from "../../src/api/pagination.ts";

// Nobody has to wait for the next try here.
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

/** A server of which each subscription hears `heard` of its number, and lists `listed`. */
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
          // The answer is there when those who waited for it have had their turn.
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

test("what is listed is shown, with what was heard meanwhile on top", async () => {
  const events = [HERE, heard(thing("b", "new")), gone("c"), heard(thing("d")), "list"] as const;
  const { shown } = await follow([events], [[thing("a"), thing("b"), thing("c")]]);
  expect(shown).toEqual(["d a b=new"]);
});

test("what is heard afterwards changes the list at once, and keeps its order", async () => {
  const { shown } = await follow(
    [[HERE, "list", heard(thing("b", "new")), heard(thing("c")), gone("a"), gone("x")]],
    [[thing("a"), thing("b")]],
  );
  expect(shown).toEqual(["a b", "a b=new", "c a b=new", "c b=new", "c b=new"]);
});

test("what does not belong on the list leaves it, and does not come", async () => {
  const events = [HERE, "list", heard(thing("a", "over")), heard(thing("b", "over"))] as const;
  const { shown } = await follow([events], [[thing("a")]]);
  expect(shown).toEqual(["a", "", ""]);
});

test("after a lost connection everything is listened to and listed again", async () => {
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

test("a list that could not be had for now is asked for again", async () => {
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

test("a server that lets one listen and does not list is given more and more time", async () => {
  const away = new ApiError("UNAVAILABLE", "");
  const listening = [HERE, "list", heard(thing("b"))] as const;
  await follow(Array(4).fill(listening), [away, away, [thing("a")], away]);
  expect(attempts).toEqual([0, 1, 0, 1]);
});

test("what trying again does not help is told", async () => {
  const wrong = new ApiError("BAD_INPUT", "");
  expect((await follow([[HERE, wrong]], [])).failed).toBe(wrong);
  expect((await follow([[HERE, "list", HERE]], [wrong])).failed).toBe(wrong);
});

test("pages are asked for one after the other until there is none", async () => {
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
