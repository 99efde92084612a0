// The arms of the guilds: a tincture and a pattern each, the same in light and dark as on a card.
import { css } from "lit";

/** `--tint` is a guild's tincture, `--pattern` what is woven into it, with its size. */
export const arms = css`
  .arms-gardiennes {
    --tint: #1f4f9e;
    --pattern: repeating-conic-gradient(#fff1 0 25%, #0001 0 50%);
    --weave: 18px 18px;
  }
  .arms-magiciennes {
    --tint: #6a34a6;
    --pattern:
      radial-gradient(circle at 25% 30%, #fff4 1.4px, #0000 2px),
      radial-gradient(circle at 75% 80%, #fff4 1.4px, #0000 2px);
    --weave: 15px 15px;
  }
  .arms-diplomates {
    --tint: #8f6a0f;
    --pattern: linear-gradient(90deg, #fff2 50%, #0001 50%);
    --weave: 12px 12px;
  }
  .arms-mediums {
    --tint: #0d7076;
    --pattern: radial-gradient(circle at 50% 120%, #0000 8px, #fff2 8.5px 10.5px, #0000 11px);
    --weave: 16px 9px;
  }
  .arms-colosses {
    --tint: #66625a;
    --pattern:
      linear-gradient(#0002 1.5px, #0000 1.5px), linear-gradient(90deg, #0002 1.5px, #0000 1.5px);
    --weave: 16px 9px;
  }
  .arms-excavateurs {
    --tint: #a34f14;
    --pattern: linear-gradient(45deg, #fff2 25%, #0000 25% 50%, #fff2 50% 75%, #0000 75%);
    --weave: 14px 7px;
  }
  .arms-assassins {
    --tint: #9c1c2c;
    --pattern: repeating-linear-gradient(135deg, #0002 0 4px, #0000 4px 10px);
    --weave: auto;
  }
  .arms-illusionnistes {
    --tint: #b0307c;
    --pattern: conic-gradient(from 45deg at 50% 50%, #fff2 25%, #0000 0 50%, #fff2 0 75%, #0000 0);
    --weave: 14px 20px;
  }
  .arms-fossoyeurs {
    --tint: #396a2b;
    --pattern: linear-gradient(#0000 60%, #0003 60%);
    --weave: 12px 10px;
  }
  .arms-damnes {
    --tint: #2c2733;
    --charge: #ffb072;
    --pattern: conic-gradient(from 160deg at 50% 0, #ff7a2a55 40deg, #0000 40deg);
    --weave: 12px 16px;
  }
  [class*="arms-"] {
    --metal: #f0d28a;
  }
`;
