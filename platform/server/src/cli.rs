//! The command line, and the environment variables that can be used in place of options.

mod admin;
mod arena;
mod check;
mod dev;
mod isolate;
mod new;
mod places;
mod serve;
mod upgrade;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use admin::Admin;
use arena::Arena;
pub(crate) use check::Check;
use dev::Dev;
use new::New;
use places::{Journal, ModulesDirectory};
use serve::Serve;
use upgrade::Upgrade;

/// A server for tabletop games.
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    /// The format of the log on stderr.
    ///
    /// GUERIDON_LOG sets what is logged, in the syntax of RUST_LOG; by default `info`.
    #[arg(long, global = true, env = "GUERIDON_LOG_FORMAT", default_value = "human")]
    pub(crate) log: LogFormat,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people to read.
    Human,
    /// One JSON object per line.
    Json,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the server until Ctrl-C or SIGTERM.
    Serve(Box<Serve>),
    /// List the games: id, titles, seats, rules version, SHA-256 of the build.
    Games {
        #[command(flatten)]
        modules: ModulesDirectory,
    },
    /// Print the merged schema in GraphQL's schema language.
    Schema {
        #[command(flatten)]
        modules: ModulesDirectory,
    },
    /// Change accounts, builds and tables in an existing journal, even while a server is using it.
    Admin {
        #[command(flatten)]
        journal: Journal,
        #[command(subcommand)]
        action: Admin,
    },
    /// Bring a journal to the version of this program, while no server of an older one is using it.
    ///
    /// A server does the same when it starts.
    Migrate {
        #[command(flatten)]
        journal: Journal,
    },
    /// Write a back-up of a journal in an SQLite file to a new file, even while a server is using it.
    ///
    /// It has everything that was acknowledged before it began, and is checked before it appears
    /// under its name. To restore it, stop the server and start it with --journal sqlite:FILE.
    Backup {
        #[command(flatten)]
        journal: Journal,
        /// The new file.
        file: PathBuf,
    },
    /// Copy a journal that no server is using into a new one, and compare both.
    ///
    /// Each is sqlite:FILE or the URL of a PostgreSQL database. Prints how many rows of each table
    /// were copied. If anything arrives otherwise than it was, nothing is copied.
    Copy {
        /// The journal to copy.
        from: String,
        /// The new journal.
        to: String,
    },
    /// Have the tables of a game in play go on with its newest build, if that build shows and tells
    /// everybody the same as theirs.
    ///
    /// Both builds replay each table. Where they agree after every entry for all eyes, in what is
    /// shown, told, scored and open to be played, the table goes on with the newest one. Prints a
    /// line about each table: for one that stays, the first difference. Servers may be running.
    Upgrade(Upgrade),
    /// Let programs play each other, and print how often each wins: to measure how strong they are.
    Arena(Arena),
    /// Write a new game, which can be played at once, to be changed into one's own.
    New(New),
    /// Check everything about a module: play random games over its border, look at them closely, and
    /// let programs play each other; print a report.
    ///
    /// Exits with 0 if nothing is wrong with the module, with 1 if something is, and with 2 if the file
    /// cannot be checked. The module is called in processes of its own, so it may crash and hang.
    Check(Box<Check>),
    /// For the author of a module, in its folder: build it, show one table of it as every seat and as
    /// all-seeing eyes see it, and build and show it again whenever a file is saved.
    ///
    /// It is a tool for one person on this machine, without a journal, accounts or tables of a server.
    /// The module is called in a process of its own, so it may crash and hang.
    Dev(Box<Dev>),
    /// Check that a file is a usable module, and print what it says about itself as JSON.
    Probe {
        /// The module's file.
        file: PathBuf,
    },
    /// Call a module for the server that started this process.
    #[command(hide = true)]
    Worker {
        /// How many bytes of memory the module may use.
        memory: u64,
    },
}
