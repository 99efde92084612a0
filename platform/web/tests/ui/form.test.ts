// Forms: sending, errors at their fields, passwords.
import { LitElement, html } from "lit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Refusal } from "../../src/api/mutate.ts";
import { Form, type Notice, type FormValues } from "../../src/ui/form.ts";
import { $language } from "../../src/preferences/preferences.ts";

class Tried extends LitElement {
  readonly form = new Form(this, { NAME_TAKEN: "name" });
  work: (values: FormValues) => Promise<Refusal | Notice> = () => Promise.resolve(null);

  override render() {
    const send = this.form.sending((values) => this.work(values));
    return html`<form novalidate @submit=${send}>
      ${this.form.field("name", "Name", { value: "Ada", hint: "What others see" })}
      ${this.form.field("password", "Password", { type: "password" })} ${this.form.outcome()}
      ${this.form.submit("Send")}
    </form>`;
  }

  get(selector: string): Element {
    const found = this.renderRoot.querySelector(selector);
    if (found === null) throw new Error(`there is no ${selector}`);
    return found;
  }

  get password(): HTMLInputElement {
    const found = this.get("#password");
    if (found instanceof HTMLInputElement) return found;
    throw new Error("the password is no field");
  }

  async send(password: string): Promise<void> {
    this.password.value = password;
    const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    this.get("form").dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    await this.updateComplete;
  }
}
customElements.define("tried-form", Tried);

const refused = (code: string, retryAfter: number | null = null): Refusal => ({
  code,
  message: `No: ${code}`,
  retryAfter,
});

let tried: Tried;

beforeEach(async () => {
  vi.useFakeTimers();
  $language.set("EN");
  tried = new Tried();
  document.body.append(tried);
  await tried.updateComplete;
});

afterEach(() => {
  tried.remove();
  vi.useRealTimers();
});

describe("a form", () => {
  test("sends its values, and shows that it is done", async () => {
    const work = vi.fn(() => Promise.resolve("Done."));
    tried.work = work;
    await tried.send("secret word");
    expect(work).toHaveBeenCalledExactlyOnceWith({ name: "Ada", password: "secret word" });
    expect(tried.get("[role=status]").textContent).toContain("Done.");
  });

  test("shows a refusal at the field that it is about", async () => {
    tried.work = () => Promise.resolve(refused("NAME_TAKEN"));
    await tried.send("x");
    const name = tried.get("#name");
    expect(name.getAttribute("aria-invalid")).toBe("true");
    expect(name.getAttribute("aria-describedby")).toBe("name-hint name-fault");
    expect(tried.get("#name-fault").textContent).toBe("No: NAME_TAKEN");
    expect(tried.get("[role=alert]").textContent.trim()).toBe("");
    expect(tried.renderRoot.querySelector("#password")?.getAttribute("aria-invalid")).toBe("false");
  });

  test("shows any other refusal as the message of the form", async () => {
    tried.work = () => Promise.resolve(refused("UNAVAILABLE"));
    await tried.send("x");
    expect(tried.get("[role=alert]").textContent).toContain("No: UNAVAILABLE");
    expect(tried.renderRoot.querySelector("[aria-invalid=true]")).toBeNull();
  });

  test("is not sent without its required fields", async () => {
    const work = vi.fn(() => Promise.resolve(null));
    tried.work = work;
    await tried.send("   ");
    expect(work).not.toHaveBeenCalled();
    expect(tried.get("#password-fault").textContent).not.toBe("");
  });

  test("is sent once while it waits for an answer", async () => {
    let answer: (said: Notice) => void = () => undefined;
    const work = vi.fn(() => new Promise<Notice>((resolve) => (answer = resolve)));
    tried.work = work;
    await tried.send("x");
    expect(tried.get("button[type=submit]").getAttribute("aria-disabled")).toBe("true");
    await tried.send("x");
    expect(work).toHaveBeenCalledTimes(1);
    answer(null);
    await vi.advanceTimersByTimeAsync(0);
    await tried.updateComplete;
    expect(tried.get("button[type=submit]").getAttribute("aria-disabled")).toBe("false");
  });

  test("counts down until it can be sent again", async () => {
    tried.work = () => Promise.resolve(refused("TOO_MANY_ATTEMPTS", 65));
    await tried.send("x");
    expect(tried.get("[role=alert]").textContent).toContain("1:05");
    await vi.advanceTimersByTimeAsync(5_000);
    await tried.updateComplete;
    expect(tried.get("[role=alert]").textContent).toContain("1:00");
    await vi.advanceTimersByTimeAsync(60_000);
    await tried.updateComplete;
    expect(tried.get("[role=alert]").textContent).not.toContain("0:00");
    expect(tried.get("[role=status]").textContent).toContain("again now");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("hides a shown password when it is sent", async () => {
    tried.get("button[type=button]").dispatchEvent(new MouseEvent("click"));
    await tried.updateComplete;
    expect(tried.password.type).toBe("text");
    await tried.send("x");
    expect(tried.password.type).toBe("password");
  });
});
