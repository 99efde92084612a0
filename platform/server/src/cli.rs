//! The command line, and the environment variables that can be used in place of options.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use gueridon::admin::{Action, Decision};
use gueridon::arena::{self, Player};
use gueridon::delivery::mail::SmtpUrl;
use gueridon::serve::Options;
use gueridon::upgrade;
use gueridon_journal::{Intervention, Role, TableId};
use gueridon_modules::{IsolatedGames, WorkerLimits};
use serde_json::value::RawValue;
use uuid::Uuid;

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

/// The options of `upgrade`.
#[derive(Debug, Args)]
pub(crate) struct Upgrade {
    /// The game's id.
    game: String,
    #[command(flatten)]
    journal: Journal,
    #[command(flatten)]
    modules: ModulesDirectory,
    /// Open builds that only a PostgreSQL journal has.
    #[arg(
        long,
        env = "GUERIDON_TRUST_JOURNAL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_journal: bool,
    /// Compare only, and write nothing.
    #[arg(long)]
    dry_run: bool,
}

impl From<Upgrade> for upgrade::Options {
    fn from(upgrade: Upgrade) -> Self {
        Self {
            journal: upgrade.journal.journal,
            modules: upgrade.modules.directory(),
            trusts_journal: upgrade.trust_journal,
            game: upgrade.game,
            is_dry_run: upgrade.dry_run,
        }
    }
}

/// The options of `arena`.
#[derive(Debug, Args)]
pub(crate) struct Arena {
    /// The game's id.
    game: String,
    #[command(flatten)]
    modules: ModulesDirectory,
    /// How many sit at a table.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// Who plays, separated by commas: random, greedy or greedy:WORLDS, search:ITERATIONS, or a bot
    /// as it plays at tables: beginner, casual, skilled, expert.
    ///
    /// The last one takes the seats that are left. Of more players than seats, neighbours in the
    /// list play each other.
    #[arg(long, required = true, value_delimiter = ',', value_name = "PLAYERS")]
    players: Vec<Player>,
    /// How many games; each deal is played in every rotation of the players.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// What all chance is drawn from: the same number gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The options of the game as JSON, such as '{"rounds":3}'; by default its own.
    #[arg(long, value_name = "JSON", value_parser = json)]
    options: Option<Json>,
}

/// Any JSON, as it was written.
#[derive(Debug, Clone)]
struct Json(Box<RawValue>);

fn json(text: &str) -> Result<Json, String> {
    RawValue::from_string(text.to_owned()).map(Json).map_err(|error| error.to_string())
}

impl From<Arena> for arena::Options {
    fn from(arena: Arena) -> Self {
        Self {
            modules: arena.modules.directory(),
            game: arena.game,
            seats: arena.seats,
            players: arena.players,
            games: arena.games,
            seed: arena.seed,
            options: arena.options.map(|Json(options)| options),
        }
    }
}

/// Where the modules are.
#[derive(Debug, Args)]
pub(crate) struct ModulesDirectory {
    /// The directory of the modules; by default `modules` next to this program.
    #[arg(long = "modules", env = "GUERIDON_MODULES", value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl ModulesDirectory {
    pub(crate) fn directory(self) -> PathBuf {
        self.directory.unwrap_or_else(|| beside("modules"))
    }
}

/// Which modules are called in processes of their own, and how.
#[derive(Debug, Args)]
pub(crate) struct Isolate {
    /// Call the modules of these games in processes of their own, with commas in between; without
    /// names, or for `*`, those of all games.
    ///
    /// Such a process has no files, no network and limited memory, and when it crashes or hangs,
    /// nothing is lost but the call. Each call takes longer.
    #[arg(
        long,
        env = "GUERIDON_ISOLATE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ALL_GAMES,
        value_delimiter = ',',
        value_name = "GAMES"
    )]
    isolate: Option<Vec<String>>,
    /// With --isolate, how many processes a module has at most; by default as many as there are
    /// cores, but two to eight.
    #[arg(
        long,
        env = "GUERIDON_WORKERS",
        value_parser = clap::value_parser!(u32).range(1..=64),
        value_name = "NUMBER"
    )]
    workers: Option<u32>,
    /// With --isolate, how much memory a module may use in each process.
    #[arg(
        long,
        env = "GUERIDON_WORKER_MEMORY",
        default_value = "1024",
        value_parser = clap::value_parser!(u32).range(16..=1_048_576),
        value_name = "MIB"
    )]
    worker_memory: u32,
}

/// In place of the ids of games: all of them.
const ALL_GAMES: &str = "*";

impl Isolate {
    fn games(&self) -> Option<IsolatedGames> {
        let named = self.isolate.as_ref()?.iter().map(|id| id.trim()).filter(|id| !id.is_empty());
        let named: BTreeSet<String> = named.map(str::to_owned).collect();
        if named.contains(ALL_GAMES) {
            return Some(IsolatedGames::All);
        }
        // An empty variable in the environment is as good as none.
        Some(named).filter(|named| !named.is_empty()).map(IsolatedGames::These)
    }

    fn limits(&self) -> WorkerLimits {
        let default = WorkerLimits::default();
        let workers = self.workers.and_then(|workers| usize::try_from(workers).ok());
        WorkerLimits {
            workers: workers.unwrap_or(default.workers),
            memory: u64::from(self.worker_memory) << 20,
            ..default
        }
    }
}

/// The options of the page.
#[derive(Debug, Args)]
pub(crate) struct Page {
    /// The directory of the page's files; by default `web` next to this program.
    #[arg(long = "page", id = "page", env = "GUERIDON_PAGE", value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Do not serve GraphiQL at /graphiql.
    #[arg(
        long,
        env = "GUERIDON_NO_GRAPHIQL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    no_graphiql: bool,
}

/// A directory next to this program.
fn beside(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().map(|beside| beside.join(name)).unwrap_or_default()
}

/// What an operator does.
#[derive(Debug, Subcommand)]
pub(crate) enum Admin {
    /// Give a player a role.
    Role {
        /// The player's name.
        name: String,
        /// The new role.
        role: RoleName,
    },
    /// Create a link with which a player can set a new password.
    ///
    /// It works once and expires after a day. Without --public-url, the token itself is printed.
    Reset {
        /// The player's name.
        name: String,
        #[command(flatten)]
        public: PublicUrl,
    },
    /// List the builds that tables began with: SHA-256, game, tables in play and ended, and whether
    /// the build is in quarantine.
    Builds,
    /// Stop all tables of a build, and begin no more with it. The server does this by itself with a
    /// build that has crashed it.
    Quarantine {
        /// The first digits of the build's SHA-256.
        build: String,
        /// Why, in a line that players read.
        #[arg(long, default_value = "by an operator")]
        reason: String,
    },
    /// Let a build be used again.
    Release {
        /// The first digits of the build's SHA-256.
        build: String,
    },
    /// Stop a table in play: nobody can play there or look at it.
    Stop {
        /// The table's id.
        table: Uuid,
        /// Why, in a line that players read.
        #[arg(long, default_value = "for a while")]
        reason: String,
    },
    /// Let a table that was stopped go on.
    Reopen {
        /// The table's id.
        table: Uuid,
    },
    /// Close a table without a result, even one whose game fails.
    Close {
        /// The table's id.
        table: Uuid,
        /// Why, in a line that players read.
        #[arg(long, default_value = "it is being closed")]
        reason: String,
    },
    /// List the newest decisions about builds and tables.
    Log,
}

/// A role on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum RoleName {
    /// No rights over others.
    Player,
    /// May remove messages, silence players and handle reports.
    Moderator,
    /// May also give roles and reset passwords.
    Operator,
}

impl From<Admin> for Action {
    fn from(admin: Admin) -> Self {
        match admin {
            Admin::Reset { name, public } => Self::Reset { name, public_url: public.url },
            Admin::Role { name, role } => {
                let role = match role {
                    RoleName::Player => Role::Player,
                    RoleName::Moderator => Role::Moderator,
                    RoleName::Operator => Role::Operator,
                };
                Self::Role { name, role }
            }
            Admin::Builds => Self::Decide(Decision::Builds),
            Admin::Log => Self::Decide(Decision::Log),
            Admin::Quarantine { build, reason } => {
                Self::Decide(Decision::Quarantine { build, reason })
            }
            Admin::Release { build } => Self::Decide(Decision::Release { build }),
            Admin::Stop { table, reason } => {
                of_table(Intervention::Stop { table: TableId(table), reason })
            }
            Admin::Reopen { table } => of_table(Intervention::Reopen { table: TableId(table) }),
            Admin::Close { table, reason } => {
                of_table(Intervention::Close { table: TableId(table), reason })
            }
        }
    }
}

fn of_table(intervention: Intervention) -> Action {
    Action::Decide(Decision::Table(intervention))
}

/// The option for the journal.
#[derive(Debug, Args)]
pub(crate) struct Journal {
    /// The journal, in which everything is kept: an SQLite file, sqlite:FILE, or a PostgreSQL
    /// database, postgres://USER:PASSWORD@HOST/DATABASE, which several servers can share.
    ///
    /// Set a URL with a password in the environment: other users of this machine can read a command
    /// line.
    #[arg(
        long,
        env = "GUERIDON_JOURNAL",
        default_value = "sqlite:gueridon.db",
        value_name = "sqlite:FILE|URL",
        hide_env_values = true
    )]
    pub(crate) journal: String,
}

/// The option for the public URL.
#[derive(Debug, Args)]
pub(crate) struct PublicUrl {
    /// The public URL of this server, such as https://games.example.org.
    ///
    /// Used for links in mail and webhooks, to recognise the server's own page behind a proxy, and
    /// as the issuer in OAuth.
    #[arg(long = "public-url", env = "GUERIDON_PUBLIC_URL", value_name = "URL")]
    url: Option<String>,
}

/// How players are notified outside the page.
#[derive(Debug, Args)]
pub(crate) struct Notifications {
    #[command(flatten)]
    public: PublicUrl,
    /// The SMTP server for mail: smtp://user:password@host:port, or smtps:// for TLS throughout.
    ///
    /// smtp:// requires STARTTLS unless the server is on this machine. Needs --mail-from and
    /// --public-url; without an SMTP server, no mail is sent. Set it in the environment: other
    /// users of this machine can read a command line.
    #[arg(long, env = "GUERIDON_SMTP", value_name = "URL", hide_env_values = true, value_parser = smtp)]
    smtp: Option<SmtpUrl>,
    /// The sender of mail, such as "Games <games@example.org>".
    #[arg(long, env = "GUERIDON_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// How long it has to be a player's turn before they get mail about it.
    #[arg(
        long,
        env = "GUERIDON_MAIL_AFTER",
        default_value = "300",
        value_parser = clap::value_parser!(u32).range(0..=604_800),
        value_name = "SECONDS"
    )]
    mail_after: u32,
    /// Allow webhooks at private addresses, including those of this machine.
    ///
    /// Players can then make this server send requests into its own network.
    #[arg(
        long,
        env = "GUERIDON_ALLOW_PRIVATE_WEBHOOKS",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    allow_private_webhooks: bool,
}

/// Accepts any text, because clap would print the password in its error.
fn smtp(url: &str) -> Result<SmtpUrl, std::convert::Infallible> {
    Ok(SmtpUrl(url.to_owned()))
}

/// The options of `serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address and port to listen on.
    #[arg(long, env = "GUERIDON_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: String,
    /// The address and port that shows metrics at /metrics, in the format OpenMetrics, such as
    /// 127.0.0.1:9464; by default none.
    ///
    /// Everybody who can reach it can read them. They name games, but no tables or players.
    #[arg(long, env = "GUERIDON_METRICS", value_name = "ADDRESS")]
    metrics: Option<String>,
    #[command(flatten)]
    journal: Journal,
    /// The directory of what only this server keeps: which calls into modules are under way, to know
    /// after a crash what caused it. Each server of a shared journal needs its own.
    ///
    /// By default, for an SQLite file, that is a file beside it; for PostgreSQL it is the directory
    /// `gueridon-state`.
    #[arg(long = "state-dir", env = "GUERIDON_STATE_DIR", value_name = "DIR")]
    state: Option<PathBuf>,
    #[command(flatten)]
    modules: ModulesDirectory,
    /// Open builds that only a PostgreSQL journal has, for tables that began with them.
    ///
    /// Whoever can write to the database can then run code on this server. Without it, such tables
    /// are played by servers that have the build in their own directory. A journal in a file is
    /// always trusted: it belongs to this server.
    #[arg(
        long,
        env = "GUERIDON_TRUST_JOURNAL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_journal: bool,
    #[command(flatten)]
    isolate: Isolate,
    #[command(flatten)]
    page: Page,
    /// Take the client's address from X-Forwarded-For, where the proxy in front has added it.
    ///
    /// Set this only if every connection comes from your proxy; otherwise clients can claim any
    /// address. Without it, rate limits apply to the address that connects.
    #[arg(
        long,
        env = "GUERIDON_TRUST_PROXY",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_proxy: bool,
    /// The cost of the GraphQL documents that a player may send per second; 0 for no limit.
    ///
    /// Requests without a token share half of it per client address. Up to 20 seconds' worth can be
    /// saved up.
    #[arg(long, env = "GUERIDON_BUDGET", value_name = "COST", default_value_t = gueridon::budget::PER_SECOND)]
    budget: u32,
    /// How long a token is valid after its last use.
    #[arg(
        long,
        env = "GUERIDON_TOKEN_DAYS",
        default_value = "90",
        value_parser = clap::value_parser!(u32).range(1..=3_650),
        value_name = "DAYS"
    )]
    token_days: u32,
    /// How long a table that has not begun stays open after somebody last sat down or got up.
    #[arg(
        long,
        env = "GUERIDON_OPEN_HOURS",
        default_value = "24",
        value_parser = clap::value_parser!(u32).range(1..=8_760),
        value_name = "HOURS"
    )]
    open_hours: u32,
    /// How long a running game may go without any action before it is closed.
    #[arg(
        long,
        env = "GUERIDON_ABANDONED_DAYS",
        default_value = "60",
        value_parser = clap::value_parser!(u32).range(1..=3_650),
        value_name = "DAYS"
    )]
    abandoned_days: u32,
    /// Another site whose pages may use this server, such as https://example.org; `*` for any.
    ///
    /// May be given several times, or with commas in between.
    #[arg(
        long = "allow-origin",
        env = "GUERIDON_ALLOW_ORIGIN",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    origins: Vec<String>,
    /// The most connections at a time, WebSockets included; further ones wait.
    #[arg(
        long = "max-connections",
        env = "GUERIDON_MAX_CONNECTIONS",
        default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        value_name = "NUMBER"
    )]
    connections: u32,
    /// The most connections of one client address at a time; 0 for no limit.
    ///
    /// Further ones are refused. With --trust-proxy it limits the WebSockets and event streams of
    /// each forwarded address instead. An IPv6 address counts as its /64.
    #[arg(
        long = "max-per-address",
        env = "GUERIDON_MAX_PER_ADDRESS",
        value_name = "NUMBER",
        default_value_t = gueridon::quota::PER_ADDRESS
    )]
    per_address: u32,
    /// How many guests one client address may make per hour, and as many more at once; 0 for no
    /// limit.
    #[arg(
        long,
        env = "GUERIDON_GUESTS_PER_HOUR",
        value_name = "NUMBER",
        default_value_t = gueridon_host::people::GUESTS_PER_HOUR
    )]
    guests_per_hour: u32,
    /// How many milliseconds a bot or stand-in pauses before each step, so that people can follow.
    #[arg(
        long,
        env = "GUERIDON_BOT_PAUSE",
        default_value = "700",
        value_parser = clap::value_parser!(u32).range(0..=60_000),
        value_name = "MS"
    )]
    bot_pause: u32,
    #[command(flatten)]
    notifications: Notifications,
    /// How long a table is kept after it has ended; by default for ever.
    ///
    /// Then it is deleted with its messages and results, which cannot be undone.
    #[arg(
        long,
        env = "GUERIDON_KEEP_FINISHED",
        value_parser = clap::value_parser!(u32).range(1..=36_500),
        value_name = "DAYS"
    )]
    keep_finished: Option<u32>,
    /// How long the server goes on serving after Ctrl-C or SIGTERM, while /readyz answers 503.
    ///
    /// Behind a load balancer, choose somewhat more time than it needs to notice. A second signal
    /// ends the server at once.
    #[arg(
        long,
        env = "GUERIDON_DRAIN",
        default_value = "0",
        value_parser = clap::value_parser!(u32).range(0..=3_600),
        value_name = "SECONDS"
    )]
    drain: u32,
}

impl From<Serve> for Options {
    fn from(serve: Serve) -> Self {
        Self {
            listen: serve.listen,
            metrics: serve.metrics,
            journal: serve.journal.journal,
            state: serve.state,
            trusts_proxy: serve.trust_proxy,
            budget: serve.budget,
            token_days: serve.token_days,
            open_hours: serve.open_hours,
            abandoned_days: serve.abandoned_days,
            isolated: serve.isolate.games(),
            worker_limits: serve.isolate.limits(),
            modules: serve.modules.directory(),
            trusts_journal: serve.trust_journal,
            page: serve.page.directory.unwrap_or_else(|| beside("web")),
            has_graphiql: !serve.page.no_graphiql,
            origins: serve.origins,
            connections: serve.connections,
            per_address: serve.per_address,
            guests_per_hour: serve.guests_per_hour,
            bot_pause: Duration::from_millis(u64::from(serve.bot_pause)),
            public_url: serve.notifications.public.url,
            smtp: serve.notifications.smtp,
            mail_from: serve.notifications.mail_from,
            mail_after_s: serve.notifications.mail_after,
            allows_private_webhooks: serve.notifications.allow_private_webhooks,
            keep_finished: serve.keep_finished,
            drain: Duration::from_secs(u64::from(serve.drain)),
        }
    }
}
