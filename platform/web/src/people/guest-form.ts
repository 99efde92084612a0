// In as a guest: a name, and nothing else.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { suggestion } from "../parts/guest.ts";
import { $language } from "../settings.ts";
import { shared } from "../styles/shared.ts";
import { t } from "../words.ts";
import { enter } from "./enter.ts";
import { Form } from "./form.ts";
import { people } from "./styles.ts";

/** `<gueridon-guest-form>`: tells `gueridon-entered` when somebody is in. */
@customElement("gueridon-guest-form")
export class GuestForm extends LitElement {
  static override styles = [shared, people];
  readonly #language = new StoreController(this, $language);
  // Chosen once, so that a name does not change while somebody looks at it.
  readonly #pick = Math.random();
  readonly #form = new Form(this, { BAD_NAME: "name", NAME_TAKEN: "name" });

  override render() {
    const send = this.#form.sending(async ({ name = "" }) => {
      const refusal = await enter(name, null);
      if (refusal === null) this.dispatchEvent(new Event("gueridon-entered"));
      return refusal;
    });
    return html`<form novalidate lang=${this.#language.value.toLowerCase()} @submit=${send}>
      ${this.#form.field("name", t("people.form.name"), {
        value: suggestion(this.#pick),
        autocomplete: "nickname",
        maxlength: 40,
      })}
      ${this.#form.outcome()}
      <div>${this.#form.submit(t("people.signIn.guest.go"))}</div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-guest-form": GuestForm;
  }
}
