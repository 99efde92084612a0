// The ways in and out, as what they answer.
import { mutate, type Outcome, type Refusal } from "../api/mutate.ts";
import {
  DeleteAccountDocument,
  RegisterDocument,
  ResetPasswordDocument,
  SignInDocument,
  SignOutDocument,
} from "../api/generated.ts";
import { forgetToken } from "../api/token.ts";
import { go } from "../navigation/router.ts";
import { comeIn } from "./session.ts";
import { t } from "../i18n/words.ts";

/** Comes in: as a registered player with a password, or without one as a new guest. */
export async function enter(name: string, password: string | null): Promise<Refusal | null> {
  const variables = { name, password, label: t("account.device") };
  const { done, refusal } = await mutate(SignInDocument, variables);
  if (done) comeIn(done);
  return refusal;
}

/** Registers; a guest stays who they are. */
export async function register(
  name: string,
  password: string,
  email: string,
): Promise<Refusal | null> {
  const address = email.trim() === "" ? null : email.trim();
  const variables = { name, password, email: address, label: t("account.device") };
  const { done, refusal } = await mutate(RegisterDocument, variables);
  if (done) comeIn(done);
  return refusal;
}

/** Sets a new password with the token of a letter or of an operator. */
export async function resetPassword(token: string, password: string): Promise<Refusal | null> {
  const variables = { token, password, label: t("account.device") };
  const { done, refusal } = await mutate(ResetPasswordDocument, variables);
  if (done) comeIn(done);
  return refusal;
}

/** Signs out, on this device or everywhere. */
export async function signOut(everywhere: boolean): Promise<Refusal | null> {
  return await depart(mutate(SignOutDocument, { everywhere }));
}

/** Goes for good; only guests have no password. */
export async function deleteAccount(password: string | null): Promise<Refusal | null> {
  return await depart(mutate(DeleteAccountDocument, { password }));
}

async function depart(asked: Promise<Outcome<unknown>>): Promise<Refusal | null> {
  const { pathname } = location;
  const { refusal } = await asked;
  if (refusal) return refusal;
  forgetToken();
  // Who has gone elsewhere meanwhile stays there.
  if (location.pathname === pathname) go("/");
  return null;
}
