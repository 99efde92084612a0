//! A server that is killed after all sorts of actions.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::together::acts::{GAMES, Scene, TableListener, done};

#[tokio::test]
async fn a_table_is_the_same_after_a_kill_entry_by_entry() {
    for game in GAMES {
        let mut scene = Scene::set("kept", game, 3).await;
        let mut dice = ChaCha8Rng::seed_from_u64(4);
        for round in 0..3 {
            let (id, players) = (&scene.id, &scene.players);
            scene.play(&mut dice, 2).await;
            // The last player takes the last step back, freely or by consent.
            let standing = scene.standing().await;
            let last = standing["entries"]["nodes"].as_array().unwrap().last().unwrap();
            let seat = usize::try_from(last["seat"].as_u64().unwrap()).unwrap();
            let ask = format!("propose(proposal: UNDO, entry: {})", last["seq"]);
            let asked = done(&players[seat], id, &ask).await;
            for other in [(seat + 1) % 3, (seat + 2) % 3] {
                done(&players[other], id, &format!("agree(proposal: {asked})")).await;
            }
            let asked = done(&players[0], id, "propose(proposal: PAUSE)").await;
            done(&players[1], id, &format!("decline(proposal: {asked})")).await;
            scene.play(&mut dice, 1).await;
            if round == 2 {
                // In the last round nobody plays any more, so that nothing changes meanwhile.
                let asked = done(&players[0], id, "propose(proposal: PAUSE)").await;
                done(&players[1], id, &format!("agree(proposal: {asked})")).await;
                done(&players[2], id, "resign").await;
                done(&players[1], id, &format!("agree(proposal: {asked})")).await;
            }
            let (seen, standing) = (scene.seen().await, scene.standing().await);
            scene.server.kill_and_start();
            assert_eq!(scene.seen().await, seen);
            assert_eq!(scene.standing().await, standing);
        }
        let seq = scene.standing().await["seq"].as_u64().unwrap();
        let mut listener = TableListener::of(&scene.server.stranger(), &scene.id, 0).await;
        for next in 1..=seq {
            assert_eq!(listener.hear().await.unwrap()["entry"]["seq"], next);
        }
    }
}
