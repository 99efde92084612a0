//! The suite notices a journal that breaks a promise: each check is run on journals that have a
//! fault in one method, and must fail on all of them.

mod fault;
mod journal;

use std::sync::Arc;

use gueridon_journal::{Journal, suite};
use tokio::task::{LocalSet, spawn_local};

use fault::Fault;
pub(crate) use journal::Broken;

/// Without a fault, the same journal passes: what fails below fails because of its fault.
mod sound {
    use super::*;

    async fn open() -> (Arc<dyn Journal>, ()) {
        (Arc::new(Broken::sound()), ())
    }

    gueridon_journal::conformance_tests!(open);
}

/// Makes a test for each check: it must fail whenever one of these methods has that fault.
macro_rules! caught {
    ($($room:ident::$promise:ident: [$($method:ident $fault:ident),*],)*) => {$(
        #[tokio::test]
        async fn $promise() {
            for (method, fault) in [$((stringify!($method), Fault::$fault)),*] {
                let journal: Arc<dyn Journal> = Arc::new(Broken::at(method, fault));
                let check = async { spawn_local(suite::$room::$promise(journal)).await };
                let checked = LocalSet::new().run_until(check).await;
                let failed = checked.is_err_and(|error| error.is_panic());
                assert!(failed, "it passes with a `{method}` that has the fault {fault:?}");
            }
        }
    )*};
}

caught! {
    tables::what_is_written_is_read_as_it_was: [table Empty, build Empty, append Loses],
    tables::a_number_is_taken_once_and_a_key_once_by_each_seat:
        [append Accepts, append Rekeys, entries Backwards, entries Skips, entries Unlimited],
    tables::a_seat_is_taken_or_freed_and_a_table_begins_only_if_the_condition_holds: [arrange Accepts, open_table Accepts, start Accepts],
    tables::an_entry_that_ends_the_game_ends_its_table: [append Loses, append Accepts],
    tables::tables_are_listed_newest_first_by_status_game_and_player:
        [tables Backwards, tables Skips, involving Backwards, involving Skips],
    tables::each_player_waits_at_the_newest_open_table_where_they_sit:
        [waiting Backwards, waiting Skips, waiting Unlimited],
    tables::filters_of_a_list_can_be_combined: [tables Skips, is_invited Accepts],
    tables::a_table_is_due_from_its_deadline_on:
        [due Backwards, due Unlimited, due Skips, plan Loses, append Loses],
    tables::beats_are_forgotten_except_the_latest_of_all:
        [beat Loses, forget_beats Accepts, last_beat Empty, nodes Backwards, nodes Skips],
    tables::of_outages_that_begin_at_the_same_time_the_longest_is_kept:
        [add_outage Loses, outages Backwards, outages Skips],
    tables::a_build_is_deleted_once_no_table_has_begun_with_it:
        [unused_builds Backwards, unused_builds Unlimited, delete_build Accepts,
         delete_build Loses, start Accepts],
    tables::a_table_in_play_goes_on_with_another_build_that_is_kept:
        [upgrade Accepts, upgrade Loses, tables_of_build Backwards, tables_of_build Skips,
         tables_of_build Unlimited, tables_of_build Empty],
    tables::going_on_with_another_build_may_end_the_stop_of_a_table:
        [upgrade Loses, upgrade Accepts, stops Empty, intervene Loses, interventions Empty],
    tables::the_newest_look_of_each_pair_of_eyes_at_a_table_in_play_is_kept:
        [keep_last_looks Accepts, keep_last_looks Loses, last_look Empty],
    results::results_are_listed_by_their_end_and_hidden_ones_only_for_those_who_played:
        [results Backwards, results Skips],
    results::a_table_that_is_over_has_one_analysis_which_is_deleted_with_it:
        [keep_analysis Accepts, keep_analysis Loses, analysis Empty],
    results::a_table_that_ended_long_ago_is_deleted_with_everything_about_it:
        [delete_table Accepts, delete_table Loses, ended Backwards, ended Unlimited],
    lobby::an_arrangement_is_made_only_if_its_condition_holds: [arrange Accepts],
    lobby::no_more_tables_of_bots_alone_begin_than_an_owner_may_have: [start Accepts],
    lobby::a_table_is_of_bots_alone_where_its_row_says_so: [start Accepts, table Empty],
    lobby::only_invited_players_sit_at_a_private_table: [arrange Accepts, is_invited Accepts],
    lobby::tables_where_it_is_the_players_turn_are_listed_first:
        [my_tables Backwards, my_tables Unlimited, quiet_since Backwards],
    lobby::a_table_is_opened_whole_or_not_at_all:
        [open_within Accepts, open_within Unlimited, invitations Empty],
    people::a_player_is_added_once_and_tokens_and_names_are_unique: [add_player Accepts],
    people::players_with_a_name_of_their_own_are_listed_in_its_order:
        [accounts Backwards, accounts Skips, accounts Unlimited, accounts Empty],
    people::of_two_changes_to_the_same_revision_one_is_written: [change Accepts, change Loses],
    people::a_deleted_player_leaves_open_tables_and_cannot_return:
        [change Loses, arrange Accepts, add_token Accepts],
    people::the_most_recently_used_tokens_of_each_kind_stay:
        [add_token Unlimited, add_token Accepts, tokens Backwards],
    people::tokens_end_when_they_expire_by_a_change_of_the_player_or_one_by_one:
        [end_tokens Loses, end_tokens Accepts, use_token Loses],
    people::nothing_is_written_once_its_precondition_fails: [add_token Unguarded, change Unguarded],
    people::a_token_is_refused_when_there_is_no_room_for_it: [add_token Unlimited],
    people::expired_tokens_end_a_few_at_a_time:
        [end_expired Loses, end_expired Accepts, end_expired Unlimited],
    people::a_guest_without_a_token_is_deleted_unless_a_table_names_them: [end_tokens Loses],
    programs::a_program_has_a_registered_owner_and_a_name_of_its_own:
        [add_program Accepts, add_program Loses, add_program Unguarded, add_program Unlimited,
         program Empty, programs_of Backwards, programs_of Skips],
    programs::a_program_is_ready_until_its_time_is_up_or_it_says_something_else:
        [set_ready Accepts, set_ready Loses, set_ready Unguarded, renew_ready Accepts,
         renew_ready Loses, withdraw_ready Accepts, withdraw_ready Loses,
         ready_programs Backwards, ready_programs Skips, ready_programs Unlimited],
    programs::a_program_is_asked_only_while_it_is_ready_and_has_room:
        [arrange Accepts, arrange Loses, start Accepts],
    programs::a_program_that_was_asked_sits_down_or_its_seat_is_free_again:
        [arrange Accepts, arrange Loses, lapsed_seats Empty, declines Empty],
    programs::seats_that_are_held_no_longer_are_listed_by_their_time:
        [lapsed_seats Backwards, lapsed_seats Skips, lapsed_seats Unlimited],
    programs::a_program_is_at_few_tables_of_one_owner_at_a_time:
        [arrange Accepts, arrange Loses],
    programs::a_program_that_is_only_asked_has_no_rights_of_those_who_sit:
        [arrange Accepts, say Accepts],
    programs::open_tables_of_a_program_that_is_switched_off_pass_to_who_sits_there:
        [switch_program Loses, arrange Loses],
    programs::a_program_that_is_switched_off_leaves_open_tables_and_is_signed_out:
        [switch_program Accepts, switch_program Loses, switch_program Unguarded,
         set_ready Accepts],
    programs::of_many_who_ask_for_the_last_table_of_a_program_one_does:
        [arrange Accepts, arrange Loses],
    programs::of_an_answer_and_the_end_of_its_time_one_counts: [arrange Accepts, arrange Loses],
    programs::no_more_programs_are_added_at_once_than_an_owner_may_have:
        [add_program Accepts, add_program Unlimited],
    codes::a_code_is_redeemed_once_and_in_time:
        [add_code Accepts, add_code Loses, code Empty, redeem Accepts, redeem Loses],
    codes::codes_end_with_all_tokens_of_their_player:
        [add_code Unguarded, end_tokens Loses],
    codes::of_many_who_redeem_a_code_one_does: [redeem Accepts],
    interventions::a_build_is_in_quarantine_until_it_is_released:
        [intervene Accepts, intervene Loses, stops Empty, interventions Backwards],
    interventions::a_table_is_stopped_while_it_is_played_and_reopened:
        [intervene Accepts, intervene Loses, stops Empty],
    interventions::a_table_that_is_to_be_closed_is_stopped_until_it_is:
        [intervene Accepts, close_table Loses, append Loses],
    interventions::builds_are_listed_with_how_many_tables_began_with_them: [builds Empty],
    interventions::the_stop_of_a_deleted_table_is_deleted: [delete_table Loses],
    talk::seated_players_and_moderators_speak_and_a_key_is_used_once:
        [say Accepts, say Rekeys, said Empty],
    talk::messages_are_listed_in_the_order_of_writing_and_the_oldest_are_deleted:
        [messages Backwards, messages Skips, say Unlimited],
    talk::a_removed_message_is_news_and_keeps_its_place:
        [remove Unguarded, remove Accepts, remove Loses, news Backwards],
    talk::messages_of_muted_players_are_not_listed:
        [mute Unguarded, mute Unlimited, mute Loses, unmute Unguarded, mutes Empty],
    talk::a_silenced_player_says_nothing_until_the_silence_ends: [silence Unguarded, silence Loses],
    talk::the_same_thing_has_one_open_report_which_is_resolved_once:
        [report Unguarded, report Accepts, resolve Unguarded, resolve Accepts, reports Backwards],
    talk::messages_of_a_deleted_player_are_removed_and_reports_stay: [change Loses, news Empty],
    talk::a_guest_without_a_token_stays_while_there_is_a_message_of_theirs: [end_tokens Loses],
    notifications::webhooks_are_for_registered_players_and_tables_they_own:
        [add_webhook Unguarded, add_webhook Unlimited, add_webhook Accepts,
         remove_webhook AnyOwner, remove_webhook Unguarded, webhooks Backwards],
    notifications::those_with_a_webhook_or_who_want_mail_at_a_confirmed_address_are_notified:
        [receivers Empty, change Loses],
    notifications::an_address_is_confirmed_once_in_time_and_while_it_is_the_players:
        [ask_to_confirm Accepts, confirm Accepts, set_mailing Accepts],
    notifications::a_notification_is_added_once_and_within_the_limit:
        [tell Accepts, tell Unlimited, settle Accepts],
    notifications::what_is_due_is_claimed_once_and_in_order_for_each_webhook:
        [claim Lapses, settle Accepts, settle Loses],
    notifications::mail_about_turns_is_claimed_together_and_not_before_the_rest_is_over:
        [claim Lapses, claim Backwards, settle Loses],
    notifications::a_failing_webhook_is_disabled_and_its_notifications_are_deleted:
        [settle Loses, tell Accepts],
    notifications::a_turn_stands_until_its_seat_has_an_entry_or_the_game_is_over:
        [turn_stands Accepts],
    notifications::notifications_of_a_deleted_table_are_deleted: [delete_table Loses],
    notifications::a_deleted_player_has_no_webhooks_mail_or_notifications:
        [change Loses, tell Accepts, add_webhook Accepts],
    races::of_many_who_append_at_once_one_wins_each_number: [append Accepts, append Loses],
    races::of_many_who_use_the_same_key_one_appends: [append Rekeys],
    races::of_many_who_add_a_player_with_the_same_token_one_does: [add_player Accepts],
    races::no_more_tokens_are_added_at_once_than_there_is_room_for: [add_token Unlimited],
    races::of_many_who_take_the_same_name_one_has_it: [change Accepts],
    races::of_many_who_change_the_same_revision_one_does: [change Accepts],
    races::no_more_tables_are_opened_at_once_than_a_player_may_have: [open_within Unlimited],
    races::of_many_rematches_opened_at_once_there_is_one: [open_within Accepts],
    races::of_many_who_take_a_seat_at_once_one_has_it: [arrange Accepts],
    races::a_table_does_not_begin_while_a_player_leaves:
        [start Accepts],
    races::a_player_who_is_being_deleted_does_not_sit_down: [change Loses],
    races::of_many_invitations_of_a_player_one_is_added: [arrange Accepts],
    races::of_many_who_plan_the_same_deadline_one_does: [plan Accepts],
    races::messages_said_at_once_are_numbered_without_a_gap: [messages Skips, say Loses],
    races::of_many_messages_with_the_same_key_one_is_said: [say Rekeys],
    races::of_many_who_remove_a_message_one_does: [remove Accepts],
    races::no_more_players_are_muted_at_once_than_one_may_mute: [mute Unlimited],
    races::of_many_reports_of_the_same_thing_one_is_added_and_resolved:
        [report Accepts, resolve Accepts],
    races::no_more_webhooks_are_added_at_once_than_a_player_may_have: [add_webhook Unlimited],
    races::no_more_notifications_wait_than_a_player_may_have_and_each_is_claimed_once:
        [tell Unlimited, claim Lapses],
    races::of_many_with_the_same_token_one_confirms_the_address: [confirm Accepts],
    races::a_write_whose_precondition_ends_meanwhile_is_done_whole_or_not_at_all:
        [add_token Unguarded],
    table_races::entries_of_many_writers_follow_each_other_without_a_gap:
        [append Accepts, append Loses, entries Skips],
    table_races::an_entry_that_comes_too_late_takes_no_other_of_its_batch_with_it:
        [append Accepts, append Loses],
    table_races::of_many_who_begin_a_table_one_does:
        [start Accepts, start Loses],
    table_races::no_more_tables_of_bots_alone_begin_at_once_than_an_owner_may_have:
        [start Accepts],
    table_races::a_table_that_begins_is_not_closed_at_the_same_time:
        [start Accepts, close_table Accepts],
    table_races::a_build_is_not_deleted_while_a_table_begins_with_it:
        [delete_build Accepts, start Accepts],
    table_races::of_many_who_delete_a_table_one_does:
        [delete_table Accepts, delete_table Loses],
    table_races::of_many_analyses_of_a_table_one_is_kept:
        [keep_analysis Accepts, keep_analysis Loses],
    table_races::of_many_who_stop_a_table_one_does:
        [intervene Accepts, intervene Loses],
    table_races::sessions_added_at_once_leave_no_more_than_a_player_may_have:
        [add_token Unlimited, add_token Loses],
    table_races::changes_of_messages_are_numbered_once_while_a_sender_is_deleted:
        [change Loses, news Skips],
}
