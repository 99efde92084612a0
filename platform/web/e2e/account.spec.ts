// Signing in, registering, renaming, resetting the password, confirming an address, signing out.
import type { Locator } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { Inbox } from "./support/inbox.ts";
import type { Person } from "./support/people.ts";
import { PASSWORD } from "./support/scenes.ts";
import { Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { LANGUAGES } from "./support/words.ts";

/** The form in an element, with its fields by label. */
function form(person: Person, element: string) {
  const whole = person.page.locator(element);
  return {
    field: (key: string): Locator => whole.getByLabel(person.said(key)).and(whole.locator("input")),
    send: (key: string) =>
      whole.getByRole("button", { name: person.said(key), exact: true }).click(),
  };
}

/** The visitor's menu, which has their name. */
function signedInAs({ page }: Person, name: string): Locator {
  return page.getByRole("banner").locator("summary", { hasText: name });
}

for (const language of LANGUAGES) {
  test(`a guest registers, signs out, signs in again and changes the name: ${language}`, async ({
    people,
  }) => {
    const ada = await people.come({ as: null, language });
    const name = `Ada ${language} ${process.pid}`;
    await ada.goTo("/sign-in");
    const guest = form(ada, "gueridon-guest");
    await guest.field("signIn.guestForm.name").fill("Passante");
    await guest.send("signIn.guestForm.submit");
    await expect(signedInAs(ada, "Passante")).toBeVisible();

    await ada.goTo("/account");
    const register = form(ada, "gueridon-register-form");
    await register.field("ui.form.name").fill(name);
    await register.field("ui.form.password").fill("court");
    await register.send("signIn.register.submitAsGuest");
    await expect(register.field("ui.form.password")).toHaveAttribute("aria-invalid", "true");
    await register.field("ui.form.password").fill(PASSWORD);
    await register.send("signIn.register.submitAsGuest");
    await expect(ada.page.getByText(ada.said("signIn.register.done"))).toBeVisible();
    await expect(signedInAs(ada, name)).toBeVisible();

    // What the page still asks at this moment is not refused because they leave.
    await form(ada, "gueridon-account-leaving").send("account.signOut.here");
    await expect(signedInAs(ada, name)).toBeHidden();

    await ada.goTo("/sign-in?next=/account");
    const back = form(ada, "gueridon-sign-in-form");
    await back.field("ui.form.name").fill(name.toUpperCase());
    await back.field("ui.form.password").fill("nicht das Passwort");
    await back.send("signIn.password.submit");
    await expect(back.field("ui.form.password")).toHaveAttribute("aria-invalid", "true");
    await back.field("ui.form.password").fill(PASSWORD);
    await back.send("signIn.password.submit");
    await expect(ada.page).toHaveURL(/\/account$/);
    await expect(signedInAs(ada, name)).toBeVisible();

    const standing = form(ada, "gueridon-account-standing");
    await standing.field("ui.form.name").fill(`${name} B`);
    await standing.send("account.rename.submit");
    await expect(ada.page.getByText(ada.said("account.rename.done"))).toBeVisible();
    await expect(signedInAs(ada, `${name} B`)).toBeVisible();
  });
}

test("signing in returns to the previous page, and never to another site", async ({
  people,
  api,
}) => {
  const ada = await people.come({ as: null });
  const { id } = await api.guest("Basile");
  await ada.goTo(`/players/${id}`);
  await ada.page
    .getByRole("banner")
    .getByRole("link", { name: ada.said("nav.signIn"), exact: true })
    .click();
  const guest = form(ada, "gueridon-guest");
  await guest.field("signIn.guestForm.name").fill("Ada");
  await guest.send("signIn.guestForm.submit");
  await expect(ada.page).toHaveURL(new RegExp(`/players/${id}$`));

  const eve = await people.come({ as: null });
  await eve.goTo("/sign-in?next=//example.org/");
  const other = form(eve, "gueridon-guest");
  await other.field("signIn.guestForm.name").fill("Eve");
  await other.send("signIn.guestForm.submit");
  await expect(eve.page).toHaveURL(/:\d+\/$/);
});

test("signing out in one tab signs out in the other", async ({ people }) => {
  const ada = await people.come();
  await ada.goTo("/account");
  await expect(signedInAs(ada, ada.player?.name ?? "")).toBeVisible();
  const inOtherTab = await ada.context.newPage();
  await inOtherTab.goto("/account");
  const out = inOtherTab.locator("gueridon-account-leaving");
  await out.getByRole("button", { name: ada.said("account.signOut.everywhere") }).click();
  await expect(signedInAs(ada, ada.player?.name ?? "")).toBeHidden();
});

test("the operator's link resets a forgotten password, once", async ({ people, api, server }) => {
  const { name } = await api.registered(`Ada ${process.pid}`, PASSWORD);
  const link = `/reset#token=${server.resetToken(name)}`;
  const ada = await people.come({ as: null, language: "FR", width: 360 });
  const reset = form(ada, "gueridon-reset");
  await ada.goTo(link);
  await reset.field("account.password.new").fill(`${PASSWORD} rouge`);
  await reset.send("signIn.resetPassword.submit");
  await expect(ada.page).toHaveURL(/\/account$/);
  await expect(signedInAs(ada, name)).toBeVisible();

  await ada.goTo(link);
  await reset.field("account.password.new").fill(PASSWORD);
  await reset.send("signIn.resetPassword.submit");
  await expect(reset.field("signIn.resetPassword.token")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(ada.page, "a reset that was refused");
});

test("the link in the email confirms the address", async ({ people }) => {
  const inbox = await Inbox.open();
  const server = await Server.start({ smtp: inbox.url });
  try {
    const ada = await new Api(server.url).registered("Ada", PASSWORD, "ada@example.org");
    await expect.poll(() => inbox.letters.length).toBe(1);
    const [, token] = /\/confirm#token=([\w-]+)/.exec(inbox.letters[0] ?? "") ?? [];
    const { page, context, goTo, said } = await people.come({ as: ada, at: server.url });
    await goTo(`/confirm#token=${token}`);
    await expect(page.getByText(said("account.confirmEmail.done"))).toBeVisible();
    await expectAccessible(page, "an address that is confirmed");
    await page.getByRole("link", { name: said("account.confirmEmail.toAccount") }).click();
    const email = page.locator("gueridon-account-email");
    await expect(email.getByText(said("account.email.confirmed"))).toBeVisible();
    await expectAccessible(page, "an account with mail");
    // An open page would report that the server has stopped.
    await context.close();
  } finally {
    await server.stop();
    inbox.close();
  }
});

test("a server without mail promises none", async ({ people }) => {
  const ada = await people.come({ as: null });
  await ada.goTo("/sign-in");
  await expect(ada.page.getByText(ada.said("signIn.register.noMail"))).toBeVisible();
  await expect(ada.page.getByLabel(ada.said("ui.form.email"))).toHaveCount(0);
  await ada.button("signIn.forgottenPassword.title").click();
  await expect(ada.page.getByText(ada.said("signIn.forgottenPassword.noMail"))).toBeVisible();
});
