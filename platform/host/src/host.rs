//! The host: starts the parts, connects them, and gives access to them.
//!
//! A [`Host`] is cheap to clone. Everything that must survive it is in the journal.

mod config;

use std::sync::Arc;

use tokio_util::sync::{CancellationToken, DropGuard};

pub use crate::access::{Access, Watch, access};
pub use crate::games::{CatalogueItem, Game, Games};
pub use crate::lobby::Lobby;
pub use crate::lobby::challenges_subscription::{
    Challenge, ChallengesSubscription, ChallengesUpdate,
};
pub use crate::lobby::invitations::Invited;
pub use crate::lobby::listing::OwnTable;
pub use crate::lobby::offer::{ClockKind, Offer, OfferedGame, TableKind};
pub use crate::lobby::opening::OpenTable;
pub use crate::lobby::readiness::ReadyProgram;
pub use crate::lobby::results::FinishedTable;
pub use crate::lobby::settings_validation::{InvalidSettings, nights};
pub use crate::lobby::table_list::TableList;
pub use crate::lobby::tables_subscription::{TablesSubscription, TablesUpdate};
pub use crate::page::LONGEST_PAGE;
pub use crate::random::Random;
pub use crate::tables::info::{TableInfo, TableStatus};
#[cfg(any(test, feature = "simulate"))]
pub use crate::tables::planting::FixtureTable;
pub use crate::tables::{Played, Tables};
pub use crate::viewer::{Perspective, Viewer};
pub use crate::watching::Watching;
pub use crate::watching::looking::Look;
pub use crate::watching::subscription::{Subscription, Update};
pub use config::Config;

use crate::access::AccessCheck;
use crate::analyses::{Analyses, UnderWay};
use crate::bots::Thinkers;
use crate::clock::Clock;
use crate::lobby::LobbyLimits;
use crate::lobby::feed::Feed;
use crate::lobby::feed_reader::FeedReader;
use crate::lobby::owners::Owners;
use crate::metrics::{HostMetrics, NoticeMetrics};
use crate::moderation::Moderation;
use crate::notices::{Notices, Received};
use crate::notifications::Notifications;
use crate::notifications::notifier::Notifier;
use crate::notifications::outbox::Outbox;
use crate::notifications::queue::NotificationQueue;
use crate::operations::{LoadMeter, Operations};
use crate::people::People;
use crate::people::accounts::Accounts;
use crate::programs::Programs;
use crate::refusal::Fault;
use crate::tables::announcer::Announcer;
use crate::tables::loaded::{LoadedTables, MostLoaded};
use crate::tables::lost_workers::LostWorkers;
use crate::tables::registry::Registry;
use crate::tables::services::{Services, Timing};
use crate::tables::stops::Stops;
use crate::talk::Talk;
use crate::talk::feed::TalkFeed;
use crate::tallies::{Levels, Tallies};
use crate::upkeep::interventions::Interventions;
use crate::upkeep::{self, Upkeep};
use gueridon_journal::Journal;
use gueridon_modules::builds::Builds;
use gueridon_modules::executor::Executor;

/// What runs games. Clones are the same host; it stops when the last one is dropped.
#[derive(Debug, Clone)]
pub struct Host {
    rooms: Arc<Rooms>,
    _stop: Arc<DropGuard>,
}

#[derive(Debug)]
struct Rooms {
    clock: Clock,
    stop: CancellationToken,
    games: Arc<Games>,
    tables: Arc<Tables>,
    analyses: Analyses,
    lobby: Lobby,
    watching: Watching,
    people: People,
    programs: Programs,
    talk: Talk,
    moderation: Moderation,
    operations: Operations,
    notifications: Arc<Notifications>,
    metrics: HostMetrics,
    tallies: Tallies,
}

impl Host {
    /// The most tables or entries that are listed at a time.
    pub const LONGEST_PAGE: usize = LONGEST_PAGE;

    /// A host over a journal and the modules of this node. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the journal does not answer.
    pub async fn start(
        config: Config,
        journal: Arc<dyn Journal>,
        library: Arc<dyn Builds>,
        clock: Clock,
    ) -> Result<Self, Fault> {
        let random = config.random.clone();
        let notices = Arc::clone(&config.notices);
        let node = random.id(&clock)?;
        let outages = upkeep::outages(&journal, node, &clock).await?;
        let stop = CancellationToken::new();
        let stops = Arc::<Stops>::default();
        let metrics = HostMetrics::default();
        let calls = metrics.calls.clone();
        let executor = Arc::new(Executor::new(config.execution, config.module_timeout, calls));
        let games = Arc::new(Games::new(
            Arc::clone(&library),
            Arc::clone(&journal),
            executor,
            clock.clone(),
            Arc::clone(&stops),
            config.trusts_journal,
        ));
        let accounts = Arc::new(Accounts::new(
            config.accounts.clone(),
            Arc::clone(&journal),
            clock.clone(),
            random.clone(),
        ));
        let access = AccessCheck::new(Arc::clone(&journal));
        let (queue, requests) = NotificationQueue::new(config.notifications.clone());
        let queue = Arc::new(queue);
        let announcer = Announcer {
            notices: Arc::clone(&notices),
            listener: Arc::<NotificationQueue>::clone(&queue),
        };
        let lost_workers = Arc::new(LostWorkers::new(Arc::clone(&journal), clock.clone()));
        let services = Arc::new(Services {
            journal: Arc::clone(&journal),
            games: Arc::clone(&games),
            clock: clock.clone(),
            random: random.clone(),
            announcer: announcer.clone(),
            loaded: Arc::<LoadedTables>::default(),
            stops: Arc::clone(&stops),
            outages: outages.clone(),
            thinkers: Arc::new(Thinkers::new(Arc::clone(&games), Arc::clone(&lost_workers))),
            lost_workers,
            timing: Timing {
                idle: config.idle,
                reread: config.reread,
                bot_pause: config.bot_pause,
                unwatched_life: config.unwatched_life,
            },
            stop: stop.clone(),
            metrics: metrics.clone(),
            #[cfg(any(test, feature = "simulate"))]
            fixtures: Default::default(),
        });
        let most_loaded =
            MostLoaded { tables: config.most_loaded, bytes: config.most_loaded_bytes };
        let analyses = Analyses {
            journal: Arc::clone(&journal),
            access: access.clone(),
            games: Arc::clone(&games),
            accounts: Arc::clone(&accounts),
            thinkers: Arc::clone(&services.thinkers),
            stop: stop.clone(),
            under_way: UnderWay::default(),
        };
        let registry = Arc::new(Registry::new(Arc::clone(&services), access.clone(), most_loaded));
        let tables = Arc::new(Tables::new(
            Arc::clone(&registry),
            services,
            Arc::clone(&accounts),
            config.abandoned_life,
        ));
        let talk_feed =
            Arc::new(TalkFeed::new(Arc::clone(&journal), access.clone(), config.reread));
        let spectators = Levels::counted(clock.clone());
        let tallies = Tallies::default();
        accounts.rate_limiter().join(&tallies);
        tallies.join("spectators", Arc::new(spectators.clone()));
        tallies.start(node, &notices, &stop);
        let watching = Watching::new(
            Arc::clone(&registry),
            access.clone(),
            Arc::clone(&talk_feed),
            stop.clone(),
            config.reread,
            config.lag,
            spectators,
        );
        let feed = Arc::<Feed>::default();
        let interventions = Interventions {
            journal: Arc::clone(&journal),
            builds: library,
            stops,
            registry: Arc::clone(&registry),
            announcer: announcer.clone(),
        };
        // Before anything is called.
        interventions.learn(journal.stops().await?);
        let lobby = Lobby {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            random: random.clone(),
            games: Arc::clone(&games),
            registry: Arc::clone(&registry),
            access: access.clone(),
            accounts: Arc::clone(&accounts),
            announcer,
            feed: Arc::clone(&feed),
            owners: Owners::default(),
            stop: stop.clone(),
            limits: LobbyLimits {
                open_life: config.open_life,
                most_tables: config.most_tables,
                most_tables_of_guest: config.most_tables_of_guest,
                most_bot_tables: config.most_bot_tables,
            },
        };
        pass_on_notices(
            &*notices,
            stop.clone(),
            Arc::clone(&registry),
            watching.clone(),
            talk_feed,
            Arc::clone(&feed),
            metrics.notices.clone(),
        );
        FeedReader { feed, journal: Arc::clone(&journal), reread: config.reread }
            .start(stop.clone());
        let process_bytes = config.process_bytes;
        let meter = LoadMeter::new(Arc::clone(&tables), metrics.clone(), process_bytes);
        let meter = Arc::new(meter);
        Upkeep {
            node,
            journal: Arc::clone(&journal),
            registry: Arc::clone(&registry),
            tables: Arc::clone(&tables),
            games: Arc::clone(&games),
            clock: clock.clone(),
            outages: outages.clone(),
            notices: Arc::clone(&notices),
            interventions,
            meter: Arc::clone(&meter),
            stop: stop.clone(),
            every: config.sweep,
            keep_finished: config.keep_finished,
        }
        .start();
        Notifier {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            random: random.clone(),
            accounts: Arc::clone(&accounts),
            registry: Arc::clone(&registry),
            queue: Arc::clone(&queue),
        }
        .start(requests, stop.clone());
        let outbox = Arc::new(Outbox {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            random: random.clone(),
            accounts: Arc::clone(&accounts),
            registry,
            games: Arc::clone(&games),
            queue: Arc::clone(&queue),
        });
        outbox.start(stop.clone());
        let notifications = Arc::new(Notifications {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            random: random.clone(),
            accounts: Arc::clone(&accounts),
            access: access.clone(),
            queue,
            outbox,
        });
        let talk = Talk {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            random: random.clone(),
            notices: Arc::clone(&notices),
            accounts: Arc::clone(&accounts),
            access: access.clone(),
        };
        let moderation = Moderation {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            random,
            notices: Arc::clone(&notices),
            accounts: Arc::clone(&accounts),
            access,
        };
        let operations = Operations {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            node,
            games: Arc::clone(&games),
            tables: Arc::clone(&tables),
            meter,
        };
        let programs = Programs {
            journal: Arc::clone(&journal),
            clock: clock.clone(),
            notices: Arc::clone(&notices),
            accounts: Arc::clone(&accounts),
            tables: Arc::clone(&tables),
        };
        let people =
            People::new(journal, clock.clone(), notices, accounts, Arc::clone(&notifications));
        let rooms = Arc::new(Rooms {
            clock,
            stop: stop.clone(),
            games,
            tables,
            analyses,
            lobby,
            watching,
            people,
            programs,
            talk,
            moderation,
            operations,
            notifications,
            metrics,
            tallies,
        });
        Ok(Self { rooms, _stop: Arc::new(stop.drop_guard()) })
    }

    /// Stops all tables. Nothing is lost: what was acknowledged is in the journal.
    pub fn stop(&self) {
        self.rooms.stop.cancel();
    }

    /// Its metrics.
    #[must_use]
    pub fn metrics(&self) -> &HostMetrics {
        &self.rooms.metrics
    }

    /// What nodes tell each other of what is used on them.
    #[must_use]
    pub fn tallies(&self) -> &Tallies {
        &self.rooms.tallies
    }

    /// The host's clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.rooms.clock
    }

    /// The time by the host's clock, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.rooms.clock.now_ms()
    }

    /// The games that tables can be opened for.
    #[must_use]
    pub fn games(&self) -> &Games {
        &self.rooms.games
    }

    /// Tables in play.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.rooms.tables
    }

    /// Analyses of games that are over.
    #[must_use]
    pub fn analyses(&self) -> &Analyses {
        &self.rooms.analyses
    }

    /// Tables before they begin, and lists of tables.
    #[must_use]
    pub fn lobby(&self) -> &Lobby {
        &self.rooms.lobby
    }

    /// What is seen of tables.
    #[must_use]
    pub fn watching(&self) -> &Watching {
        &self.rooms.watching
    }

    /// Guests and registered players.
    #[must_use]
    pub fn people(&self) -> &People {
        &self.rooms.people
    }

    /// Programs and their owners.
    #[must_use]
    pub fn programs(&self) -> &Programs {
        &self.rooms.programs
    }

    /// Messages at tables.
    #[must_use]
    pub fn talk(&self) -> &Talk {
        &self.rooms.talk
    }

    /// Reports, and what moderators do about them.
    #[must_use]
    pub fn moderation(&self) -> &Moderation {
        &self.rooms.moderation
    }

    /// What operators see and decide.
    #[must_use]
    pub fn operations(&self) -> &Operations {
        &self.rooms.operations
    }

    /// Webhooks and mail.
    #[must_use]
    pub fn notifications(&self) -> &Notifications {
        &self.rooms.notifications
    }
}

/// Starts the task that passes notices to the parts that act on them.
fn pass_on_notices(
    notices: &dyn Notices,
    stop: CancellationToken,
    registry: Arc<Registry>,
    watching: Watching,
    talk: Arc<TalkFeed>,
    feed: Arc<Feed>,
    metrics: NoticeMetrics,
) {
    let mut receiver = notices.subscribe();
    let listening = async move {
        while let Some(received) = receiver.recv().await {
            if received == Received::Lost {
                metrics.lost();
            }
            registry.on_notice(received);
            watching.on_notice(received);
            talk.on_notice(received);
            feed.on_notice(received);
        }
    };
    tokio::spawn(stop.run_until_cancelled_owned(listening));
}
