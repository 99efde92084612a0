// Why the power of a guild can or cannot be used by a player now, in words.
import type { AllegeanceGuild } from "./generated.ts";
import { GUILDS } from "./generated-cards.ts";
import type { Scene } from "./scene.ts";
import { costOf } from "./steps.ts";

/** Whether the viewer can use the power of a guild now, and the reason; null where it is not asked. */
export interface PowerState {
  readonly isReady: boolean;
  readonly words: string;
}

/** Why no card of the viewer's hand can be played during their own actions; empty where one can. */
export function whyNoPlay(scene: Scene, card: string): string {
  const { view, own } = scene;
  const isActing = own !== undefined && view.question === "ACT" && view.toAct.includes(own.seat);
  const isHeld = own?.hand?.some((one) => one.card === card) === true;
  return isActing && isHeld && view.playsLeft === 0 ? scene.say("noPlays") : "";
}

/** The state of a guild's power during the viewer's own actions; null at any other time. */
export function powerState(scene: Scene, guild: AllegeanceGuild): PowerState | null {
  const { view, own } = scene;
  const inPlay = scene.guild(guild);
  if (!own || !inPlay || view.question !== "ACT" || !view.toAct.includes(own.seat)) return null;
  const figures = GUILDS[guild];
  const cost = costOf(view, guild);
  const no = (words: string): PowerState => ({ isReady: false, words });
  if (scene.parts.offers.some(({ path: [first] }) => first === `banner:${guild}`)) {
    return { isReady: true, words: scene.say("powerReady", { count: cost }) };
  }
  if (inPlay.used) return no(scene.label("AllegeanceGuildInPlay.used"));
  if (figures.needsMajority && inPlay.majority !== own.seat) {
    return no(
      inPlay.majority === null
        ? scene.say("nobodyLeads")
        : scene.say("otherLeads", { who: scene.seat(inPlay.majority) }),
    );
  }
  if ((scene.stack(own, guild)?.partisans ?? 0) === 0) return no(scene.say("noPartisan"));
  if (figures.isPassive) return { isReady: true, words: scene.say("passive") };
  if (own.gems < cost) return no(scene.say("tooDear", { count: cost, gems: own.gems }));
  return no(scene.say("nothingToDo"));
}
