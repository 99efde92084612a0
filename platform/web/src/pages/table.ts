// A table, as it is before its game begins.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask, isPassing, listen, pause } from "../api/client.ts";
import { RoomDocument, RoomUpdatesDocument, type RoomTableFragment } from "../api/generated.ts";
import "../parts/room.ts";
import type { ChangedEvent } from "../parts/room.ts";
import { $language } from "../settings.ts";
import { shared } from "../styles/shared.ts";

/** `<gueridon-table-page>` */
@customElement("gueridon-table-page")
export class TablePage extends LitElement {
  static override styles = [shared];
  /** The table's id. */
  @property() table = "";
  @state() private now: RoomTableFragment | null = null;
  readonly #language = new StoreController(this, $language);
  #listening = new AbortController();

  override connectedCallback() {
    super.connectedCallback();
    this.#listening = new AbortController();
    void this.#follow(this.#listening.signal);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#listening.abort();
  }

  async #follow(signal: AbortSignal) {
    const variables = { id: this.table, language: this.#language.value };
    this.now = (await ask(RoomDocument, variables)).table;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        for await (const { table } of listen(RoomUpdatesDocument, variables, signal)) {
          this.now = table.table;
        }
      } catch (failed) {
        if (!isPassing(failed)) throw failed;
      }
      await pause(attempt, signal);
    }
  }

  override render() {
    const { now } = this;
    return html`<h1>${now?.game?.title ?? ""}</h1>
      ${
        now?.status === "OPEN"
          ? html`<gueridon-room
              .table=${now}
              @gueridon-changed=${({ detail }: ChangedEvent) => {
                this.now = detail.table;
              }}
            ></gueridon-room>`
          : html`<p>${now?.status}</p>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-table-page": TablePage;
  }
}
