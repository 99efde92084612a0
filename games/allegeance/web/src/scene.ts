// What every part of the board is rendered from: the view, its names, and the steps offered.
import { Scene as BoardScene } from "@gueridon/board/scene.ts";
import type {
  AllegeanceGuild,
  AllegeanceGuildInPlay,
  AllegeancePlayer,
  AllegeanceStack,
  AllegeanceView,
} from "./generated.ts";
import type { Offer } from "./steps.ts";
import { WORDS, type Word } from "./words.ts";

/** What a dialog shows: an entry of the catalogue, a player's side, the piles, or the symbols. */
export type Question =
  | { readonly about: string }
  | { readonly player: number }
  | { readonly sheet: "piles" | "symbols" };

/** The input of one rendering, with access to names and texts. */
export class Scene extends BoardScene<AllegeanceView, Offer, Question, Word> {
  protected override readonly words = WORDS;

  /** The viewer's own player; undefined for spectators. */
  get own(): AllegeancePlayer | undefined {
    return this.view.players.find(({ seat }) => seat === this.parts.table.seat);
  }

  /** The players as they are shown: the others in turn order, then the viewer. */
  get players(): readonly AllegeancePlayer[] {
    return this.turned(this.view.players);
  }

  override kind(kind: string): string {
    return this.label(`AllegeanceMove.${kind}`);
  }

  override place(target: string): string {
    const [sort = "", ...rest] = target.split(":");
    if (sort !== "stack") return this.name(rest.join(":"));
    const [seat = "", guild = ""] = rest;
    const name = this.name(guild);
    return Number(seat) === this.parts.table.seat ? name : `${name} – ${this.seat(Number(seat))}`;
  }

  /** A guild in play. */
  guild(id: AllegeanceGuild): AllegeanceGuildInPlay | undefined {
    return this.view.guilds.find(({ guild }) => guild === id);
  }

  /** The stack of a guild on a player's field; undefined where there is none. */
  stack({ field }: AllegeancePlayer, guild: AllegeanceGuild): AllegeanceStack | undefined {
    return field.find((one) => one.guild === guild);
  }

  /** What a guild scores for a seat so far; null where the score pad does not say. */
  points(seat: number, guild: AllegeanceGuild): number | null {
    const lines = this.parts.score?.seats.find((one) => one.seat === seat)?.lines;
    return lines?.find(({ line }) => line === guild)?.points ?? null;
  }
}
