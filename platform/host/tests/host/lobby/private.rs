//! A private table does not exist for those who are not invited, whichever way they come.

use gueridon_game::Seat;
use gueridon_host::host::{Perspective, Viewer};
use gueridon_host::refusal::Code;
use gueridon_journal::{ListScope, PlayerId, TableId, TablePage};
use serde_json::json;

use crate::lobby::stage::{EN, Stage, moderator, on_each, private};
use crate::refusals::code;

async fn listed(stage: &Stage, viewer: Viewer) -> Vec<TableId> {
    let page = TablePage { reader: viewer.reader(), ..TablePage::default() };
    stage.host.lobby().tables(&page).await.unwrap().into_iter().map(|table| table.id).collect()
}

/// Asserts that a player cannot find a table in any way.
async fn assert_hidden(stage: &Stage, table: TableId, viewer: Viewer) {
    let host = &stage.host;
    assert_eq!(listed(stage, viewer).await, []);
    for perspective in [Perspective::Own, Perspective::All] {
        let viewer = Viewer { perspective, ..viewer };
        assert_eq!(code(host.watching().look(table, viewer, EN).await), Code::UnknownTable);
        assert_eq!(code(host.watching().entries(table, viewer, 0, 9).await), Code::UnknownTable);
        assert_eq!(code(host.watching().subscribe(table, viewer, 0).await), Code::UnknownTable);
    }
    assert_eq!(code(host.lobby().table(table, viewer).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().invite_code(table, viewer).await), Code::UnknownTable);
    let Some(player) = viewer.player else { return };
    assert_eq!(code(host.lobby().sit(table, player, None).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().sit(table, player, Some(Seat(9))).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().leave(table, player).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().start_table(table, player).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().close_table(table, player).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().hand_over(table, player, player).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().invite(table, player, stage.bo).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().decline_invitation(table, player).await), Code::UnknownTable);
    assert_eq!(code(host.lobby().rematch(table, player).await), Code::UnknownTable);
    let play =
        host.tables().play(table, player, 0, "k".to_owned(), vec![json!({"pick": 1})].into());
    assert_eq!(code(play.await), Code::UnknownTable);
    let preview = host.tables().preview(table, player, vec![json!({"pick": 1})].into(), EN);
    assert_eq!(code(preview.await), Code::UnknownTable);
    assert!(host.lobby().invitations(player, None, 9).await.unwrap().is_empty());
    assert!(host.lobby().my_tables(player, None, 9).await.unwrap().is_empty());
    assert!(host.people().export(player, None, 9, None).await.unwrap().tables.is_empty());
}

#[tokio::test]
async fn a_stranger_finds_nothing_of_a_private_table_before_during_and_after_the_game() {
    on_each(async |stage| {
        let strangers: [Viewer; 2] = [Viewer::default(), stage.cy.into()];
        let table = stage.open(private()).await;
        for stranger in strangers {
            assert_hidden(&stage, table, stranger).await;
        }
        let played = stage.begun(private()).await;
        for stranger in strangers {
            assert_hidden(&stage, played, stranger).await;
        }
        stage.finish(played).await;
        let next = stage.host.lobby().rematch(played, stage.ada).await.unwrap();
        for stranger in strangers {
            assert_hidden(&stage, played, stranger).await;
            assert_hidden(&stage, next, stranger).await;
            assert_eq!(stage.host.lobby().rematch_of(played, stranger).await.unwrap(), None);
        }
        assert_eq!(listed(&stage, stage.ada.into()).await.len(), 3);
        assert_eq!(listed(&stage, stage.bo.into()).await.len(), 2);
        assert_eq!(listed(&stage, moderator()).await.len(), 3);
        assert_eq!(Viewer::default().reader(), ListScope::Public);
    })
    .await;
}

#[tokio::test]
async fn an_invited_player_finds_a_private_table_and_may_sit() {
    on_each(async |stage| {
        let (host, ada, bo, cy) = (&stage.host, stage.ada, stage.bo, stage.cy);
        let table = stage.open(private()).await;
        host.lobby().invite(table, ada, bo).await.unwrap();
        host.lobby().invite(table, ada, bo).await.unwrap();
        let invitations = host.lobby().invitations(bo, None, 9).await.unwrap();
        assert_eq!(invitations.len(), 1);
        assert_eq!(invitations[0].table.id, table);
        assert!(invitations[0].inviter.is_some());
        assert_eq!(host.lobby().invitations(bo, Some(table), 9).await.unwrap(), []);
        host.watching().look(table, bo.into(), EN).await.unwrap();
        // An invited player may sit, but not invite others.
        assert_eq!(code(host.lobby().invite(table, bo, cy).await), Code::NotSeated);
        assert_eq!(host.lobby().invite_code(table, bo.into()).await.unwrap(), None);
        host.lobby().sit(table, bo, None).await.unwrap();
        assert_eq!(host.lobby().invitations(bo, None, 9).await.unwrap(), []);
        host.lobby().invite(table, bo, cy).await.unwrap();
        host.lobby().decline_invitation(table, cy).await.unwrap();
        assert_hidden(&stage, table, cy.into()).await;
        let nobody = PlayerId::default();
        assert_eq!(code(host.lobby().invite(table, ada, nobody).await), Code::UnknownPlayer);
    })
    .await;
}

#[tokio::test]
async fn a_code_lets_in_until_somebody_is_removed() {
    on_each(async |stage| {
        let (host, ada, bo, cy) = (&stage.host, stage.ada, stage.bo, stage.cy);
        let table = stage.open(private()).await;
        let code_of = async || host.lobby().invite_code(table, ada.into()).await.unwrap().unwrap();
        let first = code_of().await;
        assert_eq!(code(host.lobby().use_invite(bo, "").await), Code::UnknownInvite);
        assert_eq!(host.lobby().use_invite(bo, &first).await.unwrap(), table);
        assert_eq!(host.lobby().use_invite(bo, &first).await.unwrap(), table);
        assert_eq!(host.lobby().invitations(bo, None, 9).await.unwrap()[0].inviter, None);
        host.lobby().sit(table, bo, Some(Seat(1))).await.unwrap();
        assert_eq!(host.lobby().invite_code(table, bo.into()).await.unwrap().unwrap(), first);
        host.lobby().remove_from_seat(table, ada, Seat(1)).await.unwrap();
        assert_hidden(&stage, table, bo.into()).await;
        assert_eq!(code(host.lobby().use_invite(bo, &first).await), Code::UnknownInvite);
        assert_ne!(code_of().await, first);
        host.lobby().use_invite(cy, &code_of().await).await.unwrap();
        host.lobby().close_table(table, ada).await.unwrap();
        assert_eq!(host.lobby().invite_code(table, ada.into()).await.unwrap(), None);
    })
    .await;
}
