//! Takes what is due out of the journal and has it carried, again if it does not arrive.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use gueridon_game::{Eyes, Language};
use tokio::task::JoinSet;
use tokio::time::timeout;
use uuid::Uuid;

use super::delivery::{Event, EventTable, Post, Undelivered, What};
use super::letters::{self, Turn};
use super::notifier::address;
use crate::access::{Watch, access};
use crate::host::context::Context;
use crate::refusal::{Answer, Failure, Fault};
use crate::tables::condition::Condition;
use crate::tables::request::LookRequest;
use gueridon_journal::{
    AccountKey, Channel, Claim, Confirmation, DeliveryNews, NoticeKind, NoticeRow, PlayerId,
    Seated, Settlement, TableRow,
};

/// How long after each attempt that failed there is another; after the last there is none.
const PAUSES_MS: [i64; 5] = [10_000, 60_000, 600_000, 3_600_000, 6 * 3_600_000];
/// For how long a webhook is tried that nothing reaches.
const PATIENCE_MS: i64 = 3 * 24 * 3_600_000;
/// How much is under way at once on this node, of each channel.
const AT_ONCE: u32 = 16;
/// How long an address can be confirmed with what was sent there.
const CONFIRM_LIFE_MS: i64 = 3 * 24 * 3_600_000;

/// What is claimed and told together: one request, or one letter.
#[derive(Debug)]
struct Batch {
    claim: Uuid,
    player: PlayerId,
    notices: Vec<NoticeRow>,
}

/// Starts the task that looks for what is due, for as long as the host lives.
pub(super) fn start(context: &Arc<Context>, look: Duration) {
    let (stop, context) = (context.stop.clone(), Arc::downgrade(context));
    let working = async move {
        let mut under_way = JoinSet::new();
        while let Some(context) = context.upgrade() {
            while under_way.try_join_next().is_some() {}
            if under_way.len() < AT_ONCE as usize {
                match claim(&context).await {
                    Ok(parcels) => {
                        for parcel in parcels {
                            let context = Arc::clone(&context);
                            under_way.spawn(async move { carry(&context, &parcel).await });
                        }
                    }
                    Err(error) => tracing::debug!(%error, "what is due could not be read"),
                }
            }
            let bell = context.notices.bell.notified();
            tokio::select! {
                // The next of the same webhook may be due.
                Some(_) = under_way.join_next() => {}
                _ = timeout(look, bell) => {}
            }
        }
    };
    tokio::spawn(stop.run_until_cancelled_owned(working));
}

/// Tells what is due until nothing is; says how much was claimed.
pub(super) async fn deliver(context: &Arc<Context>) -> Answer<usize> {
    let mut count = 0;
    loop {
        let parcels = claim(context).await?;
        if parcels.is_empty() {
            return Ok(count);
        }
        count += parcels.iter().map(|parcel| parcel.notices.len()).sum::<usize>();
        join_all(parcels.iter().map(|parcel| carry(context, parcel))).await;
    }
}

async fn claim(context: &Context) -> Answer<Vec<Batch>> {
    let lease_ms = i64::try_from(context.notices.settings.lease.as_millis()).unwrap_or(i64::MAX);
    let mut parcels = Vec::new();
    for of in Channel::ALL {
        if of != Channel::Webhooks && context.notices.mail_courier().is_none() {
            continue;
        }
        let now_ms = context.clock.now_ms();
        let id = context.config.chance.id(&context.clock)?;
        let until_ms = now_ms.saturating_add(lease_ms);
        let claim = Claim { id, of, now_ms, until_ms, most: AT_ONCE };
        let claimed = context.journal.claim(&claim).await?;
        if of != Channel::Turns {
            parcels.extend(claimed.into_iter().map(|notice| Batch {
                claim: id,
                player: notice.player,
                notices: vec![notice],
            }));
            continue;
        }
        let mut letters = BTreeMap::<_, Vec<_>>::new();
        for notice in claimed {
            letters.entry(notice.player).or_default().push(notice);
        }
        let parcel = |(player, notices)| Batch { claim: id, player, notices };
        parcels.extend(letters.into_iter().map(parcel));
    }
    Ok(parcels)
}

/// What has become of a parcel.
#[derive(Debug)]
enum Carried {
    /// It has arrived, or need not any more.
    Done(DeliveryNews),
    Failed(Undelivered),
}

async fn carry(context: &Arc<Context>, parcel: &Batch) {
    let carried = match try_to_carry(context, parcel).await {
        Ok(carried) => carried,
        // Its claim lapses, and then it is tried again.
        Err(error) => {
            tracing::warn!(%error, "something could not be told now");
            return;
        }
    };
    let now_ms = context.clock.now_ms();
    let attempts = parcel.notices.iter().map(|notice| notice.attempts).max().unwrap_or_default();
    let (again_ms, news) = match carried {
        Carried::Done(news) => (None, news),
        Carried::Failed(Undelivered { fault, is_final }) => {
            let pause = PAUSES_MS.get(attempts.saturating_sub(1) as usize).copied();
            let again_ms = pause.filter(|_| !is_final).map(|pause| now_ms.saturating_add(pause));
            (again_ms, missed(parcel, now_ms, fault, is_final))
        }
    };
    let notices = parcel.notices.iter().map(|notice| notice.id).collect();
    let settled = Settlement { claim: parcel.claim, notices, again_ms, news };
    for _ in 0..3 {
        match context.journal.settle(&settled).await {
            Ok(_) => return,
            // If it is not noted, it is told twice: better than never.
            Err(error) => tracing::warn!(%error, "what was told could not be noted"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// What it means that a parcel has not arrived.
fn missed(parcel: &Batch, at_ms: i64, fault: String, is_final: bool) -> DeliveryNews {
    match parcel.notices.first().and_then(|notice| notice.webhook) {
        Some(webhook) => {
            tracing::debug!(webhook = %webhook, fault, "a webhook could not be reached");
            let patience_ms = if is_final { 0 } else { PATIENCE_MS };
            DeliveryNews::Missed {
                webhook,
                at_ms,
                fault,
                since_ms: at_ms.saturating_sub(patience_ms),
            }
        }
        None => {
            tracing::warn!(player = %parcel.player, fault, "a letter could not be sent");
            DeliveryNews::Nothing
        }
    }
}

async fn try_to_carry(context: &Arc<Context>, parcel: &Batch) -> Answer<Carried> {
    let Some(first) = parcel.notices.first() else {
        return Ok(Carried::Done(DeliveryNews::Nothing));
    };
    match (first.kind, first.webhook) {
        (_, Some(_)) => post(context, first).await,
        (NoticeKind::Turn, None) => mail_turns(context, parcel).await,
        (NoticeKind::Confirm, None) => mail_confirmation(context, parcel.player).await,
        (NoticeKind::Reset, None) => mail_reset(context, parcel.player).await,
        (NoticeKind::Over, None) => Ok(Carried::Done(DeliveryNews::Nothing)),
    }
}

async fn post(context: &Arc<Context>, notice: &NoticeRow) -> Answer<Carried> {
    let nothing = || Ok(Carried::Done(DeliveryNews::Nothing));
    let Some(id) = notice.webhook else { return nothing() };
    let Some(courier) = &context.notices.settings.courier else { return nothing() };
    // It may have been removed or given up since it was claimed.
    let found = context.journal.webhook(id).await?;
    let Some(webhook) = found.filter(|one| one.disabled_ms.is_none()) else { return nothing() };
    let Some(table) = notice.table else { return nothing() };
    // What comes late is not told when it is no longer so.
    if notice.attempts > 1
        && notice.kind == NoticeKind::Turn
        && !turn_stands(context, notice).await?
    {
        return nothing();
    }
    let Some(row) = context.journal.table(table).await? else { return nothing() };
    // Nobody is told of a turn that they may not watch, or not yet.
    let now = access(&row, webhook.owner.into(), false).watch;
    if notice.kind == NoticeKind::Turn && now != Watch::Now {
        return nothing();
    }
    let event = Event {
        what: if notice.kind == NoticeKind::Over { What::Over } else { What::Turn },
        at_ms: notice.at_ms,
        table: Some(event_table(context, notice, &row)),
    };
    let sent_ms = context.clock.now_ms();
    let post = Post { id: notice.id, url: webhook.url, secret: webhook.secret, sent_ms, event };
    Ok(match courier.post(&post).await {
        Ok(()) => Carried::Done(DeliveryNews::Reached(id)),
        Err(undelivered) => Carried::Failed(undelivered),
    })
}

fn event_table(context: &Context, notice: &NoticeRow, row: &TableRow) -> EventTable {
    EventTable {
        id: row.id,
        game: row.game.clone(),
        seq: notice.seq,
        seat: notice.seat,
        player: notice.seat.and_then(|seat| row.at(seat)).and_then(Seated::player),
        url: letters::table_url(&context.notices.settings, row.id),
    }
}

/// Whether it is still that seat's turn, and still the same one.
async fn turn_stands(context: &Arc<Context>, notice: &NoticeRow) -> Answer<bool> {
    let (Some(table), Some(seat)) = (notice.table, notice.seat) else { return Ok(false) };
    if !context.journal.turn_stands(table, seat, notice.seq).await? {
        return Ok(false);
    }
    let looked = async {
        let table = context.begun(table).await?;
        table.look(LookRequest::own(Eyes::Seat(seat)), Language::En).await
    };
    match looked.await {
        // Where somebody stands in for the player, it is not the player's turn.
        Ok(shown) => Ok(shown.view.to_act.contains(seat)
            && shown.standing.conditions.get(seat.index()) == Some(&Condition::Playing)),
        // The table cannot be played at.
        Err(Failure::Refused(_) | Failure::Fault(Fault::Module(_))) => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// One letter about all turns of a player that are due and have not passed.
async fn mail_turns(context: &Arc<Context>, parcel: &Batch) -> Answer<Carried> {
    let player = parcel.player;
    let mailing = context.journal.mailing(player).await?;
    let to = address(context, player).await?.filter(|_| mailing.turns);
    let (Some(to), Some(courier)) = (to, context.notices.mail_courier()) else {
        return Ok(Carried::Done(DeliveryNews::Nothing));
    };
    let mut turns = Vec::new();
    for notice in &parcel.notices {
        if !turn_stands(context, notice).await? {
            continue;
        }
        let Some(table) = notice.table else { continue };
        let Some(row) = context.journal.table(table).await? else { continue };
        let is_new = |turn: &Turn| turn.table != table;
        if turns.iter().all(is_new) {
            turns.push(Turn { table, game: row.game });
        }
    }
    if turns.is_empty() {
        return Ok(Carried::Done(DeliveryNews::Nothing));
    }
    let Some(account) = context.journal.account(&AccountKey::Id(player)).await? else {
        return Ok(Carried::Done(DeliveryNews::Nothing));
    };
    let titles = context.library.newest();
    let letter = letters::turns(&context.notices.settings, &mailing, &turns, &titles);
    Ok(match courier.mail(&letter.to(&account.player.name, to)).await {
        Ok(()) => Carried::Done(DeliveryNews::Mailed { player, at_ms: context.clock.now_ms() }),
        Err(undelivered) => Carried::Failed(undelivered),
    })
}

/// A letter to the address that a player has given, with a token that only there can be read.
async fn mail_confirmation(context: &Arc<Context>, player: PlayerId) -> Answer<Carried> {
    let nothing = || Ok(Carried::Done(DeliveryNews::Nothing));
    let account = context.journal.account(&AccountKey::Id(player)).await?;
    let Some((account, courier)) = account.zip(context.notices.mail_courier()) else {
        return nothing();
    };
    let Some(email) = account.email.clone() else { return nothing() };
    let mailing = context.journal.mailing(player).await?;
    if mailing.confirmed.as_ref() == Some(&email) {
        return nothing();
    }
    let (token, hash) = context.accounts().bits()?;
    let expires_ms = context.clock.now_ms().saturating_add(CONFIRM_LIFE_MS);
    let asked = Confirmation { hash, player, email: email.clone(), expires_ms };
    if !context.journal.ask_to_confirm(&asked).await? {
        return nothing();
    }
    let letter = letters::confirmation(&context.notices.settings, &mailing, &token);
    Ok(match courier.mail(&letter.to(&account.player.name, email)).await {
        Ok(()) => Carried::Done(DeliveryNews::Nothing),
        Err(undelivered) => Carried::Failed(undelivered),
    })
}

/// A letter with which a player can set a new password.
async fn mail_reset(context: &Arc<Context>, player: PlayerId) -> Answer<Carried> {
    let nothing = || Ok(Carried::Done(DeliveryNews::Nothing));
    let to = address(context, player).await?;
    let Some((to, courier)) = to.zip(context.notices.mail_courier()) else { return nothing() };
    let minted = match context.accounts().make_reset(None, player).await {
        Ok(minted) => minted,
        Err(Failure::Refused(_)) => return nothing(),
        Err(fault) => return Err(fault),
    };
    let account = context.accounts().account(player).await?;
    let mailing = context.journal.mailing(player).await?;
    let letter = letters::reset(&context.notices.settings, &mailing, &minted.token);
    Ok(match courier.mail(&letter.to(&account.player.name, to)).await {
        Ok(()) => {
            tracing::info!(player = %player, "a password reset was mailed");
            Carried::Done(DeliveryNews::Nothing)
        }
        Err(undelivered) => Carried::Failed(undelivered),
    })
}
