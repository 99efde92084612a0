// Why a place of the board cannot be chosen during one's own actions, in words.
import { artefactOf, countOf, sum } from "./cards.ts";
import { LIMITS } from "./generated-cards.ts";
import type { AstoriaDomain } from "./generated.ts";
import type { Scene } from "./scene.ts";

/** The reason; empty where it can be chosen, or nothing is asked of the viewer. */
export function whyNot(scene: Scene, target: string): string {
  const { own, view, parts } = scene;
  if (!own || view.question !== "ACT" || !view.toAct.includes(own.seat)) return "";
  if (parts.offers.some(({ path }) => path.some((place) => place === target))) return "";
  if (view.actions === 0) return scene.say("whyNoActions");
  const [sort = "", first = ""] = target.split(":");
  switch (sort) {
    case "pile":
      if (own.hand.length >= LIMITS.hand) return scene.say("whyHandFull", { limit: LIMITS.hand });
      return scene.say("whyEmpty");
    case "reserve":
      return reserve(scene, first as AstoriaDomain);
    case "stock":
      return countOf(own.stock, first as AstoriaDomain) === 0 ? scene.say("whyNotInStock") : "";
    case "flask":
      return scene.say("whyNoSulphur");
    case "hand":
      return scene.say("whyNoGem");
    case "card":
      return card(scene, target);
    case "chief":
      return own.isExiled ? scene.say("whyExiled") : "";
    case "guards":
      return guard(scene, Number(first));
    case "track":
      return track(scene, first);
    case "own":
      return target === "own:power" ? scene.say("whyPowerFull", { limit: LIMITS.power }) : "";
    case "city":
      return target === "city:palace" ? palace(scene) : scene.say("whyNoCobalt");
    default:
      return "";
  }
}

function reserve(scene: Scene, domain: AstoriaDomain): string {
  const power = scene.own?.power ?? 0;
  if (countOf(scene.view.reserve, domain) === 0) return scene.say("whyNotInReserve");
  return scene.say("whyTooDear", { cost: scene.flux(domain), power });
}

function card(scene: Scene, target: string): string {
  const [, seat, id = ""] = target.split(":");
  const mage = scene.view.mages.find((one) => one.seat === Number(seat));
  if (!mage || mage.seat !== scene.own?.seat) return "";
  const started = mage.started.find(({ artefact }) => artefact === id);
  if (started) {
    const price = artefactOf(id)?.power ?? 0;
    const isDear = sum(started.missing) === 1 && mage.power < price;
    const isHeld = started.missing.some(({ domain }) => scene.stock(domain) > 0);
    return isDear && isHeld
      ? scene.say("whyLastGem", { cost: price, power: mage.power })
      : scene.say("whyNoGem");
  }
  const isTilted = mage.cards.some((one) => one.card === id && one.isTilted);
  return isTilted ? scene.say("whyTilted") : "";
}

function guard(scene: Scene, seat: number): string {
  const { own, view } = scene;
  if (own?.seat !== seat) return "";
  if (view.mages.length === 2) return scene.say("whyTwoPlayers");
  if (own.isExiled) return scene.say("whyExiled");
  if (scene.stock(own.domain) === 0) {
    return scene.say("whyNoOwnGem", { gem: scene.name(own.domain) });
  }
  return scene.say("whyTooDear", { cost: LIMITS.guard, power: own.power });
}

function track(scene: Scene, id: string): string {
  const { own, view } = scene;
  if (id === "king" || !own) return "";
  if (id !== "dragon") return scene.say("whyNoFire");
  if (own.isExiled) return scene.say("whyExiled");
  return scene.say(view.dragon === 1 ? "whyCalm" : "whyNoTribute");
}

function palace(scene: Scene): string {
  if (scene.view.mages.length === 2) return scene.say("whyTwoPlayers");
  return scene.say("whyNoExile");
}
