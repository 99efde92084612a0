// What players read for the parts of a game: names and labels from the catalogue, and for a game
// without them the identifiers of its schema as words.
import type { Catalogue } from "@gueridon/element";
import { humanize } from "../i18n/humanize.ts";

/** A thing of the game, as players read it. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  /** What it does; empty when there is nothing to say. */
  readonly text: string;
  /** Whether part of it is not from the published game. */
  readonly isReconstructed: boolean;
}

/** The name of a field, with an explanation. */
export interface Caption {
  readonly name: string;
  /** Empty when there is nothing to say. */
  readonly text: string;
}

/** What a field of a type is called. */
export function captionOf(catalogue: Catalogue, type: string, field: string): Caption {
  const label = catalogue.get(`${type}.${field}`);
  return { name: label?.name ?? humanize(field), text: label?.text ?? "" };
}

/** What a kind of step is called; null if the game has no name for it. */
export function kindOf(catalogue: Catalogue, view: string, kind: string): string | null {
  return catalogue.get(`${view.replace(/View$/, "")}Move.${kind}`)?.name ?? null;
}

/** The thing that an id stands for, or the value of an enum. */
export function thingOf(catalogue: Catalogue, id: string, type = ""): Thing {
  const entry = catalogue.get(`${type}.${id}`) ?? catalogue.get(id);
  return {
    id,
    name: entry?.name ?? humanize(id),
    text: entry?.text ?? "",
    isReconstructed: (entry?.reconstructed?.length ?? 0) > 0,
  };
}
