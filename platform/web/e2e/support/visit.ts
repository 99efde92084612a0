// Opens scenes, each as the person that it is for.
import { expect } from "@playwright/test";
import type { Arrival, People, Person } from "./people.ts";
import { gameElement } from "./play.ts";
import type { Scene } from "./scenes.ts";

/** Opens each of the scenes, and calls `look` for it. */
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

/** Opens a scene, and waits until it is loaded. */
export async function enter(person: Person, scene: Scene): Promise<void> {
  await person.goTo(scene.address);
  if (scene.isTable) await expect(gameElement(person)).toBeVisible();
  await scene.open?.(person);
  await person.settle();
}
