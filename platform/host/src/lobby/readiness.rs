//! Programs that are ready to be challenged: each says what it offers, for a while or as long as it
//! listens.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Lobby;
use super::offer::{Offer, TableKind};
use crate::clock::{Clock, millis};
use crate::games::options_json;
use crate::page::page_size;
use crate::people::identity::Identity;
use crate::people::rate_limits::Attempt;
use crate::refusal::{Answer, Code};
use gueridon_journal::{Journal, PlayerId, Program, Readiness, Scope, Standing, TableId, TableRow};
use uuid::Uuid;

/// For how long a program may say that it is ready, in seconds.
const LIFE_SECONDS: std::ops::RangeInclusive<u64> = 30..=3_600;
/// For how long a program that listens is ready without a sign of its node.
const LISTENING_LIFE: Duration = Duration::from_secs(60);
/// How often the node of a program that listens gives a sign.
const RENEWED_EVERY: Duration = Duration::from_secs(20);
/// How many programs are read at a time to find those that fit.
const READ_AT_ONCE: u32 = 100;

/// A program that is ready for something.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadyProgram {
    /// The program.
    pub program: Program,
    /// What it offers.
    pub offer: Offer,
}

impl ReadyProgram {
    /// A program with its offer, if it is ready at some time.
    #[must_use]
    pub fn at(program: &Program, now_ms: i64) -> Option<Self> {
        let offer = offer_at(program, now_ms)?;
        Some(Self { program: program.clone(), offer })
    }
}

/// What a program offers at some time; none if it is not ready.
pub(super) fn offer_at(program: &Program, now_ms: i64) -> Option<Offer> {
    let ready = program.ready.as_ref().filter(|ready| ready.until_ms > now_ms)?;
    // An offer that cannot be read is of a newer node, which will see to it.
    serde_json::from_str(&ready.offer).ok()
}

/// That a program is ready as long as it listens: dropped, it is ready no more.
#[derive(Debug)]
pub(super) struct WhileListening(
    #[expect(dead_code, reason = "it is there to be dropped")] DropGuard,
);

impl Lobby {
    /// Says what a program is ready for, in place of what it said before, for so many seconds.
    ///
    /// # Errors
    /// `NOT_A_PROGRAM`, `PROGRAM_OFF`, `BAD_OFFER`, `BAD_LIFE`, `UNKNOWN_GAME`, `BAD_OPTIONS`,
    /// `BAD_SEATS`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn set_ready(
        &self,
        caller: &Identity,
        offer: Offer,
        life_seconds: u64,
    ) -> Answer<ReadyProgram> {
        if !LIFE_SECONDS.contains(&life_seconds) {
            let [fewest, most] = [LIFE_SECONDS.start(), LIFE_SECONDS.end()].map(u64::to_string);
            return Err(Code::BadLife.refused(&[("fewest", fewest), ("most", most)]).into());
        }
        self.be_ready(caller, offer, Duration::from_secs(life_seconds))
            .await
            .map(|(ready, _)| ready)
    }

    /// The same as long as what is returned is kept.
    pub(super) async fn ready_while_listening(
        &self,
        caller: &Identity,
        offer: Offer,
    ) -> Answer<WhileListening> {
        let (ready, revision) = self.be_ready(caller, offer, LISTENING_LIFE).await?;
        let ended = CancellationToken::new();
        let renewal = Renewal {
            journal: Arc::clone(&self.journal),
            clock: self.clock.clone(),
            program: ready.program.player.id,
            revision,
            ended: ended.clone(),
        };
        tokio::spawn(self.stop.clone().run_until_cancelled_owned(renewal.run()));
        Ok(WhileListening(ended.drop_guard()))
    }

    async fn be_ready(
        &self,
        caller: &Identity,
        offer: Offer,
        life: Duration,
    ) -> Answer<(ReadyProgram, Uuid)> {
        let program = caller.player.id;
        self.check_program(caller).await?;
        self.accounts.rate_limiter().count(Attempt::Ready(program))?;
        let offer = offer.checked()?;
        self.try_offer(&offer).await?;
        let now_ms = self.clock.now_ms();
        let ready = Readiness {
            revision: self.random.id(&self.clock)?,
            offer: options_json(Some(&serde_json::json!(offer)))?.get().to_owned(),
            most_tables: offer.most_tables,
            until_ms: now_ms.saturating_add(millis(life)),
        };
        let condition = caller.precondition();
        if !self.journal.set_ready(program, &ready, &condition).await? {
            self.accounts.check_precondition(program, &condition).await?;
            self.check_program(caller).await?;
        }
        let found = self.journal.program(program).await?;
        let found = found.ok_or_else(|| Code::NotAProgram.answer())?;
        Ok((ReadyProgram { program: found, offer }, ready.revision))
    }

    /// Has a program be ready for nothing. Doing it again changes nothing.
    ///
    /// # Errors
    /// `NOT_A_PROGRAM`, `PROGRAM_OFF`, `INSUFFICIENT_SCOPE`.
    pub async fn withdraw_ready(&self, caller: &Identity) -> Answer<Program> {
        let mut program = self.check_program(caller).await?;
        self.journal.withdraw_ready(caller.player.id, None).await?;
        program.ready = None;
        Ok(program)
    }

    /// The caller as a program that is switched on and may play.
    async fn check_program(&self, caller: &Identity) -> Answer<Program> {
        caller.check_scope(Scope::Play)?;
        self.own_program(caller).await
    }

    /// The caller as a program that is switched on.
    pub(super) async fn own_program(&self, caller: &Identity) -> Answer<Program> {
        let found = self.journal.program(caller.player.id).await?;
        let program = found.ok_or_else(|| Code::NotAProgram.answer())?;
        if program.off_ms.is_some() { Err(Code::ProgramOff.answer()) } else { Ok(program) }
    }

    /// Deals each game once with each of the options that are offered.
    async fn try_offer(&self, offer: &Offer) -> Answer<()> {
        for offered in &offer.games {
            let build = self.games.game(&offered.game)?;
            let about = build.about();
            let possible = about.fewest_seats..=about.most_seats;
            let wanted = offered.seats.as_deref().unwrap_or_default();
            if wanted.iter().any(|seats| !possible.contains(seats)) {
                let [fewest, most] = [possible.start(), possible.end()].map(u8::to_string);
                return Err(Code::BadSeats.refused(&[("fewest", fewest), ("most", most)]).into());
            }
            let seats = wanted.first().copied().unwrap_or(about.fewest_seats);
            for options in offered.options.iter().flatten() {
                let (nobody, game) = (PlayerId::default(), offered.game.clone());
                let row = TableRow {
                    options: options_json(Some(options))?.get().to_owned(),
                    ..TableRow::opened(TableId::default(), game, seats, nobody, 0)
                };
                self.try_deal(&build, &row).await?;
            }
        }
        Ok(())
    }

    /// At most `first` programs that are ready, with ids above `after`, in the order of their ids:
    /// of those that offer a game, or that fit a table, if that is given.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn ready_programs(
        &self,
        game: Option<&str>,
        fitting: Option<&TableKind>,
        mut after: Option<PlayerId>,
        first: usize,
    ) -> Answer<Vec<ReadyProgram>> {
        let now_ms = self.clock.now_ms();
        let first = page_size(first) as usize;
        let mut found = Vec::new();
        loop {
            let read = self.journal.ready_programs(now_ms, after, READ_AT_ONCE).await?;
            after = read.last().map(|program| program.player.id);
            let is_last = read.len() < READ_AT_ONCE as usize;
            let ready = read.iter().filter_map(|program| ReadyProgram::at(program, now_ms));
            found.extend(ready.filter(|ready| {
                game.is_none_or(|game| ready.offer.has_game(game))
                    && fitting.is_none_or(|table| ready.offer.fits(table))
            }));
            if is_last || found.len() >= first {
                found.truncate(first);
                return Ok(found);
            }
        }
    }

    /// A program by its player, with its offer if it is ready; none for a person.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn program(&self, player: PlayerId) -> Answer<Option<Program>> {
        Ok(self.journal.program(player).await?)
    }

    /// The owners of those of these players who are programs.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn owners_of(
        &self,
        players: &[(PlayerId, Standing)],
    ) -> Answer<BTreeMap<PlayerId, gueridon_journal::Player>> {
        let mut owners = BTreeMap::new();
        for &(player, standing) in players {
            if standing == Standing::Program
                && let Some(owner) = self.owners.of(&*self.journal, player).await?
            {
                owners.insert(player, owner);
            }
        }
        Ok(owners)
    }
}

/// Keeps a program ready as long as it listens.
struct Renewal {
    journal: Arc<dyn Journal>,
    clock: Clock,
    program: PlayerId,
    revision: Uuid,
    /// Cancelled when it listens no more.
    ended: CancellationToken,
}

impl Renewal {
    async fn run(self) {
        while self.ended.run_until_cancelled(sleep(RENEWED_EVERY)).await.is_some() {
            let until_ms = self.clock.now_ms().saturating_add(millis(LISTENING_LIFE));
            match self.journal.renew_ready(self.program, self.revision, until_ms).await {
                Ok(true) => {}
                // It has said something else since, or is switched off.
                Ok(false) => return,
                Err(error) => tracing::debug!(%error, "a program could not be kept ready"),
            }
        }
        // If this fails, its time is up soon.
        if let Err(error) = self.journal.withdraw_ready(self.program, Some(self.revision)).await {
            tracing::debug!(%error, "a program that listens no more is still said to be ready");
        }
    }
}
