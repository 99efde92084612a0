//! Programs: whose they are, what they are ready for, how they are asked to tables, and who switches
//! one off.

use std::sync::Arc;

use gueridon_game::{Language, Seat};
use gueridon_host::host::{
    ChallengesUpdate, ClockKind, Offer, OfferedGame, OpenTable, TableInfo, TableKind, TableStatus,
    access,
};
use gueridon_host::people::{Identity, Password};
use gueridon_host::refusal::Code;
use gueridon_journal::{
    DeclineReason, Hold, MOST_WITH_ONE_OWNER, PlayerId, Precondition, Role, Spectators, Standing,
    TableId, TableSettings, Visibility,
};
use serde_json::json;
use tokio::time::{Duration, timeout};

use crate::notifications::stage::{SECOND, Stage, on_each, register};
use crate::refusals::code;

/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(60);

/// Marathon, however it is played, at so many tables at a time.
fn offer(most_tables: u32) -> Offer {
    let game = "marathon".to_owned();
    let anything = OfferedGame { game, options: None, seats: None, clocks: None };
    let description = vec![(Language::En, "Picks one.".to_owned())];
    Offer { games: vec![anything], most_tables, description }
}

fn with(change: impl Fn(&mut OfferedGame)) -> Offer {
    let mut offer = offer(1);
    offer.games.iter_mut().for_each(change);
    offer
}

/// A program of Ada's.
async fn program(stage: &Stage, name: &str) -> Arc<Identity> {
    let made = stage.host.programs().make(&stage.ada, name).await.unwrap();
    let secret = made.issued.token.secret();
    stage.host.people().accounts().authenticate(secret).await.unwrap().unwrap()
}

/// A table of Bo's for two, who sits at seat 0.
async fn open(stage: &Stage, settings: TableSettings) -> TableId {
    let options = Some(json!({ "rounds": 1 }));
    let wish = OpenTable { settings, ..OpenTable::of("marathon", options, 2) };
    let bo = stage.bo.player.id;
    let table = stage.host.lobby().open(bo, wish).await.unwrap();
    stage.host.lobby().sit(table, bo, Some(Seat(0))).await.unwrap();
    table
}

async fn ask(stage: &Stage, table: TableId, program: &Identity) -> Result<(), Code> {
    let (lobby, bo) = (stage.host.lobby(), stage.bo.player.id);
    let asked = lobby.challenge(table, bo, Seat(1), program.player.id).await;
    if asked.is_ok() { Ok(()) } else { Err(code(asked)) }
}

async fn info(stage: &Stage, table: TableId) -> TableInfo {
    stage.host.lobby().table(table, stage.bo.player.id.into()).await.unwrap()
}

async fn hold(stage: &Stage, table: TableId) -> Option<Hold> {
    info(stage, table).await.seated.iter().find(|one| one.seat == Seat(1)).map(|one| one.hold)
}

/// Waits until seat 1 of a table is free.
async fn freed(stage: &Stage, table: TableId) {
    let waiting = async {
        while hold(stage, table).await.is_some() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("the seat is never free");
}

#[tokio::test]
async fn a_program_is_a_player_of_its_own_that_no_person_can_be() {
    on_each(async |stage| {
        let (host, ada) = (&stage.host, &stage.ada);
        let bot = program(&stage, "Bot").await;
        assert_eq!((bot.player.standing, bot.role), (Standing::Program, Role::Player));
        let known = host.lobby().program(bot.player.id).await.unwrap().unwrap();
        assert_eq!((known.owner.id, known.off_ms), (ada.player.id, None));
        assert_eq!(host.programs().of(ada.player.id).await.unwrap(), [known]);
        let accounts = host.people().accounts();
        assert_eq!(code(accounts.guest("bot", "", None).await), Code::NameTaken);
        let (none, any) = (Password::new(""), Password::new("the password"));
        for password in [&none, &any] {
            let signed_in = accounts.sign_in("Bot", password, "", None).await;
            assert_eq!(code(signed_in), Code::WrongPassword, "nobody signs in as a program");
        }
        assert_eq!(code(host.programs().make(&bot, "Bot 2").await), Code::NotAllowed);
        assert_eq!(code(host.people().delete_account(&bot, None, None).await), Code::NotAllowed);
        let taken = accounts.set_password(&bot, &none, &any, None).await;
        assert_eq!(code(taken), Code::NotRegistered);
        assert_eq!(
            code(accounts.set_role(None, bot.player.id, Role::Operator).await),
            Code::NotRegistered
        );
        // Another player's programs are none of Bo's.
        let id = bot.player.id;
        assert_eq!(code(host.programs().delete(&stage.bo, id).await), Code::UnknownProgram);
        assert_eq!(code(host.programs().renew_token(&stage.bo, id).await), Code::UnknownProgram);
        let renewed = host.programs().renew_token(ada, id).await.unwrap();
        assert!(bot.ended.is_cancelled());
        let again = accounts.authenticate(renewed.token.secret()).await.unwrap().unwrap();
        assert_eq!(again.player, bot.player);
        let guest = host.people().guest("Guest").await.unwrap();
        let guest = accounts.authenticate(guest.token.secret()).await.unwrap().unwrap();
        assert_eq!(code(host.programs().make(&guest, "Bot 3").await), Code::NotRegistered);
        for number in 2..=10 {
            program(&stage, &format!("Bot {number}")).await;
        }
        assert_eq!(code(host.programs().make(ada, "Bot 11").await), Code::TooManyPrograms);
        host.programs().delete(ada, id).await.unwrap();
        assert_eq!(host.lobby().program(id).await.unwrap(), None);
        assert_eq!(accounts.account(id).await.unwrap().player.standing, Standing::Deleted);
        // The rest go with their owner.
        host.people().delete_account(ada, Some(&any), None).await.unwrap();
        assert_eq!(host.programs().of(ada.player.id).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn only_a_program_is_ready_and_only_for_what_can_be_played() {
    on_each(async |stage| {
        let bot = program(&stage, "Bot").await;
        let lobby = stage.host.lobby();
        assert_eq!(code(lobby.set_ready(&stage.bo, offer(1), 60).await), Code::NotAProgram);
        assert_eq!(code(lobby.withdraw_ready(&stage.bo).await), Code::NotAProgram);
        for (bad, why) in [
            (with(|offered| offered.game = "chess".to_owned()), Code::UnknownGame),
            (with(|offered| offered.seats = Some(vec![9])), Code::BadSeats),
            (
                with(|offered| offered.options = Some(vec![json!({"rounds": "x"})])),
                Code::BadOptions,
            ),
            (with(|offered| offered.options = Some(Vec::new())), Code::BadOffer),
            (offer(0), Code::BadOffer),
        ] {
            assert_eq!(code(lobby.set_ready(&bot, bad.clone(), 60).await), why, "{bad:?}");
        }
        for seconds in [0, 29, 3_601] {
            assert_eq!(code(lobby.set_ready(&bot, offer(1), seconds).await), Code::BadLife);
        }
        let one_round = || with(|offered| offered.options = Some(vec![json!({"rounds": 1})]));
        lobby.set_ready(&bot, one_round(), 60).await.unwrap();
        let kind = |rounds: u8| TableKind {
            game: "marathon".to_owned(),
            options: json!({ "rounds": rounds }),
            seats: 2,
            clock: ClockKind::None,
        };
        let found = async |kind: &TableKind| {
            let found =
                stage.there.lobby().ready_programs(None, Some(kind), None, 9).await.unwrap();
            found.into_iter().map(|ready| ready.program.player.id).collect::<Vec<_>>()
        };
        assert_eq!(found(&kind(1)).await, [bot.player.id], "on every node");
        assert_eq!(found(&kind(2)).await, []);
        stage.later(61 * SECOND);
        assert_eq!(found(&kind(1)).await, [], "its time is up");
        lobby.set_ready(&bot, one_round(), 60).await.unwrap();
        lobby.withdraw_ready(&bot).await.unwrap();
        assert_eq!(found(&kind(1)).await, []);
    })
    .await;
}

#[tokio::test]
async fn a_challenge_is_refused_for_a_program_that_is_not_ready_or_has_no_room() {
    on_each(async |stage| {
        let (bot, lobby) = (program(&stage, "Bot").await, stage.host.lobby());
        let table = open(&stage, TableSettings::default()).await;
        assert_eq!(ask(&stage, table, &bot).await, Err(Code::NotReady));
        assert_eq!(ask(&stage, table, &stage.ada).await, Err(Code::UnknownProgram), "a person");
        let clocks = with(|offered| offered.clocks = Some(vec![ClockKind::Live]));
        lobby.set_ready(&bot, clocks, 60).await.unwrap();
        assert_eq!(ask(&stage, table, &bot).await, Err(Code::NotOffered));
        lobby.set_ready(&bot, offer(1), 60).await.unwrap();
        let (ada, id) = (stage.ada.player.id, bot.player.id);
        assert_eq!(code(lobby.challenge(table, ada, Seat(1), id).await), Code::NotOwner);
        let bo = stage.bo.player.id;
        assert_eq!(code(lobby.challenge(table, bo, Seat(2), id).await), Code::NoSuchSeat);
        assert_eq!(code(lobby.challenge(table, bo, Seat(0), id).await), Code::SeatTaken);
        // Nobody sits at a table of people unasked.
        assert_eq!(code(lobby.sit(table, id, None).await), Code::NotInvited);
        assert_eq!(code(lobby.accept_challenge(table, id).await), Code::ChallengeOver);
        let declined = lobby.decline_challenge(table, id, DeclineReason::Busy).await;
        assert_eq!(code(declined), Code::ChallengeOver);
        assert_eq!(ask(&stage, table, &bot).await, Ok(()));
        assert_eq!(ask(&stage, table, &bot).await, Ok(()), "asked again, it is the same");
        let another = open(&stage, TableSettings::default()).await;
        assert_eq!(ask(&stage, another, &bot).await, Err(Code::ProgramBusy));
        assert_eq!(code(lobby.sit(table, ada, None).await), Code::TableFull, "the seat is held");
        assert_eq!(code(lobby.start_table(table, bo).await), Code::NotAllSeated);
        let declined = lobby.decline_challenge(table, id, DeclineReason::Silent).await;
        assert_eq!(code(declined), Code::BadReason);
        lobby.remove_from_seat(table, bo, Seat(1)).await.unwrap();
        assert_eq!(code(lobby.accept_challenge(table, id).await), Code::ChallengeOver);
        assert_eq!(ask(&stage, another, &bot).await, Ok(()));
    })
    .await;
}

#[tokio::test]
async fn nobody_alone_keeps_a_program_that_has_room_for_others() {
    on_each(async |stage| {
        let (bot, lobby) = (program(&stage, "Bot").await, stage.host.lobby());
        lobby.set_ready(&bot, offer(5), 60).await.unwrap();
        for _ in 0..MOST_WITH_ONE_OWNER {
            let table = open(&stage, TableSettings::default()).await;
            assert_eq!(ask(&stage, table, &bot).await, Ok(()));
        }
        let table = open(&stage, TableSettings::default()).await;
        assert_eq!(ask(&stage, table, &bot).await, Err(Code::ProgramBusy));
        let ada = stage.ada.player.id;
        let wish = OpenTable::of("marathon", Some(json!({ "rounds": 1 })), 2);
        let another = lobby.open(ada, wish).await.unwrap();
        lobby.challenge(another, ada, Seat(1), bot.player.id).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_program_that_is_only_asked_has_no_rights_of_those_who_sit() {
    on_each(async |stage| {
        let (bot, lobby) = (program(&stage, "Bot").await, stage.host.lobby());
        let (id, ada) = (bot.player.id, stage.ada.player.id);
        lobby.set_ready(&bot, offer(1), 60).await.unwrap();
        let settings = TableSettings {
            visibility: Visibility::Private,
            spectators: Spectators::Forbidden,
            ..TableSettings::default()
        };
        let table = open(&stage, settings).await;
        ask(&stage, table, &bot).await.unwrap();
        let say = || stage.host.talk().say(&bot, table, "hello", "1".to_owned());
        let row = async || stage.journal.table(table).await.unwrap().unwrap();
        let asked = access(&row().await, id.into(), false);
        assert!(asked.see && !asked.hear);
        assert_eq!(code(lobby.invite(table, id, ada).await), Code::NotSeated);
        assert_eq!(lobby.invite_code(table, id.into()).await.unwrap(), None);
        assert_eq!(code(say().await), Code::NotSeated);
        lobby.accept_challenge(table, id).await.unwrap();
        assert!(access(&row().await, id.into(), false).hear);
        lobby.invite(table, id, ada).await.unwrap();
        assert!(lobby.invite_code(table, id.into()).await.unwrap().is_some());
        say().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_program_is_asked_anew_when_its_time_was_up_and_nobody_has_freed_the_seat_yet() {
    on_each(async |stage| {
        let bot = program(&stage, "Bot").await;
        stage.host.lobby().set_ready(&bot, offer(1), 3_600).await.unwrap();
        let table = open(&stage, TableSettings::default()).await;
        ask(&stage, table, &bot).await.unwrap();
        stage.later(30 * SECOND);
        ask(&stage, table, &bot).await.unwrap();
        let until_ms = stage.clock.now_ms() + 30 * SECOND;
        assert_eq!(hold(&stage, table).await, Some(Hold::Asked { until_ms }));
    })
    .await;
}

#[tokio::test]
async fn a_program_that_accepts_plays_and_one_that_declines_or_is_silent_leaves_the_seat_free() {
    on_each(async |stage| {
        let (bot, lobby) = (program(&stage, "Bot").await, stage.host.lobby());
        let id = bot.player.id;
        lobby.set_ready(&bot, offer(2), 3_600).await.unwrap();
        let starts_when_full = TableSettings { starts_when_full: true, ..TableSettings::default() };
        let table = open(&stage, starts_when_full).await;
        ask(&stage, table, &bot).await.unwrap();
        lobby.decline_challenge(table, id, DeclineReason::Clock).await.unwrap();
        let declines = lobby.declines(table).await.unwrap();
        assert_eq!((declines[0].reason, declines[0].program.id), (DeclineReason::Clock, id));
        assert_eq!(hold(&stage, table).await, None);
        ask(&stage, table, &bot).await.unwrap();
        stage.later(30 * SECOND);
        assert_eq!(code(lobby.accept_challenge(table, id).await), Code::ChallengeOver);
        freed(&stage, table).await;
        assert_eq!(lobby.declines(table).await.unwrap()[0].reason, DeclineReason::Silent);
        ask(&stage, table, &bot).await.unwrap();
        assert_eq!(lobby.accept_challenge(table, id).await.unwrap(), Seat(1));
        assert_eq!(lobby.accept_challenge(table, id).await.unwrap(), Seat(1), "sent again");
        assert_eq!(info(&stage, table).await.state, TableStatus::Playing);
        stage.play(table, &bot, 0, json!({"pick": 1})).await;
        stage.play(table, &stage.bo, 0, json!({"pick": 2})).await;
        stage.play(table, &stage.bo, 2, json!({"pass": "YES"})).await;
        assert_eq!(info(&stage, table).await.state, TableStatus::Over);
        // Once more, it is asked where it sat.
        let next = lobby.rematch(table, stage.bo.player.id).await.unwrap();
        assert!(matches!(hold(&stage, next).await, Some(Hold::Asked { .. })));
        lobby.sit(next, id, None).await.unwrap();
        assert_eq!(info(&stage, next).await.state, TableStatus::Playing, "to sit is to accept");
        // One that waits too long for the game to begin leaves.
        let waits = open(&stage, TableSettings::default()).await;
        ask(&stage, waits, &bot).await.unwrap();
        lobby.accept_challenge(waits, id).await.unwrap();
        stage.later(31 * 60 * SECOND);
        freed(&stage, waits).await;
        assert_eq!(lobby.declines(waits).await.unwrap()[0].reason, DeclineReason::Waited);
    })
    .await;
}

#[tokio::test]
async fn a_webhook_is_told_of_a_challenge_as_long_as_it_can_be_answered() {
    on_each(async |stage| {
        let (bot, lobby) = (program(&stage, "Bot").await, stage.host.lobby());
        let url = "https://bot.example/";
        stage.host.notifications().add_webhook(&bot, url, None).await.unwrap();
        lobby.set_ready(&bot, offer(3), 3_600).await.unwrap();
        let table = open(&stage, TableSettings::default()).await;
        ask(&stage, table, &bot).await.unwrap();
        stage.tell().await;
        assert_eq!(stage.bag.posts(), ["CHALLENGE 1@0"]);
        lobby.accept_challenge(table, bot.player.id).await.unwrap();
        lobby.start_table(table, stage.bo.player.id).await.unwrap();
        stage.tell().await;
        assert_eq!(stage.bag.posts(), ["TURN 1@0"]);
        let late = open(&stage, TableSettings::default()).await;
        stage.bag.loses.store(true, std::sync::atomic::Ordering::Relaxed);
        ask(&stage, late, &bot).await.unwrap();
        stage.tell().await;
        stage.bag.loses.store(false, std::sync::atomic::Ordering::Relaxed);
        stage.later(60 * SECOND);
        stage.tell().await;
        assert_eq!(stage.bag.posts(), [""; 0], "it is over");
    })
    .await;
}

#[tokio::test]
async fn a_program_that_listens_is_ready_until_it_stops() {
    on_each(async |stage| {
        let bot = program(&stage, "Bot").await;
        let (here, there) = (stage.host.lobby(), stage.there.lobby());
        let waiting = open(&stage, TableSettings::default()).await;
        here.set_ready(&bot, offer(3), 60).await.unwrap();
        ask(&stage, waiting, &bot).await.unwrap();
        for offered in [None, Some(offer(1))] {
            let person = here.subscribe_to_challenges(&stage.bo, offered).await;
            assert_eq!(code(person), Code::NotAProgram);
        }
        let mut listening = here.subscribe_to_challenges(&bot, Some(offer(3))).await.unwrap();
        let ready = async || there.ready_programs(None, None, None, 9).await.unwrap().len();
        assert_eq!(ready().await, 1);
        assert_eq!(listening.next().await, Some(ChallengesUpdate::Listening));
        let mut next = async || match timeout(PATIENCE, listening.next()).await.unwrap() {
            Some(ChallengesUpdate::Challenge(challenge)) => (challenge.table.id, challenge.seat),
            other => panic!("no challenge: {other:?}"),
        };
        assert_eq!(next().await, (waiting, Seat(1)), "one that waits for an answer");
        let table = open(&stage, TableSettings::default()).await;
        ask(&stage, table, &bot).await.unwrap();
        assert_eq!(next().await, (table, Seat(1)));
        drop(listening);
        let stopped = async {
            while ready().await > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, stopped).await.expect("it is ready for ever");
    })
    .await;
}

#[tokio::test]
async fn a_moderator_switches_a_program_off_and_it_gives_up_its_games() {
    on_each(async |stage| {
        let (bot, host) = (program(&stage, "Bot").await, &stage.host);
        let id: PlayerId = bot.player.id;
        host.lobby().set_ready(&bot, offer(5), 3_600).await.unwrap();
        let playing = open(&stage, TableSettings::default()).await;
        ask(&stage, playing, &bot).await.unwrap();
        host.lobby().accept_challenge(playing, id).await.unwrap();
        host.lobby().start_table(playing, stage.bo.player.id).await.unwrap();
        let asked = open(&stage, TableSettings::default()).await;
        ask(&stage, asked, &bot).await.unwrap();
        for anybody in [&stage.ada, &stage.bo, &bot] {
            assert_eq!(code(host.programs().switch(anybody, id, true).await), Code::NotAllowed);
        }
        let mo = register(host, "Mo").await;
        host.people().accounts().set_role(None, mo.player.id, Role::Moderator).await.unwrap();
        let mo = host.people().accounts().refresh(&mo).await.unwrap().unwrap();
        assert_eq!(
            code(host.programs().switch(&mo, stage.bo.player.id, true).await),
            Code::UnknownProgram
        );
        assert_eq!(code(host.programs().switch(&mo, id, false).await), Code::NoChange);
        let off = host.programs().switch(&mo, id, true).await.unwrap();
        assert!(off.off_ms.is_some() && off.ready.is_none());
        assert!(bot.ended.is_cancelled());
        assert_eq!(hold(&stage, asked).await, None);
        assert_eq!(
            info(&stage, playing).await.state,
            TableStatus::Over,
            "nobody is left to play with"
        );
        assert_eq!(ask(&stage, asked, &bot).await, Err(Code::ProgramOff));
        assert_eq!(code(host.programs().switch(&mo, id, true).await), Code::NoChange);
        assert_eq!(code(host.programs().renew_token(&stage.ada, id).await), Code::ProgramOff);
        host.programs().switch(&mo, id, false).await.unwrap();
        host.programs().renew_token(&stage.ada, id).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_program_that_is_switched_off_once_more_gives_up_what_was_left_of_its_games() {
    on_each(async |stage| {
        let (bot, host) = (program(&stage, "Bot").await, &stage.host);
        let id = bot.player.id;
        host.lobby().set_ready(&bot, offer(1), 60).await.unwrap();
        let playing = open(&stage, TableSettings::default()).await;
        ask(&stage, playing, &bot).await.unwrap();
        host.lobby().accept_challenge(playing, id).await.unwrap();
        host.lobby().start_table(playing, stage.bo.player.id).await.unwrap();
        let mo = register(host, "Mo").await;
        host.people().accounts().set_role(None, mo.player.id, Role::Moderator).await.unwrap();
        let mo = host.people().accounts().refresh(&mo).await.unwrap().unwrap();
        // As if the node had failed just after it had switched the program off.
        let off = stage.journal.switch_program(id, Some(1), &Precondition::Nothing).await;
        assert!(off.unwrap());
        assert_eq!(info(&stage, playing).await.state, TableStatus::Playing);
        assert_eq!(code(host.programs().switch(&mo, id, true).await), Code::NoChange);
        assert_eq!(info(&stage, playing).await.state, TableStatus::Over);
    })
    .await;
}

#[tokio::test]
async fn of_two_who_ask_for_the_last_table_of_a_program_on_two_nodes_one_gets_it() {
    on_each(async |stage| {
        let bot = program(&stage, "Bot").await;
        stage.host.lobby().set_ready(&bot, offer(1), 60).await.unwrap();
        let tables = [
            open(&stage, TableSettings::default()).await,
            open(&stage, TableSettings::default()).await,
        ];
        let (bo, id) = (stage.bo.player.id, bot.player.id);
        let [first, second] = tables;
        let (here, there) = tokio::join!(
            stage.host.lobby().challenge(first, bo, Seat(1), id),
            stage.there.lobby().challenge(second, bo, Seat(1), id),
        );
        assert!(here.is_ok() != there.is_ok(), "{here:?} {there:?}");
        let refused = if here.is_ok() { there } else { here };
        assert_eq!(code(refused), Code::ProgramBusy);
        assert_eq!(stage.host.lobby().program(id).await.unwrap().unwrap().tables, 1);
    })
    .await;
}
