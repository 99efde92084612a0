// What a card or a place of the board is, and how matters stand with it.
import { INVASIONS } from "./generated-cards.ts";
import type { AstoriaInvasion } from "./generated.ts";
import type { Scene } from "./scene.ts";
import { whyNot } from "./why.ts";

/** A title and sentences. */
export interface Explained {
  readonly title: string;
  readonly texts: readonly string[];
}

/** The catalogue's id of what lies at a place; empty for a place that is no card. */
export function idAt(target: string): string {
  const [sort = "", first = "", card = ""] = target.split(":");
  if (sort === target) return target;
  if (sort === "card") return card;
  return ["hand", "chief", "role", "reserve", "stock", "flask"].includes(sort) ? first : "";
}

/** What is to be said about a place or a card. */
export function explained(scene: Scene, target: string): Explained {
  const id = idAt(target);
  const isCard = id === target;
  const texts = [
    isCard ? scene.text(id) : placeText(scene, target, id),
    whyNot(scene, target),
  ].filter((text) => text !== "");
  return { title: isCard ? scene.name(id) : scene.place(target), texts };
}

function placeText(scene: Scene, target: string, id: string): string {
  const { view } = scene;
  const note = (field: string) => scene.text(`AstoriaView.${field}`);
  const grows = (field: "agitation" | "reinforcements") =>
    scene.labelled(`${scene.label(`AstoriaView.${field}`)} +${view[field]}`, note(field));
  const [sort] = target.split(":");
  if (sort === "pile") return scene.say("aboutPile");
  if (sort === "guards") return scene.say("aboutGuards");
  switch (target) {
    case "track:king":
      return scene.say("aboutKing", { full: view.options.fullHealth });
    case "track:dragon":
      return note("dragon");
    case "track:populace":
      return `${note("populace")} ${grows("agitation")}`;
    case "track:barbarians":
      return `${note("barbarians")} ${grows("reinforcements")}`;
    case "own:power":
      return scene.say("aboutPower");
    case "city:deck":
      return scene.say("aboutDeck");
    case "city:palace":
      return scene.say("aboutPalace");
    default:
      return [
        sort === "reserve" ? scene.say("aboutFlux") : "",
        scene.text(id),
        Object.hasOwn(INVASIONS, id) ? curse(scene, id as AstoriaInvasion) : "",
      ]
        .filter((text) => text !== "")
        .join(" ");
  }
}

function curse(scene: Scene, id: AstoriaInvasion): string {
  return INVASIONS[id].chief === null ? "" : scene.say("aboutChief");
}
