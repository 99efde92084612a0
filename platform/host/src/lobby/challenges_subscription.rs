//! The challenges of a program, as they come.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use gueridon_game::Seat;

use super::Lobby;
use super::offer::Offer;
use super::readiness::WhileListening;
use super::table_list::TableList;
use super::tables_subscription::{TablesSubscription, TablesUpdate};
use crate::people::identity::Identity;
use crate::refusal::Answer;
use crate::tables::info::{TableInfo, TableStatus};
use gueridon_journal::{PlayerId, TableId};

/// How many challenges are looked for when a program begins to listen: more than it has tables.
const MOST: u32 = 100;

/// That a program is asked to sit at a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Challenge {
    /// The table.
    pub table: Arc<TableInfo>,
    /// Where.
    pub seat: Seat,
    /// Until when it may answer, in milliseconds since 1970.
    pub until_ms: i64,
}

impl Challenge {
    fn of(table: &Arc<TableInfo>, program: PlayerId) -> Option<Self> {
        let seated = table.seated.iter().find(|seated| seated.player() == Some(program))?;
        let until_ms = seated.asked_until_ms().filter(|_| table.state == TableStatus::Open)?;
        Some(Self { table: Arc::clone(table), seat: seated.seat, until_ms })
    }
}

/// News for a program.
#[derive(Debug, Clone, PartialEq)]
pub enum ChallengesUpdate {
    /// The first update: it is ready from now on, if it says for what.
    Listening,
    /// It is asked to sit at a table.
    Challenge(Challenge),
    /// The last update: something was missed, or the host stops. Subscribe again.
    Resume,
}

/// The challenges of a program; ends only with [`ChallengesUpdate::Resume`].
#[derive(Debug)]
pub struct ChallengesSubscription {
    program: PlayerId,
    tables: TablesSubscription,
    /// Found when it began.
    waiting: VecDeque<Challenge>,
    /// The challenges that were sent, by table, with their ends: each table comes again whenever
    /// somebody sits down.
    sent: BTreeMap<TableId, i64>,
    is_told: bool,
    _ready: Option<WhileListening>,
}

impl Lobby {
    /// Listens to the challenges of a program, first to those that are there. With an offer, it is
    /// ready for that as long as it listens.
    ///
    /// # Errors
    /// `NOT_A_PROGRAM`, `PROGRAM_OFF`; with an offer, those of [`Lobby::set_ready`].
    pub async fn subscribe_to_challenges(
        &self,
        caller: &Identity,
        offer: Option<Offer>,
    ) -> Answer<ChallengesSubscription> {
        self.own_program(caller).await?;
        let program = caller.player.id;
        let list = TableList::Of(program);
        let tables = self.subscribe_to_tables(program.into(), list, None).await?;
        let mut waiting = VecDeque::new();
        for one in self.journal.my_tables(program, None, MOST).await? {
            let table = Arc::new(TableInfo::of(&one.row, TableStatus::from(&one.row)));
            waiting.extend(Challenge::of(&table, program));
        }
        let ready = match offer {
            Some(offer) => Some(self.ready_while_listening(caller, offer).await?),
            None => None,
        };
        Ok(ChallengesSubscription {
            program,
            tables,
            waiting,
            sent: BTreeMap::new(),
            is_told: false,
            _ready: ready,
        })
    }
}

impl ChallengesSubscription {
    /// The next update; none after the last. Cancel safe.
    pub async fn next(&mut self) -> Option<ChallengesUpdate> {
        loop {
            let waiting = if self.is_told { self.waiting.pop_front() } else { None };
            if let Some(challenge) = waiting {
                let until_ms = challenge.until_ms;
                if self.sent.insert(challenge.table.id, until_ms) != Some(until_ms) {
                    return Some(ChallengesUpdate::Challenge(challenge));
                }
                continue;
            }
            match self.tables.next().await? {
                TablesUpdate::Listening => {
                    self.is_told = true;
                    return Some(ChallengesUpdate::Listening);
                }
                TablesUpdate::Resume => return Some(ChallengesUpdate::Resume),
                TablesUpdate::Table { id, table } => {
                    match table.and_then(|table| Challenge::of(&table, self.program)) {
                        Some(challenge) => self.waiting.push_back(challenge),
                        None => drop(self.sent.remove(&id)),
                    }
                }
            }
        }
    }
}
