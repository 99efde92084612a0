// Loading a game's own element, which can be defined only once.
import { expect, test } from "vitest";
import { Board } from "../../src/table/board.ts";

/** The address of a module that defines the element of a game; each version has another address. */
function moduleOf(game: string, version: number): string {
  const code = `customElements.define("gueridon-${game}", class extends HTMLElement {})`;
  return `data:text/javascript,${encodeURIComponent(`${code}; // ${version}`)}`;
}

async function drawn(board: Board): Promise<string> {
  await expect.poll(() => board.renderRoot.querySelector("#moves > :not(p)")).not.toBeNull();
  return board.renderRoot.querySelector("#moves > *")?.localName ?? "";
}

test("a new build of an element does not break the loaded one", async () => {
  for (const version of [1, 2]) {
    const board = new Board();
    board.game = "whist";
    board.path = moduleOf("whist", version);
    document.body.append(board);
    expect(await drawn(board)).toBe("gueridon-whist");
    expect(board.renderRoot.querySelector(".refusal")).toBeNull();
    board.remove();
  }
});
