// The faces of cards, of any size: all measures follow `--w`, their width.
import { css } from "lit";

/** The styles of faces. */
export const faces = css`
  .face {
    position: relative;
    width: var(--w);
    height: calc(var(--w) * 1.34);
    font-size: calc(var(--w) / 5.6);
    border: 0.14em solid #d9c896;
    border-radius: 0.65em;
    background:
      radial-gradient(70% 46% at 50% 34%, #fff5, #0000 75%),
      repeating-radial-gradient(ellipse 90% 60% at 50% -20%, #fff0 0 0.5em, #ffffff14 0.5em 0.56em),
      linear-gradient(175deg, #fff2, #0000 35%, #0009), var(--tint, #1d4a63);
    box-shadow:
      0 0 0 1px #06121c,
      0 0.12em 0.4em #0007;
    color: var(--on-tint);
  }
  .face > .charge {
    position: absolute;
    inset: 15% 17% 34%;
    display: grid;
    place-items: center;
    filter: drop-shadow(0 0.08em 0.1em #0009);
  }
  .face > .charge > .symbol {
    width: 100%;
    height: 100%;
  }
  .face > .ribbon {
    position: absolute;
    inset: auto 0 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    place-items: center;
    min-height: 26%;
    padding: 0.05em 0.1em 0.12em;
    border-radius: 0 0 0.5em 0.5em;
    background: #06121ce8;
    color: #f2e9cf;
    font-family: var(--heading);
    font-size: max(0.92em, 0.66rem);
    font-weight: 700;
    line-height: 0.98;
    text-align: center;
    overflow-wrap: break-word;
    hyphens: auto;
  }
  .face > .ribbon.long {
    font-size: max(0.7em, 0.55rem);
    letter-spacing: -0.02em;
  }
  .face > .value {
    position: absolute;
    inset: 0.02em auto auto 0.22em;
    font-family: var(--heading);
    font-size: max(1.9em, 0.95rem);
    line-height: 1.05;
    text-shadow: 0 1px 2px #000b;
  }
  .face.ally > .charge {
    inset: 18% 10% 30% 22%;
  }
  .face.lord > .charge {
    inset: 8% 20% 44% 26%;
  }
  .face.lord > .ribbon {
    inset: auto 0 19%;
    min-height: 24%;
    border-radius: 0;
  }
  .cost {
    position: absolute;
    inset: 0.2em auto auto 0.25em;
    z-index: 1;
    display: inline-grid;
    justify-items: center;
    gap: 0.2em;
    font-size: max(1em, 0.7rem);
    line-height: 1.15;
  }
  .cost > b {
    min-width: 1.3em;
    padding: 0 0.2em;
    border-radius: 0.7em;
    background: #06121c;
    color: #f2e9cf;
    font-family: var(--heading);
    font-size: 1.2em;
    text-align: center;
  }
  .cost > b.changed {
    background: #f2e9cf;
    color: #06121c;
  }
  .races {
    display: inline-grid;
    grid-template-columns: repeat(2, auto);
    gap: 0.12em;
  }
  .races.five {
    grid-template-columns: repeat(3, auto);
  }
  .races > i {
    display: grid;
    place-items: center;
    width: 0.9em;
    height: 0.9em;
    border-radius: 50%;
    background: var(--tint);
    box-shadow: 0 0 0 1px #f2e9cf;
    color: var(--on-tint);
    font-style: normal;
  }
  .races > i:not([class]) {
    background: #06121c99;
    color: #06121c00;
  }
  .races .symbol {
    width: 0.72em;
    height: 0.72em;
  }
  .guild {
    position: absolute;
    inset: 0.22em 0.25em auto auto;
    display: grid;
    place-items: center;
    width: 1.5em;
    height: 1.5em;
    border-radius: 50%;
    background: #06121cb0;
    color: #f2e9cf;
  }
  .guild > .symbol {
    width: 1.05em;
    height: 1.05em;
  }
  .face.lord > .once {
    position: absolute;
    inset: auto 0.2em 44% auto;
    color: #ffe08a;
    font-size: max(1em, 0.7rem);
    filter: drop-shadow(0 0 1px #000) drop-shadow(0 0 1px #000);
  }
  .face > .worth {
    position: absolute;
    inset: auto 0 0;
    display: flex;
    align-items: center;
    justify-content: space-between;
    height: 19%;
    padding: 0 0.35em;
    border-radius: 0 0 0.5em 0.5em;
    background: #06121c;
    font-size: max(1em, 0.7rem);
    line-height: 1;
  }
  .worth > span {
    white-space: nowrap;
  }
  .worth .symbol {
    color: #f0cf77;
  }
  .worth > .points {
    margin-left: auto;
    color: #f2e9cf;
    font-family: var(--heading);
    font-size: 1.15em;
  }
  .worth > .points::after,
  .chip > .points::after {
    content: "★";
    margin-left: 0.1em;
    font-family: system-ui, sans-serif;
    font-size: 0.75em;
  }
  .face.location {
    --tint: #14566b;
    height: max(calc(var(--w) * 0.9), 4.1rem);
    border-style: double;
    border-width: 0.24em;
    border-radius: 0.5em;
  }
  .face.location > .charge {
    inset: 3% 25% 48%;
  }
  .face.location > .ribbon {
    min-height: 48%;
    border-radius: 0 0 0.3em 0.3em;
    font-size: max(0.82em, 0.64rem);
  }
  .copies {
    position: absolute;
    inset: 0.2em 0.2em auto auto;
    z-index: 1;
    padding: 0 0.3em;
    border-radius: 1em;
    background: #06121c;
    color: #f2e9cf;
    font-size: max(1em, 0.72rem);
    font-weight: 700;
    line-height: 1.35;
  }
  .face:has(> .act) > .copies {
    inset: auto 0.2em 30% auto;
  }
  .face:has(.copies) {
    margin-right: 3px;
    box-shadow:
      0 0 0 1px #06121c,
      3px -2px 0 -1px #d9c896,
      3px -2px 0 0 #06121c,
      0 0.12em 0.35em #0006;
  }
  /* Between the Keys and the points, where nothing else is. */
  .face.lord > .act ~ .about {
    inset: auto calc(50% - 12px) -3px auto;
  }
  .face.lord > .act ~ .about > span {
    inset: 4px;
  }
  .back {
    display: inline-grid;
    place-items: center;
    width: var(--back, 2rem);
    height: calc(var(--back, 2rem) * 1.3);
    border: 1.5px solid #d9c896;
    border-radius: 5px;
    background:
      repeating-radial-gradient(circle at 50% 120%, #fff2 0 2px, #0000 2px 7px),
      linear-gradient(#1d5a78, #08202f);
    color: #d9c896;
    box-shadow: 0 0 0 1px #06121c;
  }
  .back.lords {
    background:
      repeating-radial-gradient(circle at 50% 120%, #fff2 0 2px, #0000 2px 7px),
      linear-gradient(#5b4a86, #1d1735);
  }
  .back.locations {
    height: calc(var(--back, 2rem) * 0.84);
    background:
      repeating-radial-gradient(circle at 50% 120%, #fff2 0 2px, #0000 2px 7px),
      linear-gradient(#177182, #072a31);
  }
  .back > .symbol {
    width: 62%;
    height: auto;
  }
  .mini {
    position: relative;
    display: inline-grid;
    place-items: center;
    flex: none;
    width: 1.6rem;
    height: 1.75rem;
    border: 1.5px solid #d9c896;
    border-radius: 4px;
    background: linear-gradient(#fff2, #0004), var(--tint, #14566b);
    color: var(--on-tint);
    vertical-align: middle;
  }
  .mini > .symbol {
    width: 76%;
    height: auto;
  }
  .mini:has(b) > .symbol {
    width: 86%;
    opacity: 0.55;
  }
  .mini > b {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    font-family: var(--heading);
    font-size: 1.1rem;
    line-height: 1;
    text-shadow:
      0 0 3px #000,
      0 0 1px #000;
  }
`;
