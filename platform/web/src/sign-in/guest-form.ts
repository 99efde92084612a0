// Signing in as a guest: a name, already filled in, and one button.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { signIn } from "../session/authentication.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/**
 * `<gueridon-guest>`: signs in as a guest, and dispatches `gueridon-signed-in`. With
 * `without-button` the page around it has the button and calls `enter`.
 */
@customElement("gueridon-guest")
export class GuestForm extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 0.6rem;
      }
      .field {
        flex: 1 1 14rem;
        max-width: 24rem;
      }
      input {
        width: 100%;
      }
      .refusal {
        flex-basis: 100%;
        margin: 0;
      }
    `,
  ];

  /** Whether the page around it has the button. */
  @property({ type: Boolean, attribute: "without-button" }) withoutButton = false;
  @state() private refusal: string | null = null;
  @state() private isBusy = false;
  @query("input") private readonly field?: HTMLInputElement;
  readonly #language = new StoreController(this, $language);
  // Chosen once, so that the suggested name does not change with every rendering.
  readonly #pick = Math.random();

  override render() {
    return html`<form lang=${this.#language.value.toLowerCase()} @submit=${this.#submit}>
      <div class="field">
        <label for="name">${t("signIn.guestForm.name")}</label>
        <input
          id="name"
          name="name"
          autocomplete="nickname"
          maxlength="40"
          required
          .defaultValue=${suggestedName(this.#pick)}
          aria-invalid=${this.refusal === null ? "false" : "true"}
          aria-describedby="refusal"
        />
      </div>
      ${
        this.withoutButton
          ? ""
          : html`<button class="main" ?disabled=${this.isBusy}>
              ${t("signIn.guestForm.submit")}
            </button>`
      }
      <p id="refusal" class="refusal" role="alert" ?hidden=${this.refusal === null}>
        ${this.refusal}
      </p>
    </form>`;
  }

  /** Signs in under the name in the field; answers whether that worked, and shows why not. */
  async enter(): Promise<boolean> {
    const { field } = this;
    if (this.isBusy || !field?.reportValidity()) return false;
    this.isBusy = true;
    const refusal = await signIn(field.value.trim(), null);
    this.isBusy = false;
    this.refusal = refusal?.message ?? null;
    if (refusal) {
      field.focus();
      return false;
    }
    this.dispatchEvent(new Event("gueridon-signed-in"));
    return true;
  }

  /** Puts the cursor into the field. */
  override focus() {
    this.field?.select();
    this.field?.focus();
  }

  #submit(event: Event) {
    event.preventDefault();
    // With a button elsewhere, Enter submits the form around this one.
    if (!this.withoutButton) void this.enter();
  }
}

/** One of the suggested names; `pick` is from 0 to below 1. */
export function suggestedName(pick: number): string {
  const names = t("signIn.guestForm.names", { returnObjects: true });
  return names[Math.floor(pick * names.length)] ?? "";
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-guest": GuestForm;
  }
}
