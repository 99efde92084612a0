//! The fields of `Mutation` and of the caller's account that are about being told outside the page.

use gueridon_game::Language;
use gueridon_host::notifications::Mail;
use gueridon_host::notifications::MailChange;
use gueridon_host::refusal::{Answer, Code as RefusalCode};
use gueridon_journal::{TableId, WebhookId, WebhookRow};
use serde_json::{Map, Value as Json, json};

use super::account::{AccountObject, refused, said};
use super::results::{Done, To};
use super::root::Root;
use super::table::rfc3339;
use super::text;
use crate::delivery::webhook::secret_text;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::execute::Value;
use gueridon_graphql::fault::Fault;

impl Root {
    /// Does what is about being told; none if it is about something else.
    pub(super) async fn notices(
        &self,
        name: &str,
        arguments: &Values,
    ) -> Result<Option<Answer<Value>>, Fault> {
        let done = match name {
            "addWebhook" => self.add_webhook(arguments).await?,
            "removeWebhook" => self.remove_webhook(arguments).await?,
            "testWebhook" => self.test_webhook(arguments).await?,
            "setMail" => self.set_mail(arguments).await?,
            "sendConfirmation" => {
                let (me, host) = (self.caller.known()?, &self.api.host);
                host.notifications()
                    .send_confirmation(me, self.caller.from)
                    .await
                    .map(|()| just("LetterAsked"))
            }
            "confirmEmail" => {
                let token = said(arguments, "token");
                let confirmed =
                    self.api.host.notifications().confirm_email(token, self.caller.from).await;
                confirmed.map(|()| just("EmailConfirmed"))
            }
            "requestPasswordReset" => {
                let who = said(arguments, "who");
                let asked = self.api.host.notifications().request_reset(who, self.caller.from);
                asked.map(|()| just("LetterAsked"))
            }
            _ => return Ok(None),
        };
        Ok(Some(done))
    }

    async fn add_webhook(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let add = async {
            let table = match text(arguments, "table").map(str::parse::<TableId>) {
                Some(Err(_)) => return Err(refused(RefusalCode::UnknownTable)),
                Some(Ok(table)) => Some(table),
                None => None,
            };
            let webhook = self
                .api
                .host
                .notifications()
                .add_webhook(me, said(arguments, "url"), table)
                .await?;
            let mut fields = Map::new();
            fields.insert("webhook".to_owned(), webhook_json(&webhook));
            fields.insert("secret".to_owned(), json!(secret_text(&webhook.secret)));
            Ok(Value::object(Done { type_name: "WebhookMade", fields, to: To::Nothing }))
        };
        Ok(add.await)
    }

    async fn remove_webhook(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let remove = async {
            self.api.host.notifications().remove_webhook(me, webhook_id(arguments)?).await?;
            Ok(just("WebhookRemoved"))
        };
        Ok(remove.await)
    }

    async fn test_webhook(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let test = async {
            let fault =
                self.api.host.notifications().test_webhook(me, webhook_id(arguments)?).await?;
            let mut fields = Map::new();
            fields.insert("arrived".to_owned(), json!(fault.is_none()));
            fields.insert("fault".to_owned(), json!(fault));
            Ok(Value::object(Done { type_name: "WebhookTested", fields, to: To::Nothing }))
        };
        Ok(test.await)
    }

    async fn set_mail(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?;
        let change = MailChange {
            turns: arguments.get("turns").and_then(Json::as_bool),
            rest_minutes: arguments.get("restMinutes").and_then(Json::as_i64),
            language: match text(arguments, "language") {
                Some("FR") => Some(Language::Fr),
                Some(_) => Some(Language::En),
                None => None,
            },
        };
        let set = self.api.host.notifications().set_mail(me, change).await;
        Ok(set.map(|mail| {
            let fields = Map::from_iter([("mail".to_owned(), mail_json(&mail))]);
            Value::object(Done { type_name: "MailChanged", fields, to: To::Nothing })
        }))
    }
}

impl AccountObject {
    pub(super) async fn webhooks(&self) -> Result<Value, Fault> {
        let webhooks = self.api.host.notifications().webhooks(self.account.player.id).await;
        let webhooks = webhooks.map_err(super::fault)?;
        Value::of(&webhooks.iter().map(webhook_json).collect::<Vec<_>>())
    }

    pub(super) async fn mail(&self) -> Result<Value, Fault> {
        let mail = self
            .api
            .host
            .notifications()
            .mail(self.account.player.id)
            .await
            .map_err(super::fault)?;
        Value::of(&mail_json(&mail))
    }
}

fn webhook_id(arguments: &Values) -> Answer<WebhookId> {
    let id = text(arguments, "id").and_then(|id| id.parse().ok());
    id.ok_or_else(|| refused(RefusalCode::UnknownWebhook))
}

/// A result of which there is no more to say than that it was done.
fn just(type_name: &'static str) -> Value {
    Value::object(Done { type_name, fields: Map::new(), to: To::Nothing })
}

/// A webhook without its secret.
pub(super) fn webhook_json(webhook: &WebhookRow) -> Json {
    json!({
        "id": webhook.id,
        "url": webhook.url,
        "tableId": webhook.table,
        "createdAt": rfc3339(webhook.created_ms),
        "failingSince": webhook.failing_ms.map(rfc3339),
        "fault": webhook.fault,
        "disabledAt": webhook.disabled_ms.map(rfc3339),
    })
}

/// How a player wants mail.
pub(super) fn mail_json(mail: &Mail) -> Json {
    json!({
        "isHere": mail.is_here,
        "isConfirmed": mail.is_confirmed,
        "turns": mail.mailing.turns,
        "restMinutes": mail.mailing.rest_ms / 60_000,
        "language": mail.mailing.language,
    })
}
