//! How the cost of a move, or of an update that is delivered, grows: with the tables in play, the
//! tables in the journal, the sockets that watch, the fields of a document and the entries of a
//! table. Each curve becomes a plot in `docs/growth`.

#[path = "../../../journal/tests/journal/grown.rs"]
mod grown;
mod plot;

use std::path::Path;
use std::time::Duration;

use grown::Size;

use crate::closed_loop::{begin, measured, run as play};
use crate::documents::follow_with;
use crate::extent::Extent;
use crate::fan_out;
use crate::game::Game;
use crate::process::{JOURNAL, Server, home};
use crate::report::{Measured, Report};
use crate::table::{Manner, Transport};
use plot::Plot;

/// The entries of a stored table, as many as those of the journal's own bench.
const STORED_ENTRIES: u64 = 17;
/// Fields of a document without a view, and of a view.
const FIELDS: [usize; 2] = [7, 43];
/// For how long moves are counted where they make what they are counted against grow.
const BRIEFLY: Duration = Duration::from_secs(2);

/// What there is more and more of; each has a curve.
#[derive(Debug, Clone, Copy)]
enum Growing {
    Tables,
    Stored,
    Sockets,
    Documents,
    Entries,
}

/// With how much of it, in words, what was measured.
type Points = Vec<(String, Measured)>;

impl Growing {
    const ALL: [Self; 5] =
        [Self::Tables, Self::Stored, Self::Sockets, Self::Documents, Self::Entries];

    /// As arguments and files call it.
    fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Stored => "stored",
            Self::Sockets => "sockets",
            Self::Documents => "documents",
            Self::Entries => "entries",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Tables => "Moves while more tables are in play",
            Self::Stored => "Moves over a journal with more tables",
            Self::Sockets => "Updates of one table to more sockets",
            Self::Documents => "Moves of players with larger documents",
            Self::Entries => "Moves at longer games",
        }
    }

    /// What the axis across counts.
    fn across(self) -> &'static str {
        match self {
            Self::Tables => "tables of two in play",
            Self::Stored => "tables in the journal",
            Self::Sockets => "sockets that watch",
            Self::Documents => "fields of the subscription",
            Self::Entries => "entries of a table",
        }
    }

    /// What the axis upward counts.
    fn up(self) -> &'static str {
        match self {
            Self::Sockets => "updates delivered per server-CPU-second",
            Self::Tables | Self::Stored | Self::Documents | Self::Entries => {
                "moves per server-CPU-second"
            }
        }
    }

    async fn points(self, extent: Extent) -> Points {
        match self {
            Self::Tables => with_tables(extent).await,
            Self::Stored => with_stored(extent).await,
            Self::Sockets => with_sockets(extent).await,
            Self::Documents => with_documents(extent).await,
            Self::Entries => with_entries(extent).await,
        }
    }
}

/// Whether a curve has this name.
pub(crate) fn is_curve(name: &str) -> bool {
    Growing::ALL.iter().any(|growing| growing.name() == name)
}

/// Measures the wanted curves and draws them.
pub(crate) async fn run(report: Report, extent: Extent, is_wanted: impl Fn(&str) -> bool) {
    let trial = home();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/growth");
    let folder = if extent.is_trial { trial.path() } else { &docs };
    std::fs::create_dir_all(folder).unwrap();
    for growing in Growing::ALL.into_iter().filter(|growing| is_wanted(growing.name())) {
        let points = growing.points(extent).await;
        report.title(growing.title());
        points.iter().for_each(|(_, measured)| report.line(measured));
        let figures = points.iter().map(|(at, measured)| (at.clone(), measured.a_cpu_second()));
        let plot = Plot {
            title: growing.title(),
            across: growing.across(),
            up: growing.up(),
            points: figures.collect(),
        };
        plot.draw(&folder.join(growing.name()).with_extension("svg"));
    }
}

async fn with_tables(extent: Extent) -> Points {
    let mut points = Vec::new();
    for &tables in extent.growth.tables {
        points.push((thousands(tables), play(tables, Manner::by(Transport::Socket), extent).await));
    }
    points
}

async fn with_stored(extent: Extent) -> Points {
    let mut points = Vec::new();
    for &tables in extent.growth.stored {
        let home = home();
        if tables > 0 {
            let size = Size { tables, entries: STORED_ENTRIES };
            grown::grow(&home.path().join(JOURNAL), size).await;
        }
        let manner = Manner::by(Transport::Socket);
        let mut measured = at_tables(Server::over(Game::Abyss, home), &manner, None, extent).await;
        measured.what = format!("{}, {tables} stored", measured.what);
        points.push((thousands(tables), measured));
    }
    points
}

async fn with_sockets(extent: Extent) -> Points {
    let mut points = Vec::new();
    for &sockets in extent.growth.sockets {
        let updates = (extent.growth.deliveries / sockets).max(1);
        points.push((thousands(sockets as u64), fan_out::alone(sockets, updates).await));
    }
    points
}

async fn with_documents(extent: Extent) -> Points {
    let mut points = Vec::new();
    for &views in extent.growth.views {
        let manner = Manner::by(Transport::Socket).following(follow_with(views));
        let fields = FIELDS[0] + views * FIELDS[1];
        let mut measured = at_tables(Server::gueridon(), &manner, None, extent).await;
        measured.what = format!("{}, {fields} fields", measured.what);
        points.push((fields.to_string(), measured));
    }
    points
}

async fn with_entries(extent: Extent) -> Points {
    let extent = Extent { warm_up: Duration::ZERO, long: extent.long.min(BRIEFLY), ..extent };
    let manner = Manner::by(Transport::Socket).endless();
    let mut points = Vec::new();
    for &entries in extent.growth.entries {
        let mut measured = at_tables(Server::gueridon(), &manner, Some(entries), extent).await;
        measured.what = format!("{}, {entries} entries before", measured.what);
        points.push((thousands(entries), measured));
    }
    points
}

/// Plays at some tables, which have so many entries before moves are counted.
async fn at_tables(
    server: Server,
    manner: &Manner,
    entries: Option<u64>,
    extent: Extent,
) -> Measured {
    let mut ready = begin(extent.growth.playing, |_| [server.address; 2], manner).await;
    if let Some(entries) = entries {
        let mut playing = tokio::task::JoinSet::new();
        for mut table in ready {
            playing.spawn(async move {
                table.play_until(entries).await;
                table
            });
        }
        ready = playing.join_all().await;
    }
    measured(&server, ready, extent).await
}

/// A number with commas between its thousands.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
