//! Who receives which messages, and when.

use std::sync::Arc;
use std::time::Duration;

use gueridon_host::host::{Host, Update};
use gueridon_host::notices::LocalNotices;
use serde_json::json;

use crate::talk::stage::{Stage, heard};

/// Plays the table's one round to its end.
async fn play_out(stage: &Stage) {
    let (here, table) = (&stage.here, stage.table);
    let [ada, bo] = [stage.ada.player.id, stage.bo.player.id];
    here.lobby().start_table(table, ada).await.unwrap();
    for (who, since, key, step) in [
        (ada, 0, "1", json!({"pick": 1})),
        (bo, 0, "1", json!({"pick": 2})),
        (ada, 2, "2", json!({"pass": "YES"})),
    ] {
        here.tables().play(table, who, since, key.to_owned(), vec![step].into()).await.unwrap();
    }
}

#[tokio::test]
async fn every_subscriber_receives_each_message_once_and_in_order_on_every_node() {
    let stage = Stage::set().await;
    stage.say(&stage.ada, "before", "before").await.unwrap();
    let mut subscriptions = Vec::new();
    for host in [&stage.here, &stage.there] {
        for who in [&stage.bo, &stage.cy] {
            subscriptions.push(stage.listen(host, who).await);
        }
    }
    let say = |host: Host, who: Arc<gueridon_host::people::Identity>| {
        let table = stage.table;
        async move {
            for number in 0..9 {
                host.talk().say(&who, table, "hello", number.to_string()).await.unwrap();
            }
        }
    };
    tokio::join!(
        say(stage.here.clone(), stage.ada.clone()),
        say(stage.there.clone(), stage.bo.clone())
    );
    for subscription in &mut subscriptions {
        let mut numbers = Vec::new();
        for _ in 0..18 {
            numbers.push(heard(subscription).await.number);
        }
        assert_eq!(numbers, (2..=19).collect::<Vec<_>>());
    }
}

#[tokio::test(start_paused = true)]
async fn messages_arrive_even_if_notices_are_lost() {
    let deaf = || Arc::new(LocalNotices::new());
    let stage = Stage::set_with([deaf(), deaf()]).await;
    let mut there = stage.listen(&stage.there, &stage.cy).await;
    stage.say(&stage.ada, "open", "1").await.unwrap();
    assert_eq!(heard(&mut there).await.text.as_deref(), Some("open"));
    play_out(&stage).await;
    stage.say(&stage.ada, "over", "2").await.unwrap();
    assert_eq!(heard(&mut there).await.text.as_deref(), Some("over"));
    stage.say(&stage.ada, "and out", "3").await.unwrap();
    assert_eq!(heard(&mut there).await.text.as_deref(), Some("and out"));
}

#[tokio::test]
async fn a_subscription_with_messages_continues_after_the_end() {
    let stage = Stage::set().await;
    let viewer = gueridon_host::host::Viewer::from(&*stage.cy);
    let mut without = stage.here.watching().subscribe(stage.table, viewer, 0).await.unwrap();
    let mut with = stage.listen(&stage.here, &stage.cy).await;
    stage.say(&stage.ada, "before", "0").await.unwrap();
    assert_eq!(heard(&mut with).await.text.as_deref(), Some("before"));
    play_out(&stage).await;
    stage.say(&stage.bo, "gg", "1").await.unwrap();
    let mut entries = Vec::new();
    loop {
        match with.next().await.unwrap() {
            Update::Entry(seq) => entries.push(seq),
            Update::Message(message) => {
                assert_eq!(message.text.as_deref(), Some("gg"));
                break;
            }
            Update::Table => {}
            Update::Resume => panic!("it was told to resume"),
        }
    }
    // Messages may arrive before entries.
    let rest = async {
        while entries.len() < 3 {
            if let Some(Update::Entry(seq)) = with.next().await {
                entries.push(seq);
            }
        }
    };
    rest.await;
    assert_eq!(entries, [1, 2, 3]);
    let mut heard_without = 0;
    while let Some(update) = without.next().await {
        assert!(!matches!(update, Update::Message(_)), "{update:?}");
        heard_without += u32::from(matches!(update, Update::Entry(_)));
    }
    assert_eq!(heard_without, 3);
    // A subscriber after the end receives new messages, and is told when the host stops.
    let mut late = stage.listen(&stage.there, &stage.ada).await;
    stage.say(&stage.ada, "again?", "2").await.unwrap();
    for subscription in [&mut with, &mut late] {
        assert_eq!(heard(subscription).await.text.as_deref(), Some("again?"));
    }
    stage.here.stop();
    assert!(matches!(with.next().await, Some(Update::Resume)));
    assert!(with.next().await.is_none());
}

#[tokio::test]
async fn a_removed_message_is_sent_again_without_its_text() {
    let stage = Stage::set().await;
    let mut subscriptions =
        [stage.listen(&stage.here, &stage.ada).await, stage.listen(&stage.there, &stage.cy).await];
    let said = stage.say(&stage.bo, "something unkind", "k").await.unwrap();
    for subscription in &mut subscriptions {
        assert_eq!(heard(subscription).await, said);
    }
    let removed = stage.here.moderation().remove_message(&stage.moderator, said.id).await.unwrap();
    for subscription in &mut subscriptions {
        let told = heard(subscription).await;
        assert_eq!(told, removed);
        assert_eq!((told.id, &told.text, told.number), (said.id, &None, said.number));
        assert_eq!(told.removed.unwrap().by.unwrap(), stage.moderator.player);
    }
    assert_eq!(stage.shown(&stage.ada).await, [""]);
}

#[tokio::test]
async fn messages_of_a_muted_player_are_hidden_until_unmuted() {
    let stage = Stage::set().await;
    let mut ada = stage.listen(&stage.here, &stage.ada).await;
    let mut cy = stage.listen(&stage.here, &stage.cy).await;
    stage.say(&stage.bo, "1", "1").await.unwrap();
    assert_eq!(heard(&mut ada).await.text.as_deref(), Some("1"));
    stage.here.talk().mute(&stage.ada, stage.bo.player.id).await.unwrap();
    assert!(stage.shown(&stage.ada).await.is_empty());
    stage.say(&stage.bo, "2", "2").await.unwrap();
    stage.say(&stage.moderator, "3", "3").await.unwrap();
    assert_eq!(heard(&mut ada).await.text.as_deref(), Some("3"));
    assert_eq!(stage.shown(&stage.ada).await, ["3"]);
    stage.here.talk().unmute(&stage.ada, stage.bo.player.id).await.unwrap();
    assert_eq!(stage.shown(&stage.ada).await, ["1", "2", "3"]);
    stage.say(&stage.bo, "4", "4").await.unwrap();
    assert_eq!(heard(&mut ada).await.text.as_deref(), Some("4"));
    for text in ["1", "2", "3", "4"] {
        assert_eq!(heard(&mut cy).await.text.as_deref(), Some(text));
    }
}

#[tokio::test]
async fn a_cancelled_wait_misses_nothing() {
    let stage = Stage::set().await;
    let mut ada = stage.listen(&stage.here, &stage.ada).await;
    for number in 0..10 {
        let waiting = tokio::time::timeout(Duration::from_micros(50 * number), ada.next());
        // It may have received an update of the table.
        let _ = waiting.await;
        stage.say(&stage.bo, "hello", &number.to_string()).await.unwrap();
        assert_eq!(heard(&mut ada).await.number, number + 1);
    }
}
