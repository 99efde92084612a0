//! Subscriptions: their streams of payloads, with one file for each field of `Subscription`.

mod analysis;
mod challenges;
mod table;
mod tables;

use std::sync::Arc;

use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::request_id::Scope;
use gueridon_graphql::resolver::field_of;
use gueridon_graphql::service::Update;

use self::analysis::AnalysisUpdates;
use self::challenges::ChallengesUpdates;
use self::table::TableUpdates;
use self::tables::TablesUpdates;
use super::Api;
use super::caller::Caller;
use super::request::{CheckedRequest, variables_json};
use super::scopes;
use super::subscription::Subscribed;

/// How long the variables of a subscription may be, in bytes of JSON: they are kept while it lasts.
const VARIABLES_BYTES: usize = 8 * 1024;

/// A subscription of one client.
#[derive(Debug)]
pub struct Updates {
    source: Source,
    /// The scope of the request that began it.
    scope: Scope,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "the large variant is the usual one")]
enum Source {
    /// `Subscription.table`: most are this, and what looks at them should not have to look elsewhere.
    Table(TableUpdates),
    /// `Subscription.tables`.
    Tables(Box<TablesUpdates>),
    /// `Subscription.analysis`.
    Analysis(Box<AnalysisUpdates>),
    /// `Subscription.challenges`.
    Challenges(Box<ChallengesUpdates>),
}

impl Updates {
    /// Starts a subscription. For a table, `after` takes precedence over the argument of that name
    /// in the document.
    ///
    /// # Errors
    /// When the arguments are wrong, there is no such table, or the caller may not listen.
    pub async fn begin(
        api: Arc<Api>,
        ready: CheckedRequest,
        caller: &Caller,
        after: Option<u64>,
    ) -> Result<Self, Fault> {
        let plan = ready.plan.clone();
        let [field] = &plan.root[..] else {
            return Err(Fault::bad_input("a subscription listens to exactly one field"));
        };
        // Wrong arguments are reported first.
        let subscribed = field_of(field, &api.types, &ready.variables)?;
        scopes::check_subscription(&field.name, caller)?;
        let bytes = variables_json(&ready.variables).len();
        if bytes > VARIABLES_BYTES {
            let message =
                format!("a subscription's variables have at most {VARIABLES_BYTES} bytes");
            return Err(Fault::over_limit(Code::TOO_COSTLY, message, bytes, VARIABLES_BYTES));
        }
        let source = match subscribed {
            Subscribed::Table(arguments) => {
                let updates = TableUpdates::begin(api, ready, arguments, caller, after).await?;
                Source::Table(updates)
            }
            Subscribed::Tables(arguments) => {
                let updates = TablesUpdates::begin(api, ready, arguments, caller).await?;
                Source::Tables(Box::new(updates))
            }
            Subscribed::Analysis(arguments) => {
                let updates = AnalysisUpdates::begin(api, ready, arguments, caller).await?;
                Source::Analysis(Box::new(updates))
            }
            Subscribed::Challenges(arguments) => {
                let updates = ChallengesUpdates::begin(api, ready, arguments, caller).await?;
                Source::Challenges(Box::new(updates))
            }
        };
        Ok(Self { source, scope: Scope::current() })
    }

    /// The next payload; none when there will be no more.
    ///
    /// # Errors
    /// `RESUME` when the subscriber was too slow or the server stops, or when the host failed;
    /// then there is nothing more.
    pub async fn next(&mut self) -> Option<Result<Update, Fault>> {
        let scope = &self.scope;
        match &mut self.source {
            Source::Table(updates) => updates.next(scope).await,
            Source::Tables(updates) => scope.clone().run(updates.next()).await,
            Source::Analysis(updates) => scope.clone().run(updates.next()).await,
            Source::Challenges(updates) => scope.clone().run(updates.next()).await,
        }
    }
}
