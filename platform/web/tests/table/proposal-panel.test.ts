// The question whether to go on from before the entry with which the game failed.
import { expect, test } from "vitest";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { t } from "../../src/i18n/words.ts";
import { ProposalPanel } from "../../src/table/proposal-panel.ts";

async function asked(condition: string): Promise<ProposalPanel> {
  const seat = (number: number, name: string, how: string) => ({ number, name, condition: how });
  const panel = new ProposalPanel();
  panel.table = {
    id: "t",
    status: "PLAYING",
    seat: 0,
    seats: [seat(0, "Ada", condition), seat(1, "Basile", "AWAY"), seat(2, "Bot", "BOT")],
    proposal: { entry: 8, seat: 1, kind: "GO_ON", undoes: 7, agreed: [] },
  } as unknown as LiveTableFragment;
  document.body.append(panel);
  await panel.updateComplete;
  return panel;
}

test("the question stands there in both languages, with who is still to answer", async () => {
  for (const language of ["EN", "FR"] as const) {
    $language.set(language);
    const panel = await asked("PLAYING");
    const heading = panel.renderRoot.querySelector("h2")?.textContent ?? "";
    expect(heading).toContain(t("table.proposal.GO_ON", { name: "Basile", entry: 7 }));
    const words = panel.renderRoot.textContent;
    // Nobody has proposed it, and who is away has to agree, too.
    expect(words).not.toContain(t("table.proposal.agreed", { names: "" }).slice(0, 5));
    expect(words).toContain(t("table.proposal.waiting", { names: "Ada, Basile" }));
    const buttons = [...panel.renderRoot.querySelectorAll("button")];
    expect(buttons.map(({ textContent }) => textContent.trim())).toEqual([
      t("table.proposal.agree"),
      t("table.proposal.decline"),
    ]);
    panel.remove();
  }
});
