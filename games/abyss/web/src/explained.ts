// What a card or a place of the board is, and how matters stand with it.
import { costWords, isLord } from "./face.ts";
import type { Scene } from "./scene.ts";
import { whyNot } from "./why.ts";

/** A title and sentences. */
export interface Explained {
  readonly title: string;
  readonly texts: readonly string[];
}

/** The catalogue's id of what lies at a place; empty for a place that is no card. */
export function idAt(scene: Scene, target: string): string {
  const [sort = "", first = "", card = ""] = target.split(":");
  if (sort === target) return target;
  if (target === "track:last") return scene.view.track.at(-1) ?? "";
  if (["lord", "owned", "affiliated"].includes(sort)) return card;
  return ["deck", "side", "tokens", "reward", "count"].includes(sort) ? "" : first;
}

/** What is to be said about a place or a card. */
export function explained(scene: Scene, target: string): Explained {
  const id = idAt(scene, target);
  const { seat } = scene.parts.table;
  const isAtCourt = target.startsWith("court:") && isLord(id) && seat !== null;
  const texts = [
    isAtCourt ? `${costWords(scene, id, seat)}.` : "",
    id === "" ? placeText(scene, target) : scene.text(id),
    isLord(id) ? state(scene, target) : "",
    target.startsWith("stack:") ? scene.say("aboutCouncil") : "",
    whyNot(scene, target),
  ].filter((text) => text !== "");
  return { title: id === target ? scene.name(id) : scene.place(target), texts };
}

function placeText(scene: Scene, target: string): string {
  switch (target) {
    case "deck:exploration":
      return scene.say("aboutDeck");
    case "deck:lords":
      return `${scene.say("aboutPlot")} ${scene.say("refill")}`;
    case "deck:locations":
      return scene.say("aboutLocations");
    case "track:last":
      return scene.say("aboutTrack");
    default:
      return "";
  }
}

/** Whether a Lord in front of a player is free, turned, or under a Location. */
function state(scene: Scene, target: string): string {
  const [sort, seat, id] = target.split(":");
  if (sort !== "lord") return "";
  const found = scene.view.players
    .find((player) => player.seat === Number(seat))
    ?.lords.find(({ lord }) => lord === id);
  return found === undefined ? "" : `${scene.label(`AbyssPlace.${found.place}`)}.`;
}
