//! Acts that are refused: by the wrong people, or at the wrong time.

use serde_json::json;

use crate::support::tables::opened;
use crate::together::acts::{Scene, act, mutation};

const ACTIONS: [&str; 6] = [
    "resign",
    "comeBack",
    "propose(proposal: PAUSE)",
    "agree(proposal: 1)",
    "decline(proposal: 1)",
    "undo(entry: 1)",
];

#[tokio::test]
async fn only_those_who_sit_at_a_table_that_has_begun_act_there() {
    let scene = Scene::set("refused", "astoria", 2).await;
    let passer_by = scene.server.player("Passer-by").await;
    let open = opened(&scene.players[0], json!({"astoria": {}}), 2).await;
    let nowhere = "01a1fec0-0000-7000-8000-000000000000";
    for action in ACTIONS {
        assert_eq!(act(&passer_by, &scene.id, action).await["code"], "NOT_SEATED");
        assert_eq!(act(&scene.players[0], &open, action).await["code"], "NOT_STARTED");
        assert_eq!(act(&scene.players[0], nowhere, action).await["code"], "UNKNOWN_TABLE");
        let answer =
            scene.server.stranger().post(&mutation(action), json!({ "id": scene.id })).await;
        assert_eq!(answer["errors"][0]["extensions"]["code"], "UNAUTHENTICATED", "{answer}");
    }
    assert_eq!(scene.standing().await["seq"], 0);
    for action in ["propose(proposal: UNDO)", "propose(proposal: PAUSE, entry: 1)"] {
        let answer = scene.players[0].post(&mutation(action), json!({ "id": scene.id })).await;
        assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_INPUT", "{answer}");
    }
    for action in ["undo(entry: 0)", "undo(entry: -1)", "propose(proposal: UNDO, entry: 1)"] {
        assert_eq!(scene.act(0, action).await["code"], "NOT_LAST");
    }
    // Coming back without having been away adds no entry.
    assert_eq!(scene.act(0, "comeBack").await["seq"], 0);
}
