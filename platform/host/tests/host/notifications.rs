//! Notifications: which are sent, when, how often, and when no longer.

mod mail;
pub(crate) mod stage;

use std::sync::atomic::Ordering;

use gueridon_host::people::Password;
use gueridon_host::refusal::Code;
use gueridon_journal::{Channel, Claim, Purpose, Scope, Scopes};
use serde_json::json;
use stage::{HOUR, MINUTE, SECOND, on_each};
use uuid::Uuid;

use crate::refusals::code;

const URL: &str = "https://bot.example/turn";

#[tokio::test]
async fn a_webhook_is_sent_its_owners_turns_and_the_end_once_each() {
    on_each(async |stage| {
        stage.host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap();
        let table = stage.begin().await;
        assert_eq!(stage.tell().await, 1);
        assert_eq!(stage.bag.posts(), ["TURN 0@0"]);
        // A player who has played and has no new question is not notified again.
        assert_eq!(stage.play(table, &stage.ada, 0, json!({"pick": 1})).await, 1);
        assert_eq!(stage.tell().await, 0);
        assert_eq!(stage.play(table, &stage.bo, 0, json!({"pick": 2})).await, 2);
        assert_eq!(stage.tell().await, 1);
        assert_eq!(stage.bag.posts(), ["TURN 0@2"]);
        assert_eq!(stage.play(table, &stage.ada, 2, json!({"pass": "YES"})).await, 3);
        assert_eq!(stage.play(table, &stage.ada, 3, json!({"pick": 1})).await, 4);
        assert_eq!(stage.play(table, &stage.bo, 3, json!({"pick": 1})).await, 5);
        assert_eq!(stage.play(table, &stage.bo, 5, json!({"pass": "YES"})).await, 6);
        stage.tell().await;
        assert_eq!(stage.bag.posts(), ["OVER 0@6"]);
        assert_eq!(stage.tell().await, 0);
    })
    .await;
}

#[tokio::test]
async fn a_tables_webhook_is_sent_the_turns_of_every_seat() {
    on_each(async |stage| {
        let table = stage.begin().await;
        stage.host.notifications().add_webhook(&stage.ada, URL, Some(table)).await.unwrap();
        stage.tell().await;
        stage.bag.posts();
        stage.play(table, &stage.ada, 0, json!({"pick": 1})).await;
        stage.play(table, &stage.bo, 0, json!({"pick": 2})).await;
        stage.play(table, &stage.ada, 2, json!({"pass": "YES"})).await;
        stage.tell().await;
        assert_eq!(stage.bag.posts(), ["TURN 0@2", "TURN 1@3"]);
        let answer = stage.host.notifications().add_webhook(&stage.bo, URL, Some(table)).await;
        assert_eq!(code(answer), Code::NotAllowed);
        let answer = stage.host.notifications().add_webhook(&stage.ada, URL, Some(table)).await;
        assert_eq!(code(answer), Code::TooManyWebhooks);
    })
    .await;
}

#[tokio::test]
async fn webhooks_are_refused_to_guests_to_api_tokens_and_for_unreachable_urls() {
    on_each(async |stage| {
        let host = &stage.host;
        let guest = host.people().guest("Guest").await.unwrap();
        let guest =
            host.people().accounts().authenticate(guest.token.secret()).await.unwrap().unwrap();
        assert_eq!(
            code(host.notifications().add_webhook(&guest, URL, None).await),
            Code::NotRegistered
        );
        let minted = host
            .people()
            .accounts()
            .issue_api_token(&stage.ada, "bot", Scopes::from_iter([Scope::Play, Scope::Chat]))
            .await
            .unwrap();
        let bot =
            host.people().accounts().authenticate(minted.token.secret()).await.unwrap().unwrap();
        assert_eq!(bot.purpose, Purpose::Api);
        assert_eq!(
            code(host.notifications().add_webhook(&bot, URL, None).await),
            Code::InsufficientScope
        );
        for url in ["ftp://x.example/", &format!("https://x.example/{}", "x".repeat(2_000))] {
            assert_eq!(
                code(host.notifications().add_webhook(&stage.ada, url, None).await),
                Code::BadUrl
            );
        }
        let mut made = Vec::new();
        for _ in 0..5 {
            made.push(host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap());
        }
        assert_ne!(made[0].secret, made[1].secret);
        let sixth = host.notifications().add_webhook(&stage.ada, URL, None).await;
        assert_eq!(code(sixth), Code::TooManyWebhooks);
        let others = host.notifications().remove_webhook(&stage.bo, made[0].id).await;
        assert_eq!(code(others), Code::UnknownWebhook);
        assert_eq!(
            code(host.notifications().test_webhook(&stage.bo, made[0].id).await),
            Code::UnknownWebhook
        );
        host.notifications().remove_webhook(&stage.ada, made[0].id).await.unwrap();
        assert_eq!(host.notifications().webhooks(stage.ada.player.id).await.unwrap().len(), 4);
    })
    .await;
}

#[tokio::test]
async fn failed_requests_back_off_and_finally_disable_the_webhook() {
    on_each(async |stage| {
        let webhook = stage.host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap();
        stage.bag.loses.store(true, Ordering::Relaxed);
        stage.begin().await;
        assert_eq!(stage.tell().await, 1);
        for pause in [10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR] {
            stage.later(pause - 1);
            assert_eq!(stage.tell().await, 0, "{pause}");
            stage.later(1);
            assert_eq!(stage.tell().await, 1, "{pause}");
        }
        stage.later(1_000 * HOUR);
        assert_eq!(stage.tell().await, 0);
        let row = &stage.host.notifications().webhooks(stage.ada.player.id).await.unwrap()[0];
        assert_eq!((row.fault.as_deref(), row.disabled_ms), (Some("lost"), None));
        // It has failed for days by now; after one more failure it is disabled.
        stage.begin().await;
        assert_eq!(stage.tell().await, 1);
        let row = &stage.host.notifications().webhooks(stage.ada.player.id).await.unwrap()[0];
        assert_eq!(row.disabled_ms, Some(stage.clock.now_ms()));
        stage.begin().await;
        assert_eq!(stage.tell().await, 0);
        // A successful test enables it again.
        let tested = stage.host.notifications().test_webhook(&stage.ada, webhook.id).await.unwrap();
        assert_eq!(tested.as_deref(), Some("lost"));
        stage.bag.loses.store(false, Ordering::Relaxed);
        assert_eq!(
            stage.host.notifications().test_webhook(&stage.ada, webhook.id).await.unwrap(),
            None
        );
        assert_eq!(stage.bag.posts(), ["PING"]);
        stage.begin().await;
        stage.tell().await;
        assert_eq!(stage.bag.posts(), ["TURN 0@0"]);
    })
    .await;
}

#[tokio::test]
async fn a_webhook_that_answers_gone_is_disabled_at_once() {
    on_each(async |stage| {
        stage.host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap();
        stage.bag.loses.store(true, Ordering::Relaxed);
        stage.bag.is_final.store(true, Ordering::Relaxed);
        stage.begin().await;
        assert_eq!(stage.tell().await, 1);
        let row = &stage.host.notifications().webhooks(stage.ada.player.id).await.unwrap()[0];
        assert!(row.disabled_ms.is_some());
    })
    .await;
}

#[tokio::test]
async fn a_turn_that_has_passed_is_not_sent_late() {
    on_each(async |stage| {
        stage.host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap();
        stage.bag.loses.store(true, Ordering::Relaxed);
        let table = stage.begin().await;
        assert_eq!(stage.tell().await, 1);
        stage.play(table, &stage.ada, 0, json!({"pick": 1})).await;
        stage.bag.loses.store(false, Ordering::Relaxed);
        stage.later(10 * SECOND);
        assert_eq!(stage.tell().await, 1);
        assert!(stage.bag.posts().is_empty());
        assert_eq!(*stage.bag.given.lock().unwrap(), 3, "two letters and one lost post");
    })
    .await;
}

#[tokio::test]
async fn a_claim_that_lapses_is_sent_once_by_another_node() {
    on_each(async |stage| {
        stage.host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap();
        stage.begin().await;
        // A node that ends after claiming, before sending.
        let table = stage.begin().await;
        stage.there.notifications().deliver_due().await.unwrap();
        stage.host.notifications().deliver_due().await.unwrap();
        stage.bag.posts();
        stage.play(table, &stage.ada, 0, json!({"pick": 1})).await;
        stage.play(table, &stage.bo, 0, json!({"pick": 1})).await;
        // The notifier has written it, and nobody has claimed it yet.
        let now_ms = stage.clock.now_ms();
        let dead = Claim {
            id: Uuid::from_u128(1),
            of: Channel::Webhooks,
            now_ms,
            until_ms: now_ms + MINUTE,
            most: 9,
        };
        let mut claimed = Vec::new();
        while claimed.is_empty() {
            tokio::task::yield_now().await;
            claimed = stage.journal.claim(&dead).await.unwrap();
        }
        assert_eq!(claimed.len(), 1);
        assert_eq!(stage.tell().await, 0);
        stage.later(MINUTE);
        let (here, there) = tokio::join!(
            stage.host.notifications().deliver_due(),
            stage.there.notifications().deliver_due()
        );
        assert_eq!(here.unwrap() + there.unwrap(), 1);
        assert_eq!(stage.bag.posts(), ["TURN 0@2"]);
    })
    .await;
}

#[tokio::test]
async fn one_of_two_nodes_sends() {
    on_each(async |stage| {
        for known in [&stage.ada, &stage.bo] {
            stage.host.notifications().add_webhook(known, URL, None).await.unwrap();
        }
        for _ in 0..10 {
            stage.begin().await;
        }
        let (here, there) = tokio::join!(
            stage.host.notifications().deliver_due(),
            stage.there.notifications().deliver_due()
        );
        let claimed = here.unwrap() + there.unwrap() + stage.tell().await;
        assert_eq!((claimed, stage.bag.posts().len()), (20, 20));
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_is_sent_nothing() {
    on_each(async |stage| {
        stage.wants_mail().await;
        stage.host.notifications().add_webhook(&stage.ada, URL, None).await.unwrap();
        stage.bag.loses.store(true, Ordering::Relaxed);
        let table = stage.begin().await;
        assert_eq!(stage.tell().await, 1);
        stage.bag.loses.store(false, Ordering::Relaxed);
        let password = Password::new("the password");
        stage.host.people().delete_account(&stage.ada, Some(&password), None).await.unwrap();
        stage.later(HOUR);
        stage.play(table, &stage.bo, 0, json!({"pick": 1})).await;
        assert_eq!(stage.tell().await, 0);
        assert!(stage.host.notifications().webhooks(stage.ada.player.id).await.unwrap().is_empty());
    })
    .await;
}
