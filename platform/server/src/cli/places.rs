//! The options that say where things are: the journal, the modules, and the server itself.

use std::path::PathBuf;

use clap::Args;

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

/// The option for the public URL.
#[derive(Debug, Args)]
pub(crate) struct PublicUrl {
    /// The public URL of this server, such as https://games.example.org.
    ///
    /// Used for links in mail and webhooks, to recognise the server's own page behind a proxy, and
    /// as the issuer in OAuth.
    #[arg(long = "public-url", env = "GUERIDON_PUBLIC_URL", value_name = "URL")]
    pub(super) url: Option<String>,
}

/// A directory next to this program.
pub(super) fn beside(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().map(|beside| beside.join(name)).unwrap_or_default()
}
