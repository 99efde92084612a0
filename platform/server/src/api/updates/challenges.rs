//! What a program is sent while it listens to challenges.

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::response::Response;
use gueridon_graphql::service::Update as Payload;
use gueridon_host::host::{
    ChallengesSubscription, ChallengesUpdate as Update, Perspective, Viewer,
};
use gueridon_host::refusal::{Code as Refusal, Failure};

use crate::api::Api;
use crate::api::caller::Caller;
use crate::api::program::{ChallengeObject, ChallengeUpdate};
use crate::api::refused::fault;
use crate::api::request::CheckedRequest;
use crate::api::subscription::{ChallengesArguments, Subscription};
use crate::api::table::TableObject;
use crate::errors;

/// Why somebody may not listen.
fn refusal(failure: Failure) -> Fault {
    let Failure::Refused(refused) = &failure else { return fault(failure) };
    let code = match refused.code {
        Refusal::NotAProgram | Refusal::ProgramOff => errors::FORBIDDEN,
        // Elsewhere the game of a table is missing, which is the server's fault; here the caller
        // has named it.
        Refusal::UnknownGame => Code::BAD_INPUT,
        _ => return fault(failure),
    };
    Fault::new(code, refused.words.get(Language::En))
}

/// A program's subscription to its challenges.
#[derive(Debug)]
pub(super) struct ChallengesUpdates {
    api: Arc<Api>,
    ready: CheckedRequest,
    caller: Caller,
    viewer: Viewer,
    source: ChallengesSubscription,
}

impl ChallengesUpdates {
    /// Starts a subscription.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without a token, `FORBIDDEN` to a caller that is not a program, that is
    /// switched off or may not play, `BAD_INPUT` for an offer that cannot be, `TOO_MANY_ATTEMPTS`
    /// for offers that follow each other too fast, `UNAVAILABLE`.
    pub(super) async fn begin(
        api: Arc<Api>,
        ready: CheckedRequest,
        arguments: ChallengesArguments,
        caller: &Caller,
    ) -> Result<Self, Fault> {
        let me = caller.known()?;
        let offer = arguments.ready.map(|input| input.offer()).transpose().map_err(refusal)?;
        let source = api.host.lobby().subscribe_to_challenges(me, offer).await;
        let source = source.map_err(refusal)?;
        let viewer = caller.viewer(Perspective::Own);
        Ok(Self { api, ready, caller: caller.clone(), viewer, source })
    }

    /// The next payload; the first one only says that the subscription has started.
    ///
    /// # Errors
    /// `RESUME` when something was missed or the server stops.
    pub(super) async fn next(&mut self) -> Option<Result<Payload, Fault>> {
        let challenge = match self.source.next().await? {
            Update::Listening => None,
            Update::Challenge(challenge) => {
                let state = self.api.state.clone();
                let table = TableObject::listed(state, challenge.table, self.viewer);
                let (seat, until_ms) = (challenge.seat, challenge.until_ms);
                Some(ChallengeObject { table, seat, until_ms })
            }
            Update::Resume => {
                let message = "subscribe again";
                return Some(Err(Fault::new(errors::RESUME, message)));
            }
        };
        let root = Subscription::Challenges(ChallengeUpdate(challenge));
        let answer = self.api.execute(root, &self.ready, &self.caller).await;
        let body = Response::from(answer).body.into();
        Some(Ok(Payload { body, position: None }))
    }
}
