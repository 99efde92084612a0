//! The subcommands of `admin`.

use clap::{Subcommand, ValueEnum};
use gueridon_journal::{Intervention, Role, TableId};
use uuid::Uuid;

use super::places::PublicUrl;
use crate::admin::{Action, Decision};

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
    /// Stop a table in play: nobody can play there, and it shows what was seen last.
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
    /// List the newest decisions about builds and tables: when, what, about which, by which operator
    /// of the page (`-` for a server and for the command line), and why.
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
