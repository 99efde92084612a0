// The data export joins its pages.
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import { exportAll, type ExportPage, type ExportCursor } from "../../src/account/data-export.ts";

/** A server with some tables and messages; a page has 100 messages. */
function server(tables: number, messages: number, mostTables = 100) {
  const asked: ExportCursor[] = [];
  const page = (place: ExportCursor): Promise<ExportPage> => {
    asked.push(place);
    if (place.first > mostTables) return Promise.reject(new ApiError("TOO_LARGE", ""));
    const some = (all: number, after: string | null, first: number) => {
      const from = after === null ? 0 : Number(after) + 1;
      const ids = Array.from({ length: Math.min(first, all - from) }, (_, n) => from + n);
      const pageInfo = {
        hasNextPage: from + ids.length < all,
        endCursor: ids.length === 0 ? null : String(ids.at(-1)),
      };
      return { ids, pageInfo };
    };
    const [ts, ms] = [
      some(tables, place.after, place.first),
      some(messages, place.afterMessage, 100),
    ];
    return Promise.resolve({
      data: { account: { name: "Ada" }, tables: ts.ids, messages: ms.ids },
      pageInfo: ts.pageInfo,
      messagePageInfo: ms.pageInfo,
    });
  };
  return { page, asked };
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

describe("an export", () => {
  test.each([
    [0, 0],
    [3, 5],
    [120, 5],
    [3, 350],
    [240, 199],
  ])("has each of %i tables and %i messages once", async (tables, messages) => {
    const { page } = server(tables, messages);
    expect(await exportAll(page)).toEqual({
      account: { name: "Ada" },
      tables: upTo(tables),
      messages: upTo(messages),
    });
  });

  test("asks for smaller pages if one is too large", async () => {
    const { page, asked } = server(20, 0, 12);
    expect((await exportAll(page))["tables"]).toEqual(upTo(20));
    expect(asked.map(({ first }) => first)).toEqual([50, 25, 12, 50, 25, 12]);
  });

  test("fails if even one table is too large, and on any other error", async () => {
    await expect(exportAll(server(1, 0, 0).page)).rejects.toMatchObject({ code: "TOO_LARGE" });
    const down = () => Promise.reject(new ApiError("UNREACHABLE", ""));
    await expect(exportAll(down)).rejects.toMatchObject({ code: "UNREACHABLE" });
  });
});
