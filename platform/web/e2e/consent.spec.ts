// The OAuth consent page, and what a third-party client learns from it.
import { createHash, randomBytes } from "node:crypto";
import { playerOf, type Person } from "./support/people.ts";
import { expect, test } from "./support/test.ts";
import { LANGUAGES } from "./support/words.ts";

const CLIENT = "A clock of somebody else";

/** What a client knows after sending a person to the page. */
interface Asked {
  readonly origin: string;
  /** The redirect address; in the tests it has the origin of the server. */
  readonly back: string;
  /** The PKCE verifier. */
  readonly verifier: string;
}

/** Sends a person to the page as a client does. */
async function ask(person: Person): Promise<Asked> {
  await person.goTo("/");
  const { origin } = new URL(person.page.url());
  const back = `${origin}/back`;
  const verifier = randomBytes(32).toString("base64url");
  await person.context.route(`${back}?**`, (route) => route.fulfill({ body: "Welcome back" }));
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT,
    redirect_uri: back,
    scope: "look",
    state: "what the client wants back",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  await person.goTo(`/oauth/authorize?${asked}`);
  return { origin, back, verifier };
}

/** The parameters with which the client is called back. */
async function answerTo({ page }: Person, { back }: Asked): Promise<URLSearchParams> {
  await page.waitForURL(`${back}?**`);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("state")).toBe("what the client wants back");
  return searchParams;
}

for (const language of LANGUAGES) {
  test(`allowing a client gives it a token with the allowed scopes: ${language}`, async ({
    people,
  }) => {
    const ada = await people.come({ language });
    const asked = await ask(ada);
    const { origin, back, verifier } = asked;
    await expect(
      ada.page.getByText(ada.said("signIn.consent.asks", { client: CLIENT })),
    ).toBeVisible();
    await expect(ada.page.getByText(ada.said("signIn.consent.scopes.LOOK"))).toBeVisible();
    await ada.button("signIn.consent.yes").click();
    const code = (await answerTo(ada, asked)).get("code") ?? "";
    const form = {
      grant_type: "authorization_code",
      code,
      client_id: CLIENT,
      redirect_uri: back,
      code_verifier: verifier,
    };
    const redeemed = await ada.page.request.post(`${origin}/oauth/token`, { form });
    const { access_token: token, scope } = (await redeemed.json()) as Record<string, string>;
    expect(scope).toBe("look");
    const me = await ada.page.request.post(`${origin}/graphql`, {
      headers: { authorization: `Bearer ${token}` },
      data: { query: "{ me { name } }" },
    });
    expect(await me.json()).toEqual({ data: { me: { name: playerOf(ada).name } } });
  });
}

test("refusing gives the client an error and no code", async ({ people }) => {
  const ada = await people.come();
  const asked = await ask(ada);
  await ada.page.getByRole("link", { name: ada.said("signIn.consent.no") }).click();
  const answer = await answerTo(ada, asked);
  expect([answer.get("error"), answer.get("code")]).toEqual(["access_denied", null]);
});

test("a visitor signs in first and returns to the consent page", async ({ people }) => {
  const stranger = await people.come({ as: null });
  await ask(stranger);
  await stranger.page
    .getByRole("main")
    .getByRole("link", { name: stranger.said("signIn.title") })
    .click();
  await stranger.button("signIn.guestForm.submit").click();
  await expect(stranger.button("signIn.consent.yes")).toBeVisible();
});
