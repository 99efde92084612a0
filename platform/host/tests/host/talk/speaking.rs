//! Posting messages: who may, what, and how often.

use gueridon_game::Language;
use gueridon_host::host::{Host, Viewer};
use gueridon_host::refusal::Code;
use gueridon_journal::talk::MessageCursor;
use gueridon_journal::{Role, TableId};

use crate::refusals::{code, refused};
use crate::talk::stage::{Stage, guest, open, program};

#[tokio::test]
async fn players_may_post_and_others_are_refused_with_a_reason() {
    let stage = Stage::set().await;
    let said = stage.say(&stage.ada, "  e\u{301}t\u{e9} \r\n!", "k").await.unwrap();
    assert_eq!((said.text.as_deref(), &said.player), (Some("été \n!"), &stage.ada.player));
    for moderator in [&stage.moderator, &stage.operator] {
        stage.say(moderator, "be kind", "k").await.unwrap();
    }
    assert_eq!(code(stage.say(&stage.cy, "hello", "k").await), Code::NotSeated);
    // An API token may post for a player at the table, but has no role.
    stage.say(&*program(&stage.here, &stage.ada).await, "beep", "p").await.unwrap();
    let bot = program(&stage.here, &stage.moderator).await;
    assert_eq!(code(stage.say(&bot, "beep", "p").await), Code::NotSeated);
    for text in ["", " \n ", "a\u{202e}b", "a\u{0}b", &"x".repeat(501)] {
        assert_eq!(code(stage.say(&stage.ada, text, "t").await), Code::BadMessage, "{text:?}");
    }
    stage.say(&stage.ada, &"é".repeat(500), "t").await.unwrap();
    for key in ["", &"k".repeat(65)] {
        assert_eq!(code(stage.say(&stage.ada, "hello", key).await), Code::BadKey);
    }
    let nowhere =
        stage.here.talk().say(&stage.ada, TableId::default(), "hello", "k".to_owned()).await;
    assert_eq!(code(nowhere), Code::UnknownTable);
    // A player who has left cannot post, and their messages stay.
    stage.here.lobby().leave(stage.table, stage.ada.player.id).await.unwrap();
    assert_eq!(code(stage.say(&stage.ada, "bye", "b").await), Code::NotSeated);
    let longest = "é".repeat(500);
    assert_eq!(stage.shown(&stage.cy).await, ["été \n!", "be kind", "be kind", "beep", &longest]);
}

#[tokio::test]
async fn the_same_key_is_the_same_message_on_every_node_even_concurrently() {
    let stage = Stage::set().await;
    let say = |host: Host, text: &'static str| {
        let (ada, table) = (stage.ada.clone(), stage.table);
        async move { host.talk().say(&ada, table, text, "k".to_owned()).await }
    };
    let (one, other) =
        tokio::join!(say(stage.here.clone(), "hello"), say(stage.there.clone(), "hello"));
    assert_eq!(one.unwrap(), other.unwrap());
    assert_eq!(code(say(stage.there.clone(), "bye").await), Code::KeyReused);
    assert_eq!(stage.shown(&stage.bo).await, ["hello"]);
    stage.say(&stage.bo, "bye", "k").await.unwrap();
    assert_eq!(stage.shown(&stage.bo).await, ["hello", "bye"]);
}

#[tokio::test]
async fn messages_are_limited_to_ten_at_once_and_then_one_in_two_seconds() {
    let stage = Stage::set().await;
    for number in 0..10 {
        stage.say(&stage.ada, "hello", &number.to_string()).await.unwrap();
    }
    let refusal = refused(stage.say(&stage.ada, "hello", "10").await);
    assert_eq!((refusal.code, refusal.wait_s), (Code::TooManyAttempts, Some(2)));
    // A retry adds no message; and limits count for each player.
    stage.say(&stage.ada, "hello", "9").await.unwrap();
    stage.say(&stage.bo, "hello", "0").await.unwrap();
    stage.wait(2);
    stage.say(&stage.ada, "hello", "10").await.unwrap();
    assert_eq!(code(stage.say(&stage.ada, "hello", "11").await), Code::TooManyAttempts);
    assert_eq!(stage.shown(&stage.ada).await.len(), 12);
}

#[tokio::test]
async fn a_silenced_player_cannot_post_and_learns_until_when() {
    let stage = Stage::set().await;
    let until_ms = stage.clock.now_ms() + 90_500;
    let ada = stage.ada.player.id;
    let silence = async |by, who, until| stage.here.moderation().silence(by, who, until).await;
    assert_eq!(silence(&stage.moderator, ada, Some(until_ms)).await.unwrap().id, ada);
    let refusal = refused(stage.say(&stage.ada, "hello", "a").await);
    assert_eq!((refusal.code, refusal.wait_s), (Code::Silenced, Some(91)));
    assert_eq!(
        refusal.words.get(Language::En),
        "A moderator has silenced you until 2027-01-15 08:02 UTC."
    );
    assert_eq!(stage.there.talk().silenced_until(ada).await.unwrap(), Some(until_ms));
    stage.say(&stage.bo, "hello", "b").await.unwrap();
    stage.wait(91);
    stage.say(&stage.ada, "sorry", "a").await.unwrap();
    assert_eq!(stage.there.talk().silenced_until(ada).await.unwrap(), None);
    // Lifted again; a time in the past does the same.
    for over in [None, Some(until_ms)] {
        silence(&stage.moderator, ada, Some(stage.clock.now_ms() + 1_000)).await.unwrap();
        assert_eq!(code(stage.say(&stage.ada, "hello", "c").await), Code::Silenced);
        silence(&stage.operator, ada, over).await.unwrap();
        stage.say(&stage.ada, "hello", &format!("{over:?}")).await.unwrap();
    }
}

#[tokio::test]
async fn moderators_silence_players_and_operators_moderators() {
    let stage = Stage::set().await;
    let later = Some(stage.clock.now_ms() + 1_000);
    let silence = async |by, who: &gueridon_host::people::Identity| {
        stage.here.moderation().silence(by, who.player.id, later).await
    };
    let other = crate::talk::stage::registered(&stage.here, "Ny", Role::Moderator).await;
    let bot = program(&stage.here, &stage.operator).await;
    for (by, who, expected) in [
        (&stage.ada, &stage.bo, Code::NotAllowed),
        (&stage.moderator, &stage.operator, Code::NotAllowed),
        (&stage.moderator, &other, Code::NotAllowed),
        (&stage.moderator, &stage.moderator, Code::NotYourself),
        (&stage.operator, &stage.operator, Code::NotYourself),
        (&bot, &stage.bo, Code::NotAllowed),
    ] {
        assert_eq!(code(silence(by, who).await), expected);
    }
    silence(&stage.operator, &other).await.unwrap();
    assert_eq!(code(stage.say(&other, "hello", "k").await), Code::Silenced);
    let nobody = stage.here.moderation().silence(&stage.moderator, Default::default(), later).await;
    assert_eq!(code(nobody), Code::UnknownPlayer);
    // A former moderator is refused, whatever this node has cached.
    let accounts = stage.there.people().accounts();
    accounts.set_role(None, stage.moderator.player.id, Role::Player).await.unwrap();
    assert_eq!(code(silence(&stage.moderator, &stage.bo).await), Code::NotAllowed);
    assert_eq!(code(stage.say(&stage.moderator, "be kind", "k").await), Code::NotAllowed);
}

#[tokio::test]
async fn a_page_begins_after_a_message_or_ends_before_one() {
    let stage = Stage::set().await;
    for number in 1..=5 {
        stage.say(&stage.ada, &number.to_string(), &number.to_string()).await.unwrap();
    }
    let page = async |from, first| {
        let found =
            stage.here.talk().messages(stage.table, Viewer::default(), from, first).await.unwrap();
        found.into_iter().filter_map(|message| message.text).collect::<Vec<_>>()
    };
    assert_eq!(page(MessageCursor::Newest, 2).await, ["4", "5"]);
    assert_eq!(page(MessageCursor::Before(4), 2).await, ["2", "3"]);
    assert_eq!(page(MessageCursor::After(2), 2).await, ["3", "4"]);
    assert!(page(MessageCursor::After(5), 2).await.is_empty());
    let nowhere = stage
        .here
        .talk()
        .messages(TableId::default(), Viewer::default(), MessageCursor::Newest, 2)
        .await;
    assert_eq!(code(nowhere), Code::UnknownTable);
    // Nothing of it is heard at another table.
    let dee = guest(&stage.here, "Dee").await;
    let other = open(&stage.here, &[&dee]).await;
    let found = stage
        .here
        .talk()
        .messages(other, Viewer::from(&*dee), MessageCursor::Newest, 9)
        .await
        .unwrap();
    assert!(found.is_empty());
}
