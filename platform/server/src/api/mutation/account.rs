//! The fields of `Mutation` about the caller's account and tokens.

use gueridon_host::people::{NewPlayer, Password};
use gueridon_host::refusal::Code as RefusalCode;
use gueridon_journal::{Account, Scope, TokenId};
use serde::Deserialize;

use super::Mutation;
use crate::api::account::AccountObject;
use crate::api::arguments::Id;
use crate::api::caller::Caller;
use crate::api::refused::NotDone;
use crate::api::results::{AccountChanged, SignedIn, SignedOut, TokenMade};
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("signIn", sign_in)
        .field("register", register_player)
        .field("resetPassword", reset_password)
        .field("signOut", sign_out)
        .field("revokeToken", revoke_token)
        .field("makeToken", make_token)
        .field("rename", rename)
        .field("setEmail", set_email)
        .field("setPassword", set_password)
        .field("deleteAccount", delete_account);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SignInArguments {
    name: String,
    password: Option<String>,
    label: String,
}

/// Needs no token.
async fn sign_in(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SignInArguments,
) -> Result<SignedIn, NotDone> {
    let SignInArguments { name, password, label } = arguments;
    let (accounts, from) = (ctx.host().people().accounts(), ctx.caller.from);
    let signed = match password.as_deref().map(Password::new) {
        Some(password) => accounts.sign_in(&name, &password, &label, from).await,
        None => accounts.guest(&name, &label, from).await,
    };
    Ok(SignedIn(signed?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RegisterArguments {
    name: String,
    password: String,
    email: Option<String>,
    label: String,
}

async fn register_player(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: RegisterArguments,
) -> Result<SignedIn, NotDone> {
    let RegisterArguments { name, password, email, label } = arguments;
    let caller = ctx.caller_now().await?;
    let new = NewPlayer { name, password: Password::new(&password), email, label };
    Ok(SignedIn(ctx.host().people().register(caller.known.as_deref(), new, caller.from).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResetPasswordArguments {
    token: String,
    password: String,
    label: String,
}

/// Needs no token besides its argument.
async fn reset_password(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: ResetPasswordArguments,
) -> Result<SignedIn, NotDone> {
    let ResetPasswordArguments { token, password, label } = arguments;
    let (accounts, password) = (ctx.host().people().accounts(), Password::new(&password));
    Ok(SignedIn(accounts.reset(&token, &password, &label, ctx.caller.from).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SignOutArguments {
    everywhere: bool,
}

async fn sign_out(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SignOutArguments,
) -> Result<SignedOut, NotDone> {
    let (me, accounts) = (ctx.me_now().await?, ctx.host().people().accounts());
    if arguments.everywhere {
        accounts.sign_out_everywhere(&me).await?;
    } else {
        accounts.sign_out(&me).await?;
    }
    Ok(SignedOut())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RevokeTokenArguments {
    id: Id<TokenId>,
}

async fn revoke_token(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: RevokeTokenArguments,
) -> Result<SignedOut, NotDone> {
    let me = ctx.me_now().await?;
    let id = arguments.id.or(RefusalCode::UnknownToken)?;
    ctx.host().people().accounts().revoke_token(&me, id).await?;
    Ok(SignedOut())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MakeTokenArguments {
    label: String,
    scopes: Vec<Scope>,
}

async fn make_token(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: MakeTokenArguments,
) -> Result<TokenMade, NotDone> {
    let me = ctx.me_now().await?;
    let MakeTokenArguments { label, scopes } = arguments;
    let scopes = scopes.into_iter().collect();
    Ok(TokenMade(ctx.host().people().accounts().issue_api_token(&me, &label, scopes).await?))
}

fn changed(caller: Caller, account: Account) -> AccountChanged {
    AccountChanged(AccountObject { caller, account: account.into() })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RenameArguments {
    name: String,
}

async fn rename(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: RenameArguments,
) -> Result<AccountChanged, NotDone> {
    let caller = ctx.caller_now().await?;
    let account = ctx.host().people().rename(caller.known()?, &arguments.name).await?;
    Ok(changed(caller, account))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetEmailArguments {
    email: Option<String>,
    password: String,
}

async fn set_email(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SetEmailArguments,
) -> Result<AccountChanged, NotDone> {
    let caller = ctx.caller_now().await?;
    let (email, password) = (arguments.email.as_deref(), Password::new(&arguments.password));
    let account =
        ctx.host().people().set_email(caller.known()?, email, &password, caller.from).await?;
    Ok(changed(caller, account))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetPasswordArguments {
    old: String,
    new: String,
}

async fn set_password(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SetPasswordArguments,
) -> Result<AccountChanged, NotDone> {
    let caller = ctx.caller_now().await?;
    let (old, new) = (Password::new(&arguments.old), Password::new(&arguments.new));
    let accounts = ctx.host().people().accounts();
    let account = accounts.set_password(caller.known()?, &old, &new, caller.from).await?;
    Ok(changed(caller, account))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DeleteAccountArguments {
    password: Option<String>,
}

async fn delete_account(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: DeleteAccountArguments,
) -> Result<SignedOut, NotDone> {
    let me = ctx.me_now().await?;
    let password = arguments.password.as_deref().map(Password::new);
    ctx.host().people().delete_account(&me, password.as_ref(), ctx.caller.from).await?;
    Ok(SignedOut())
}
