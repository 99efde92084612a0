// The table of Abyss.
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";

/** `<gueridon-abyss>` */
@customElement("gueridon-abyss")
export class AbyssTable extends LitElement {
  /** What these eyes see. */
  @property({ attribute: false }) view: unknown = null;

  override render() {
    return html`<pre>${JSON.stringify(this.view, null, 1)}</pre>`;
  }
}
