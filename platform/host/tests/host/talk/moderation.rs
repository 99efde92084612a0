//! Mutes, reports, and deleted accounts.

use gueridon_host::host::Viewer;
use gueridon_host::moderation::ReportDraft;
use gueridon_host::refusal::Code;
use gueridon_journal::talk::{MessageCursor, Outcome, ReportPage};
use gueridon_journal::{MessageId, PlayerId, ReportId, Standing, TableId};

use crate::refusals::{code, refused};
use crate::talk::stage::{Stage, heard, program};

fn about(player: PlayerId, message: Option<MessageId>) -> ReportDraft {
    ReportDraft { player, table: None, message, reason: "unkind".to_owned() }
}

fn open() -> ReportPage {
    ReportPage { is_resolved: Some(false), first: 100, ..ReportPage::default() }
}

#[tokio::test]
async fn each_player_has_a_list_of_muted_players() {
    let stage = Stage::set().await;
    let (host, ada, bo) = (&stage.here, &stage.ada, stage.bo.player.id);
    for _ in 0..2 {
        assert_eq!(host.talk().mute(ada, bo).await.unwrap(), stage.bo.player);
    }
    host.talk().mute(ada, stage.operator.player.id).await.unwrap();
    let muted = host.talk().mutes(ada.player.id, None, 10).await.unwrap();
    let mut expected = [bo, stage.operator.player.id];
    expected.sort();
    assert_eq!(muted.iter().map(|mute| mute.player.id).collect::<Vec<_>>(), expected);
    let after = host.talk().mutes(ada.player.id, Some(expected[0]), 10).await.unwrap();
    assert_eq!(after.len(), 1);
    assert!(host.talk().mutes(bo, None, 10).await.unwrap().is_empty());
    for _ in 0..2 {
        host.talk().unmute(ada, bo).await.unwrap();
    }
    assert_eq!(host.talk().mutes(ada.player.id, None, 10).await.unwrap().len(), 1);
    assert_eq!(code(host.talk().mute(ada, ada.player.id).await), Code::NotYourself);
    assert_eq!(code(host.talk().mute(ada, PlayerId::default()).await), Code::UnknownPlayer);
    let bot = program(host, ada).await;
    assert_eq!(code(host.talk().mute(&bot, bo).await), Code::InsufficientScope);
    assert_eq!(code(host.talk().unmute(&bot, bo).await), Code::InsufficientScope);
}

#[tokio::test]
async fn only_moderators_remove_messages_and_see_reports() {
    let stage = Stage::set().await;
    let said = stage.say(&stage.bo, "unkind", "k").await.unwrap();
    let (here, there) = (&stage.here, &stage.there);
    let bot = program(here, &stage.moderator).await;
    for one in [&stage.ada, &stage.bo, &bot] {
        assert_eq!(code(here.moderation().remove_message(one, said.id).await), Code::NotAllowed);
        assert_eq!(code(here.moderation().reports(one, open()).await), Code::NotAllowed);
        let resolved =
            here.moderation().resolve(one, ReportId::default(), Outcome::Other, "").await;
        assert_eq!(code(resolved), Code::NotAllowed);
        assert_eq!(code(here.moderation().message(one, said.id).await), Code::NotAllowed);
    }
    let unknown = here.moderation().remove_message(&stage.moderator, MessageId::default()).await;
    assert_eq!(code(unknown), Code::UnknownMessage);
    let removed = there.moderation().remove_message(&stage.moderator, said.id).await.unwrap();
    // The first moderator stays recorded, whoever repeats it.
    assert_eq!(here.moderation().remove_message(&stage.operator, said.id).await.unwrap(), removed);
    // And the same key is still the same message.
    assert_eq!(stage.say(&stage.bo, "unkind", "k").await.unwrap(), removed);
}

#[tokio::test]
async fn a_report_is_consistent_and_made_once() {
    let stage = Stage::set().await;
    let (host, ada, bo) = (&stage.here, &stage.ada, stage.bo.player.id);
    let said = stage.say(&stage.bo, "something unkind", "k").await.unwrap();
    let own = stage.say(&stage.ada, "kind", "k").await.unwrap();
    let other = crate::talk::stage::open(host, &[&stage.bo]).await;
    let told = ReportDraft { table: Some(other), ..about(bo, Some(said.id)) };
    for (about, expected) in [
        (told, Code::UnknownMessage),
        (about(bo, Some(own.id)), Code::UnknownMessage),
        (about(bo, Some(MessageId::default())), Code::UnknownMessage),
        (about(ada.player.id, None), Code::NotYourself),
        (about(PlayerId::default(), None), Code::UnknownPlayer),
        (ReportDraft { table: Some(TableId::default()), ..about(bo, None) }, Code::UnknownTable),
        (ReportDraft { reason: " ".to_owned(), ..about(bo, None) }, Code::BadReason),
        (ReportDraft { reason: "x".repeat(1_001), ..about(bo, None) }, Code::BadReason),
    ] {
        assert_eq!(code(host.moderation().report(ada, about).await), expected);
    }
    assert_eq!(
        code(host.moderation().report(&*program(host, ada).await, about(bo, None)).await),
        Code::InsufficientScope
    );
    let first = host.moderation().report(ada, about(bo, Some(said.id))).await.unwrap();
    assert_eq!((first.table, first.text.as_deref()), (Some(stage.table), Some("something unkind")));
    let same = ReportDraft {
        reason: "more".to_owned(),
        table: Some(stage.table),
        ..about(bo, Some(said.id))
    };
    let (one, two) = tokio::join!(
        host.moderation().report(ada, same.clone()),
        stage.there.moderation().report(ada, same)
    );
    assert_eq!((one.unwrap().id, two.unwrap().id), (first.id, first.id));
    stage.wait(1);
    host.moderation().report(&stage.cy, about(bo, Some(said.id))).await.unwrap();
    // Moderators still see the text when nobody else does.
    host.moderation().remove_message(&stage.moderator, said.id).await.unwrap();
    let queue = host.moderation().reports(&stage.moderator, open()).await.unwrap();
    let texts: Vec<_> = queue.iter().map(|report| report.text.as_deref()).collect();
    assert_eq!(texts, [Some("something unkind"); 2]);
    assert_eq!(queue[0].reporter, ada.player);
}

#[tokio::test]
async fn reports_are_limited_to_five_at_once_and_then_one_a_minute() {
    let stage = Stage::set().await;
    let (host, ada, bo) = (&stage.here, &stage.ada, stage.bo.player.id);
    let mut messages = Vec::new();
    for number in 0..7 {
        messages.push(stage.say(&stage.bo, "unkind", &number.to_string()).await.unwrap().id);
    }
    for &message in &messages[..5] {
        host.moderation().report(ada, about(bo, Some(message))).await.unwrap();
    }
    let refusal = refused(host.moderation().report(ada, about(bo, Some(messages[5]))).await);
    assert_eq!((refusal.code, refusal.wait_s), (Code::TooManyAttempts, Some(60)));
    host.moderation().report(ada, about(bo, Some(messages[0]))).await.unwrap();
    host.moderation().report(&stage.cy, about(bo, Some(messages[5]))).await.unwrap();
    stage.wait(60);
    host.moderation().report(ada, about(bo, Some(messages[5]))).await.unwrap();
    assert_eq!(
        code(host.moderation().report(ada, about(bo, Some(messages[6]))).await),
        Code::TooManyAttempts
    );
}

#[tokio::test]
async fn of_two_moderators_one_resolves_a_report() {
    let stage = Stage::set().await;
    for number in 0..20 {
        let told = ReportDraft { reason: format!("{number}"), ..about(stage.bo.player.id, None) };
        stage.wait(60);
        let id = stage.here.moderation().report(&stage.ada, told).await.unwrap().id;
        let resolve = async |host: &gueridon_host::host::Host, by, outcome| {
            host.moderation().resolve(by, id, outcome, "done").await
        };
        let (one, two) = tokio::join!(
            resolve(&stage.here, &stage.moderator, Outcome::Warned),
            resolve(&stage.there, &stage.operator, Outcome::Dismissed)
        );
        let (won, winner, outcome, lost) = match (one, two) {
            (Ok(won), lost @ Err(_)) => (won, &stage.moderator, Outcome::Warned, lost),
            (lost @ Err(_), Ok(won)) => (won, &stage.operator, Outcome::Dismissed, lost),
            other => panic!("{other:?}"),
        };
        assert_eq!(code(lost), Code::AlreadyResolved);
        let resolution = won.resolution.clone().unwrap();
        assert_eq!(
            (&resolution.by, resolution.outcome, &*resolution.note),
            (&winner.player, outcome, "done")
        );
        // A retry gets the same answer, and nobody can change the note.
        assert_eq!(resolve(&stage.there, winner, outcome).await.unwrap(), won);
        assert_eq!(
            code(resolve(&stage.there, winner, Outcome::Other).await),
            Code::AlreadyResolved
        );
    }
    assert!(stage.here.moderation().reports(&stage.moderator, open()).await.unwrap().is_empty());
    let unknown = ReportId::default();
    let unknown =
        stage.here.moderation().resolve(&stage.moderator, unknown, Outcome::Other, "").await;
    assert_eq!(code(unknown), Code::UnknownReport);
}

#[tokio::test]
async fn a_deleted_account_takes_its_messages_along() {
    let stage = Stage::set().await;
    let said = stage.say(&stage.bo, "something unkind", "k").await.unwrap();
    // Also messages of a player who has left the table.
    stage.here.lobby().leave(stage.table, stage.bo.player.id).await.unwrap();
    stage
        .here
        .moderation()
        .report(&stage.ada, about(stage.bo.player.id, Some(said.id)))
        .await
        .unwrap();
    stage.here.talk().mute(&stage.bo, stage.cy.player.id).await.unwrap();
    let export = stage.here.people().export(stage.bo.player.id, None, 10, None).await.unwrap();
    assert_eq!(export.messages, std::slice::from_ref(&said));
    assert_eq!(export.mutes[0].player, stage.cy.player);
    assert!(!export.has_more_messages && export.reports.is_empty());
    let told = stage.here.people().export(stage.ada.player.id, None, 10, None).await.unwrap();
    assert_eq!(told.reports[0].reason, "unkind");
    let after =
        stage.here.people().export(stage.bo.player.id, None, 10, Some(said.id)).await.unwrap();
    assert!(after.messages.is_empty());
    let mut cy = stage.listen(&stage.there, &stage.cy).await;
    stage.here.people().delete_account(&stage.bo, None, None).await.unwrap();
    let gone = heard(&mut cy).await;
    assert_eq!((gone.id, gone.text, gone.removed.unwrap().by), (said.id, None, None));
    assert_eq!(gone.player.standing, Standing::Deleted);
    let shown = stage
        .here
        .talk()
        .messages(stage.table, Viewer::default(), MessageCursor::Newest, 9)
        .await
        .unwrap();
    assert!(shown[0].player.name.starts_with("N. N. "), "{shown:?}");
    let queue = stage.here.moderation().reports(&stage.moderator, open()).await.unwrap();
    assert_eq!((&queue[0].text, queue[0].player.standing), (&None, Standing::Deleted));
    let again = stage.here.moderation().report(&stage.cy, about(stage.bo.player.id, None)).await;
    assert_eq!(code(again), Code::UnknownPlayer);
}
