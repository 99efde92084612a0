//! The accounts of programs: each is a player of its own, with an owner and without a password.

use super::accounts::Accounts;
use super::identity::Identity;
use super::name;
use super::profile::{check_registered, deleted};
use super::rate_limits::Attempt;
use super::token::{IssuedToken, TokenUse};
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{
    Account, Player, PlayerId, Precondition, Scope, Scopes, Standing, TokenRoom, TokensKept,
};

/// A program that was made, with the only copy of its secret.
#[derive(Debug, Clone)]
pub struct NewProgram {
    /// The program.
    pub player: Player,
    /// Its first token.
    pub issued: IssuedToken,
}

impl Accounts {
    /// The most programs that an owner may have.
    pub const MOST_PROGRAMS: u32 = 10;

    pub(crate) async fn make_program(&self, owner: &Identity, given: &str) -> Answer<NewProgram> {
        owner.check_session()?;
        owner.check_scope(Scope::Account)?;
        let name = name::name(given)?;
        self.rate_limiter.count(Attempt::Change(owner.player.id))?;
        self.check_name_free(&name, None).await?;
        let key = name::key(&name);
        let mut account =
            Account::guest(PlayerId(self.random.id(&self.clock)?), name, self.now_ms());
        account.player.standing = Standing::Program;
        account.name_key = Some(key);
        let issued = self.issue_to_program(account.player.id)?;
        let (most, condition) = (Self::MOST_PROGRAMS, owner.precondition());
        let id = owner.player.id;
        if self.journal.add_program(&account, &issued.row, id, most, &condition).await? {
            return Ok(NewProgram { player: account.player, issued });
        }
        self.check_precondition(id, &condition).await?;
        check_registered(&self.account(id).await?)?;
        self.check_name_free(&account.player.name, None).await?;
        if self.journal.programs_of(id).await?.len() >= most as usize {
            return Err(Code::TooManyPrograms.refused(&[("most", most.to_string())]).into());
        }
        Err(Fault::NoAnswer.into())
    }

    pub(crate) async fn renew_program_token(
        &self,
        owner: &Identity,
        program: PlayerId,
    ) -> Answer<IssuedToken> {
        self.rate_limiter.count(Attempt::Change(owner.player.id))?;
        let condition = owner.precondition();
        self.edit(program, TokensKept::None, &condition, |_| Ok(())).await?;
        let issued = self.issue_to_program(program)?;
        self.add_token(&issued.row, TokenRoom::Left(Self::MOST_TOKENS), &condition).await?;
        Ok(issued)
    }

    pub(crate) async fn delete_program(&self, owner: &Identity, program: PlayerId) -> Answer<()> {
        self.rate_limiter.count(Attempt::Change(owner.player.id))?;
        self.forget_program(program, &owner.precondition()).await
    }

    /// Deletes a program, which then has a neutral name.
    pub(super) async fn forget_program(
        &self,
        program: PlayerId,
        condition: &Precondition,
    ) -> Answer<()> {
        let deleted_ms = self.now_ms();
        let delete = |account: &mut Account| {
            *account = deleted(account, deleted_ms);
            Ok(())
        };
        self.edit(program, TokensKept::None, condition, delete).await.map(drop)
    }

    /// Ends on this node what was cached of a player's tokens, which may have ended.
    pub(crate) async fn signed_out(&self, player: PlayerId) {
        self.invalidate_tokens(player, TokensKept::All).await;
    }

    /// A program may do everything with its own account that needs no person.
    fn issue_to_program(&self, program: PlayerId) -> Answer<IssuedToken> {
        self.issue(program, &TokenUse::Api(Scopes::ALL), String::new())
    }
}
