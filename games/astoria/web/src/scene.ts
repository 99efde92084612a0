// What every part of the board is rendered from, with the names of its places.
import { Scene as BoardScene } from "@gueridon/board/scene.ts";
import { countOf } from "./cards.ts";
import type { AstoriaDomain, AstoriaMage, AstoriaView } from "./generated.ts";
import type { Offer } from "./steps.ts";
import { WORDS, type Word } from "./words.ts";

/** What a dialog shows: a card or a place, a mage's side, the city, or the symbols. */
export type Question =
  { readonly about: string } | { readonly player: number } | { readonly sheet: "city" | "symbols" };

/** The input of one rendering, with access to names and texts. */
export class Scene extends BoardScene<AstoriaView, Offer, Question, Word> {
  protected override readonly words = WORDS;

  /** The viewer's own mage; undefined for spectators. */
  get own(): AstoriaMage | undefined {
    return this.view.mages.find(({ seat }) => seat === this.parts.table.seat);
  }

  /** The other mages in turn order; all of them for spectators. */
  get others(): readonly AstoriaMage[] {
    const { seat } = this.parts.table;
    return this.turned(this.view.mages).filter((mage) => mage.seat !== seat);
  }

  /** What a gem of a domain is worth in this round. */
  flux(domain: AstoriaDomain): number {
    return this.view.flux.find((one) => one.domain === domain)?.flux ?? 0;
  }

  /** The gems of a domain in the viewer's own stock. */
  stock(domain: AstoriaDomain): number {
    return this.own ? countOf(this.own.stock, domain) : 0;
  }

  override kind(kind: string): string {
    return this.label(`AstoriaMove.${kind}`);
  }

  override place(target: string): string {
    const [sort = "", first = "", ...rest] = target.split(":");
    const of = (thing: string) => this.say("of", { thing, who: this.seat(Number(first)) });
    switch (sort) {
      case "pile":
        return this.say("pile", { number: first });
      case "reserve":
      case "stock":
      case "flask":
        return this.say(`${sort}Gem`, { gem: this.name(first) });
      case "mage":
        return this.seat(Number(first));
      case "guards":
        return of(this.label("AstoriaMage.guards"));
      case "back":
        return of(this.name(rest[0] ?? ""));
      case "card":
        return this.name(rest[0] ?? "");
      case "track":
      case "city":
      case "own":
        return this.placeByItself(target, first);
      default:
        return this.name(first === "" ? sort : first);
    }
  }

  /** What there is only one of. */
  private placeByItself(target: string, id: string): string {
    switch (target) {
      case "track:king":
        return this.label("AstoriaView.health");
      case "track:dragon":
        return this.label("AstoriaView.dragon");
      case "track:populace":
      case "track:barbarians":
        return this.label(`AstoriaView.${id}`);
      case "own:power":
        return this.label("AstoriaMage.power");
      case "own:glyphs":
        return this.label("AstoriaView.glyphs");
      case "city:deck":
        return this.label("AstoriaView.deck");
      default:
        return this.say("palace");
    }
  }
}
