//! The command line, with the environment variables that stand in for its options.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use gueridon::admin::{Action, Decision};
use gueridon::delivery::mail::SmtpUrl;
use gueridon::serve::Options;
use gueridon_journal::{Intervention, Role, TableId};
use uuid::Uuid;

/// A server for tabletop games.
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    /// How the log on stderr is written; what it tells is set by GUERIDON_LOG (default: info).
    #[arg(long, global = true, env = "GUERIDON_LOG_FORMAT", default_value = "human")]
    pub(crate) log: LogFormat,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// How the log is written.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    Human,
    /// For machines: a JSON object a line.
    Json,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve games until Ctrl-C or SIGTERM.
    Serve(Serve),
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
    /// Help players, make the first operator, and stop builds and tables; also while a server uses
    /// the journal, which then acts within seconds.
    Admin {
        #[command(flatten)]
        journal: Journal,
        #[command(subcommand)]
        action: Admin,
    },
    /// Open a module and say what it is; exits with an error if it is none.
    Probe {
        /// The module.
        file: PathBuf,
    },
}

/// Where the modules are.
#[derive(Debug, Args)]
pub(crate) struct ModulesDirectory {
    /// The directory of the modules; by default `modules` beside this program.
    #[arg(long = "modules", env = "GUERIDON_MODULES", value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl ModulesDirectory {
    pub(crate) fn directory(self) -> PathBuf {
        self.directory.unwrap_or_else(|| beside("modules"))
    }
}

/// The page.
#[derive(Debug, Args)]
pub(crate) struct Page {
    /// The directory of the page; by default `web` beside this program.
    #[arg(long = "page", id = "page", env = "GUERIDON_PAGE", value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Without GraphiQL, which the page otherwise has at /graphiql.
    #[arg(
        long,
        env = "GUERIDON_NO_GRAPHIQL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    no_graphiql: bool,
}

/// A directory beside this program.
fn beside(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().map(|beside| beside.join(name)).unwrap_or_default()
}

/// What an operator does.
#[derive(Debug, Subcommand)]
pub(crate) enum Admin {
    /// Give a role: player, moderator or operator.
    Role {
        /// The player's name.
        name: String,
        /// The role.
        role: RoleName,
    },
    /// Make a link, or without --public-url a token, with which a new password can be set, once and
    /// within a day.
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
    /// Plays.
    Player,
    /// Moderates what people say.
    Moderator,
    /// Runs the server.
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

/// Where the journal is.
#[derive(Debug, Args)]
pub(crate) struct Journal {
    /// Where everything is kept.
    #[arg(
        long,
        env = "GUERIDON_JOURNAL",
        default_value = "sqlite:gueridon.db",
        value_name = "sqlite:FILE"
    )]
    pub(crate) journal: String,
}

/// Where people find the server.
#[derive(Debug, Args)]
pub(crate) struct PublicUrl {
    /// Where people find this server, for links: as https://games.example.org.
    #[arg(long = "public-url", env = "GUERIDON_PUBLIC_URL", value_name = "URL")]
    url: Option<String>,
}

/// How players are notified outside the page.
#[derive(Debug, Args)]
pub(crate) struct Notifications {
    #[command(flatten)]
    public: PublicUrl,
    /// The server by which mail is sent: smtp://user:password@host:port, which must speak STARTTLS
    /// unless it is on this machine, or smtps://. Better said in the environment, where other users
    /// of this machine do not see it.
    #[arg(long, env = "GUERIDON_SMTP", value_name = "URL", hide_env_values = true, value_parser = smtp)]
    smtp: Option<SmtpUrl>,
    /// The address from which mail is sent.
    #[arg(long, env = "GUERIDON_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// For how many seconds it must have been somebody's turn before there is mail about it.
    #[arg(
        long,
        env = "GUERIDON_MAIL_AFTER",
        default_value = "300",
        value_parser = clap::value_parser!(u32).range(0..=604_800),
        value_name = "SECONDS"
    )]
    mail_after: u32,
    /// Webhooks may be at addresses that are not public, such as this machine's own.
    #[arg(
        long,
        env = "GUERIDON_ALLOW_PRIVATE_WEBHOOKS",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    allow_private_webhooks: bool,
}

/// Takes any text: an error of the parser would print the password.
fn smtp(url: &str) -> Result<SmtpUrl, std::convert::Infallible> {
    Ok(SmtpUrl(url.to_owned()))
}

/// How to serve.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen.
    #[arg(long, env = "GUERIDON_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: String,
    #[command(flatten)]
    journal: Journal,
    #[command(flatten)]
    modules: ModulesDirectory,
    #[command(flatten)]
    page: Page,
    /// Every connection comes from a proxy, which adds to X-Forwarded-For for whom; without it the
    /// address at the other end of the connection counts.
    #[arg(
        long,
        env = "GUERIDON_TRUST_PROXY",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_proxy: bool,
    /// What a player may ask for each second, in the costs of documents, and without a token half of
    /// it for an address; what is not used in 20 seconds is kept. 0: no limit.
    #[arg(long, env = "GUERIDON_BUDGET", value_name = "COST", default_value_t = gueridon::budget::PER_SECOND)]
    budget: u32,
    /// For how many days a token is good after it was last used.
    #[arg(
        long,
        env = "GUERIDON_TOKEN_DAYS",
        default_value = "90",
        value_parser = clap::value_parser!(u32).range(1..=3_650),
        value_name = "DAYS"
    )]
    token_days: u32,
    /// For how many hours a table waits for somebody to sit down or get up before it is closed.
    #[arg(
        long,
        env = "GUERIDON_OPEN_HOURS",
        default_value = "24",
        value_parser = clap::value_parser!(u32).range(1..=8_760),
        value_name = "HOURS"
    )]
    open_hours: u32,
    /// For how many days a game at which nothing is done stays before it is closed.
    #[arg(
        long,
        env = "GUERIDON_ABANDONED_DAYS",
        default_value = "60",
        value_parser = clap::value_parser!(u32).range(1..=3_650),
        value_name = "DAYS"
    )]
    abandoned_days: u32,
    /// A site whose pages may ask this server, besides this server's own, as https://example.org;
    /// `*` for any. May be given several times.
    #[arg(
        long = "allow-origin",
        env = "GUERIDON_ALLOW_ORIGIN",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    origins: Vec<String>,
    /// How many connections are open at a time, sockets among them; one more waits.
    #[arg(
        long = "max-connections",
        env = "GUERIDON_MAX_CONNECTIONS",
        default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        value_name = "NUMBER"
    )]
    connections: u32,
    /// How long a bot, or who stands in for a player, seems to think about each step, in
    /// milliseconds.
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
    /// For how many days a table is kept after its game was over, or it was closed; without it, for
    /// ever.
    #[arg(
        long,
        env = "GUERIDON_KEEP_FINISHED",
        value_parser = clap::value_parser!(u32).range(1..=36_500),
        value_name = "DAYS"
    )]
    keep_finished: Option<u32>,
}

impl From<Serve> for Options {
    fn from(serve: Serve) -> Self {
        Self {
            listen: serve.listen,
            journal: serve.journal.journal,
            trusts_proxy: serve.trust_proxy,
            budget: serve.budget,
            token_days: serve.token_days,
            open_hours: serve.open_hours,
            abandoned_days: serve.abandoned_days,
            modules: serve.modules.directory(),
            page: serve.page.directory.unwrap_or_else(|| beside("web")),
            has_graphiql: !serve.page.no_graphiql,
            origins: serve.origins,
            connections: serve.connections,
            bot_pause: Duration::from_millis(u64::from(serve.bot_pause)),
            public_url: serve.notifications.public.url,
            smtp: serve.notifications.smtp,
            mail_from: serve.notifications.mail_from,
            mail_after_s: serve.notifications.mail_after,
            allows_private_webhooks: serve.notifications.allow_private_webhooks,
            keep_finished: serve.keep_finished,
        }
    }
}
