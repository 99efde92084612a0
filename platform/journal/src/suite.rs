//! What every journal promises: a suite of checks that every implementation passes.
//!
//! [`conformance_tests!`](crate::conformance_tests) makes a test of each promise. It takes the path
//! of an async function without arguments that returns a new, empty journal and something that has
//! to be kept while the journal is used, such as the directory of its file. The tests of this crate
//! also run each check on journals that break its promise, where it must fail.
//!
//! ```ignore
//! mod sqlite {
//!     async fn open() -> (Arc<dyn Journal>, TempDir) { new_journal().await }
//!     gueridon_journal::conformance_tests!(open);
//! }
//! ```
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(missing_docs, reason = "the name of a promise says what it is")]

pub mod codes;
pub mod interventions;
pub mod lobby;
pub mod notifications;
pub mod people;
pub mod programs;
pub mod races;
pub mod results;
pub mod table_races;
pub mod tables;
pub mod talk;

use std::pin::Pin;
use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use uuid::Uuid;

use crate::{
    Account, BuildRow, Entry, Journal, PlayerId, Purpose, Scopes, Start, TableId, TableRow,
    TokenId, TokenRow,
};

/// A promise: a check that is given a new journal and panics if it does not hold.
pub type Promise = fn(Arc<dyn Journal>) -> Pin<Box<dyn Future<Output = ()>>>;

/// Every promise, for tests that need them all.
#[must_use]
pub fn promises() -> Vec<Promise> {
    crate::conformance_tests!()
}

/// Makes a test of each promise for a journal. `$open` is the path of an async function that
/// returns a new journal and what has to be kept while it is used. Without it, makes a list of the
/// promises.
#[macro_export]
macro_rules! conformance_tests {
    ($($open:path)?) => {
        $crate::conformance_tests! {
            @ [$($open)?],
            tables::what_is_written_is_read_as_it_was,
            tables::a_number_is_taken_once_and_a_key_once_by_each_seat,
            tables::a_seat_is_taken_or_freed_and_a_table_begins_only_if_the_condition_holds,
            tables::an_entry_that_ends_the_game_ends_its_table,
            tables::tables_are_listed_newest_first_by_status_game_and_player,
            tables::each_player_waits_at_the_newest_open_table_where_they_sit,
            tables::filters_of_a_list_can_be_combined,
            tables::a_table_is_due_from_its_deadline_on,
            tables::beats_are_forgotten_except_the_latest_of_all,
            tables::of_outages_that_begin_at_the_same_time_the_longest_is_kept,
            tables::a_build_is_deleted_once_no_table_has_begun_with_it,
            tables::a_table_in_play_goes_on_with_another_build_that_is_kept,
            tables::going_on_with_another_build_may_end_the_stop_of_a_table,
            tables::the_newest_look_of_each_pair_of_eyes_at_a_table_in_play_is_kept,
            results::results_are_listed_by_their_end_and_hidden_ones_only_for_those_who_played,
            results::a_table_that_is_over_has_one_analysis_which_is_deleted_with_it,
            results::a_table_that_ended_long_ago_is_deleted_with_everything_about_it,
            lobby::an_arrangement_is_made_only_if_its_condition_holds,
            lobby::no_more_tables_of_bots_alone_begin_than_an_owner_may_have,
            lobby::a_table_is_of_bots_alone_where_its_row_says_so,
            lobby::only_invited_players_sit_at_a_private_table,
            lobby::tables_where_it_is_the_players_turn_are_listed_first,
            lobby::a_table_is_opened_whole_or_not_at_all,
            people::a_player_is_added_once_and_tokens_and_names_are_unique,
            people::players_with_a_name_of_their_own_are_listed_in_its_order,
            people::of_two_changes_to_the_same_revision_one_is_written,
            people::a_deleted_player_leaves_open_tables_and_cannot_return,
            people::the_most_recently_used_tokens_of_each_kind_stay,
            people::tokens_end_when_they_expire_by_a_change_of_the_player_or_one_by_one,
            people::nothing_is_written_once_its_precondition_fails,
            people::a_token_is_refused_when_there_is_no_room_for_it,
            people::expired_tokens_end_a_few_at_a_time,
            people::a_guest_without_a_token_is_deleted_unless_a_table_names_them,
            programs::a_program_has_a_registered_owner_and_a_name_of_its_own,
            programs::a_program_is_ready_until_its_time_is_up_or_it_says_something_else,
            programs::a_program_is_asked_only_while_it_is_ready_and_has_room,
            programs::a_program_that_was_asked_sits_down_or_its_seat_is_free_again,
            programs::seats_that_are_held_no_longer_are_listed_by_their_time,
            programs::a_program_is_at_few_tables_of_one_owner_at_a_time,
            programs::a_program_that_is_only_asked_has_no_rights_of_those_who_sit,
            programs::open_tables_of_a_program_that_is_switched_off_pass_to_who_sits_there,
            programs::a_program_that_is_switched_off_leaves_open_tables_and_is_signed_out,
            programs::of_many_who_ask_for_the_last_table_of_a_program_one_does,
            programs::of_an_answer_and_the_end_of_its_time_one_counts,
            programs::no_more_programs_are_added_at_once_than_an_owner_may_have,
            codes::a_code_is_redeemed_once_and_in_time,
            codes::codes_end_with_all_tokens_of_their_player,
            codes::of_many_who_redeem_a_code_one_does,
            interventions::a_build_is_in_quarantine_until_it_is_released,
            interventions::a_table_is_stopped_while_it_is_played_and_reopened,
            interventions::a_table_that_is_to_be_closed_is_stopped_until_it_is,
            interventions::builds_are_listed_with_how_many_tables_began_with_them,
            interventions::the_stop_of_a_deleted_table_is_deleted,
            talk::seated_players_and_moderators_speak_and_a_key_is_used_once,
            talk::messages_are_listed_in_the_order_of_writing_and_the_oldest_are_deleted,
            talk::a_removed_message_is_news_and_keeps_its_place,
            talk::messages_of_muted_players_are_not_listed,
            talk::a_silenced_player_says_nothing_until_the_silence_ends,
            talk::the_same_thing_has_one_open_report_which_is_resolved_once,
            talk::messages_of_a_deleted_player_are_removed_and_reports_stay,
            talk::a_guest_without_a_token_stays_while_there_is_a_message_of_theirs,
            notifications::webhooks_are_for_registered_players_and_tables_they_own,
            notifications::those_with_a_webhook_or_who_want_mail_at_a_confirmed_address_are_notified,
            notifications::an_address_is_confirmed_once_in_time_and_while_it_is_the_players,
            notifications::a_notification_is_added_once_and_within_the_limit,
            notifications::what_is_due_is_claimed_once_and_in_order_for_each_webhook,
            notifications::mail_about_turns_is_claimed_together_and_not_before_the_rest_is_over,
            notifications::a_failing_webhook_is_disabled_and_its_notifications_are_deleted,
            notifications::a_turn_stands_until_its_seat_has_an_entry_or_the_game_is_over,
            notifications::notifications_of_a_deleted_table_are_deleted,
            notifications::a_deleted_player_has_no_webhooks_mail_or_notifications,
            races::of_many_who_append_at_once_one_wins_each_number,
            races::of_many_who_use_the_same_key_one_appends,
            races::of_many_who_add_a_player_with_the_same_token_one_does,
            races::no_more_tokens_are_added_at_once_than_there_is_room_for,
            races::of_many_who_take_the_same_name_one_has_it,
            races::of_many_who_change_the_same_revision_one_does,
            races::no_more_tables_are_opened_at_once_than_a_player_may_have,
            races::of_many_rematches_opened_at_once_there_is_one,
            races::of_many_who_take_a_seat_at_once_one_has_it,
            races::a_table_does_not_begin_while_a_player_leaves,
            races::a_player_who_is_being_deleted_does_not_sit_down,
            races::of_many_invitations_of_a_player_one_is_added,
            races::of_many_who_plan_the_same_deadline_one_does,
            races::messages_said_at_once_are_numbered_without_a_gap,
            races::of_many_messages_with_the_same_key_one_is_said,
            races::of_many_who_remove_a_message_one_does,
            races::no_more_players_are_muted_at_once_than_one_may_mute,
            races::of_many_reports_of_the_same_thing_one_is_added_and_resolved,
            races::no_more_webhooks_are_added_at_once_than_a_player_may_have,
            races::no_more_notifications_wait_than_a_player_may_have_and_each_is_claimed_once,
            races::of_many_with_the_same_token_one_confirms_the_address,
            races::a_write_whose_precondition_ends_meanwhile_is_done_whole_or_not_at_all,
            table_races::entries_of_many_writers_follow_each_other_without_a_gap,
            table_races::an_entry_that_comes_too_late_takes_no_other_of_its_batch_with_it,
            table_races::of_many_who_begin_a_table_one_does,
            table_races::no_more_tables_of_bots_alone_begin_at_once_than_an_owner_may_have,
            table_races::a_table_that_begins_is_not_closed_at_the_same_time,
            table_races::a_build_is_not_deleted_while_a_table_begins_with_it,
            table_races::of_many_who_delete_a_table_one_does,
            table_races::of_many_analyses_of_a_table_one_is_kept,
            table_races::of_many_who_stop_a_table_one_does,
            table_races::sessions_added_at_once_leave_no_more_than_a_player_may_have,
            table_races::changes_of_messages_are_numbered_once_while_a_sender_is_deleted,
        }
    };
    (@ [], $($room:ident::$promise:ident,)*) => {
        vec![$(|journal| Box::pin($crate::suite::$room::$promise(journal)),)*]
    };
    (@ [$open:path], $($room:ident::$promise:ident,)*) => {$(
        #[tokio::test]
        async fn $promise() {
            let (journal, _kept) = $open().await;
            $crate::suite::$room::$promise(journal).await;
        }
    )*};
}

pub const BUILD: [u8; 32] = [9; 32];

pub fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

pub fn table(number: u128) -> TableId {
    TableId(Uuid::from_u128(1_000 + number))
}

/// The first token of a player.
pub fn token(number: u128) -> TokenRow {
    TokenRow {
        id: TokenId(Uuid::from_u128(2_000 + number)),
        hash: [number as u8; 32],
        player: player(number),
        purpose: Purpose::Session,
        scopes: Scopes::ALL,
        client: None,
        label: "é".to_owned(),
        created_ms: 1,
        used_ms: 1,
        expires_ms: 1_000,
    }
}

pub fn row(number: u128) -> TableRow {
    let game = if number.is_multiple_of(2) { "even" } else { "odd" };
    TableRow {
        options: r#"{"rounds":3}"#.to_owned(),
        ..TableRow::opened(table(number), game.to_owned(), 2, player(1), 5)
    }
}

pub fn entry(number: u128, seq: u64, seat: u8, key: &str) -> Entry {
    Entry {
        table: table(number),
        seq,
        seat: Some(Seat(seat)),
        key: key.to_owned(),
        body: format!(r#"{{"steps":[{{"pick":"é\u0000{seq}"}}]}}"#),
        digest: "00000000000000ff".to_owned(),
        at_ms: -7,
        to_act: Seats::first(2),
        ends: false,
    }
}

/// Adds three players, a build, and table 1, which players 1 and 2 play.
pub async fn furnished(journal: Arc<dyn Journal>) -> Arc<dyn Journal> {
    for number in 1..=3 {
        let name = format!("Player {number}");
        let account = Account::guest(player(number), name, 1);
        assert!(journal.add_player(&account, &token(number)).await.unwrap());
    }
    let bytes: Arc<[u8]> = Arc::from(vec![1, 2, 3]);
    let build = BuildRow { sha256: BUILD, game: "odd".to_owned(), bytes, first_used_ms: 3 };
    assert!(journal.keep_build(&build).await.unwrap());
    assert!(!journal.keep_build(&build).await.unwrap());
    assert!(journal.open_table(&row(1)).await.unwrap());
    assert!(journal.sit(table(1), Seat(0), player(1)).await.unwrap());
    assert!(journal.sit(table(1), Seat(1), player(2)).await.unwrap());
    assert!(journal.start(&start(1)).await.unwrap());
    journal
}

pub fn start(number: u128) -> Start {
    Start {
        table: table(number),
        starter: player(1),
        build: BUILD,
        seed: [4; 32],
        at_ms: 8,
        to_act: Seats::just(Seat(1)),
        deadline_ms: Some(9),
        most_bot_tables: 1,
    }
}
