//! The type `Subscription`: the root of subscriptions.

use gueridon_graphql::fault::Fault;
use gueridon_graphql::value::ObjectType;
use gueridon_journal::TableId;
use serde::Deserialize;

use super::analysis::AnalysisObject;
use super::arguments::{AtTable, Id};
use super::program::{ChallengeUpdate, ReadinessInput};
use super::state::{Context, Fields};
use super::table_update::TableUpdate;
use super::tables_update::TablesUpdate;

/// One payload of a subscription.
pub(super) enum Subscription {
    /// Of `Subscription.table`.
    Table(TableUpdate),
    /// Of `Subscription.tables`.
    Tables(TablesUpdate),
    /// Of `Subscription.analysis`.
    Analysis(Option<AnalysisObject>),
    /// Of `Subscription.challenges`.
    Challenges(ChallengeUpdate),
}

impl ObjectType for Subscription {
    const NAME: &'static str = "Subscription";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<Subscription>()
        .update::<(TableArguments,), _>("table", table)
        .update::<(TablesArguments,), _>("tables", tables)
        .update::<(AtTable,), _>("analysis", analysis)
        .update::<(ChallengesArguments,), _>("challenges", challenges);
    fields.subscriptions::<Subscribed>();
}

/// What a client subscribes to: a field of `Subscription` with its arguments.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Subscribed {
    /// `Subscription.table`.
    Table(TableArguments),
    /// `Subscription.tables`.
    Tables(TablesArguments),
    /// `Subscription.analysis`.
    Analysis(AtTable),
    /// `Subscription.challenges`.
    Challenges(ChallengesArguments),
}

/// The arguments of `Subscription.table`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TableArguments {
    pub(super) id: Id<TableId>,
    pub(super) after: i32,
    pub(super) messages: bool,
}

/// The arguments of `Subscription.tables`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TablesArguments {
    pub(super) mine: bool,
    pub(super) playing: bool,
    pub(super) game: Option<String>,
}

/// The arguments of `Subscription.challenges`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChallengesArguments {
    pub(super) ready: Option<ReadinessInput>,
}

/// A payload of another field than the one that is answered.
fn of_another() -> Fault {
    Fault::internal("a payload is of another subscription")
}

async fn table(ctx: Context<'_>, payload: &Subscription) -> Result<TableUpdate, Fault> {
    let Subscription::Table(update) = payload else {
        return Err(of_another());
    };
    let find = |name| ctx.types.find(name).expect("the platform has this type");
    let (of_update, of_table) = (find("TableUpdate"), find("Table"));
    let asked = ctx.field.fields(of_update).iter().find(|field| &*field.name == "table");
    if let Some(asked) = asked.filter(|_| update.has_table) {
        update.table.look_for(ctx, asked.fields(of_table)).await?;
    }
    Ok(update.clone())
}

async fn tables(_: Context<'_>, payload: &Subscription) -> Result<TablesUpdate, Fault> {
    match payload {
        Subscription::Tables(update) => Ok(update.clone()),
        Subscription::Table(_) | Subscription::Analysis(_) | Subscription::Challenges(_) => {
            Err(of_another())
        }
    }
}

async fn analysis(_: Context<'_>, payload: &Subscription) -> Result<Option<AnalysisObject>, Fault> {
    match payload {
        Subscription::Analysis(analysis) => Ok(analysis.clone()),
        Subscription::Table(_) | Subscription::Tables(_) | Subscription::Challenges(_) => {
            Err(of_another())
        }
    }
}

async fn challenges(_: Context<'_>, payload: &Subscription) -> Result<ChallengeUpdate, Fault> {
    match payload {
        Subscription::Challenges(update) => Ok(update.clone()),
        Subscription::Table(_) | Subscription::Tables(_) | Subscription::Analysis(_) => {
            Err(of_another())
        }
    }
}
