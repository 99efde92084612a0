//! Mail: about turns, to confirm an address, and to set a new password.

use std::sync::atomic::Ordering;

use gueridon_game::Language;
use gueridon_host::notifications::MailChange;
use gueridon_host::people::{Origin, Password};
use gueridon_host::refusal::Code;
use serde_json::json;

use super::stage::{HOUR, MINUTE, Stage, on_each};
use crate::refusals::code;

fn from(address: &str) -> Option<Origin> {
    Some(address.parse::<std::net::IpAddr>().unwrap().into())
}

#[tokio::test]
async fn mail_about_a_turn_is_sent_after_a_while() {
    on_each(async |stage| {
        stage.wants_mail().await;
        let table = stage.begin().await;
        assert_eq!(stage.tell().await, 0);
        stage.later(5 * MINUTE - 1);
        assert_eq!(stage.tell().await, 0);
        stage.later(1);
        assert_eq!(stage.tell().await, 1);
        let letters = stage.bag.letters();
        assert_eq!(letters.len(), 1);
        assert_eq!(letters[0].to, "Ada@example.org");
        assert_eq!(letters[0].subject, "Marathon: it is your turn");
        assert!(letters[0].text.contains(&format!("https://play.example/table/{table}")));
        assert!(letters[0].text.contains("https://play.example/account"));
    })
    .await;
}

#[tokio::test]
async fn there_is_no_mail_about_a_turn_that_has_passed() {
    on_each(async |stage| {
        stage.wants_mail().await;
        let table = stage.begin().await;
        stage.tell().await;
        stage.play(table, &stage.ada, 0, json!({"pick": 1})).await;
        stage.later(5 * MINUTE);
        assert_eq!(stage.tell().await, 1);
        assert!(stage.bag.letters().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_player_with_a_second_turn_in_a_row_gets_mail_if_they_leave() {
    on_each(async |stage| {
        stage.wants_mail().await;
        let table = stage.begin().await;
        stage.play(table, &stage.bo, 0, json!({"pick": 1})).await;
        assert_eq!(stage.play(table, &stage.ada, 0, json!({"pick": 1})).await, 2);
        stage.tell().await;
        stage.later(4 * MINUTE);
        // She draws and has to act again: a new turn begins.
        stage.play(table, &stage.ada, 2, json!({"draw": "YES"})).await;
        stage.tell().await;
        stage.later(4 * MINUTE);
        assert_eq!(stage.tell().await, 0);
        stage.later(MINUTE);
        assert_eq!(stage.tell().await, 1);
        assert_eq!(stage.bag.subjects().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn after_a_pause_one_mail_lists_all_tables() {
    on_each(async |stage| {
        stage.wants_mail().await;
        stage.begin().await;
        stage.tell().await;
        stage.later(5 * MINUTE);
        stage.tell().await;
        assert_eq!(stage.bag.subjects().len(), 1);
        let (passed, _, _) = (stage.begin().await, stage.begin().await, stage.begin().await);
        stage.tell().await;
        stage.later(HOUR - 1);
        assert_eq!(stage.tell().await, 0);
        stage.play(passed, &stage.ada, 0, json!({"pick": 1})).await;
        stage.later(1);
        let (here, there) = tokio::join!(
            stage.host.notifications().deliver_due(),
            stage.there.notifications().deliver_due()
        );
        assert_eq!(here.unwrap() + there.unwrap(), 3);
        assert_eq!(stage.bag.subjects(), ["It is your turn at 2 tables"]);
    })
    .await;
}

#[tokio::test]
async fn failed_mail_is_retried_and_the_pause_begins_when_it_is_sent() {
    on_each(async |stage| {
        stage.wants_mail().await;
        stage.begin().await;
        stage.tell().await;
        stage.bag.loses.store(true, Ordering::Relaxed);
        stage.later(5 * MINUTE);
        assert_eq!(stage.tell().await, 1);
        stage.bag.loses.store(false, Ordering::Relaxed);
        assert_eq!(stage.tell().await, 0);
        stage.later(10_000);
        assert_eq!(stage.tell().await, 1);
        assert_eq!(stage.bag.subjects().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn mail_follows_the_players_settings_and_needs_a_confirmed_address() {
    on_each(async |stage| {
        let host = &stage.host;
        let change = MailChange { turns: Some(true), ..MailChange::default() };
        let mail = host.notifications().set_mail(&stage.bo, change).await.unwrap();
        assert!(mail.mailing.turns && !mail.is_confirmed);
        stage.wants_mail().await;
        let change = MailChange {
            language: Some(Language::Fr),
            rest_minutes: Some(10),
            ..MailChange::default()
        };
        let mail = host.notifications().set_mail(&stage.ada, change).await.unwrap();
        assert!(mail.mailing.turns && mail.mailing.rest_ms == 10 * MINUTE);
        for rest_minutes in [Some(9), Some(10_081), Some(i64::MAX)] {
            let change = MailChange { rest_minutes, ..MailChange::default() };
            assert_eq!(
                code(host.notifications().set_mail(&stage.ada, change).await),
                Code::BadRest
            );
        }
        stage.begin().await;
        stage.tell().await;
        stage.later(5 * MINUTE);
        stage.tell().await;
        let letters = stage.bag.letters();
        assert_eq!(letters.len(), 1);
        assert_eq!(letters[0].subject, "Marathon\u{a0}: c’est à vous de jouer");
        assert!(letters[0].text.starts_with("Bonjour Ada,"));
        // A changed address gets none before it is confirmed.
        let (password, other) = (Password::new("the password"), Some("ada@example.net"));
        host.people().set_email(&stage.ada, other, &password, None).await.unwrap();
        assert!(!host.notifications().mail(stage.ada.player.id).await.unwrap().is_confirmed);
        stage.begin().await;
        stage.later(HOUR);
        stage.tell().await;
        let to: Vec<_> = stage.bag.letters().into_iter().map(|letter| letter.to).collect();
        assert_eq!(to, ["ada@example.net"], "what is to be confirmed, and no turn");
    })
    .await;
}

#[tokio::test]
async fn letters_to_an_unconfirmed_address_are_limited() {
    on_each(async |stage| {
        let ask = async || stage.host.notifications().send_confirmation(&stage.ada, None).await;
        // One went when she registered.
        for _ in 0..2 {
            ask().await.unwrap();
            stage.tell().await;
        }
        assert_eq!(stage.bag.letters().len(), 2);
        assert_eq!(code(ask().await), Code::TooManyAttempts);
        stage.later(HOUR);
        ask().await.unwrap();
        stage.tell().await;
        let letter = stage.bag.letters().pop().unwrap();
        let token = Stage::token(&letter);
        assert!(letter.subject.contains(" / "), "nobody has said in which language");
        assert_eq!(
            code(stage.host.notifications().confirm_email("nonsense", None).await),
            Code::UnknownToken
        );
        stage.later(72 * HOUR);
        assert_eq!(
            code(stage.host.notifications().confirm_email(&token, None).await),
            Code::UnknownToken
        );
        assert!(!stage.host.notifications().mail(stage.ada.player.id).await.unwrap().is_confirmed);
        let (password, none) = (Password::new("the password"), None);
        stage.host.people().set_email(&stage.ada, none, &password, None).await.unwrap();
        assert_eq!(code(ask().await), Code::NoEmail);
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_mail_without_revealing_accounts() {
    on_each(async |stage| {
        let host = &stage.host;
        // Bo has not confirmed his address, and nobody is called Nobody.
        for who in ["Bo", "bo@example.org", "Nobody", "x@example.org", "", "\u{0}"] {
            host.notifications().request_reset(who, None).unwrap();
            stage.tell().await;
        }
        assert!(stage.bag.letters().is_empty());
        stage.wants_mail().await;
        for who in ["ADA", "ada@EXAMPLE.org"] {
            host.notifications().request_reset(who, None).unwrap();
            stage.tell().await;
            let letter = stage.bag.letters().pop().unwrap();
            assert_eq!((&*letter.to, &*letter.subject), ("Ada@example.org", "A new password"));
            let token = Stage::token(&letter);
            assert!(letter.text.contains(&format!("https://play.example/reset#token={token}")));
            let password = Password::new("another password");
            host.people().accounts().reset(&token, &password, "", None).await.unwrap();
            assert!(host.people().accounts().reset(&token, &password, "", None).await.is_err());
        }
        // Requests are limited for each name and for each origin.
        for who in ["Ada", "Nobody"] {
            let codes = [(); 4].map(|()| {
                host.notifications().request_reset(who, from("192.0.2.1")).map_err(|_| ())
            });
            assert!(codes.contains(&Err(())), "{who}");
        }
        let asked = (0..30).filter(|number| {
            host.notifications()
                .request_reset(&format!("Nobody {number}"), from("192.0.2.2"))
                .is_ok()
        });
        assert_eq!(asked.count(), 20);
    })
    .await;
}
