//! What an operator does on the command line, directly in the journal: give roles, reset passwords,
//! stop builds and tables. A server may be using the journal meanwhile; it sees the change within
//! seconds.

mod decisions;

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_host::clock::Clock;
use gueridon_host::host::Random;
use gueridon_host::notifications::reset_url;
use gueridon_host::people::{Accounts, AccountsConfig};
use gueridon_host::refusal::Failure;
use gueridon_journal::{Journal, JournalError, Role};

pub use decisions::Decision;

use crate::journal::{JournalAddress, UnknownJournal};
use crate::serve::{ServeError, site_url};

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Give a role.
    Role {
        /// The player's name.
        name: String,
        /// The role.
        role: Role,
    },
    /// Make a token with which a new password can be set.
    Reset {
        /// The player's name.
        name: String,
        /// The public URL of the server, for a link.
        public_url: Option<String>,
    },
    /// Decide about builds or tables.
    Decide(Decision),
}

/// Why an action failed, in one line.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The journal is of a kind that this program does not have.
    #[error(transparent)]
    Journal(#[from] UnknownJournal),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] ServeError),
    /// The journal cannot be opened.
    #[error(transparent)]
    Open(#[from] JournalError),
    /// There is no such player, build or table, the action is not possible for it, or the journal
    /// failed.
    #[error("{0}")]
    Refused(String),
}

impl From<Failure> for AdminError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refused) => Self::Refused(refused.words.get(Language::En).to_owned()),
            failed => Self::Refused(failed.to_string()),
        }
    }
}

/// Carries out an action and returns the text for the operator.
///
/// # Errors
/// When the journal cannot be opened, or the action failed.
pub async fn run(journal: &str, action: &Action) -> Result<String, AdminError> {
    let address: JournalAddress = journal.parse()?;
    let opened = address.open_beside().await?;
    let journal = opened.journal();
    let done = match action {
        Action::Role { name, role } => give_role(&accounts(&journal), name, *role).await,
        Action::Reset { name, public_url } => {
            reset(&accounts(&journal), name, public_url.as_deref()).await
        }
        Action::Decide(decision) => decisions::run(&*journal, decision).await,
    };
    opened.close().await;
    done
}

fn accounts(journal: &Arc<dyn Journal>) -> Accounts {
    let journal = Arc::clone(journal);
    Accounts::new(AccountsConfig::default(), journal, Clock::system(), Random::system())
}

async fn give_role(accounts: &Accounts, name: &str, role: Role) -> Result<String, AdminError> {
    let player = accounts.find(name).await?.player;
    accounts.set_role(None, player.id, role).await?;
    tracing::info!(player = %player.id.0, role = role.word(), "a role was given");
    Ok(format!("{} is now {}\n", player.name, role.word()))
}

async fn reset(
    accounts: &Accounts,
    name: &str,
    public_url: Option<&str>,
) -> Result<String, AdminError> {
    let site = public_url.map(site_url).transpose()?;
    let player = accounts.find(name).await?.player;
    let minted = accounts.issue_reset_token(None, player.id).await?;
    tracing::info!(player = %player.id.0, "a password reset was made");
    let name = player.name;
    Ok(match site {
        Some(site) => format!(
            "{}\nBy this link {name} can set a new password, once and within a day.\n",
            reset_url(&site, &minted.token)
        ),
        None => format!(
            "{}\nWith this token {name} can set a new password by `resetPassword`, once and within a \
             day.\n",
            minted.token.secret()
        ),
    })
}
