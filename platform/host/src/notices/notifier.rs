//! Finds out who wants to be told of what has happened, and writes it into the journal.

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Eyes, Language, Seat, Seats};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::{KEPT, KnownReceivers, Moved, NotifierMessage, TableNews};
use crate::host::context::Context;
use crate::refusal::{Answer, Failure, Fault};
use crate::tables::request::LookRequest;
use gueridon_journal::{
    AccountKey, NoticeId, NoticeKind, NoticeRow, PlayerId, Recipients, Standing,
};

/// How many things to be told may wait for one player.
pub(crate) const MOST: u32 = 200;
/// How long to wait before each new attempt after the journal has failed.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(500), Duration::from_secs(5)];

/// Starts the task that listens for as long as the host lives.
pub(super) fn start(context: &Arc<Context>, mut hears: mpsc::Receiver<NotifierMessage>) {
    let (stop, context) = (context.stop.clone(), Arc::downgrade(context));
    let hearing = async move {
        while let Some(told) = hears.recv().await {
            let Some(context) = context.upgrade() else { return };
            hear(&context, told).await;
        }
    };
    tokio::spawn(stop.run_until_cancelled_owned(hearing));
}

/// Sees to what was told, again after the journal has failed.
async fn hear(context: &Arc<Context>, told: NotifierMessage) {
    let mut pauses = PAUSES.iter();
    loop {
        let seen_to = match &told {
            NotifierMessage::Flush(_) => Ok(()),
            NotifierMessage::Moved(moved) => moved_on(context, moved).await,
            NotifierMessage::Forgotten(who) => forgotten(context, who).await,
        };
        match (seen_to, pauses.next()) {
            (Ok(()), _) => break,
            (Err(Failure::Fault(Fault::Journal(_))), Some(&pause)) => sleep(pause).await,
            (Err(error), _) => {
                tracing::warn!(%error, "somebody was to be told and is not");
                break;
            }
        }
    }
    if let NotifierMessage::Flush(reply) = told {
        // Whoever no longer waits need not know.
        let _ = reply.send(());
    }
}

async fn moved_on(context: &Arc<Context>, moved: &Moved) -> Answer<()> {
    let receivers = receivers(context, moved).await?;
    if receivers.is_empty() {
        return Ok(());
    }
    let (turn, again) = match moved.news {
        TableNews::Over => (Seats::NONE, Seats::NONE),
        TableNews::Turn { new, again } => (new, again),
        TableNews::Begun => {
            let shown = context.begun(moved.table).await?;
            let shown = shown.look(LookRequest::own(Eyes::Public), Language::En).await?;
            // Whoever has moved it on since has told of it.
            if shown.seq > 0 {
                return Ok(());
            }
            (shown.view.to_act, Seats::NONE)
        }
    };
    let mut notices = Vec::new();
    for told in &receivers.webhooks {
        let own = moved.seated.iter().find(|(_, player)| *player == told.owner);
        let own = own.map(|&(seat, _)| seat);
        let about = |kind, seat| row(context, moved, kind, told.owner, seat);
        let mut add = |kind, seat| {
            let notice = about(kind, seat)?;
            notices.push(NoticeRow { webhook: Some(told.webhook), ..notice });
            Ok::<_, Fault>(())
        };
        if moved.news == TableNews::Over {
            add(NoticeKind::Over, own)?;
        } else if told.of_table {
            turn.iter().try_for_each(|seat| add(NoticeKind::Turn, Some(seat)))?;
        } else if own.is_some_and(|seat| turn.contains(seat)) {
            add(NoticeKind::Turn, own)?;
        }
    }
    let delay = i64::try_from(context.notices.settings.delay.as_millis()).unwrap_or(i64::MAX);
    let has_mail = context.notices.mail_courier().is_some();
    let acting = moved.seated.iter().filter(|(seat, _)| turn.union(again).contains(*seat));
    let by_mail = acting.filter(|(_, player)| has_mail && receivers.mail.contains(player));
    for &(seat, player) in by_mail {
        let notice = row(context, moved, NoticeKind::Turn, player, Some(seat))?;
        notices.push(NoticeRow { due_ms: notice.at_ms.saturating_add(delay), ..notice });
    }
    if !notices.is_empty() && context.journal.tell(&notices, MOST).await? {
        context.notices.ring();
    }
    Ok(())
}

fn row(
    context: &Context,
    moved: &Moved,
    kind: NoticeKind,
    player: PlayerId,
    seat: Option<Seat>,
) -> Result<NoticeRow, Fault> {
    Ok(NoticeRow {
        id: NoticeId(context.config.chance.id(&context.clock)?),
        player,
        kind,
        table: Some(moved.table),
        seq: moved.seq,
        seat,
        webhook: None,
        at_ms: moved.at_ms,
        due_ms: moved.at_ms,
        attempts: 0,
    })
}

/// Who wants to be told of a table, believed for a while.
async fn receivers(context: &Context, moved: &Moved) -> Answer<Arc<Recipients>> {
    let notices = &context.notices;
    let (known, changes) = {
        let memory = notices.memory();
        (memory.tables.get(&moved.table).cloned(), memory.changes)
    };
    let trust = notices.settings.trust;
    let is_good =
        |known: &KnownReceivers| known.asked.elapsed() < trust && known.seated == moved.seated;
    if let Some(known) = known.filter(is_good) {
        return Ok(known.receivers);
    }
    let asked = Instant::now();
    let seated: Vec<_> = moved.seated.iter().map(|&(_, player)| player).collect();
    let receivers = Arc::new(context.journal.receivers(moved.table, &seated).await?);
    let mut memory = notices.memory();
    // What was asked before somebody changed how they are told is old already.
    if memory.changes == changes {
        if memory.tables.len() >= KEPT && !memory.tables.contains_key(&moved.table) {
            memory.tables.clear();
        }
        let seated = Arc::clone(&moved.seated);
        let known = KnownReceivers { seated, receivers: Arc::clone(&receivers), asked };
        memory.tables.insert(moved.table, known);
    }
    Ok(receivers)
}

/// Whoever has that name or address, and has confirmed the address, will get a letter.
async fn forgotten(context: &Context, who: &str) -> Answer<()> {
    let mut players = Vec::new();
    if who.contains('@') {
        players = context.journal.confirmed(who.trim()).await?;
    }
    if players.is_empty() {
        match context.accounts().find(who).await {
            Ok(account) => players.push(account.player.id),
            Err(Failure::Refused(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    let mut notices = Vec::new();
    for player in players {
        if address(context, player).await?.is_some() {
            notices.push(asked(context, NoticeKind::Reset, player)?);
        }
    }
    if !notices.is_empty() && context.journal.tell(&notices, MOST).await? {
        context.notices.ring();
    }
    Ok(())
}

/// A letter that somebody has asked for.
pub(crate) fn asked(context: &Context, kind: NoticeKind, player: PlayerId) -> Answer<NoticeRow> {
    let now_ms = context.clock.now_ms();
    Ok(NoticeRow {
        id: NoticeId(context.config.chance.id(&context.clock)?),
        player,
        kind,
        table: None,
        seq: 0,
        seat: None,
        webhook: None,
        at_ms: now_ms,
        due_ms: now_ms,
        attempts: 0,
    })
}

/// The address that a registered player has confirmed, if it is still theirs.
pub(crate) async fn address(context: &Context, player: PlayerId) -> Answer<Option<String>> {
    let Some(account) = context.journal.account(&AccountKey::Id(player)).await? else {
        return Ok(None);
    };
    let mailing = context.journal.mailing(player).await?;
    let confirmed = account.email.filter(|email| mailing.confirmed.as_ref() == Some(email));
    Ok(confirmed.filter(|_| account.player.standing == Standing::Registered))
}
