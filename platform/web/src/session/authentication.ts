// Signing in, registering and signing out: each answers a refusal, or null when it is done.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { askAlone } from "../api/client.ts";
import { mutate, type Answer, type Refusal } from "../api/mutate.ts";
import {
  DeleteAccountDocument,
  RegisterDocument,
  ResetPasswordDocument,
  SignInDocument,
  SignOutDocument,
} from "../api/generated.ts";
import { forgetToken } from "../api/token.ts";
import { go } from "../navigation/router.ts";
import { startSession } from "./session.ts";
import { t } from "../i18n/words.ts";

/** Signs in with a password; without one, as a new guest of that name. */
export async function signIn(name: string, password: string | null): Promise<Refusal | null> {
  const variables = { name, password, label: t("session.device") };
  const { done, refusal } = await mutate(SignInDocument, variables);
  if (done) startSession(done);
  return refusal;
}

/** Registers; a guest keeps their identity. */
export async function register(
  name: string,
  password: string,
  email: string,
): Promise<Refusal | null> {
  const address = email.trim() === "" ? null : email.trim();
  const variables = { name, password, email: address, label: t("session.device") };
  const { done, refusal } = await mutate(RegisterDocument, variables);
  if (done) startSession(done);
  return refusal;
}

/** Sets a new password with the token of a reset email or an operator's link. */
export async function resetPassword(token: string, password: string): Promise<Refusal | null> {
  const variables = { token, password, label: t("session.device") };
  const { done, refusal } = await mutate(ResetPasswordDocument, variables);
  if (done) startSession(done);
  return refusal;
}

/** Signs out on this device, or on all. */
export async function signOut(everywhere: boolean): Promise<Refusal | null> {
  return await endSession(SignOutDocument, { everywhere });
}

/** Deletes the account; guests have no password. */
export async function deleteAccount(password: string | null): Promise<Refusal | null> {
  return await endSession(DeleteAccountDocument, { password });
}

async function endSession<A extends Answer, Variables extends object>(
  document: TypedDocumentNode<A, Variables>,
  variables: Omit<Variables, "language">,
): Promise<Refusal | null> {
  const { pathname } = location;
  const refusal = await askAlone(async (ask) => {
    const { refusal } = await mutate(document, variables, { ask });
    if (!refusal) forgetToken();
    return refusal;
  });
  // If the visitor has opened another page meanwhile, they stay there.
  if (!refusal && location.pathname === pathname) go("/");
  return refusal;
}
