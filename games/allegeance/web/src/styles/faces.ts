// The faces of cards, of any size: all measures follow `--w`, their width.
import { css } from "lit";

/** The styles of faces. */
export const faces = css`
  .face {
    position: relative;
    width: var(--w);
    height: calc(var(--w) * 1.42);
    font-size: calc(var(--w) / 5.6);
    border-radius: 0.5em;
    border: 0.22em solid #f6ecd4;
    background:
      linear-gradient(160deg, #fff3, #0000 45%, #0004),
      var(--pattern, none) 0 0 / var(--weave, auto),
      var(--tint, #444);
    box-shadow:
      0 0 0 1px #2b20108c,
      0 0.12em 0.35em #0006;
    color: #fff9ea;
  }
  .face > .charge {
    position: absolute;
    inset: 13% 12% 30%;
    display: grid;
    place-items: center;
    color: var(--charge, #fff9ea);
    filter: drop-shadow(0 0.08em 0.1em #0009);
  }
  .face > .charge > .symbol {
    width: 100%;
    height: 100%;
  }
  .face > .ribbon {
    position: absolute;
    inset: auto -0.22em 0.5em;
    display: grid;
    place-items: center;
    min-height: 1.5em;
    padding: 0.05em 0.1em 0.1em;
    background: #f6ecd4;
    color: #2b2010;
    font-family: var(--heading);
    font-size: max(1em, 0.62rem);
    font-weight: 700;
    letter-spacing: -0.01em;
    line-height: 0.95;
    text-align: center;
    overflow-wrap: break-word;
    hyphens: auto;
    box-shadow: 0 0.1em 0.2em #0005;
  }
  .dowry {
    position: absolute;
    inset: 0.2em auto auto 0.25em;
    display: flex;
    color: #bdeaff;
    filter: drop-shadow(0 1px 1px #000a);
  }
  .dowry > .symbol {
    width: 1.15em;
    height: 1.15em;
  }
  .face.chief {
    border-color: var(--metal);
    background:
      radial-gradient(circle at 50% 42%, #fff6 0, #0000 42%),
      repeating-conic-gradient(from 4deg at 50% 42%, #fff2 0 8deg, #0000 8deg 16deg),
      var(--tint, #444);
  }
  .face.chief > .ribbon {
    background: linear-gradient(#ffe9b0, var(--metal));
  }
  .crest {
    position: absolute;
    inset: 0 0 auto;
    display: grid;
    place-items: center;
    color: var(--metal);
    filter: drop-shadow(0 1px 1px #000a);
  }
  .crest > .symbol {
    width: 1.5em;
    height: 1.5em;
  }
  .face.chief > .charge {
    inset: 22% 14% 28%;
  }
  .face.oath {
    border-color: var(--tint);
    background: linear-gradient(160deg, #fffdf2, #e9d9b4);
    color: #3a2c14;
  }
  .face.oath > .charge {
    inset: 12% 14% 36%;
    color: var(--tint);
    filter: none;
  }
  .face.oath > .ribbon {
    inset: auto 0 0.25em;
    background: none;
    box-shadow: none;
    font-size: max(0.82em, 0.58rem);
  }
  .seal {
    position: absolute;
    inset: 0.15em auto auto 0.15em;
    display: grid;
    place-items: center;
    width: 1.5em;
    height: 1.5em;
    border-radius: 46% 54% 50% 50% / 52% 48% 54% 46%;
    background: radial-gradient(circle at 35% 30%, #fff5, #0000 60%), var(--tint);
    color: #fff9ea;
    box-shadow: 0 1px 2px #0007;
  }
  .seal > .symbol {
    width: 1.05em;
    height: 1.05em;
  }
  .face.back {
    background:
      repeating-linear-gradient(45deg, #f0d28a33 0 2px, #0000 2px 8px),
      repeating-linear-gradient(-45deg, #f0d28a33 0 2px, #0000 2px 8px), #3a1f2b;
  }
  .face.back > .charge {
    inset: 25%;
    color: #f0d28a;
  }
  .copies {
    position: absolute;
    inset: auto -0.35em 2.1em auto;
    z-index: 1;
    padding: 0 0.3em;
    border-radius: 1em;
    background: #2b2010;
    color: #fff9ea;
    font-size: max(1em, 0.75rem);
    font-weight: 700;
    line-height: 1.4;
  }
  .face:has(.copies) {
    margin-right: 3px;
    box-shadow:
      0 0 0 1px #2b20108c,
      3px -2px 0 -1px #f6ecd4,
      3px -2px 0 0 #2b20108c,
      0 0.12em 0.35em #0006;
  }
  .mini {
    display: inline-grid;
    place-items: center;
    width: var(--mini, 1.15rem);
    height: calc(var(--mini, 1.15rem) * 1.35);
    border: 1px solid #f6ecd4;
    border-radius: 3px;
    background: var(--tint, #444);
    color: var(--charge, #fff9ea);
    box-shadow: 0 0 0 1px #2b20108c;
    vertical-align: middle;
  }
  .mini > .symbol {
    width: 84%;
    height: auto;
  }
  .mini.chief {
    border-color: var(--metal);
    color: var(--metal);
  }
  .mini.passing {
    border-style: dashed;
  }
`;
