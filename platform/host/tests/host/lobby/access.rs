//! The one function that says who may know of a table agrees with the lists of every journal.

use gueridon_game::Seat;
use gueridon_host::host::{Viewer, Watch, access};
use gueridon_journal::{
    PlayerId, ResultPage, Role, Spectators, Status, TableId, TablePage, TableSettings, Visibility,
};

use crate::lobby::stage::{Stage, on_each};

/// A table with this status: Ada and Bo sit, `invited` is invited.
async fn table(
    stage: &Stage,
    owner: PlayerId,
    invited: PlayerId,
    settings: TableSettings,
    status: Status,
) -> TableId {
    // Later than the last one, because of the rate limit.
    stage.clock.set(stage.clock.now_ms() + 60_000);
    let lobby = stage.host.lobby();
    let wish = gueridon_host::host::OpenTable { settings, ..stage.wish() };
    let id = lobby.open(owner, wish).await.unwrap();
    for player in [stage.ada, stage.bo, invited] {
        lobby.invite(id, owner, player).await.unwrap();
    }
    lobby.sit(id, stage.ada, Some(Seat(0))).await.unwrap();
    lobby.sit(id, stage.bo, Some(Seat(1))).await.unwrap();
    if status == Status::Closed {
        lobby.close_table(id, owner).await.unwrap();
    }
    if matches!(status, Status::Playing | Status::Over) {
        lobby.start_table(id, owner).await.unwrap();
    }
    if status == Status::Over {
        stage.finish(id).await;
    }
    id
}

#[tokio::test]
async fn access_agrees_with_every_list_of_the_journal() {
    on_each(async |stage| {
        let (owner, invited) = (stage.cy, stage.player("Di").await);
        let stranger = stage.player("Ed").await;
        let mut tables = Vec::new();
        for visibility in [Visibility::Open, Visibility::Private] {
            for spectators in [Spectators::Allowed, Spectators::Delayed(2), Spectators::Forbidden] {
                for status in [Status::Open, Status::Playing, Status::Over, Status::Closed] {
                    let settings =
                        TableSettings { visibility, spectators, ..TableSettings::default() };
                    tables.push(table(&stage, owner, invited, settings, status).await);
                }
            }
        }
        let players = [stage.ada, owner, invited, stranger].map(Some);
        for player in players.into_iter().chain([None]) {
            for role in [Role::Player, Role::Moderator, Role::Operator] {
                let viewer = Viewer { player, role, ..Viewer::default() };
                compare(&stage, &tables, viewer).await;
            }
        }
    })
    .await;
}

/// Compares what the function says of each table with the lists for one viewer.
async fn compare(stage: &Stage, tables: &[TableId], viewer: Viewer) {
    let lobby = stage.host.lobby();
    let page = TablePage { reader: viewer.reader(), first: 100, ..TablePage::default() };
    let listed: Vec<_> = lobby.tables(&page).await.unwrap().iter().map(|one| one.id).collect();
    let results = ResultPage {
        player: stage.ada,
        asker: viewer.player,
        game: None,
        before: None,
        first: 100,
    };
    let results = lobby.results(&results).await.unwrap();
    let results: Vec<_> = results.iter().map(|one| one.table.id).collect();
    for &id in tables {
        let row = stage.journal.table(id).await.unwrap().unwrap();
        let is_invited = match viewer.player {
            Some(player) => stage.journal.is_invited(id, player).await.unwrap(),
            None => false,
        };
        let granted = access(&row, viewer, is_invited);
        let about = format!("{:?} {:?} {viewer:?}", row.status, row.settings);
        assert_eq!(listed.contains(&id), granted.see, "{about}");
        assert_eq!(lobby.table(id, viewer).await.is_ok(), granted.see, "{about}");
        // Results are about players: a private table is listed for those who sat there alone.
        let sat = viewer.player.is_some_and(|player| row.seat_of(player).is_some());
        let is_public = row.settings.visibility == Visibility::Open;
        let may_list = sat || (is_public && granted.watch != Watch::Never);
        assert_eq!(results.contains(&id), row.status == Status::Over && may_list, "{about}");
        assert!(!granted.hear || granted.see, "who hears a table knows of it: {about}");
    }
}
