//! What mutations answer when they succeed: one type for each kind of result.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::{Json, ObjectFields};
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::Perspective;
use gueridon_host::notifications::Mail;
use gueridon_host::people;
use gueridon_journal::talk::Report;
use gueridon_journal::{Message, Player, ReportId, TableId, WebhookRow};
use serde_json::Value;

use super::account::{AccountObject, mail_json, token_json, webhook_json};
use super::caller::Caller;
use super::message::shown_message;
use super::player::{person_json, shown};
use super::program::ProgramObject;
use super::report::ReportObject;
use super::state::{Context, Fields, RequestState, State};
use super::table::TableObject;
use crate::delivery::webhook::secret_text;

/// Declares object types by name.
macro_rules! object_types {
    ($($(#[$doc:meta])* struct $name:ident($($field:ty),*);)*) => {
        $(
            $(#[$doc])*
            pub(super) struct $name($(pub(super) $field),*);

            impl ObjectType for $name {
                const NAME: &'static str = stringify!($name);
            }
        )*
    };
}

object_types! {
    /// The player has signed in.
    struct SignedIn(people::SignedIn);
    /// The tokens have ended.
    struct SignedOut();
    /// There is a new token.
    struct TokenMade(people::IssuedToken);
    /// The account was changed.
    struct AccountChanged(AccountObject);
    /// The player was changed.
    struct PlayerChanged(Player);
    /// There is a new program, with its first token.
    struct ProgramMade(ProgramObject, people::IssuedToken);
    /// The program is as was asked.
    struct ProgramChanged(ProgramObject);
    /// There is a new webhook.
    struct WebhookMade(WebhookRow);
    /// The webhook is gone.
    struct WebhookRemoved();
    /// The webhook was tried; why it failed, if it did.
    struct WebhookTested(Option<String>);
    /// The settings for mail were changed.
    struct MailChanged(Mail);
    /// A letter will be sent, if there is somebody to send it to.
    struct LetterAsked();
    /// The address is confirmed.
    struct EmailConfirmed();
    /// The table was opened or changed.
    struct TableChanged(TableObject);
    /// The invitation was declined.
    struct InvitationDeclined();
    /// The steps were made, in the entry of that number.
    struct Played(u64, TableObject);
    /// The action was done, in the entry of that number.
    struct Acted(u64, TableObject);
    /// The message was written, or its text was removed, by that player.
    struct Said(Message, Arc<people::Identity>);
    /// The report was made.
    struct Reported(ReportId);
    /// The report was resolved.
    struct ReportResolved(ReportObject);
    /// An operator's decision is in the journal.
    struct Decided();
}

impl TableChanged {
    /// A table as the caller sees it now.
    pub(super) fn of(state: &Arc<State>, caller: &Caller, id: TableId) -> Self {
        Self(table(state, caller, id))
    }
}

/// A table as the caller sees it now.
pub(super) fn table(state: &Arc<State>, caller: &Caller, id: TableId) -> TableObject {
    TableObject::new(state.clone(), id, caller.viewer(Perspective::Own))
}

impl ReportResolved {
    /// A report for the moderator who has just resolved it.
    pub(super) fn of(report: Report, moderator: Arc<people::Identity>) -> Self {
        Self(ReportObject { moderator, report: Arc::new(report) })
    }
}

async fn player_changed(ctx: Context<'_>, done: &PlayerChanged) -> Result<Json<Value>, Fault> {
    shown(ctx.host(), &done.0).await.map(Json)
}

async fn said(ctx: Context<'_>, done: &Said) -> Result<Json<Value>, Fault> {
    shown_message(ctx.host(), &done.0, (&*done.1).into()).await.map(Json)
}

/// Registers a result with the field that all results have.
fn done<T: ObjectType>(fields: &mut Fields) -> ObjectFields<'_, RequestState, T> {
    fields.object::<T>().property("ok", |_| Json(true))
}

pub(super) fn register(fields: &mut Fields) {
    done::<SignedIn>(fields)
        .property("player", |done| Json(person_json(&done.0.player)))
        .property("token", |done| Json(done.0.token.secret().to_owned()));
    done::<SignedOut>(fields);
    done::<Decided>(fields);
    done::<TokenMade>(fields)
        .property("token", |done| Json(token_json(&done.0.row, None)))
        .property("secret", |done| Json(done.0.token.secret().to_owned()));
    done::<AccountChanged>(fields).property("account", |done| done.0.clone());
    done::<PlayerChanged>(fields).field("player", player_changed);
    done::<ProgramMade>(fields)
        .property("program", |done| done.0.clone())
        .property("secret", |done| Json(done.1.token.secret().to_owned()));
    done::<ProgramChanged>(fields).property("program", |done| done.0.clone());
    done::<WebhookMade>(fields)
        .property("webhook", |done| Json(webhook_json(&done.0)))
        .property("secret", |done| Json(secret_text(&done.0.secret)));
    done::<WebhookRemoved>(fields);
    done::<WebhookTested>(fields)
        .property("arrived", |done| Json(done.0.is_none()))
        .property("fault", |done| Json(done.0.clone()));
    done::<MailChanged>(fields).property("mail", |done| Json(mail_json(&done.0)));
    done::<LetterAsked>(fields);
    done::<EmailConfirmed>(fields);
    done::<TableChanged>(fields).property("table", |done| done.0.clone());
    done::<InvitationDeclined>(fields);
    done::<Played>(fields)
        .property("seq", |done| Json(done.0))
        .property("table", |done| done.1.clone());
    done::<Acted>(fields)
        .property("seq", |done| Json(done.0))
        .property("table", |done| done.1.clone());
    done::<Said>(fields).field("message", said);
    done::<Reported>(fields).property("reportId", |done| Json(done.0));
    done::<ReportResolved>(fields).property("report", |done| done.0.clone());
    fields.json(&["Refused"]);
}

#[cfg(test)]
mod tests {
    use gueridon_graphql::resolver::IntoValue;
    use gueridon_journal::{MailPreferences, PlayerId};

    use super::*;

    #[test]
    fn a_token_is_in_no_debug_text() {
        let mail = Mail {
            is_here: true,
            is_confirmed: true,
            mailing: MailPreferences::new(PlayerId::default()),
        };
        let secret =
            MailPreferences { confirmed: Some("the secret".to_owned()), ..mail.mailing.clone() };
        let changed = MailChanged(Mail { mailing: secret, ..mail });
        let text = format!("{:?}", changed.into_value().unwrap());
        assert!(text.contains("MailChanged") && !text.contains("secret"), "{text}");
    }
}
