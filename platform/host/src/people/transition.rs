//! Names of before, until their last callers are renamed.
#![allow(missing_docs)]

use std::sync::Arc;

use super::accounts::Accounts;
use super::identity::Identity;
use super::rate_limiter::{Attempt, Origin};
use super::token::{IssuedToken, Token};
use crate::refusal::Answer;
use gueridon_journal::{PlayerId, Precondition, TokenHash, TokenId};

impl Identity {
    pub(crate) fn right(&self) -> Precondition {
        self.precondition()
    }

    pub(crate) fn moderators_right(&self) -> Precondition {
        self.moderator_precondition()
    }

    pub(crate) fn operators_right(&self) -> Precondition {
        self.operator_precondition()
    }
}

impl Accounts {
    pub async fn known(&self, secret: &str) -> Answer<Option<Arc<Identity>>> {
        self.authenticate(secret).await
    }

    pub async fn still(&self, known: &Identity) -> Answer<Option<Arc<Identity>>> {
        self.refresh(known).await
    }

    pub async fn revoke(&self, known: &Identity, token: TokenId) -> Answer<()> {
        self.revoke_token(known, token).await
    }

    pub async fn make_token(&self, known: &Identity, label: &str) -> Answer<IssuedToken> {
        self.issue_api_token(known, label).await
    }

    pub async fn make_reset(&self, by: Option<&Identity>, player: PlayerId) -> Answer<IssuedToken> {
        self.issue_reset_token(by, player).await
    }

    pub(crate) fn bits(&self) -> Answer<(Token, TokenHash)> {
        self.new_secret()
    }

    pub(crate) async fn check_provided(
        &self,
        player: PlayerId,
        provided: &Precondition,
    ) -> Answer<()> {
        self.check_precondition(player, provided).await
    }

    pub(crate) fn count_message(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Message(player))
    }

    pub(crate) fn count_deed(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::SeatAction(player))
    }

    pub(crate) fn count_report(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Report(player))
    }

    pub(crate) fn count_change(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Change(player))
    }

    pub(crate) fn count_table(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Table(player))
    }

    pub(crate) fn count_invitation(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Invitation(player))
    }

    pub(crate) fn count_ping(&self, player: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Ping(player))
    }

    pub(crate) fn count_letter(
        &self,
        player: PlayerId,
        email: &str,
        from: Option<Origin>,
    ) -> Answer<()> {
        self.rate_limiter.count_letter(player, email, from)
    }

    pub(crate) fn count_forgotten(&self, who: &str, from: Option<Origin>) -> Answer<()> {
        self.rate_limiter.count_reset(who, from)
    }
}
