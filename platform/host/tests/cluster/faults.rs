//! A journal with faults: it executes requests late, not at all, or without acknowledging them.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use gueridon_game::{Dice, Seat, Seed};
use gueridon_journal::memory::Memory;
use gueridon_journal::{
    Account, AccountKey, AccountPage, Beat, BuildRow, CloseReason, CodeRow, Codes, Entry, Journal,
    JournalError, LastLook, ListScope, People, PlayerId, Precondition, ResultPage, Start,
    StopOnUpgrade, TableId, TablePage, TableRow, TableUpdate, TokenHash, TokenId, TokenRoom,
    TokenRow, TokensKept,
};
use tokio::time::sleep;

/// The random numbers of one world, drawn in the order in which things happen.
#[derive(Debug, Clone)]
pub(crate) struct Fate(Arc<Mutex<Dice>>);

impl Fate {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Dice::new(&Seed::of_test(seed), 0))))
    }

    pub(crate) fn below(&self, bound: usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).below(bound)
    }

    pub(crate) fn percent(&self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// Lets up to `most_ms` pass.
    pub(crate) async fn dawdle(&self, most_ms: usize) {
        sleep(Duration::from_millis(self.below(most_ms + 1) as u64)).await;
    }
}

/// Counts the faults in all worlds, to check that each kind occurred.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    unread: AtomicU64,
    refused: AtomicU64,
    unacknowledged: AtomicU64,
    late: AtomicU64,
    pub(crate) killed: AtomicU64,
    pub(crate) resumed: AtomicU64,
    /// Plays that were committed although their answer was a fault.
    pub(crate) settled: AtomicU64,
    pub(crate) resent: AtomicU64,
    pub(crate) lists: AtomicU64,
    pub(crate) too_far: AtomicU64,
}

pub(crate) static TALLY: LazyLock<Tally> = LazyLock::new(Tally::default);

pub(crate) fn count(what: &AtomicU64) {
    what.fetch_add(1, Ordering::Relaxed);
}

impl Tally {
    /// Whether every kind of fault has occurred.
    pub(crate) fn check(&self) {
        let Self { unread, refused, unacknowledged, late, .. } = self;
        let Self { killed, resumed, settled, resent, lists, too_far, .. } = self;
        for happened in [
            unread,
            refused,
            unacknowledged,
            late,
            killed,
            resumed,
            settled,
            resent,
            lists,
            too_far,
        ] {
            assert!(happened.load(Ordering::Relaxed) > 0, "something never happened: {self:?}");
        }
    }
}

/// The fate of a request.
enum Lot {
    Done,
    Refused,
    /// Executed, but reported as failed.
    Unacknowledged,
    /// Reported as failed, and executed later.
    Late,
}

/// One node's connection to the journal that all nodes share.
#[derive(Debug)]
pub(crate) struct Faulty {
    pub(crate) truth: Arc<Memory>,
    pub(crate) fate: Fate,
    /// Whether others write too, as in a cluster.
    pub(crate) shared: bool,
    /// How many of 100 requests fail in one way or another.
    pub(crate) faults: usize,
}

impl Faulty {
    const SLOWEST_MS: usize = 20;
    const LATEST_MS: usize = 400;

    fn broken<T>() -> Result<T, JournalError> {
        Err(JournalError::Broken("as simulated".to_owned()))
    }

    fn lot(&self) -> Lot {
        if !self.fate.percent(self.faults) {
            return Lot::Done;
        }
        let (lot, happened) = match self.fate.below(3) {
            0 => (Lot::Refused, &TALLY.refused),
            // With a single node, nothing that failed is executed later.
            2 if self.shared => (Lot::Late, &TALLY.late),
            _ => (Lot::Unacknowledged, &TALLY.unacknowledged),
        };
        count(happened);
        lot
    }

    pub(crate) async fn read<T>(
        &self,
        read: impl Future<Output = Result<T, JournalError>>,
    ) -> Result<T, JournalError> {
        self.fate.dawdle(Self::SLOWEST_MS).await;
        if self.fate.percent(self.faults) {
            count(&TALLY.unread);
            return Self::broken();
        }
        let answer = read.await;
        self.fate.dawdle(Self::SLOWEST_MS).await;
        answer
    }

    /// Writes in a task of its own: a write that is under way outlives the node that sent it.
    pub(crate) async fn write<F>(
        &self,
        write: impl FnOnce(Arc<Memory>) -> F,
    ) -> Result<bool, JournalError>
    where
        F: Future<Output = Result<bool, JournalError>> + Send + 'static,
    {
        let (lot, fate, write) = (self.lot(), self.fate.clone(), write(Arc::clone(&self.truth)));
        if matches!(lot, Lot::Refused) {
            fate.dawdle(Self::SLOWEST_MS).await;
            return Self::broken();
        }
        let is_late = matches!(lot, Lot::Late);
        let writing = tokio::spawn(async move {
            fate.dawdle(if is_late { Self::LATEST_MS } else { Self::SLOWEST_MS }).await;
            let answer = write.await;
            fate.dawdle(Self::SLOWEST_MS).await;
            answer
        });
        if is_late {
            self.fate.dawdle(Self::SLOWEST_MS).await;
            return Self::broken();
        }
        let answer = writing.await.expect("writing to memory does not fail");
        if matches!(lot, Lot::Unacknowledged) { Self::broken() } else { answer }
    }
}

#[async_trait]
impl Codes for Faulty {
    async fn add_code(
        &self,
        code: &CodeRow,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (code, precondition) = (code.clone(), precondition.clone());
        self.write(|truth| async move { truth.add_code(&code, &precondition).await }).await
    }

    async fn code(&self, hash: TokenHash) -> Result<Option<CodeRow>, JournalError> {
        self.read(self.truth.code(hash)).await
    }

    async fn redeem(
        &self,
        code: TokenHash,
        token: &TokenRow,
        most: u32,
    ) -> Result<bool, JournalError> {
        let token = token.clone();
        self.write(|truth| async move { truth.redeem(code, &token, most).await }).await
    }
}

#[async_trait]
impl People for Faulty {
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError> {
        let (account, token) = (account.clone(), token.clone());
        self.write(|truth| async move { truth.add_player(&account, &token).await }).await
    }

    async fn account(&self, who: &AccountKey) -> Result<Option<Account>, JournalError> {
        self.read(self.truth.account(who)).await
    }

    async fn accounts(&self, page: &AccountPage) -> Result<Vec<Account>, JournalError> {
        self.read(self.truth.accounts(page)).await
    }

    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (account, precondition) = (account.clone(), precondition.clone());
        self.write(|truth| async move { truth.change(&account, keep, &precondition).await }).await
    }

    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (token, precondition) = (token.clone(), precondition.clone());
        self.write(|truth| async move { truth.add_token(&token, room, &precondition).await }).await
    }

    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError> {
        self.read(self.truth.token(hash)).await
    }

    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError> {
        self.read(self.truth.tokens(player, now_ms, after, first)).await
    }

    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.use_token(id, used_ms, expires_ms).await }).await
    }

    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.end_tokens(player, keep).await }).await
    }

    async fn end_expired(&self, now_ms: i64, most: u32) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.end_expired(now_ms, most).await }).await
    }
}

#[async_trait]
impl Journal for Faulty {
    fn is_shared(&self) -> bool {
        self.shared
    }

    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError> {
        let build = build.clone();
        self.write(|truth| async move { truth.keep_build(&build).await }).await
    }

    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError> {
        self.read(self.truth.build(sha256)).await
    }

    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError> {
        let table = table.clone();
        self.write(|truth| async move { truth.open_table(&table).await }).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError> {
        self.read(self.truth.table(id)).await
    }

    async fn tables(&self, page: &TablePage) -> Result<Vec<TableRow>, JournalError> {
        self.read(self.truth.tables(page)).await
    }

    async fn unused_builds(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<[u8; 32]>, JournalError> {
        self.read(self.truth.unused_builds(before_ms, limit)).await
    }

    async fn delete_build(&self, sha256: [u8; 32], before_ms: i64) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.delete_build(sha256, before_ms).await }).await
    }

    async fn waiting(
        &self,
        game: Option<&str>,
        reader: ListScope,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError> {
        self.read(self.truth.waiting(game, reader, first)).await
    }

    async fn involving(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError> {
        self.read(self.truth.involving(player, before, first)).await
    }

    async fn start(&self, start: &Start) -> Result<bool, JournalError> {
        let start = start.clone();
        self.write(|truth| async move { truth.start(&start).await }).await
    }

    async fn upgrade(
        &self,
        entry: &Entry,
        build: [u8; 32],
        stop: StopOnUpgrade,
    ) -> Result<bool, JournalError> {
        let entry = entry.clone();
        self.write(|truth| async move { truth.upgrade(&entry, build, stop).await }).await
    }

    async fn tables_of_build(
        &self,
        build: [u8; 32],
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        self.read(self.truth.tables_of_build(build, after, limit)).await
    }

    async fn append(&self, entry: &Entry, after: &TableUpdate) -> Result<bool, JournalError> {
        let (entry, after) = (entry.clone(), after.clone());
        self.write(|truth| async move { truth.append(&entry, &after).await }).await
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        self.read(self.truth.entries(table, after, limit)).await
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.read(self.truth.due(now_ms, limit)).await
    }

    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.plan(table, due_ms, deadline_ms).await }).await
    }

    async fn close_table(
        &self,
        table: TableId,
        why: CloseReason,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.close_table(table, why, at_ms, due_ms).await }).await
    }

    async fn beat(&self, beat: &Beat) -> Result<bool, JournalError> {
        let beat = *beat;
        self.write(|truth| async move { truth.beat(&beat).await }).await
    }

    async fn last_beat(&self) -> Result<Option<i64>, JournalError> {
        self.read(self.truth.last_beat()).await
    }

    async fn nodes(&self, since_ms: i64) -> Result<Vec<Beat>, JournalError> {
        self.read(self.truth.nodes(since_ms)).await
    }

    async fn forget_beats(&self, before_ms: i64) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.forget_beats(before_ms).await }).await
    }

    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.add_outage(outage).await }).await
    }

    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError> {
        self.read(self.truth.outages(since_ms)).await
    }

    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError> {
        self.read(self.truth.results(page)).await
    }

    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.read(self.truth.ended(before_ms, limit)).await
    }

    async fn keep_analysis(&self, table: TableId, analysis: &str) -> Result<bool, JournalError> {
        let analysis = analysis.to_owned();
        self.write(|truth| async move { truth.keep_analysis(table, &analysis).await }).await
    }

    async fn analysis(&self, table: TableId) -> Result<Option<String>, JournalError> {
        self.read(self.truth.analysis(table)).await
    }

    async fn keep_last_looks(
        &self,
        table: TableId,
        looks: &[LastLook],
    ) -> Result<bool, JournalError> {
        let looks = looks.to_vec();
        self.write(|truth| async move { truth.keep_last_looks(table, &looks).await }).await
    }

    async fn last_look(
        &self,
        table: TableId,
        seat: Option<Seat>,
    ) -> Result<Option<LastLook>, JournalError> {
        self.read(self.truth.last_look(table, seat)).await
    }

    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.delete_table(table, before_ms).await }).await
    }
}
