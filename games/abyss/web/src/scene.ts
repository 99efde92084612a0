// What every part of the board is rendered from, with the names of its places.
import { Scene as BoardScene } from "@gueridon/board/scene.ts";
import type { AbyssPlayer, AbyssView } from "./generated.ts";
import type { Offer } from "./steps.ts";
import { WORDS, type Word } from "./words.ts";

/** What a dialog shows: a card or a place, a player's side, what is set aside, or the symbols. */
export type Question =
  | { readonly about: string }
  | { readonly player: number }
  | { readonly sheet: "aside" | "symbols" };

/** The input of one rendering, with access to names and texts. */
export class Scene extends BoardScene<AbyssView, Offer, Question, Word> {
  protected override readonly words = WORDS;

  /** The viewer's own player; undefined for spectators. */
  get own(): AbyssPlayer | undefined {
    return this.view.players.find(({ seat }) => seat === this.parts.table.seat);
  }

  /** The other players in turn order; all of them for spectators. */
  get others(): readonly AbyssPlayer[] {
    const { seat } = this.parts.table;
    return this.turned(this.view.players).filter((player) => player.seat !== seat);
  }

  override kind(kind: string): string {
    return this.label(`AbyssMove.${kind}`);
  }

  override place(target: string): string {
    const [sort = "", first = "", ...rest] = target.split(":");
    switch (sort) {
      case "track":
        return this.revealed;
      case "deck":
        return this.deck(first);
      case "reward":
        return this.label("AbyssView.threat");
      case "side":
        return this.seat(Number(first));
      case "tokens":
        return this.label("AbyssPlayer.keyTokens");
      case "lord":
      case "owned":
      case "affiliated":
        return this.name(rest[0] ?? "");
      case "count":
        return first;
      case "pearls":
      case "nebulis":
      case "keys":
      case "monsters":
        return this.label(`AbyssPlayer.${sort === "monsters" ? "monsterTokens" : sort}`);
      case "point":
        return this.say("keyPoint");
      default:
        return this.name(first === "" ? sort : first);
    }
  }

  private get revealed(): string {
    const card = this.view.track.at(-1);
    return card === undefined ? this.label("AbyssView.track") : this.name(card);
  }

  private deck(which: string): string {
    if (which === "exploration") return this.label("AbyssView.deck");
    return this.say(which === "lords" ? "lordDeck" : "locationDeck");
  }
}
