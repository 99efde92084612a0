//! What operators change about players.

use super::accounts::{Accounts, operator_precondition};
use super::identity::Identity;
use super::profile::check_registered;
use super::token::{IssuedToken, TokenUse};
use crate::refusal::Answer;
use gueridon_journal::{Account, PlayerId, Role, TokenRoom, TokensKept};

impl Accounts {
    /// Gives a registered player a role. `by` is the operator who does it; none for the command
    /// line.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`, `NOT_REGISTERED`, `NOT_ALLOWED`.
    pub async fn set_role(
        &self,
        by: Option<&Identity>,
        player: PlayerId,
        role: Role,
    ) -> Answer<Account> {
        let condition = operator_precondition(by)?;
        let set = |account: &mut Account| {
            check_registered(account)?;
            account.role = role;
            Ok(())
        };
        self.edit(player, TokensKept::All, &condition, set).await
    }

    /// Issues a token with which a registered player can set a new password once; it replaces an
    /// earlier one. `by` is the operator who does it; none for the command line and for letters.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`, `NOT_REGISTERED`, `NOT_ALLOWED`.
    pub async fn issue_reset_token(
        &self,
        by: Option<&Identity>,
        player: PlayerId,
    ) -> Answer<IssuedToken> {
        let condition = operator_precondition(by)?;
        check_registered(&self.account(player).await?)?;
        let issued = self.issue(player, &TokenUse::Reset, String::new())?;
        self.add_token(&issued.row, TokenRoom::Made(1), &condition).await?;
        Ok(issued)
    }
}
