//! Which databases the journal in PostgreSQL takes for its own, what it outlives, and what nodes
//! hear of each other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_journal::postgres::{Channel, Heard, Postgres};
use gueridon_journal::scratch::Server;
use gueridon_journal::suite::{entry, furnished, player, table, token};
use gueridon_journal::{Account, AccountKey, Journal, JournalError, People, TableUpdate};
use sqlx::Connection;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

/// The error with which a journal is refused, and its message, which must be one line.
async fn refused(url: &str) -> (JournalError, String) {
    let error = Postgres::open(url).await.unwrap_err();
    let line = error.to_string();
    assert!(!line.contains('\n') && !line.contains("secret"), "{line}");
    (error, line)
}

/// Runs statements on another connection, without the journal.
async fn past(database: &str, sql: &'static str) {
    let mut connection = Server::shared().connect(database).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// How many tables, views, indexes and functions a database has that are not PostgreSQL's own.
async fn things(database: &str) -> i64 {
    let mut connection = Server::shared().connect(database).await;
    let things = sqlx::query_scalar(
        "select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)
              + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)",
    );
    let things = things.fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    things
}

#[tokio::test]
async fn a_journal_is_opened_again_as_it_was() {
    let server = Server::shared();
    let url = server.url(&server.new_database().await);
    let first = Arc::new(Postgres::open(&url).await.unwrap());
    let journal = furnished(first.clone()).await;
    assert!(journal.append(&entry(1, 1, 0, "a"), &TableUpdate::default()).await.unwrap());
    first.close().await;
    first.close().await;
    let closed = journal.append(&entry(1, 2, 0, "b"), &TableUpdate::default()).await;
    assert!(matches!(closed, Err(JournalError::Broken(_))), "{closed:?}");
    let again = Postgres::open(&url).await.unwrap();
    assert_eq!(again.entries(table(1), 0, 9).await.unwrap().len(), 1);
    assert!(!format!("{again:?}").contains("password"));
}

#[tokio::test]
async fn a_url_that_cannot_be_used_is_refused_in_one_line_without_the_password() {
    let server = Server::shared();
    let good = server.url("postgres");
    for (url, why) in [
        ("postgres://ada:secret@db:port/games".to_owned(), "URL cannot be read"),
        // Nothing listens on the first port.
        ("postgres://ada:secret@127.0.0.1:1/games".to_owned(), "refused"),
        (good.replace("gueridon@", "ada:secret@"), "role \"ada\" does not exist"),
        (server.url("nothing"), "database \"nothing\" does not exist"),
        (good.replace("disable", "require"), "TLS"),
    ] {
        let (error, line) = refused(&url).await;
        assert!(matches!(error, JournalError::CannotOpen { .. }), "{error:?}");
        assert!(line.starts_with("cannot open the journal postgres://"), "{line}");
        assert!(line.contains(why), "{line}");
    }
}

#[tokio::test]
async fn a_database_of_something_else_is_refused_and_not_changed() {
    let server = Server::shared();
    let database = server.new_database().await;
    past(&database, "create table diary (dear text)").await;
    let before = things(&database).await;
    let (error, line) = refused(&server.url(&database)).await;
    assert!(matches!(error, JournalError::NotAJournal { .. }), "{error:?}");
    assert!(line.ends_with("of something else: create one for the journal"), "{line}");
    assert_eq!(things(&database).await, before);
}

#[tokio::test]
async fn a_journal_of_a_newer_version_is_refused() {
    let server = Server::shared();
    let database = server.new_database().await;
    let url = server.url(&database);
    Postgres::open(&url).await.unwrap().close().await;
    past(&database, "insert into gueridon_migrations values (99, 'later', now(), true, '\\x', 0)")
        .await;
    let (error, _) = refused(&url).await;
    assert!(matches!(error, JournalError::Newer { found: 99, .. }), "{error:?}");
    let error = Postgres::open_beside(&url).await.unwrap_err();
    assert!(matches!(error, JournalError::Newer { found: 99, .. }), "{error:?}");
}

#[tokio::test]
async fn opening_beside_a_server_makes_no_journal() {
    let server = Server::shared();
    let database = server.new_database().await;
    let error = Postgres::open_beside(&server.url(&database)).await.unwrap_err().to_string();
    assert!(error.ends_with("there is no journal yet: serve once"), "{error}");
    assert_eq!(things(&database).await, 0);
}

#[tokio::test]
async fn nodes_that_start_at_once_make_one_journal() {
    let server = Server::shared();
    let database = server.new_database().await;
    let url = server.url(&database);
    let open = || Postgres::open(&url);
    let (one, two, three, four) = tokio::join!(open(), open(), open(), open());
    let account = Account::guest(player(1), "Ada".to_owned(), 1);
    assert!(four.unwrap().add_player(&account, &token(1)).await.unwrap());
    for node in [one, two, three] {
        assert!(!node.unwrap().add_player(&account, &token(1)).await.unwrap());
    }
}

#[tokio::test]
async fn a_migration_that_is_cut_off_leaves_nothing() {
    let server = Server::shared();
    let database = server.new_database().await;
    // Ends the connection in the middle of the schema.
    past(
        &database,
        "create function cut() returns event_trigger language plpgsql as $$
         begin
             if exists (select 1 from pg_event_trigger_ddl_commands()
                        where object_identity = 'public.entries') then
                 perform pg_terminate_backend(pg_backend_pid());
             end if;
         end $$;
         create event trigger cut on ddl_command_end execute function cut()",
    )
    .await;
    let before = things(&database).await;
    let (error, line) = refused(&server.url(&database)).await;
    assert!(matches!(error, JournalError::CannotOpen { .. }), "{error:?}");
    assert!(line.contains("could not be made, and is as it was"), "{line}");
    assert_eq!(things(&database).await, before);
    past(&database, "drop event trigger cut; drop function cut").await;
    Postgres::open(&server.url(&database)).await.unwrap();
}

#[tokio::test]
async fn nothing_is_found_by_a_text_with_nul() {
    let server = Server::shared();
    let url = server.url(&server.new_database().await);
    let journal = furnished(Arc::new(Postgres::open(&url).await.unwrap())).await;
    let name = AccountKey::Name("a\0".to_owned());
    assert_eq!(journal.account(&name).await.unwrap(), None);
    assert_eq!(journal.table_by_invite("\0").await.unwrap(), None);
    assert_eq!(journal.said(table(1), player(1), "\0").await.unwrap(), None);
    assert_eq!(journal.confirmed("\0@example.org").await.unwrap(), []);
}

#[tokio::test]
async fn a_write_that_fails_does_not_fail_the_others_of_its_batch() {
    let server = Server::shared();
    let url = server.url(&server.new_database().await);
    let journal = furnished(Arc::new(Postgres::open(&url).await.unwrap())).await;
    let homeless = entry(7, 1, 0, "a");
    let (good, after) = (entry(1, 1, 0, "a"), TableUpdate::default());
    let (bad, good) = (journal.append(&homeless, &after), journal.append(&good, &after));
    let (bad, good) = tokio::join!(bad, good);
    assert!(matches!(bad, Err(JournalError::Broken(_))), "{bad:?}");
    assert!(good.unwrap());
}

#[tokio::test]
async fn a_node_goes_on_when_the_database_is_back() {
    let server = Server::start();
    let url = server.url(&server.new_database().await);
    let journal = furnished(Arc::new(Postgres::open(&url).await.unwrap())).await;
    let after = TableUpdate::default();
    assert!(journal.append(&entry(1, 1, 0, "a"), &after).await.unwrap());
    server.stop();
    let began = Instant::now();
    let failed = journal.append(&entry(1, 2, 0, "b"), &after).await;
    assert!(matches!(failed, Err(JournalError::Broken(_))), "{failed:?}");
    assert!(matches!(journal.table(table(1)).await, Err(JournalError::Broken(_))));
    assert!(began.elapsed() < Duration::from_secs(30), "callers must not wait that long");
    server.restart();
    assert!(journal.append(&entry(1, 2, 0, "b"), &after).await.unwrap());
    assert_eq!(journal.entries(table(1), 0, 9).await.unwrap().len(), 2);
}

/// The channels of two nodes of one journal, each with what it hears.
async fn two_channels(server: &Server) -> [(Channel, Receiver<Heard>); 2] {
    let url = server.url(&server.new_database().await);
    let mut channels = Vec::new();
    for _ in 0..2 {
        let channel = Postgres::open(&url).await.unwrap().channel();
        let heard = channel.subscribe();
        channels.push((channel, heard));
    }
    let channels = <[_; 2]>::try_from(channels);
    let mut channels = channels.unwrap_or_else(|_| unreachable!("there are two"));
    // At first each is told that it may have missed words.
    for (_, heard) in &mut channels {
        let told = timeout(Duration::from_secs(30), heard.recv()).await;
        assert_eq!(told.expect("it connects within the time"), Ok(Heard::Lost));
    }
    channels
}

/// Whether a word is heard within some seconds.
async fn hears(listener: &mut Receiver<Heard>, word: &str, seconds: u64) -> bool {
    let heard = async { while listener.recv().await.unwrap() != Heard::Word(word.into()) {} };
    timeout(Duration::from_secs(seconds), heard).await.is_ok()
}

#[tokio::test]
async fn a_word_of_one_node_is_heard_on_both() {
    let [(ada, mut at_ada), (bo, mut at_bo)] = two_channels(Server::shared()).await;
    let mut took = Vec::new();
    for number in 0..101 {
        let word = format!("word {number}");
        let said = Instant::now();
        ada.send(&word);
        assert!(hears(&mut at_bo, &word, 10).await, "{word} is not heard");
        took.push(said.elapsed());
        assert!(hears(&mut at_ada, &word, 10).await, "the sender hears it, too");
    }
    took.sort();
    println!(
        "another node hears a word after {:?} in the median, {:?} at most",
        took[50], took[100]
    );
    // Many words at once arrive in their order.
    for number in 0..3_000 {
        bo.send(&format!("many {number}"));
    }
    for number in 0..3_000 {
        let word = Heard::Word(format!("many {number}").as_str().into());
        loop {
            let heard = timeout(Duration::from_secs(10), at_ada.recv()).await.unwrap().unwrap();
            if heard == word {
                break;
            }
            assert!(matches!(heard, Heard::Word(word) if !word.starts_with("many")), "{number}");
        }
    }
}

#[tokio::test]
async fn a_node_that_lost_its_connection_is_told_and_hears_again() {
    let server = Server::start();
    let [(ada, _), (_bo, mut at_bo)] = two_channels(&server).await;
    server.stop();
    ada.send("nobody hears this");
    server.restart();
    let told = async { while at_bo.recv().await.unwrap() != Heard::Lost {} };
    assert!(
        timeout(Duration::from_secs(30), told).await.is_ok(),
        "it was not told that words may be lost"
    );
    loop {
        ada.send("do you hear me");
        if hears(&mut at_bo, "do you hear me", 1).await {
            break;
        }
    }
}
