// The frame of a board's dialogs.
import { html, type TemplateResult } from "lit";
import type { AnyScene } from "./scene.ts";

type Content = TemplateResult | symbol | string;

/** A dialog; the element opens it once it is rendered. */
export function dialog(
  scene: AnyScene,
  title: string,
  content: Content,
  closed: () => void,
): TemplateResult {
  const pressed = (event: Event) => {
    // A click on the backdrop.
    if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
  };
  // A form would not be sent in a sandboxed frame.
  const pressedClose = (event: Event) => {
    (event.currentTarget as HTMLElement).closest("dialog")?.close();
  };
  const left = (event: Event) => {
    // The event of a dialog that was closed may come when the next is open, and is not about that.
    const dialog = event.currentTarget as HTMLDialogElement;
    if (dialog.isConnected && !dialog.open) closed();
  };
  // eslint-disable-next-line lit-a11y/click-events-have-key-events -- Escape closes it too.
  return html`<dialog aria-labelledby="dialog" @close=${left} @click=${pressed}>
    <div class="sheet">
      <h2 id="dialog" tabindex="-1">${title}</h2>
      ${content}
      <button type="button" class="quiet" @click=${pressedClose}>${scene.say("close")}</button>
    </div>
  </dialog>`;
}

/** A term of a list and what stands for it. */
export function entry(name: string, content: Content | number): TemplateResult {
  return html`<dt>${name}</dt>
    <dd>${content}</dd>`;
}
