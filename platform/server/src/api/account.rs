//! The fields of `Query` and `Mutation` that are about the caller, and the caller's account.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use gueridon_host::people::{IssuedToken, NewPlayer, Password, SignedIn};
use gueridon_host::refusal::{Answer, Code as RefusalCode, Failure};
use gueridon_journal::{Account, Player, PlayerId, Role, TokenId, TokenRow};
use serde_json::{Map, Value as Json, json};
use tokio::sync::OnceCell;

use super::notices::{mail_json, webhook_json};
use super::results::{Done, To};
use super::root::Root;
use super::table::{PageInfo, bad_cursor, page_size, rfc3339};
use super::talk::{exported_message, exported_mute, exported_report};
use super::{Api, Caller, fault, text};
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::{Code, Fault};

/// What is looked up once in a request, however often it is asked for.
#[derive(Debug, Default)]
pub(super) struct Once {
    account: OnceCell<Arc<Account>>,
    is_exported: AtomicBool,
}

/// The caller's account.
#[derive(Debug, Clone)]
pub struct AccountObject {
    pub(super) api: Arc<Api>,
    caller: Caller,
    pub(super) account: Arc<Account>,
}

impl Root {
    /// Does what is about the caller; none if it is about something else.
    pub(super) async fn account(
        &self,
        name: &str,
        arguments: &Values,
    ) -> Result<Option<Answer<Value>>, Fault> {
        let done = match name {
            "signIn" => self.sign_in(arguments).await,
            "register" => self.register(arguments).await,
            "resetPassword" => self.reset_password(arguments).await,
            "signOut" => self.sign_out(arguments).await?,
            "revokeToken" => self.revoke_token(arguments).await?,
            "makeToken" => self.make_token(arguments).await?,
            "rename" | "setEmail" | "setPassword" => self.change(name, arguments).await?,
            "deleteAccount" => self.delete_account(arguments).await?,
            "setRole" | "makePasswordReset" => self.operate(name, arguments).await?,
            _ => return Ok(None),
        };
        Ok(Some(done))
    }

    async fn sign_in(&self, arguments: &Values) -> Answer<Value> {
        let (accounts, from) = (self.api.host.people().accounts(), self.caller.from);
        let (name, label) = (said(arguments, "name"), said(arguments, "label"));
        let signed = match text(arguments, "password") {
            Some(password) => accounts.sign_in(name, &Password::new(password), label, from).await,
            None => accounts.guest(name, label, from).await,
        };
        signed.map(|signed| signed_in(&signed))
    }

    async fn register(&self, arguments: &Values) -> Answer<Value> {
        let new = NewPlayer {
            name: said(arguments, "name").to_owned(),
            password: Password::new(said(arguments, "password")),
            email: text(arguments, "email").map(str::to_owned),
            label: said(arguments, "label").to_owned(),
        };
        let guest = self.caller.known.as_deref();
        let signed = self.api.host.people().register(guest, new, self.caller.from).await?;
        Ok(signed_in(&signed))
    }

    async fn reset_password(&self, arguments: &Values) -> Answer<Value> {
        let password = Password::new(said(arguments, "password"));
        let (token, label) = (said(arguments, "token"), said(arguments, "label"));
        let accounts = self.api.host.people().accounts();
        let signed = accounts.reset(token, &password, label, self.caller.from).await?;
        Ok(signed_in(&signed))
    }

    async fn sign_out(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let (me, accounts) = (self.caller.known()?, self.api.host.people().accounts());
        let everywhere = arguments.get("everywhere").and_then(Json::as_bool) == Some(true);
        let done = if everywhere {
            accounts.sign_out_everywhere(me).await
        } else {
            accounts.sign_out(me).await
        };
        Ok(done.map(|()| signed_out()))
    }

    async fn revoke_token(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let revoke = async {
            let id = text(arguments, "id").and_then(|id| id.parse::<TokenId>().ok());
            let id = id.ok_or_else(|| refused(RefusalCode::UnknownToken))?;
            self.api.host.people().accounts().revoke_token(me, id).await?;
            Ok(signed_out())
        };
        Ok(revoke.await)
    }

    async fn make_token(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let minted =
            self.api.host.people().accounts().issue_api_token(me, said(arguments, "label")).await;
        Ok(minted.map(|minted| token_made(&minted)))
    }

    async fn change(&self, name: &str, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let (me, host) = (self.caller.known()?, &self.api.host);
        let changed = match name {
            "rename" => host.people().rename(me, said(arguments, "name")).await,
            "setEmail" => {
                let password = Password::new(said(arguments, "password"));
                let email = text(arguments, "email");
                host.people().set_email(me, email, &password, self.caller.from).await
            }
            _ => {
                let [old, new] = ["old", "new"].map(|name| Password::new(said(arguments, name)));
                host.people().accounts().set_password(me, &old, &new, self.caller.from).await
            }
        };
        Ok(changed.map(|account| {
            let to = To::Account(Box::new(self.account_object(account.into())));
            Value::object(Done { type_name: "AccountChanged", fields: Map::new(), to })
        }))
    }

    async fn delete_account(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let password = text(arguments, "password").map(Password::new);
        let deleted =
            self.api.host.people().delete_account(me, password.as_ref(), self.caller.from).await;
        Ok(deleted.map(|()| signed_out()))
    }

    /// What operators do.
    async fn operate(&self, name: &str, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let (me, accounts) = (self.caller.known()?, self.api.host.people().accounts());
        let operate = async {
            me.check_role(Role::Operator)?;
            let by = Some(&**me);
            let player = text(arguments, "player").and_then(|id| id.parse::<PlayerId>().ok());
            let player = player.ok_or_else(|| refused(RefusalCode::UnknownPlayer))?;
            if name == "makePasswordReset" {
                let minted = accounts.issue_reset_token(by, player).await?;
                tracing::info!(by = %me.player.id.0, player = %player.0, "a password reset was made");
                return Ok(token_made(&minted));
            }
            let role = text(arguments, "role").and_then(Role::from_word).unwrap_or_default();
            let account = accounts.set_role(by, player, role).await?;
            tracing::info!(by = %me.player.id.0, player = %player.0, role = role.word(), "a role was given");
            let fields = Map::from_iter([("player".to_owned(), player_json(&account.player))]);
            Ok(Value::object(Done { type_name: "PlayerChanged", fields, to: To::Nothing }))
        };
        Ok(operate.await)
    }

    /// The caller's account; null without a token.
    pub(super) async fn own_account(&self) -> Result<Value, Fault> {
        let Some(player) = self.caller.player() else { return Ok(Value::Null) };
        let read = async || {
            let account = self.api.host.people().accounts().account(player).await.map_err(fault)?;
            Ok::<_, Fault>(Arc::new(account))
        };
        let account = self.once.account.get_or_try_init(read).await?;
        Ok(Value::object(self.account_object(account.clone())))
    }

    fn account_object(&self, account: Arc<Account>) -> AccountObject {
        AccountObject { api: self.api.clone(), caller: self.caller.clone(), account }
    }

    /// Everything that is kept of the caller.
    pub(super) async fn export(&self, arguments: &Values) -> Result<Value, Fault> {
        let me = self.caller.known()?;
        me.check_session().map_err(fault)?;
        if self.once.is_exported.swap(true, Ordering::Relaxed) {
            let message = "exportAccount can be asked for once in a request";
            return Err(Fault::new(Code::TOO_COSTLY, message));
        }
        let first = page_size(arguments)?;
        let before = match text(arguments, "after") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let after = match text(arguments, "afterMessage") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let export = self.api.host.people().export(me.player.id, before, first, after).await;
        let export = export.map_err(fault)?;
        let Account { player, email, role, registered_ms, .. } = &export.account;
        let tokens = export.tokens.iter().map(|token| {
            json!({
                "id": token.id.0, "purpose": token.purpose, "label": token.label,
                "createdMs": token.created_ms, "usedMs": token.used_ms,
                "expiresMs": token.expires_ms,
            })
        });
        let data = json!({
            "account": {
                "id": player.id, "name": player.name, "standing": player.standing, "role": role,
                "email": email, "createdMs": player.created_ms, "registeredMs": registered_ms,
                "silencedUntilMs": export.silenced_until_ms,
            },
            "tokens": tokens.collect::<Vec<_>>(),
            "webhooks": export.webhooks.iter().map(webhook_json).collect::<Vec<_>>(),
            "mail": mail_json(&export.mail),
            "tables": export.tables,
            "messages": export.messages.iter().map(exported_message).collect::<Vec<_>>(),
            "mutes": export.mutes.iter().map(exported_mute).collect::<Vec<_>>(),
            "reports": export.reports.iter().map(exported_report).collect::<Vec<_>>(),
        });
        let page = PageInfo {
            has_next_page: export.has_more,
            has_previous_page: before.is_some(),
            start_cursor: export.tables.first().map(|table| table.id.to_string()),
            end_cursor: export.tables.last().map(|table| table.id.to_string()),
        };
        let messages = PageInfo {
            has_next_page: export.has_more_messages,
            has_previous_page: after.is_some(),
            start_cursor: export.messages.first().map(|message| message.id.to_string()),
            end_cursor: export.messages.last().map(|message| message.id.to_string()),
        };
        Value::of(&json!({ "data": data, "pageInfo": page, "messagePageInfo": messages }))
    }
}

#[async_trait]
impl Object for AccountObject {
    fn type_name(&self) -> &'static str {
        "Account"
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        let account = &self.account;
        match &*field.name {
            "player" => Value::of(&player_json(&account.player)),
            "role" => Value::of(&account.role),
            "email" => {
                self.check_session()?;
                Value::of(&account.email)
            }
            "webhooks" => {
                self.check_session()?;
                self.webhooks().await
            }
            "mail" => {
                self.check_session()?;
                self.mail().await
            }
            "createdAt" => Value::of(&rfc3339(account.player.created_ms)),
            "registeredAt" => Value::of(&account.registered_ms.map(rfc3339)),
            "mutes" => {
                self.check_session()?;
                self.mutes(&run.arguments(field)?).await
            }
            "silencedUntil" => self.silenced_until().await,
            "tokens" => {
                self.check_session()?;
                self.tokens(&run.arguments(field)?).await
            }
            other => Err(Fault::internal(format!("Account.{other} is answered by nobody"))),
        }
    }
}

impl AccountObject {
    /// Whose account it is.
    pub(super) fn player(&self) -> PlayerId {
        self.account.player.id
    }

    /// Refuses a program what only its player is to know.
    fn check_session(&self) -> Result<(), Fault> {
        self.caller.known()?.check_session().map_err(fault)
    }

    async fn tokens(&self, arguments: &Values) -> Result<Value, Fault> {
        let first = page_size(arguments)?;
        let after = match text(arguments, "after") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let most = u32::try_from(first + 1).unwrap_or(u32::MAX);
        let accounts = self.api.host.people().accounts();
        let mut found =
            accounts.tokens(self.account.player.id, after, most).await.map_err(fault)?;
        let has_next = found.len() > first;
        found.truncate(first);
        let own = self.caller.known.as_ref().map(|known| known.token);
        let nodes: Vec<_> = found.iter().map(|token| token_json(token, own)).collect();
        let edges: Vec<_> =
            nodes.iter().map(|node| json!({ "cursor": node["id"], "node": node })).collect();
        let page = PageInfo {
            has_next_page: has_next,
            has_previous_page: after.is_some(),
            start_cursor: found.first().map(|token| token.id.to_string()),
            end_cursor: found.last().map(|token| token.id.to_string()),
        };
        Value::of(&json!({ "edges": edges, "nodes": nodes, "pageInfo": page }))
    }
}

/// A player as everybody may see them.
pub(super) fn player_json(player: &Player) -> Json {
    json!({ "id": player.id, "name": player.name, "standing": player.standing })
}

fn token_json(token: &TokenRow, own: Option<TokenId>) -> Json {
    json!({
        "id": token.id,
        "purpose": token.purpose,
        "label": token.label,
        "createdAt": rfc3339(token.created_ms),
        "usedAt": rfc3339(token.used_ms),
        "expiresAt": rfc3339(token.expires_ms),
        "isOwn": own == Some(token.id),
    })
}

/// Text that the schema says is there.
pub(super) fn said<'a>(arguments: &'a Values, name: &str) -> &'a str {
    text(arguments, name).unwrap_or_default()
}

pub(super) fn refused(code: RefusalCode) -> Failure {
    code.refused(&[]).into()
}

fn signed_in(signed: &SignedIn) -> Value {
    let mut fields = Map::new();
    fields.insert("player".to_owned(), player_json(&signed.player));
    fields.insert("token".to_owned(), json!(signed.token.secret()));
    Value::object(Done { type_name: "SignedIn", fields, to: To::Nothing })
}

fn signed_out() -> Value {
    Value::object(Done { type_name: "SignedOut", fields: Map::new(), to: To::Nothing })
}

fn token_made(minted: &IssuedToken) -> Value {
    let mut fields = Map::new();
    fields.insert("token".to_owned(), token_json(&minted.row, None));
    fields.insert("secret".to_owned(), json!(minted.token.secret()));
    Value::object(Done { type_name: "TokenMade", fields, to: To::Nothing })
}
