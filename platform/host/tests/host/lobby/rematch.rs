//! Rematches.

use gueridon_game::Seat;
use gueridon_host::host::{OpenTable, TableStatus};
use gueridon_host::refusal::Code;
use gueridon_journal::{Bot, CloseReason, Seated, Sitter, TableSettings};
use serde_json::json;

use crate::lobby::stage::{on_each, private, when_full};
use crate::refusals::code;

#[tokio::test]
async fn a_rematch_is_as_the_table_was_with_the_bots_seated_and_the_others_invited() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let wish = OpenTable::of("marathon", Some(json!({"rounds": 1})), 3);
        let table =
            host.lobby().open(ada, OpenTable { settings: private(), ..wish }).await.unwrap();
        host.lobby().invite(table, ada, bo).await.unwrap();
        host.lobby().sit(table, bo, Some(Seat(0))).await.unwrap();
        host.lobby().seat_bot(table, ada, Seat(1), Bot::Random).await.unwrap();
        host.lobby().sit(table, ada, Some(Seat(2))).await.unwrap();
        assert_eq!(code(host.lobby().rematch(table, bo).await), Code::NotOver);
        host.lobby().start_table(table, ada).await.unwrap();
        assert_eq!(code(host.lobby().rematch(table, bo).await), Code::NotOver);
        assert!(host.tables().expire(table, i64::MAX).await.unwrap());
        assert_eq!(code(host.lobby().rematch(table, stage.cy).await), Code::UnknownTable);

        let next = host.lobby().rematch(table, bo).await.unwrap();
        let info = stage.info(next).await;
        assert_eq!((info.owner, info.opener, info.state), (bo, bo, TableStatus::Open));
        assert_eq!((info.seats, &info.game[..], info.settings), (3, "marathon", private()));
        assert_eq!(info.options, json!({"rounds": 1}));
        let sits: Vec<_> = info.seated.iter().map(|one| (one.seat.0, one.player())).collect();
        assert_eq!(sits, [(0, Some(bo)), (1, None)]);
        assert_eq!(host.lobby().invitations(ada, None, 9).await.unwrap()[0].table.id, next);
        let found = host.lobby().rematch_of(table, ada.into()).await.unwrap().unwrap();
        assert_eq!(found.id, next);

        assert_eq!(host.lobby().rematch(table, ada).await.unwrap(), next);
        assert_eq!(host.lobby().rematch(table, bo).await.unwrap(), next);
        let seats = stage.info(next).await.seated;
        assert_eq!(seats.iter().filter_map(Seated::player).collect::<Vec<_>>(), [bo, ada]);
        assert_eq!(seats[1].who, Sitter::Bot(Bot::Random));
        host.lobby().start_table(next, bo).await.unwrap();
        assert_eq!(host.lobby().rematch(table, ada).await.unwrap(), next);
    })
    .await;
}

#[tokio::test]
async fn a_cancelled_rematch_does_not_prevent_another() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.begun(TableSettings::default()).await;
        stage.finish(table).await;
        let first = host.lobby().rematch(table, ada).await.unwrap();
        // A bot has Bo's seat: Bo gets the table without a seat.
        host.lobby().seat_bot(first, ada, Seat(1), Bot::Random).await.unwrap();
        assert_eq!(host.lobby().rematch(table, bo).await.unwrap(), first);
        assert_eq!(stage.info(first).await.seated.len(), 2);
        host.lobby().close_table(first, ada).await.unwrap();
        assert_eq!(
            stage.info(first).await.state,
            TableStatus::Closed { why: CloseReason::Cancelled }
        );
        let second = host.lobby().rematch(table, bo).await.unwrap();
        assert_ne!(second, first);
        assert_eq!(stage.info(second).await.owner, bo);
    })
    .await;
}

#[tokio::test]
async fn a_rematch_keeps_the_seats_of_those_who_sat_there_until_they_answer() {
    on_each(async |stage| {
        let (lobby, ada, bo, cy) = (stage.host.lobby(), stage.ada, stage.bo, stage.cy);
        let table = stage.begun(TableSettings::default()).await;
        stage.finish(table).await;
        let next = lobby.rematch(table, ada).await.unwrap();
        let kept = async || {
            let info = stage.info(next).await;
            let kept = lobby.kept_seats(next, info.rematch_of, &info.seated).await.unwrap();
            kept.iter().map(|one| (one.seat, one.player())).collect::<Vec<_>>()
        };
        assert_eq!(kept().await, [(Seat(1), Some(bo))]);
        for seat in [None, Some(Seat(1))] {
            assert_eq!(code(lobby.sit(next, cy, seat).await), Code::SeatKept);
        }
        // Who sat there takes it back without naming it.
        assert_eq!(lobby.sit(next, bo, None).await.unwrap(), Seat(1));
        assert_eq!(kept().await, []);
        lobby.leave(next, bo).await.unwrap();
        lobby.decline_invitation(next, bo).await.unwrap();
        assert_eq!(kept().await, []);
        assert_eq!(lobby.sit(next, cy, None).await.unwrap(), Seat(1));
    })
    .await;
}

#[tokio::test]
async fn a_code_says_to_whom_and_to_what_it_leads_until_its_table_is_closed() {
    on_each(async |stage| {
        let (lobby, ada) = (stage.host.lobby(), stage.ada);
        let table = stage.open(private()).await;
        let code = lobby.invite_code(table, ada.into()).await.unwrap().unwrap();
        let found = lobby.invited_to(&code).await.unwrap().unwrap();
        assert_eq!((found.id, found.owner), (table, ada));
        assert!(lobby.invited_to("nobody's").await.unwrap().is_none());
        lobby.close_table(table, ada).await.unwrap();
        assert!(lobby.invited_to(&code).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn a_player_removed_from_a_rematch_does_not_return_by_requesting_it_again() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.begun(private()).await;
        stage.finish(table).await;
        let next = host.lobby().rematch(table, ada).await.unwrap();
        host.lobby().rematch(table, bo).await.unwrap();
        host.lobby().remove_from_seat(next, ada, Seat(1)).await.unwrap();
        assert_eq!(code(host.lobby().rematch(table, bo).await), Code::NotInvited);
    })
    .await;
}

#[tokio::test]
async fn a_rematch_with_automatic_start_begins_when_the_last_player_joins() {
    on_each(async |stage| {
        let (host, ada, bo) = (&stage.host, stage.ada, stage.bo);
        let table = stage.open(when_full()).await;
        host.lobby().sit(table, ada, None).await.unwrap();
        host.lobby().sit(table, bo, None).await.unwrap();
        stage.finish(table).await;
        let next = host.lobby().rematch(table, bo).await.unwrap();
        assert_eq!(stage.info(next).await.state, TableStatus::Open);
        host.lobby().rematch(table, ada).await.unwrap();
        assert_eq!(stage.info(next).await.state, TableStatus::Playing);
    })
    .await;
}
