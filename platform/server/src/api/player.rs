//! A player as everybody may see them: a person, or a program and whose it is.

use std::collections::BTreeMap;

use gueridon_graphql::fault::Fault;
use gueridon_host::host::Host;
use gueridon_journal::{Player, PlayerId, Seated, Sitter, Standing};
use serde_json::{Value, json};

use super::refused::fault;

/// The owners of programs that are to be shown.
pub(super) type Owners = BTreeMap<PlayerId, Player>;

/// The owners of those of these players who are programs.
pub(super) async fn owners(host: &Host, players: &[(PlayerId, Standing)]) -> Result<Owners, Fault> {
    host.lobby().owners_of(players).await.map_err(fault)
}

/// The owners of the programs at a table.
pub(super) async fn owners_at(host: &Host, seated: &[Seated]) -> Result<Owners, Fault> {
    let players: Vec<_> = seated.iter().filter_map(|one| standing(&one.who)).collect();
    owners(host, &players).await
}

fn standing(sitter: &Sitter) -> Option<(PlayerId, Standing)> {
    match sitter {
        Sitter::Player { player, standing, .. } => Some((*player, *standing)),
        Sitter::Bot(_) => None,
    }
}

/// A player as everybody may see them.
pub(super) async fn shown(host: &Host, player: &Player) -> Result<Value, Fault> {
    let owners = owners(host, &[(player.id, player.standing)]).await?;
    Ok(player_json(player, &owners))
}

/// The player who sits at a seat; none for a bot.
pub(super) async fn shown_sitter(host: &Host, sitter: &Sitter) -> Result<Option<Value>, Fault> {
    Ok(sitter_json(sitter, &owners(host, standing(sitter).as_slice()).await?))
}

/// A player who is no program.
pub(super) fn person_json(player: &Player) -> Value {
    player_json(player, &Owners::new())
}

/// A player, of whom `owners` says whose program it is.
pub(super) fn player_json(player: &Player, owners: &Owners) -> Value {
    json!({
        "id": player.id,
        "name": player.name,
        "standing": player.standing,
        "owner": owners.get(&player.id).map(person_json),
    })
}

/// The player who sits at a seat; none for a bot.
pub(super) fn sitter_json(sitter: &Sitter, owners: &Owners) -> Option<Value> {
    match sitter {
        Sitter::Player { player, name, standing } => Some(json!({
            "id": player,
            "name": name,
            "standing": standing,
            "owner": owners.get(player).map(person_json),
        })),
        Sitter::Bot(_) => None,
    }
}
