// The lobby: the tables at which somebody can sit down.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { OpenTablesDocument, type TableLineFragment } from "../api/generated.ts";
import { $language } from "../settings.ts";
import { shared } from "../styles/shared.ts";
import { t } from "../words.ts";

/** `<gueridon-lobby>` */
@customElement("gueridon-lobby")
export class Lobby extends LitElement {
  static override styles = [shared];
  readonly #language = new StoreController(this, $language);
  @state() private tables: readonly TableLineFragment[] = [];

  override connectedCallback() {
    super.connectedCallback();
    void ask(OpenTablesDocument, { language: this.#language.value, game: null, after: null }).then(
      ({ tables }) => {
        this.tables = tables.nodes;
      },
    );
  }

  override render() {
    return html`<h1>${t("lobby.title")}</h1>
      ${this.tables.length === 0 ? html`<p>${t("lobby.empty")}</p>` : ""}
      <ul>
        ${this.tables.map((table) => html`<li>${table.game?.title}</li>`)}
      </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-lobby": Lobby;
  }
}
