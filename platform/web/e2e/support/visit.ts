// Goes from scene to scene, each with the eyes of whom it is for.
import { expect } from "@playwright/test";
import type { Arrival, People, Person } from "./people.ts";
import { drawing } from "./play.ts";
import type { Scene } from "./scenes.ts";

/** Looks at each of several scenes. */
export async function visit(
  people: People,
  scenes: readonly Scene[],
  arrival: Arrival,
  look: (person: Person, scene: Scene) => Promise<void>,
): Promise<void> {
  const known = new Map<string | undefined, Person>();
  for (const scene of scenes) {
    const person = known.get(scene.as?.id) ?? (await people.come({ ...arrival, as: scene.as }));
    known.set(scene.as?.id, person);
    await enter(person, scene);
    await look(person, scene);
  }
}

/** Opens a scene, and waits until all of it is there. */
export async function enter(person: Person, scene: Scene): Promise<void> {
  await person.goTo(scene.address);
  if (scene.isTable) await expect(drawing(person)).toBeVisible();
  await scene.open?.(person);
  await person.settle();
}
