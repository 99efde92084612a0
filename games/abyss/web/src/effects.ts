// What a step costs and what it brings, as figures with their symbols.
import { signed, type Effect } from "@gueridon/board/effects.ts";
import { costWords } from "./face.ts";
import { figuresOf, valueOf } from "./figures.ts";
import type { AbyssCard, AbyssLord } from "./generated.ts";
import { SIZES } from "./generated-cards.ts";
import { sumOf } from "./payment.ts";
import { priceOf } from "./price.ts";
import type { Scene } from "./scene.ts";
import type { Offer } from "./steps.ts";

/** The price of the Corruptor's Lord, whatever the Lord costs. */
const CORRUPTION = 5;
/** What an Ally brings with the Slaver. */
const SALE = 2;
/** The Keys that a Location takes. */
const LOCATION_KEYS = 3;

/** What a step costs and brings, as far as the view tells. */
export function effectsOf(scene: Scene, { kind, fields }: Offer): readonly Effect[] {
  const { view } = scene;
  const count = Number(fields["count"] ?? 0);
  const pearls = (by: number) =>
    by === 0 ? [] : [counted("pearl", by, scene.say("pearls", { count: Math.abs(by) }))];
  const nebulis = (by: number) => [
    counted("nebulis", by, `${scene.label("AbyssPlayer.nebulis")} ${signed(by)}`),
  ];
  const cards = (by: number) =>
    by === 0 ? [] : [counted("hand", by, scene.say("cards", { count: Math.abs(by) }))];
  switch (kind) {
    case "plot":
      return [...pearls(-1), counted("lord", 1, scene.say("addsLord"))];
    case "inviteLord":
      return [counted("lord", 1, scene.say("addsLord"))];
    case "takeStack":
      return cards(view.council.find(({ race }) => race === fields["race"])?.size ?? 0);
    case "recruit":
      return view.question === "ACT"
        ? [...price(scene, fields["lord"] as AbyssLord), ...worthOf(scene, fields["lord"])]
        : [...pearls(-CORRUPTION), ...worthOf(scene, fields["lord"])];
    case "recruitWithNebulis":
      return [...nebulis(-count), ...pearls(count - CORRUPTION), ...worthOf(scene, fields["lord"])];
    case "takeLord":
      return worthOf(scene, fields["lord"]);
    case "buy":
      return [...pearls(-view.price), ...cards(1)];
    case "buyWithNebulis":
      return [...nebulis(-count), ...pearls(count - view.price), ...cards(1)];
    case "takeAlly":
      return [...cards(1), ...pearls(view.track.length === SIZES.trackSpaces ? 1 : 0)];
    case "takeReward": {
      const part = (symbol: string, by: number, words: string) =>
        by === 0 ? [] : [counted(symbol, by, words)];
      const [keys, gained, monsters] = ["keys", "pearls", "monsters"].map((one) =>
        Number(fields[one] ?? 0),
      ) as [number, number, number];
      return [
        ...part("key", keys, scene.say("keyTokens", { count: keys })),
        ...pearls(gained),
        ...part("monster", monsters, scene.say("monsterTokens", { count: monsters })),
      ];
    }
    case "spend": {
      const value = valueOf(String(fields["ally"]));
      return [{ symbol: "any", figure: `${value}`, words: scene.say("countsAs", { value }) }];
    }
    case "pay":
      return pearls(-(sumOf(view)?.missing ?? 0));
    case "payWithNebulis":
      return [...nebulis(-count), ...pearls(count - (sumOf(view)?.missing ?? count))];
    case "affiliate": {
      const points = valueOf(fields["ally"] as AbyssCard);
      return [{ symbol: "point", figure: `${points}`, words: scene.say("bestCounts", { points }) }];
    }
    case "drawLocations":
    case "takeLocation":
      return view.question === "CONTROL_LOCATION"
        ? [counted("key", -LOCATION_KEYS, scene.say("keys", { count: LOCATION_KEYS }))]
        : [];
    case "sellAlly":
      return [...cards(-1), ...pearls(SALE)];
    case "swapNebulis":
      return [...nebulis(-1), ...pearls(1)];
    case "giveNebulis":
      return nebulis(-1);
    default:
      return [];
  }
}

function counted(symbol: string, by: number, words: string): Effect {
  return { symbol, figure: signed(by), words };
}

function price(scene: Scene, lord: AbyssLord): readonly Effect[] {
  const { seat } = scene.parts.table;
  const cost = seat === null ? null : priceOf(scene.view, lord, seat);
  if (cost === null || seat === null) return [];
  return [
    {
      symbol: cost.required ?? "any",
      figure: `${cost.value}`,
      words: costWords(scene, lord, seat),
    },
  ];
}

function worthOf(scene: Scene, lord: unknown): readonly Effect[] {
  const figures = figuresOf(lord as AbyssLord);
  if (figures === undefined) return [];
  const { keys, points } = figures;
  return [
    ...(keys > 0 ? [counted("key", keys, scene.say("keys", { count: keys }))] : []),
    counted("point", points, scene.say("points", { count: points })),
  ];
}

/** What a card that is chosen with a step does, in words; empty for any other step. */
export function powerOf(scene: Scene, { kind, fields }: Offer): string {
  switch (kind) {
    case "recruit":
    case "recruitWithNebulis":
    case "takeLord":
      return scene.text(String(fields["lord"]));
    case "takeLocation":
      return scene.text(String(fields["location"]));
    case "replaceLord":
      return scene.text("opportunist");
    case "discardStack":
      return scene.text("oracle");
    case "swapLocation":
      return scene.text(String(fields["other"]));
    default:
      return "";
  }
}
