// The faces of cards, of any size: all measures follow `--w`, their width.
import { css } from "lit";

/** The styles of faces. */
export const faces = css`
  .face {
    position: relative;
    width: var(--w);
    height: calc(var(--w) * 1.42);
    font-size: calc(var(--w) / 5.6);
    border: 0.16em solid #d9b765;
    border-radius: 0.7em;
    background:
      radial-gradient(75% 55% at 50% 38%, #fff6, #0000 70%),
      linear-gradient(170deg, #0000 40%, #0008), var(--tint, #2b3060);
    box-shadow:
      0 0 0 1px #0a0d20,
      0 0.12em 0.4em #0007;
    color: var(--on-tint, #f4efdd);
  }
  .face > .charge {
    position: absolute;
    inset: 12% 8% 33% 26%;
    display: grid;
    place-items: center;
  }
  .face:not(:has(.slots)) > .charge {
    inset: 12% 14% 32%;
  }
  .face > .charge > .symbol {
    width: 100%;
    height: 100%;
    filter: drop-shadow(0 0.06em 0.08em #0007);
  }
  .face > .ribbon {
    position: absolute;
    inset: auto 0 0;
    display: grid;
    place-items: center;
    min-height: 28%;
    padding: 0.05em 0.1em 0.15em;
    border-radius: 0 0 0.55em 0.55em;
    background: #14172eed;
    color: #f6ecd0;
    font-family: var(--heading);
    font-size: max(0.95em, 0.66rem);
    font-weight: 700;
    line-height: 0.95;
    text-align: center;
    overflow-wrap: break-word;
    hyphens: auto;
  }
  .yield {
    position: absolute;
    inset: 0.15em 0.25em auto auto;
    z-index: 1;
    display: inline-flex;
    align-items: center;
    padding: 0 0.2em;
    border-radius: 0.6em;
    background: #14172e;
    color: #f6ecd0;
    font-size: max(1em, 0.7rem);
    font-weight: 700;
    line-height: 1.3;
  }
  /* Beside what tells about a card that can be chosen. */
  .face:has(> .act) > .yield {
    margin-right: 24px;
  }
  .yield > .symbol {
    width: 0.8em;
    height: 0.8em;
  }
  .slots {
    position: absolute;
    inset: 0.25em auto auto 0.25em;
    display: grid;
    gap: 0.06em;
  }
  .slot {
    display: grid;
    border-radius: 50%;
    font-size: min(1em, calc(var(--w) * 0.8 / max(var(--slots), 4) / 1.5));
    filter: drop-shadow(0 0 1px #000c);
  }
  .started .slot:not(.filled) > .gem {
    background: #14172e;
    color: color-mix(in srgb, var(--tint), #fff 45%);
  }
  .face.magic.started {
    border-style: dashed;
  }
  .face.tilted > :is(.charge, .slots, .yield) {
    opacity: 0.45;
  }
  .turned {
    position: absolute;
    inset: 18% 0 34%;
    display: grid;
    place-items: center;
    color: #fff;
    font-size: 2em;
    filter: drop-shadow(0 0 2px #000) drop-shadow(0 0 1px #000);
  }
  .face.role,
  .face.objective {
    --tint: #32386e;
    --on-tint: #f6dc9a;
  }
  .face.invasion {
    --on-tint: #f7e6d8;
    background:
      repeating-conic-gradient(from 0deg at 50% 40%, #fff1 0 6deg, #0000 6deg 12deg),
      linear-gradient(#3a1320, #190a16);
  }
  .face > .ribbon.long,
  .face.invasion > .ribbon {
    font-size: max(0.78em, 0.56rem);
    letter-spacing: -0.02em;
  }
  .face.invasion > .charge {
    color: color-mix(in srgb, var(--tint, #e9a27c), #fff 35%);
  }
  .strength,
  .omens {
    position: absolute;
    inset: 0.15em auto auto 0.2em;
    display: inline-flex;
    align-items: center;
    color: #ffe9b0;
    font-size: max(1em, 0.7rem);
    font-weight: 700;
    line-height: 1.2;
  }
  .omens {
    inset: 0.15em 0.2em auto auto;
    display: grid;
  }
  .curse {
    position: absolute;
    inset: auto 0.2em 30% auto;
    font-size: 1em;
  }
  .back {
    display: inline-grid;
    place-items: center;
    width: var(--back, 0.95rem);
    height: calc(var(--back, 0.95rem) * 1.4);
    border: 1px solid #d9b765;
    border-radius: 3px;
    background: repeating-linear-gradient(45deg, #fff2 0 2px, #0000 2px 6px), var(--tint, #565b7d);
    color: var(--on-tint, #fff);
    box-shadow: 0 0 0 1px #0a0d20;
  }
  .back > .symbol {
    width: 74%;
    height: auto;
  }
  .back.deck {
    --tint: #3a1320;
    --on-tint: #f2b48f;
  }
  .mini {
    position: relative;
    display: inline-grid;
    place-items: center;
    width: 1.5rem;
    height: 1.7rem;
    border: 1.5px solid #d9b765;
    border-radius: 4px;
    background: linear-gradient(#fff2, #0003), var(--tint);
    color: var(--on-tint);
    vertical-align: middle;
  }
  .mini > .symbol {
    width: 82%;
    height: auto;
  }
  .mini.tilted {
    rotate: 90deg;
    scale: 0.86;
    filter: saturate(0.5);
  }
  .mini.started {
    height: 2.35rem;
    padding-bottom: 0.72rem;
    border-style: dashed;
  }
  .mini > i {
    position: absolute;
    inset: auto 0 0;
    background: #14172e;
    color: #f6ecd0;
    font-size: 0.62rem;
    font-style: normal;
    font-weight: 700;
    line-height: 0.75rem;
    text-align: center;
  }
`;
