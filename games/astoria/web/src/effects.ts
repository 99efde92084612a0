// What a step costs and what it does, as figures with their symbols.
import { signed, type Effect } from "@gueridon/board/effects.ts";
import { artefactOf, countOf, glyphsOf, sum } from "./cards.ts";
import { INVASIONS, LIMITS } from "./generated-cards.ts";
import type { AstoriaDomain, AstoriaInvasion } from "./generated.ts";
import type { Scene } from "./scene.ts";
import type { Offer } from "./steps.ts";

/** What a step costs and does, as far as the view tells. */
export function effectsOf(scene: Scene, { kind, fields }: Offer): readonly Effect[] {
  const { own, view } = scene;
  if (!own || kind === null) return [];
  const domain = (field: string) => fields[field] as AstoriaDomain;
  const power = (by: number): Effect => ({
    symbol: "power",
    figure: signed(by),
    words:
      by < 0 ? scene.say("costsPower", { count: -by }) : scene.say("givesPower", { count: by }),
  });
  const room = LIMITS.power - own.power;
  const glyphs = (count: number): Effect => ({
    symbol: "glyph",
    figure: `−${count}`,
    words: scene.say("costsGlyphs", { count }),
  });
  const made = (count: number): Effect => ({
    symbol: "glyph",
    figure: `+${count}`,
    words: scene.say("makesGlyphs", { count }),
  });
  const track = (symbol: string, by: number): Effect => ({
    symbol,
    figure: signed(by),
    words: `${scene.place(`track:${symbol}`)} ${signed(by)}`,
  });
  const exile: readonly Effect[] =
    view.mages.length > 2 && !own.isExiled
      ? [{ symbol: "exile", figure: "", words: scene.say("exilesYou") }]
      : [];
  switch (kind) {
    case "reinforce":
      return [power(Math.min(1, room))];
    case "destroy":
      return [power(Math.min(scene.flux(domain("gem")), room))];
    case "create":
      return [power(-scene.flux(domain("gem")))];
    case "placeGuard":
      return [
        power(-LIMITS.guard),
        { symbol: "stock", figure: "−1", words: scene.say("costsGem") },
      ];
    case "shape":
      return finishing(scene, String(fields["artefact"]), power);
    case "use":
    case "tilt":
      return glyphsOf(String(fields["card"])) > 0 ? [made(glyphsOf(String(fields["card"])))] : [];
    case "tribute":
      return [{ symbol: "stock", figure: "−1", words: scene.say("paysGem") }, track("dragon", -1)];
    case "fight": {
      const strength = INVASIONS[fields["chief"] as AstoriaInvasion].chief?.strength ?? 0;
      return [
        { symbol: "strength", figure: `${strength}`, words: scene.say("strength", { strength }) },
      ];
    }
    case "accuse":
      return exile.map((effect) => ({ ...effect, words: scene.say("exilesIfWrong") }));
    case "weaken": {
      const force = String(fields["force"]);
      const isCalm = force === "populace" && fields["domain"] === "nature";
      const agitates = force === "populace" && fields["domain"] === "fire" && !view.wasAgitated;
      return [
        glyphs(isCalm ? LIMITS.calm : 1),
        track(force, -1),
        ...(agitates ? [{ symbol: "agitation", figure: "+1", words: scene.say("agitates") }] : []),
      ];
    }
    case "killGuard":
      return [glyphs(LIMITS.kill), ...(fields["domain"] === "fire" ? exile : [])];
    case "recover":
      return [glyphs(1)];
    case "empower": {
      const count = countOf(view.glyphs, "solar");
      return [glyphs(count), power(Math.min(count + 1, room))];
    }
    case "stealCard":
      return [glyphs(LIMITS.stealCard)];
    case "stealArtefact":
      return [glyphs(LIMITS.stealArtefact)];
    case "peek":
      return [glyphs(Number(fields["count"]))];
    case "wound":
      return [glyphs(LIMITS.wound), track("king", -1), ...exile];
    case "heal":
      return [glyphs(LIMITS.heal), track("king", 1)];
    default:
      return [];
  }
}

/** What the last gem of an artefact brings: the artefact, its gems in the flask, a healthier King. */
function finishing(
  scene: Scene,
  artefact: string,
  power: (by: number) => Effect,
): readonly Effect[] {
  const started = scene.view.mages
    .flatMap((mage) => mage.started)
    .find((one) => one.artefact === artefact);
  const left = started ? sum(started.missing) : sum(artefactOf(artefact)?.needs ?? []);
  if (left > 1) {
    return [
      { symbol: "gem", figure: `${left - 1}`, words: scene.say("leaves", { count: left - 1 }) },
    ];
  }
  const price = artefactOf(artefact)?.power ?? 0;
  return [
    { symbol: "flask", figure: "✓", words: scene.say("finishes") },
    ...(price > 0 ? [power(-price)] : []),
  ];
}
