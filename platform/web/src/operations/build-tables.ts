// The tables that are played with one build, asked for when somebody opens the list.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import { TablesOfBuildDocument } from "../api/generated.ts";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";

/** How many are asked for at a time. */
const PAGE = 50;

/** `<gueridon-build-tables>` */
@customElement("gueridon-build-tables")
export class BuildTables extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);
  /** The SHA-256 of the build. */
  @property() build = "";
  @state() private tables: readonly string[] | null = null;
  @state() private isWhole = false;
  @state() private fault = "";

  async #load(known: readonly string[]) {
    try {
      const after = known.at(-1) ?? null;
      const { tablesOfBuild } = await ask(TablesOfBuildDocument, { build: this.build, after });
      const found = tablesOfBuild ?? [];
      this.tables = [...known, ...found];
      this.isWhole = found.length < PAGE;
      this.fault = "";
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    const opened = (event: Event) => {
      if (event.target instanceof HTMLDetailsElement && event.target.open) void this.#load([]);
    };
    const { tables } = this;
    return html`<details lang=${this.#language.value.toLowerCase()} @toggle=${opened}>
      <summary>${t("operations.showTables")}</summary>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      ${tables?.length === 0 ? html`<p>${t("operations.noTables")}</p>` : ""}
      <ul>
        ${tables?.map(
          (id) =>
            html`<li>
              <a href="/tables/${id}"><code>${id}</code></a>
            </li>`,
        )}
      </ul>
      ${
        tables === null || this.isWhole
          ? ""
          : html`<button type="button" @click=${() => this.#load(tables)}>
              ${t("operations.more")}
            </button>`
      }
    </details>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-build-tables": BuildTables;
  }
}
