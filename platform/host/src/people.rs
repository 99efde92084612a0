//! People: guests and registered players, how they sign in, and what they change about themselves.
//!
//! Accounts are in the journal, so they are the same on every node. What a node holds in memory can
//! be lost: the [cache of tokens](Identity) and the [rate limits](RateLimiter).

pub(crate) mod accounts;
mod administration;
mod authentication;
mod authorization;
mod export;
pub(crate) mod identity;
pub(crate) mod name;
pub(crate) mod password;
mod profile;
mod programs;
pub(crate) mod rate_limiter;
pub(crate) mod rate_limits;
mod sessions;
pub(crate) mod text;
pub(crate) mod token;
mod token_cache;

use std::sync::Arc;

pub use accounts::{Accounts, AccountsConfig};
pub use authorization::{Grant, Redemption};
pub use export::{Export, ExportedEntry, ExportedTable};
pub use identity::Identity;
pub use name::{LONGEST_NAME, client_name};
pub use password::{Hashing, Password};
pub use programs::NewProgram;
pub use rate_limiter::RateLimiter;
pub use rate_limits::{GUESTS_PER_HOUR, Limits, Origin};
pub use sessions::{NewPlayer, SignedIn};
pub use token::{IssuedToken, Token};

pub use crate::tallies::Limit;

use crate::clock::Clock;
use crate::notices::{News, Notice, Notices};
use crate::notifications::Notifications;
use crate::page::LONGEST_PAGE;
use crate::refusal::Answer;
use export::Exporter;
use gueridon_journal::talk::MessageId;
use gueridon_journal::{
    Account, Journal, Player, PlayerId, Precondition, Status, TableId, TablePage,
};

/// Accounts, and what a change of an account means for the player's tables and mail.
#[derive(Debug)]
pub struct People {
    journal: Arc<dyn Journal>,
    notices: Arc<dyn Notices>,
    accounts: Arc<Accounts>,
    notifications: Arc<Notifications>,
    exporter: Exporter,
}

impl People {
    pub(crate) fn new(
        journal: Arc<dyn Journal>,
        clock: Clock,
        notices: Arc<dyn Notices>,
        accounts: Arc<Accounts>,
        notifications: Arc<Notifications>,
    ) -> Self {
        let exporter = Exporter {
            journal: Arc::clone(&journal),
            clock,
            accounts: Arc::clone(&accounts),
            notifications: Arc::clone(&notifications),
        };
        Self { journal, notices, accounts, notifications, exporter }
    }

    /// Accounts: sign-in, tokens, passwords and roles.
    #[must_use]
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// Creates a guest, without a label and without a rate limit.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`.
    pub async fn guest(&self, name: &str) -> Answer<SignedIn> {
        self.accounts.guest(name, "", None).await
    }

    /// The player who has that token, if any.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn player(&self, token: &str) -> Answer<Option<Player>> {
        Ok(self.accounts.authenticate(token).await?.map(|caller| caller.player.clone()))
    }

    /// As [`Accounts::register`]. Also sends a letter to confirm the address, and updates the
    /// tables of a guest who registers.
    ///
    /// # Errors
    /// As there.
    pub async fn register(
        &self,
        guest: Option<&Identity>,
        new: NewPlayer,
        from: Option<Origin>,
    ) -> Answer<SignedIn> {
        let has_email = new.email.is_some();
        let signed = self.accounts.register(guest, new, from).await?;
        let player = signed.player.id;
        if has_email && let Ok(account) = self.accounts.account(player).await {
            self.notifications.offer_confirmation(&account, from).await;
        }
        if guest.is_some() {
            self.notice_seats(&seated_at(&*self.journal, player, None).await);
        }
        Ok(signed)
    }

    /// As [`Accounts::rename`]; the player's tables show the new name.
    ///
    /// # Errors
    /// As there.
    pub async fn rename(&self, caller: &Identity, name: &str) -> Answer<Account> {
        let account = self.accounts.rename(caller, name).await?;
        self.notice_seats(&seated_at(&*self.journal, caller.player.id, None).await);
        Ok(account)
    }

    /// As [`Accounts::set_email`]; also sends a letter to confirm the address.
    ///
    /// # Errors
    /// As there.
    pub async fn set_email(
        &self,
        caller: &Identity,
        given: Option<&str>,
        password: &Password,
        from: Option<Origin>,
    ) -> Answer<Account> {
        let account = self.accounts.set_email(caller, given, password, from).await?;
        self.notifications.preferences_changed();
        self.notifications.offer_confirmation(&account, from).await;
        Ok(account)
    }

    /// Deletes the caller's account and programs; their tables show neutral names, and those that
    /// have not begun free seats. Registered players give their password. A program is deleted by
    /// its owner. After a [`Fault`](crate::refusal::Fault) some of the programs may be deleted, and
    /// the account only if all are.
    ///
    /// # Errors
    /// `WRONG_PASSWORD`, `NOT_ALLOWED`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn delete_account(
        &self,
        caller: &Identity,
        password: Option<&Password>,
        from: Option<Origin>,
    ) -> Answer<()> {
        let verified = self.accounts.check_may_delete(caller, password, from).await?;
        // Read first: afterwards nothing says where the player sat and wrote.
        let player = caller.player.id;
        let mut tables = seated_at(&*self.journal, player, None).await;
        let mut talk = self.journal.spoken_at(player).await?;
        for program in self.journal.programs_of(player).await? {
            tables.extend(seated_at(&*self.journal, program.player.id, None).await);
            talk.extend(self.journal.spoken_at(program.player.id).await?);
        }
        let deleted = self.delete_with_programs(caller, verified.as_deref()).await;
        // Also on failure: a part may have been done.
        self.notice_seats(&tables);
        for table in talk {
            self.notices.send(Notice { table, news: News::Messages });
        }
        deleted
    }

    /// Deletes the programs of a player and then the account, so that a failure leaves no programs
    /// of an owner who is deleted.
    async fn delete_with_programs(&self, caller: &Identity, verified: Option<&str>) -> Answer<()> {
        let owner = caller.player.id;
        self.forget_programs(owner, &caller.precondition()).await?;
        self.accounts.delete_checked(caller, verified).await?;
        // One may have been made in between. Nobody can make others any more.
        self.forget_programs(owner, &Precondition::Nothing).await
    }

    /// Deletes all programs of an owner, also those after one that cannot be; returns the first
    /// failure.
    async fn forget_programs(&self, owner: PlayerId, condition: &Precondition) -> Answer<()> {
        let mut all = Ok(());
        for program in self.journal.programs_of(owner).await? {
            let forgotten = self.accounts.forget_program(program.player.id, condition).await;
            all = all.and(forgotten);
        }
        all
    }

    /// Everything that is stored about a player: at most `first` tables opened before `before`, at
    /// most [`LONGEST_PAGE`] messages after `after`, and as many reports.
    ///
    /// # Errors
    /// `UNKNOWN_PLAYER`.
    pub async fn export(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: usize,
        after: Option<MessageId>,
    ) -> Answer<Export> {
        self.exporter.export(player, before, first, after).await
    }

    /// Makes every node read the players of these tables again.
    fn notice_seats(&self, tables: &[TableId]) {
        tables.iter().for_each(|&table| self.notices.send(Notice { table, news: News::Seats }));
    }
}

/// The tables with a status at which a player sits. When the journal does not answer some are
/// missing; they show the change when they are loaded the next time.
pub(crate) async fn seated_at(
    journal: &dyn Journal,
    player: PlayerId,
    status: Option<Status>,
) -> Vec<TableId> {
    let first = u32::try_from(LONGEST_PAGE).unwrap_or(u32::MAX);
    let (mut tables, mut before) = (Vec::new(), None);
    loop {
        let page =
            TablePage { before, first, status, player: Some(player), ..TablePage::default() };
        match journal.tables(&page).await {
            Ok(rows) => {
                tables.extend(rows.iter().map(|row| row.id));
                before = rows.last().map(|row| row.id);
                if rows.len() < LONGEST_PAGE {
                    return tables;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "some tables show a name that has changed");
                return tables;
            }
        }
    }
}
