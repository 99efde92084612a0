//! How much is measured: everything, or so little that only what goes wrong is found.

use std::time::Duration;

use crate::recovery::Fault;

/// How long and with how many each part runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    /// Whether only what goes wrong is to be found.
    pub(crate) is_trial: bool,
    /// At how many tables the loop plays, one after the other.
    pub(crate) tables: &'static [u64],
    /// At how many tables the plays come by POST, one after the other.
    pub(crate) tables_by_post: &'static [u64],
    /// With several servers, at how many tables they play, one after the other.
    pub(crate) tables_of_nodes: &'static [u64],
    /// How many servers there are at most, if the arguments do not say it.
    pub(crate) nodes: usize,
    /// How many pairs of people listen to each other over two servers, one after the other.
    pub(crate) listening_pairs: usize,
    /// What fails of several servers.
    pub(crate) faults: &'static [Fault],
    /// How often each fault is measured.
    pub(crate) fault_rounds: usize,
    /// How many sockets watch.
    pub(crate) subscribers: usize,
    /// How often the endpoints of the fan-out take turns.
    pub(crate) rounds: usize,
    /// What is counted at each point of the curves.
    pub(crate) growth: Growth,
    /// For how long nothing is counted at first.
    pub(crate) warm_up: Duration,
    /// For how long answers are counted after it.
    pub(crate) long: Duration,
}

/// The points of the curves that show how cost grows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Growth {
    /// Tables in play.
    pub(crate) tables: &'static [u64],
    /// Tables in the journal.
    pub(crate) stored: &'static [u64],
    /// Sockets that watch one table.
    pub(crate) sockets: &'static [usize],
    /// About how many updates all sockets together receive.
    pub(crate) deliveries: usize,
    /// Views in the document of a subscription.
    pub(crate) views: &'static [usize],
    /// Entries of a table before moves are counted.
    pub(crate) entries: &'static [u64],
    /// How many tables are played at where their number is not what grows.
    pub(crate) playing: u64,
}

impl Extent {
    /// What figures are taken from.
    pub(crate) const WHOLE: Self = Self {
        is_trial: false,
        tables: &[1, 50, 200],
        tables_by_post: &[50],
        tables_of_nodes: &[1, 50, 200],
        nodes: 3,
        listening_pairs: 60,
        faults: &Fault::ALL,
        fault_rounds: 3,
        subscribers: 2_000,
        rounds: 10,
        growth: Growth {
            tables: &[1, 10, 100, 1_000, 5_000],
            stored: &[0, 100_000, 1_000_000],
            // Of a process that may have 20,000 files open.
            sockets: &[100, 1_000, 5_000, 10_000, 19_000],
            deliveries: 400_000,
            views: &[0, 1, 11],
            entries: &[10, 100, 2_000],
            playing: 50,
        },
        warm_up: Duration::from_secs(2),
        long: Duration::from_secs(8),
    };

    /// What `cargo test` runs, so that a change cannot break the load test unseen: more subscribers
    /// than an address without a token may have where addresses are limited, for a short time.
    pub(crate) const TRIAL: Self = Self {
        is_trial: true,
        tables: &[2],
        tables_by_post: &[2],
        tables_of_nodes: &[2],
        nodes: 1,
        listening_pairs: 1,
        faults: &[Fault::ConnectionsCut],
        fault_rounds: 1,
        subscribers: 600,
        rounds: 1,
        growth: Growth {
            tables: &[1, 2],
            stored: &[0, 100],
            sockets: &[1, 2],
            deliveries: 200,
            views: &[0, 11],
            entries: &[10, 20],
            playing: 2,
        },
        warm_up: Duration::from_millis(100),
        long: Duration::from_millis(500),
    };

    /// The whole if `cargo bench` has started this program, which says so by an argument.
    pub(crate) fn of(arguments: &[String]) -> Self {
        if arguments.iter().any(|one| one == "--bench") { Self::WHOLE } else { Self::TRIAL }
    }
}
