// The ways in that need a password, as what they answer.
import { attempt, type Refusal } from "../api/attempt.ts";
import { RegisterDocument, ResetPasswordDocument, SignInDocument } from "../api/generated.ts";
import { comeIn } from "../session.ts";
import { t } from "../words.ts";

/** Comes in with a password, as a registered player. */
export async function enter(name: string, password: string): Promise<Refusal | null> {
  const variables = { name, password, label: t("account.device") };
  const { done, refusal } = await attempt(SignInDocument, variables);
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
  const { done, refusal } = await attempt(RegisterDocument, variables);
  if (done) comeIn(done);
  return refusal;
}

/** Sets a new password with the token of a letter or of an operator. */
export async function resetPassword(token: string, password: string): Promise<Refusal | null> {
  const variables = { token, password, label: t("account.device") };
  const { done, refusal } = await attempt(ResetPasswordDocument, variables);
  if (done) comeIn(done);
  return refusal;
}
