//! Programs: whose they are, and who may switch one off. What they are ready for, and how they are
//! asked to tables, is the [lobby](crate::host::Lobby)'s.

use std::sync::Arc;

use crate::clock::Clock;
use crate::notices::{News, Notice, Notices};
use crate::page::{LONGEST_PAGE, page_size};
use crate::people::accounts::Accounts;
use crate::people::identity::Identity;
use crate::people::token::IssuedToken;
use crate::people::{NewProgram, seated_at};
use crate::refusal::{Answer, Code};
use crate::tables::Tables;
use gueridon_journal::{Journal, PlayerId, Program, Role, Status, TableId};

/// Programs and their owners.
#[derive(Debug)]
pub struct Programs {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) notices: Arc<dyn Notices>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) tables: Arc<Tables>,
}

impl Programs {
    /// The most programs that an owner may have.
    pub const MOST: u32 = Accounts::MOST_PROGRAMS;

    /// Makes a program of the caller's, with its first token. Only a person who has registered and
    /// signed in does that.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`, `NOT_REGISTERED`, `NOT_ALLOWED`, `TOO_MANY_PROGRAMS`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn make(&self, owner: &Identity, name: &str) -> Answer<NewProgram> {
        self.accounts.make_program(owner, name).await
    }

    /// The programs of a player, in the order in which they were made.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn of(&self, owner: PlayerId) -> Answer<Vec<Program>> {
        Ok(self.journal.programs_of(owner).await?)
    }

    /// Another token for a program of the caller's; all others of the program end.
    ///
    /// # Errors
    /// `UNKNOWN_PROGRAM`, `PROGRAM_OFF`, `NOT_ALLOWED`, `TOO_MANY_ATTEMPTS`.
    pub async fn renew_token(&self, owner: &Identity, program: PlayerId) -> Answer<IssuedToken> {
        let known = self.own(owner, program).await?;
        if known.off_ms.is_some() {
            return Err(Code::ProgramOff.answer());
        }
        self.accounts.renew_program_token(owner, program).await
    }

    /// Deletes a program of the caller's; a neutral name stays at the tables of others.
    ///
    /// # Errors
    /// `UNKNOWN_PROGRAM`, `NOT_ALLOWED`, `TOO_MANY_ATTEMPTS`.
    pub async fn delete(&self, owner: &Identity, program: PlayerId) -> Answer<()> {
        self.own(owner, program).await?;
        // Read first: afterwards nothing says where it sat and wrote.
        let tables = seated_at(&*self.journal, program, None).await;
        let talk = self.journal.spoken_at(program).await?;
        self.accounts.delete_program(owner, program).await?;
        self.notice(&tables, News::Seats);
        self.notice(&talk, News::Messages);
        Ok(())
    }

    /// Switches a program off, or on again. A program that is off is signed out, is ready for
    /// nothing, leaves tables that have not begun, where others own them from then on, and gives up
    /// the others. Switching it off again answers `NO_CHANGE`, and gives up what was left of its
    /// games. For moderators.
    ///
    /// # Errors
    /// `UNKNOWN_PROGRAM`, `NO_CHANGE`, `NOT_ALLOWED`.
    pub async fn switch(&self, by: &Identity, program: PlayerId, is_off: bool) -> Answer<Program> {
        by.check_role(Role::Moderator)?;
        // Read first: afterwards nothing says what it leaves.
        let open = if is_off { self.open_tables(program).await? } else { Vec::new() };
        let off_ms = is_off.then(|| self.clock.now_ms());
        let condition = by.moderator_precondition();
        let switched = self.journal.switch_program(program, off_ms, &condition).await;
        self.accounts.signed_out(program).await;
        // Also on failure: it may have been written.
        self.notice(&open, News::Seats);
        let is_switched = switched?;
        if !is_switched {
            self.accounts.check_precondition(by.player.id, &condition).await?;
        }
        if is_off && self.known(program).await?.off_ms.is_some() {
            self.give_up(program).await;
        }
        let known = self.known(program).await?;
        if is_switched { Ok(known) } else { Err(Code::NoChange.answer()) }
    }

    /// The tables that have not begun at which a program sits, or which it owns.
    async fn open_tables(&self, program: PlayerId) -> Answer<Vec<TableId>> {
        let mut open = seated_at(&*self.journal, program, Some(Status::Open)).await;
        let first = page_size(LONGEST_PAGE);
        let own = self.journal.my_tables(program, None, first).await?;
        let own = own.iter().map(|one| &one.row).filter(|row| row.status == Status::Open);
        open.extend(own.filter(|row| row.seat_of(program).is_none()).map(|row| row.id));
        Ok(open)
    }

    /// Gives up the games in which a program plays. What fails here is left to clocks, and to who
    /// switches it off again.
    async fn give_up(&self, program: PlayerId) {
        for table in seated_at(&*self.journal, program, Some(Status::Playing)).await {
            if let Err(error) = self.tables.resign_for(table, program).await {
                tracing::warn!(%table, %error, "a program that is switched off could not resign");
            }
        }
    }

    async fn known(&self, program: PlayerId) -> Answer<Program> {
        let found = self.journal.program(program).await?;
        found.ok_or_else(|| Code::UnknownProgram.answer())
    }

    /// A program of a person who has signed in.
    async fn own(&self, owner: &Identity, program: PlayerId) -> Answer<Program> {
        owner.check_session()?;
        let known = self.known(program).await?;
        if known.owner.id == owner.player.id {
            Ok(known)
        } else {
            Err(Code::UnknownProgram.answer())
        }
    }

    fn notice(&self, tables: &[TableId], news: News) {
        tables.iter().for_each(|&table| self.notices.send(Notice { table, news }));
    }
}
