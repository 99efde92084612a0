//! Why the host did not do what it was asked: a stable code, and a sentence in every language.
//!
//! A [`Refused`] is for the caller: the request is not allowed, or came too late. A [`Fault`] is
//! the host's own: the journal or a game failed, and the log says why.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gueridon_game::Language;
use gueridon_game::border::{self, LocalizedText};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::names::Names;
use gueridon_journal::JournalError;
use gueridon_modules::executor::NoAnswer;

/// The result of a request to the host.
pub type Answer<T> = Result<T, Failure>;

/// Why something was not done.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Failure {
    /// The request is not allowed, or came too late.
    #[error("{0}")]
    Refused(Box<Refused>),
    /// The host, its journal or a module failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// What failed in the host, its journal or a module. The text is for the operator, not for players.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// The journal failed; a play may have been written or not. Sending it again with the same key
    /// is safe and shows which.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A module panicked, or gave an invalid reply.
    #[error("the module failed: {0}")]
    Module(String),
    /// A module was not called, because too many other calls are under way, or there is no process
    /// for it. Nothing is lost.
    #[error("the module cannot be called now: {0}")]
    Busy(String),
    /// This node cannot play the table, and another can: an entry is of a newer server, or the
    /// table's build is not among the modules here.
    #[error("this node cannot play the table: {0}")]
    Elsewhere(String),
    /// The system gave no random bits.
    #[error("the system gave no random bits: {0}")]
    NoEntropy(String),
    /// The host is stopping, or was too busy with others' moves at this table.
    #[error("the table did not answer")]
    NoAnswer,
    /// Nothing was done: the table is about to be loaded again, and whoever looks for it finds that.
    #[error("the table is being loaded again")]
    Reloading,
    /// A password could not be hashed or checked.
    #[error("passwords cannot be checked: {0}")]
    Passwords(String),
}

impl From<NoAnswer> for Fault {
    fn from(unanswered: NoAnswer) -> Self {
        let reason = unanswered.to_string();
        if unanswered.is_unmade() { Self::Busy(reason) } else { Self::Module(reason) }
    }
}

impl From<NoAnswer> for Failure {
    fn from(unanswered: NoAnswer) -> Self {
        Self::Fault(unanswered.into())
    }
}

impl Fault {
    /// The stable code that callers are sent instead of the text.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Journal(_)
            | Self::Busy(_)
            | Self::Elsewhere(_)
            | Self::NoEntropy(_)
            | Self::NoAnswer
            | Self::Reloading
            | Self::Passwords(_) => Code::Unavailable,
            Self::Module(_) => Code::Internal,
        }
    }
}

/// A refusal, ready to be sent.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}: {}", code.word(), words.get(Language::En))]
pub struct Refused {
    /// Why, in one stable word.
    pub code: Code,
    /// Why in the game's own words, if it was the game that refused.
    pub game: Option<GameRefusal>,
    /// Why, in a sentence of every language, with the players' names in it.
    pub words: LocalizedText,
    /// After how many seconds to retry, if waiting helps.
    pub wait_s: Option<u64>,
}

/// Why a game refused a step or a deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRefusal {
    /// The game's own code, as documented in its SDL.
    pub code: String,
    /// The rule, as numbered in the game's rules table; may be empty.
    #[serde(default)]
    pub rule: String,
    /// The arguments of the sentence.
    #[serde(default)]
    pub args: serde_json::Map<String, Value>,
    /// Which step of the list it was, counted from 0; none for a deal.
    #[serde(default)]
    pub step: Option<usize>,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// Why, as one stable word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The code as it is sent.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }
        }
    };
}

codes! {
    /// It is not the seat's turn.
    NotYourTurn = "NOT_YOUR_TURN",
    /// The game does not allow the step; [`Refused::game`] says why.
    IllegalMove = "ILLEGAL_MOVE",
    /// A step does not match its type in the game's SDL.
    BadMove = "BAD_MOVE",
    /// The list of steps is empty.
    NoSteps = "NO_STEPS",
    /// The list of steps is longer than any move can be.
    TooLong = "TOO_LONG",
    /// A list of steps goes on after one whose outcome is random or hidden.
    TooFar = "TOO_FAR",
    /// The decision that the play answers is no longer the seat's.
    Stale = "STALE",
    /// The seat has played something else under that key.
    KeyReused = "KEY_REUSED",
    /// The key is empty or too long.
    BadKey = "BAD_KEY",
    /// The game is over.
    TableOver = "TABLE_OVER",
    /// The table cannot be played on: its journal could not be replayed, or an operator stopped it.
    TableStopped = "TABLE_STOPPED",
    /// The table was closed before its game was over, or before it began.
    TableClosed = "TABLE_CLOSED",
    /// The game is paused until the players agree to resume it.
    Paused = "PAUSED",
    /// The game is not paused.
    NotPaused = "NOT_PAUSED",
    /// The seat's time was up before the play was received, and so it has resigned.
    TimeUp = "TIME_UP",
    /// The seat has resigned.
    Resigned = "RESIGNED",
    /// What is to be taken back is not the seat's own play, or somebody has played since.
    NotLast = "NOT_LAST",
    /// Something was revealed since, so that the other players have to agree.
    Revealed = "REVEALED",
    /// The settings of the table allow no hints to the player.
    HintsOff = "HINTS_OFF",
    /// The game cannot search for a hint.
    NoHints = "NO_HINTS",
    /// The game failed while it searched for a hint.
    HintLost = "HINT_LOST",
    /// The game cannot be analysed.
    NoAnalysis = "NO_ANALYSIS",
    /// The game failed while it was analysed.
    AnalysisLost = "ANALYSIS_LOST",
    /// An analysis of the table is under way, or another that the player has asked for.
    AnalysisUnderWay = "ANALYSIS_UNDER_WAY",
    /// This server is analysing as many games as it does at a time.
    TooManyAnalyses = "TOO_MANY_ANALYSES",
    /// Another proposal is open already.
    ProposalPending = "PROPOSAL_PENDING",
    /// There is no such proposal.
    NotProposed = "NOT_PROPOSED",
    /// The settings of a table are invalid.
    BadSettings = "BAD_SETTINGS",
    /// Only the table's owner may do it.
    NotOwner = "NOT_OWNER",
    /// The seat is free.
    SeatFree = "SEAT_FREE",
    /// The other player does not sit at the table.
    NotHere = "NOT_HERE",
    /// The player has no invitation.
    NotInvited = "NOT_INVITED",
    /// The invitation code belongs to no table, or is no longer valid.
    UnknownInvite = "UNKNOWN_INVITE",
    /// The player has opened as many tables as are allowed.
    TooManyTables = "TOO_MANY_TABLES",
    /// The table allows no spectators.
    NoSpectators = "NO_SPECTATORS",
    /// The table has begun: nobody can sit down, get up or begin it.
    TableStarted = "TABLE_STARTED",
    /// The table has not begun.
    NotStarted = "NOT_STARTED",
    /// The game is not over: everything is shown only after its end.
    NotOver = "NOT_OVER",
    /// The player has no seat here.
    NotSeated = "NOT_SEATED",
    /// The player has another seat at this table.
    AlreadySeated = "ALREADY_SEATED",
    /// Somebody else sits there.
    SeatTaken = "SEAT_TAKEN",
    /// The seat is kept for who sat there in the game before.
    SeatKept = "SEAT_KEPT",
    /// The table has no such seat.
    NoSuchSeat = "NO_SUCH_SEAT",
    /// No seat is free.
    TableFull = "TABLE_FULL",
    /// A seat is still free.
    NotAllSeated = "NOT_ALL_SEATED",
    /// There is no such table.
    UnknownTable = "UNKNOWN_TABLE",
    /// There is no such game.
    UnknownGame = "UNKNOWN_GAME",
    /// No table can begin now: the game's build is in quarantine.
    GameStopped = "GAME_STOPPED",
    /// The game cannot be dealt with these options.
    BadOptions = "BAD_OPTIONS",
    /// The game cannot be played with that number of seats.
    BadSeats = "BAD_SEATS",
    /// The name is empty or too long, or cannot be read.
    BadName = "BAD_NAME",
    /// A registered player has that name.
    NameTaken = "NAME_TAKEN",
    /// The label of a token is too long, or cannot be read.
    BadLabel = "BAD_LABEL",
    /// The password is too short or too long, or is the name.
    BadPassword = "BAD_PASSWORD",
    /// This is not an e-mail address.
    BadEmail = "BAD_EMAIL",
    /// The name or the password is wrong.
    WrongPassword = "WRONG_PASSWORD",
    /// Only a guest can register.
    AlreadyRegistered = "ALREADY_REGISTERED",
    /// Only for registered players.
    NotRegistered = "NOT_REGISTERED",
    /// The token is unknown, not the player's, or for another purpose.
    UnknownToken = "UNKNOWN_TOKEN",
    /// The player has as many tokens as are allowed.
    TooManyTokens = "TOO_MANY_TOKENS",
    /// Too many attempts; [`Refused::wait_s`] says how long to wait.
    TooManyAttempts = "TOO_MANY_ATTEMPTS",
    /// The caller's role or token does not allow this.
    NotAllowed = "NOT_ALLOWED",
    /// The token may not be used for that.
    InsufficientScope = "INSUFFICIENT_SCOPE",
    /// There is no such player.
    UnknownPlayer = "UNKNOWN_PLAYER",
    /// The message is empty or too long, or cannot be read.
    BadMessage = "BAD_MESSAGE",
    /// A reason or a moderator's note is empty or too long, or cannot be read.
    BadReason = "BAD_REASON",
    /// There is no such message, or it is not at that table or not that player's.
    UnknownMessage = "UNKNOWN_MESSAGE",
    /// No build has this SHA-256.
    UnknownBuild = "UNKNOWN_BUILD",
    /// What an operator decides is so already, or cannot be any more.
    NoChange = "NO_CHANGE",
    /// There is no such report.
    UnknownReport = "UNKNOWN_REPORT",
    /// Another moderator has resolved the report.
    AlreadyResolved = "ALREADY_RESOLVED",
    /// A moderator has silenced the player; [`Refused::wait_s`] says for how much longer.
    Silenced = "SILENCED",
    /// The player has muted as many players as are allowed.
    TooManyMutes = "TOO_MANY_MUTES",
    /// That cannot be done to oneself.
    NotYourself = "NOT_YOURSELF",
    /// A webhook cannot have this URL.
    BadUrl = "BAD_URL",
    /// There is no room for another webhook.
    TooManyWebhooks = "TOO_MANY_WEBHOOKS",
    /// The player has no such webhook.
    UnknownWebhook = "UNKNOWN_WEBHOOK",
    /// This server sends no mail.
    NoMailHere = "NO_MAIL_HERE",
    /// The player has given no address.
    NoEmail = "NO_EMAIL",
    /// The time between two mails is too short or too long.
    BadRest = "BAD_REST",
    /// Only a program does that.
    NotAProgram = "NOT_A_PROGRAM",
    /// What a program offers is too much or too little, or its description cannot be read.
    BadOffer = "BAD_OFFER",
    /// A program is to be ready for too short or too long a time.
    BadLife = "BAD_LIFE",
    /// The player has as many programs as are allowed.
    TooManyPrograms = "TOO_MANY_PROGRAMS",
    /// There is no such program, or it is another player's.
    UnknownProgram = "UNKNOWN_PROGRAM",
    /// A moderator has switched the program off.
    ProgramOff = "PROGRAM_OFF",
    /// The program is not ready for any table now.
    NotReady = "NOT_READY",
    /// The program is ready, but not for such a table.
    NotOffered = "NOT_OFFERED",
    /// The program plays at as many tables as it does at a time, in all or of one owner.
    ProgramBusy = "PROGRAM_BUSY",
    /// The program sits at the table already, or is asked to.
    AlreadyAsked = "ALREADY_ASKED",
    /// The program is not asked to the table, or no longer.
    ChallengeOver = "CHALLENGE_OVER",
    /// The journal or the table did not answer: retry with the same key.
    Unavailable = "UNAVAILABLE",
    /// A game failed; nothing was changed.
    Internal = "INTERNAL",
}

impl Code {
    /// The code's sentence with its arguments filled in.
    #[must_use]
    pub fn words(self, args: &[(&str, String)]) -> LocalizedText {
        let template = SENTENCES.get(self.word()).cloned().unwrap_or_default();
        args.iter().fold(template, |words, (name, value)| {
            LocalizedText::new(|language| {
                words.get(language).replace(&format!("{{{name}}}"), value)
            })
        })
    }

    /// A refusal that the host itself makes.
    #[must_use]
    pub fn refused(self, args: &[(&str, String)]) -> Refused {
        Refused { code: self, game: None, words: self.words(args), wait_s: None }
    }

    /// A refusal without arguments, as an answer.
    pub(crate) fn answer(self) -> Failure {
        self.refused(&[]).into()
    }
}

impl Refused {
    /// The game's refusal of a step, with the players' `names` in its sentence. Refusals that are
    /// the same in every game get the host's code; all others are [`Code::IllegalMove`].
    #[must_use]
    pub fn by_game(refused: border::Refused, names: &Names) -> Self {
        let code = match refused.code.as_str() {
            "NOT_YOUR_TURN" => Code::NotYourTurn,
            "GAME_OVER" => Code::TableOver,
            "NO_SUCH_SEAT" => Code::NotSeated,
            "NO_STEPS" => Code::NoSteps,
            "TOO_FAR" => Code::TooFar,
            "BAD_MOVE" => Code::BadMove,
            "BAD_SEATS" => Code::BadSeats,
            "BAD_OPTIONS" => Code::BadOptions,
            _ => Code::IllegalMove,
        };
        Self::with_code(code, refused, names)
    }

    /// The game's refusal of a deal.
    #[must_use]
    pub fn by_deal(refused: border::Refused) -> Self {
        let code = if refused.code == "BAD_SEATS" { Code::BadSeats } else { Code::BadOptions };
        Self::with_code(code, refused, &Names::default())
    }

    /// A game without a sentence for a refusal sends the key of the missing sentence. The host's own
    /// sentence for the code is used then.
    fn with_code(code: Code, refused: border::Refused, names: &Names) -> Self {
        let border::Refused { code: game, rule, args, step, words } = refused;
        let has_sentence = |language| words.get(language) != format!("refusal.{game}");
        let words = if Language::ALL.into_iter().all(has_sentence) {
            names.put_into_all(&words)
        } else {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), Into::into);
            let mut given: Vec<_> =
                args.iter().map(|(name, value)| (name.as_str(), text(value))).collect();
            given.push(("reason", game.clone()));
            code.words(&given)
        };
        let game = Some(GameRefusal { code: game, rule, args, step });
        Self { code, game, words, wait_s: None }
    }

    /// Adds how long to wait before the next attempt.
    #[must_use]
    pub fn with_wait(self, seconds: u64) -> Self {
        Self { wait_s: Some(seconds), ..self }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        Self::Refused(Box::new(refused))
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        Self::Fault(Fault::Journal(error))
    }
}

static SENTENCES: LazyLock<BTreeMap<String, LocalizedText>> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/words.toml"))
        .expect("a test of this file reads the same data")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_sentence_in_every_language_and_every_sentence_its_code() {
        for code in Code::ALL {
            let words = code.words(&[]);
            let [en, fr] = Language::ALL.map(|language| words.get(language));
            assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{}", code.word());
            assert_eq!(en.matches('{').count(), fr.matches('{').count(), "{}", code.word());
        }
        assert_eq!(SENTENCES.len(), Code::ALL.len());
    }

    #[test]
    fn a_sentence_speaks_of_its_arguments() {
        let refused = Code::BadSeats.refused(&[("fewest", "2".into()), ("most", "4".into())]);
        assert_eq!(refused.to_string(), "BAD_SEATS: This game is for 2 to 4 players.");
        assert_eq!(refused.words.get(Language::Fr), "Ce jeu se joue de 2 à 4 joueurs.");
    }
}
