//! The fields of `Mutation` with which a seat does something besides playing.

use gueridon_graphql::fault::Fault;
use gueridon_host::refusal::Code as RefusalCode;
use gueridon_host::table::{Proposal, SeatAction};
use gueridon_journal::TableId;
use serde::Deserialize;

use super::Mutation;
use crate::api::arguments::{AtTable, Id};
use crate::api::refused::NotDone;
use crate::api::results::{self, Acted};
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("resign", resign)
        .field("comeBack", come_back)
        .field("propose", propose)
        .field("agree", agree)
        .field("decline", decline)
        .field("undo", undo);
}

/// Carries out an action for the caller. An error in `action` is reported after those about the
/// caller and the table.
async fn act(
    ctx: Context<'_>,
    table: Id<TableId>,
    action: Result<SeatAction, Fault>,
) -> Result<Acted, NotDone> {
    let caller = ctx.caller_now().await?;
    let me = caller.known()?.player.id;
    let id = table.or(RefusalCode::UnknownTable)?;
    let seq = ctx.host().tables().act(id, me, action?).await?;
    Ok(Acted(seq, results::table(&ctx.state, &caller, id)))
}

async fn resign(ctx: Context<'_>, _: &Mutation, table: AtTable) -> Result<Acted, NotDone> {
    act(ctx, table.table, Ok(SeatAction::Resign)).await
}

async fn come_back(ctx: Context<'_>, _: &Mutation, table: AtTable) -> Result<Acted, NotDone> {
    act(ctx, table.table, Ok(SeatAction::Return)).await
}

/// The number of an entry. A negative one becomes 0, which is no entry.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
struct EntryNumber(i32);

impl From<EntryNumber> for u64 {
    fn from(EntryNumber(number): EntryNumber) -> Self {
        Self::try_from(number).unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ProposalKind {
    Undo,
    Pause,
    Resume,
    Abort,
    GoOn,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProposeArguments {
    table: Id<TableId>,
    proposal: ProposalKind,
    entry: Option<EntryNumber>,
}

async fn propose(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: ProposeArguments,
) -> Result<Acted, NotDone> {
    let proposed = proposed(&arguments.proposal, arguments.entry);
    act(ctx, arguments.table, proposed.map(SeatAction::Propose)).await
}

fn proposed(kind: &ProposalKind, entry: Option<EntryNumber>) -> Result<Proposal, Fault> {
    Ok(match (kind, entry) {
        (ProposalKind::GoOn, _) => {
            return Err(Fault::bad_input("proposal: only the server asks whether to GO_ON"));
        }
        (ProposalKind::Undo, Some(entry)) => Proposal::Undo(entry.into()),
        (ProposalKind::Undo, None) => {
            return Err(Fault::bad_input("entry: an UNDO names the entry to be taken back"));
        }
        (_, Some(_)) => return Err(Fault::bad_input("entry: only an UNDO names one")),
        (ProposalKind::Pause, None) => Proposal::Pause,
        (ProposalKind::Resume, None) => Proposal::Resume,
        (ProposalKind::Abort, None) => Proposal::Abort,
    })
}

/// The arguments of a field that answers a proposal.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ToProposal {
    table: Id<TableId>,
    proposal: EntryNumber,
}

async fn agree(ctx: Context<'_>, _: &Mutation, to: ToProposal) -> Result<Acted, NotDone> {
    act(ctx, to.table, Ok(SeatAction::Agree(to.proposal.into()))).await
}

async fn decline(ctx: Context<'_>, _: &Mutation, to: ToProposal) -> Result<Acted, NotDone> {
    act(ctx, to.table, Ok(SeatAction::Decline(to.proposal.into()))).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UndoArguments {
    table: Id<TableId>,
    entry: EntryNumber,
}

async fn undo(ctx: Context<'_>, _: &Mutation, arguments: UndoArguments) -> Result<Acted, NotDone> {
    act(ctx, arguments.table, Ok(SeatAction::Undo(arguments.entry.into()))).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_undo_names_an_entry_and_it_always_does() {
        let asked = |kind, entry: Option<i32>| proposed(&kind, entry.map(EntryNumber)).ok();
        assert_eq!(asked(ProposalKind::Undo, Some(3)), Some(Proposal::Undo(3)));
        assert_eq!(asked(ProposalKind::Undo, None), None);
        assert_eq!(asked(ProposalKind::Pause, None), Some(Proposal::Pause));
        assert_eq!(asked(ProposalKind::Pause, Some(3)), None);
        assert_eq!(asked(ProposalKind::Abort, None), Some(Proposal::Abort));
    }
}
