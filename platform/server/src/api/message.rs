//! The types `Message` and `Mute`: messages at tables, and whom a player has muted.

use gueridon_graphql::fault::Fault;
use gueridon_host::host::{Host, Viewer};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::talk::{MessageCursor, Mute};
use gueridon_journal::{Message, PlayerId, Role, TableId};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::arguments::PageArguments;
use super::connection::{PageInfo, cursor, json_page, page_size};
use super::player::{Owners, owners, person_json, player_json};
use super::refused::fault;
use super::state::Fields;

pub(super) fn register(fields: &mut Fields) {
    fields.json(&["Player", "Message", "MessageConnection", "MessageEdge"]);
    fields.json(&["Mute", "MuteConnection", "MuteEdge"]);
}

/// The arguments of `Table.messages`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MessagesArguments {
    first: i32,
    after: Option<String>,
    before: Option<String>,
}

/// A page of a table's messages.
pub(super) async fn page(
    host: &Host,
    table: TableId,
    viewer: Viewer,
    arguments: MessagesArguments,
) -> Result<Json, Fault> {
    let first = page_size(arguments.first)?;
    let (after, before) = (arguments.after.as_deref(), arguments.before.as_deref());
    let from = match (cursor::<u64>(after)?, cursor::<u64>(before)?) {
        (Some(_), Some(_)) => {
            return Err(Fault::bad_input("a page is after a cursor or before one"));
        }
        (Some(after), None) => MessageCursor::After(after),
        (None, Some(before)) => MessageCursor::Before(before),
        (None, None) => MessageCursor::Newest,
    };
    let mut found = host.talk().messages(table, viewer, from, first + 1).await.map_err(fault)?;
    let has_more = found.len() > first;
    match from {
        MessageCursor::After(_) => found.truncate(first),
        MessageCursor::Before(_) | MessageCursor::Newest => {
            drop(found.drain(..usize::from(has_more)));
        }
    }
    let cursor = |message: &Message| message.number.to_string();
    let page = PageInfo {
        has_next_page: match from {
            MessageCursor::After(_) => has_more,
            MessageCursor::Before(_) => true,
            MessageCursor::Newest => false,
        },
        has_previous_page: has_more || matches!(from, MessageCursor::After(_)),
        start_cursor: found.first().map(cursor),
        end_cursor: found.last().map(cursor),
    };
    let spoken: Vec<_> =
        found.iter().map(|message| (message.player.id, message.player.standing)).collect();
    let owners = owners(host, &spoken).await?;
    let node = |message: &Message| (cursor(message), message_json(message, viewer, &owners));
    Ok(json_page(found.iter().map(node).collect(), &page))
}

/// A page of the players whom a player has muted.
pub(super) async fn mutes(
    host: &Host,
    player: PlayerId,
    arguments: PageArguments,
) -> Result<Json, Fault> {
    let first = page_size(arguments.first)?;
    let after = cursor(arguments.after.as_deref())?;
    let mut found = host.talk().mutes(player, after, first + 1).await.map_err(fault)?;
    let page = PageInfo::cut(&mut found, first, after.is_some(), |mute| mute.player.id.to_string());
    let muted: Vec<_> = found.iter().map(|mute| (mute.player.id, mute.player.standing)).collect();
    let owners = owners(host, &muted).await?;
    let node = |mute: &Mute| {
        let node =
            json!({ "player": player_json(&mute.player, &owners), "at": rfc3339(mute.at_ms) });
        (mute.player.id.to_string(), node)
    };
    Ok(json_page(found.iter().map(node).collect(), &page))
}

/// A message as a viewer may see it, with its program's owner.
pub(super) async fn shown_message(
    host: &Host,
    message: &Message,
    viewer: Viewer,
) -> Result<Json, Fault> {
    let spoken = [(message.player.id, message.player.standing)];
    Ok(message_json(message, viewer, &owners(host, &spoken).await?))
}

/// A message as a viewer may see it, of whose player `owners` says whose program it is.
fn message_json(message: &Message, viewer: Viewer, owners: &Owners) -> Json {
    let remover = message.removed.as_ref().and_then(|removed| removed.by.as_ref());
    let remover = remover.filter(|_| viewer.role >= Role::Moderator);
    json!({
        "id": message.id,
        "player": player_json(&message.player, owners),
        "at": rfc3339(message.at_ms),
        "text": message.text,
        "isRemoved": message.removed.is_some(),
        "removedBy": remover.map(person_json),
    })
}
