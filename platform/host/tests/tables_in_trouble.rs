//! What tables do when what is around them fails: the journal, a module, a build.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "games/marathon.rs"]
mod marathon;

#[path = "tables_in_trouble/notices.rs"]
mod notices;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use gueridon_game::{Language, Seats};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, Look, OpenTable, Played, State, Viewer};
use gueridon_host::journal::memory::Memory;
use gueridon_host::journal::talk::{
    Heard, Message, MessageId, MessagePage, Mute, NewReport, Report, ReportId, ReportPage, Said,
    Silence, Talk, Verdict,
};
use gueridon_host::journal::{
    Account, After, Arrangement, BuildRow, Closed, Entry, Invitation, Journal, JournalError, Keep,
    Lobby, MyTable, Page, People, PlayerId, Provided, ResultPage, Role, Room, Start, TableId,
    TableRow, TokenHash, TokenId, TokenRow, Who,
};
use gueridon_host::module::Module;
use gueridon_host::refusal::{Answer, Code, Failure, Fault};
use gueridon_host::table::library::{Library, Linked, Unopened};
use marathon::Marathon;
use serde_json::{Value, json};
use uuid::Uuid;

/// A journal with a second writer, who is always a little faster and writes nonsense.
#[derive(Debug, Default)]
struct Haunted {
    truth: Memory,
    is_haunted: AtomicBool,
}

#[async_trait]
impl People for Haunted {
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError> {
        self.truth.add_player(account, token).await
    }

    async fn account(&self, who: &Who) -> Result<Option<Account>, JournalError> {
        self.truth.account(who).await
    }

    async fn change(
        &self,
        account: &Account,
        keep: Keep,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.change(account, keep, provided).await
    }

    async fn add_token(
        &self,
        token: &TokenRow,
        room: Room,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.add_token(token, room, provided).await
    }

    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError> {
        self.truth.token(hash).await
    }

    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError> {
        self.truth.tokens(player, now_ms, after, first).await
    }

    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError> {
        self.truth.use_token(id, used_ms, expires_ms).await
    }

    async fn end_tokens(&self, player: PlayerId, keep: Keep) -> Result<bool, JournalError> {
        self.truth.end_tokens(player, keep).await
    }
}

#[async_trait]
impl Talk for Haunted {
    async fn say(&self, said: &Said, provided: &Provided, most: u32) -> Result<bool, JournalError> {
        self.truth.say(said, provided, most).await
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError> {
        self.truth.message(id).await
    }

    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError> {
        self.truth.said(table, player, key).await
    }

    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError> {
        self.truth.messages(page).await
    }

    async fn news(
        &self,
        table: TableId,
        hearer: Option<PlayerId>,
        after: u64,
        first: u32,
    ) -> Result<Vec<Heard>, JournalError> {
        self.truth.news(table, hearer, after, first).await
    }

    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError> {
        self.truth.newest_change(table).await
    }

    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError> {
        self.truth.messages_of(player, after, first).await
    }

    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError> {
        self.truth.spoken_at(player).await
    }

    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.remove(id, by, at_ms, provided).await
    }

    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.mute(player, muted, at_ms, most, provided).await
    }

    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.unmute(player, muted, provided).await
    }

    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError> {
        self.truth.mutes(player, after, first).await
    }

    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.silence(silence, role, provided).await
    }

    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError> {
        self.truth.silenced_until(player).await
    }

    async fn report(&self, report: &NewReport, provided: &Provided) -> Result<bool, JournalError> {
        self.truth.report(report, provided).await
    }

    async fn same_report(&self, report: &NewReport) -> Result<Option<Report>, JournalError> {
        self.truth.same_report(report).await
    }

    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError> {
        self.truth.report_of(id).await
    }

    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError> {
        self.truth.reports(page).await
    }

    async fn resolve(
        &self,
        id: ReportId,
        verdict: &Verdict<PlayerId>,
        provided: &Provided,
    ) -> Result<bool, JournalError> {
        self.truth.resolve(id, verdict, provided).await
    }
}

#[async_trait]
impl Lobby for Haunted {
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.truth.arrange(table, arrangement, until_ms).await
    }

    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError> {
        self.truth.open_within(table, invited, most).await
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        self.truth.is_invited(table, player).await
    }

    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError> {
        self.truth.invited(table).await
    }

    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError> {
        self.truth.invitations(player, before, first).await
    }

    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError> {
        self.truth.table_by_invite(code).await
    }

    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError> {
        self.truth.rematch_of(table).await
    }

    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError> {
        self.truth.my_tables(player, after, first).await
    }

    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError> {
        self.truth.count_tables(player).await
    }

    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError> {
        self.truth.turn(table).await
    }

    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        self.truth.quiet_since(before_ms, after, first).await
    }
}

#[async_trait]
impl Journal for Haunted {
    fn is_shared(&self) -> bool {
        false
    }

    async fn append(&self, entry: &Entry, after: &After) -> Result<bool, JournalError> {
        if !self.is_haunted.load(Ordering::Relaxed) {
            return self.truth.append(entry, after).await;
        }
        let key = "forged".to_owned();
        let forged = Entry { key, digest: String::new(), ..entry.clone() };
        assert!(self.truth.append(&forged, after).await?);
        Err(JournalError::Broken("nobody knows".to_owned()))
    }

    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError> {
        self.truth.keep_build(build).await
    }

    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError> {
        self.truth.build(sha256).await
    }

    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError> {
        self.truth.open_table(table).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError> {
        self.truth.table(id).await
    }

    async fn tables(&self, page: &Page) -> Result<Vec<TableRow>, JournalError> {
        self.truth.tables(page).await
    }

    async fn start(&self, start: &Start) -> Result<bool, JournalError> {
        self.truth.start(start).await
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        self.truth.entries(table, after, limit).await
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.truth.due(now_ms, limit).await
    }

    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.truth.plan(table, due_ms, deadline_ms).await
    }

    async fn close_table(
        &self,
        table: TableId,
        why: Closed,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.truth.close_table(table, why, at_ms, due_ms).await
    }

    async fn beat(&self, node: Uuid, at_ms: i64) -> Result<bool, JournalError> {
        self.truth.beat(node, at_ms).await
    }

    async fn last_beat(&self) -> Result<Option<i64>, JournalError> {
        self.truth.last_beat().await
    }

    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError> {
        self.truth.add_outage(outage).await
    }

    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError> {
        self.truth.outages(since_ms).await
    }

    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError> {
        self.truth.results(page).await
    }

    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.truth.ended(before_ms, limit).await
    }

    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError> {
        self.truth.delete_table(table, before_ms).await
    }
}

/// A library whose build is in the journal only, and for which there is no room at times.
#[derive(Debug)]
struct Crowded {
    linked: Linked,
    is_full: AtomicBool,
}

impl Library for Crowded {
    fn newest(&self) -> Vec<Arc<Module>> {
        Vec::new()
    }

    fn build(&self, _: [u8; 32]) -> Option<Arc<Module>> {
        None
    }

    fn bytes(&self, _: [u8; 32]) -> Option<Arc<[u8]>> {
        None
    }

    fn adopt(&self, build: &BuildRow) -> Result<Arc<Module>, Unopened> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(Unopened::ThisTime("too many open files".to_owned()));
        }
        self.linked.adopt(build)
    }
}

struct Stage {
    host: Host,
    journal: Arc<Haunted>,
    players: [PlayerId; 2],
}

fn linked() -> Linked {
    Linked(vec![Module::linked::<Marathon>([7; 32]).unwrap()])
}

impl Stage {
    async fn set() -> Self {
        let journal = Arc::new(Haunted::default());
        let host = Self::host(&journal, Arc::new(linked())).await;
        let ada = host.sign_in("Ada").await.unwrap().player.id;
        let bo = host.sign_in("Bo").await.unwrap().player.id;
        Self { host, journal, players: [ada, bo] }
    }

    async fn host(journal: &Arc<Haunted>, library: Arc<dyn Library>) -> Host {
        let clock = Clock::standing(1_000);
        Host::start(Config::default(), journal.clone(), library, clock).await.unwrap()
    }

    async fn begin(&self, rounds: u32) -> TableId {
        let options = Some(json!({ "rounds": rounds }));
        let open = OpenTable::of("marathon", options, 2);
        let table = self.host.open(self.players[0], open).await.unwrap();
        for player in self.players {
            self.host.sit(table, player, None).await.unwrap();
        }
        self.host.start_table(table, self.players[0]).await.unwrap();
        table
    }

    async fn play(&self, table: TableId, who: usize, key: &str, step: Value) -> Answer<Played> {
        self.host.play(table, self.players[who], 0, key.to_owned(), vec![step]).await
    }
}

async fn look(host: &Host, table: TableId) -> Answer<Look> {
    host.look(table, Viewer::default(), Language::En).await
}

#[tokio::test]
async fn a_play_that_may_be_written_is_not_refused_when_its_table_stops() {
    let stage = Stage::set().await;
    let table = stage.begin(9).await;
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    stage.journal.is_haunted.store(true, Ordering::Relaxed);
    let lost = stage.play(table, 1, "b", json!({"pick": 1})).await;
    assert!(matches!(lost, Err(Failure::Fault(Fault::NoAnswer))), "{lost:?}");
    assert!(matches!(look(&stage.host, table).await.unwrap().table.state, State::Stopped { .. }));
    match stage.play(table, 1, "c", json!({"pick": 1})).await {
        Err(Failure::Refused(refused)) => assert_eq!(refused.code, Code::TableStopped),
        other => panic!("{other:?}"),
    }
    // What is known to be played is played all the same.
    assert_eq!(stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap().seq, 1);
}

#[tokio::test]
async fn a_table_is_not_stopped_by_a_build_that_could_not_be_opened_this_time() {
    let stage = Stage::set().await;
    let table = stage.begin(9).await;
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    let library = Arc::new(Crowded { linked: linked(), is_full: AtomicBool::new(true) });
    let host = Stage::host(&stage.journal, library.clone()).await;
    let failed = look(&host, table).await;
    assert!(matches!(failed, Err(Failure::Fault(Fault::Module(_)))), "{failed:?}");
    library.is_full.store(false, Ordering::Relaxed);
    let look = look(&host, table).await.unwrap();
    assert_eq!((look.table.state.clone(), look.seq), (State::Playing, 1));
}

#[tokio::test]
async fn a_table_is_not_stopped_by_a_module_that_failed_to_replay_this_time() {
    const ROUNDS: u32 = 77;
    let stage = Stage::set().await;
    let table = stage.begin(ROUNDS).await;
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    let host = Stage::host(&stage.journal, Arc::new(linked())).await;
    marathon::ILL.store(ROUNDS, Ordering::Relaxed);
    match look(&host, table).await {
        Err(Failure::Fault(fault @ Fault::Module(_))) => assert_eq!(fault.code(), Code::Internal),
        other => panic!("{other:?}"),
    }
    marathon::ILL.store(0, Ordering::Relaxed);
    let look = look(&host, table).await.unwrap();
    assert_eq!((look.table.state.clone(), look.seq), (State::Playing, 1));
}

#[tokio::test]
async fn a_play_is_not_lost_by_a_module_that_cannot_be_looked_at_after_it() {
    const ROUNDS: u32 = 78;
    let stage = Stage::set().await;
    let table = stage.begin(ROUNDS).await;
    let _watching = stage.host.subscribe(table, Viewer::default(), 0).await.unwrap();
    look(&stage.host, table).await.unwrap();
    marathon::BLIND.store(ROUNDS, Ordering::Relaxed);
    // The look that those who watch will ask for is taken with the play, and fails.
    assert_eq!(stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap().seq, 1);
    let blind = look(&stage.host, table).await;
    assert!(matches!(blind, Err(Failure::Fault(Fault::Module(_)))), "{blind:?}");
    marathon::BLIND.store(0, Ordering::Relaxed);
    assert_eq!(stage.play(table, 1, "b", json!({"pick": 2})).await.unwrap().seq, 2);
    look(&stage.host, table).await.unwrap();
    marathon::BLIND.store(ROUNDS, Ordering::Relaxed);
    let draw = vec![json!({"draw": "YES"})];
    let drawn = stage.host.play(table, stage.players[0], 2, "c".to_owned(), draw).await;
    assert_eq!(drawn.unwrap().seq, 3);
    marathon::BLIND.store(0, Ordering::Relaxed);
    // The next who asks is answered at once, and from the game as it was played.
    assert_eq!(look(&stage.host, table).await.unwrap().seq, 3);
}

/// Steps that hang do so until it is dropped, also by a test that fails.
struct Stuck;

impl Stuck {
    fn now() -> Self {
        marathon::IS_STUCK.store(true, Ordering::Relaxed);
        Self
    }
}

impl Drop for Stuck {
    fn drop(&mut self) {
        marathon::IS_STUCK.store(false, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn a_module_that_does_not_come_back_blocks_neither_its_table_nor_another() {
    let stage = Arc::new(Stage::set().await);
    let (table, other) = (stage.begin(9).await, stage.begin(9).await);
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    let stuck = Stuck::now();
    let playing = tokio::spawn({
        let stage = Arc::clone(&stage);
        async move { stage.play(table, 1, "b", json!({"hang": "YES"})).await }
    });
    while marathon::STUCK.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    stage.play(other, 0, "a", json!({"pick": 1})).await.unwrap();
    // While a thread is under way the paused clock stands, but for this.
    tokio::time::advance(Duration::from_secs(10)).await;
    let lost = playing.await.unwrap();
    assert!(matches!(lost, Err(Failure::Fault(Fault::Module(_)))), "{lost:?}");
    assert_eq!(look(&stage.host, table).await.unwrap().seq, 1);
    assert_eq!(stage.play(table, 1, "c", json!({"pick": 1})).await.unwrap().seq, 2);
    drop(stuck);
}
