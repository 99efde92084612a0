//! The games that tables can be opened for, and the builds of them that tables are played with.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gueridon_game::Language;
use gueridon_game::border::{LocalizedText, hex};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::clock::Clock;
use crate::refusal::{Answer, Code, Failure, Fault, Refused};
use crate::tables::stops::{Stops, of_quarantine};
use gueridon_journal::{BuildRow, Journal, JournalError, TableRow};
use gueridon_modules::UnusableBuild;
use gueridon_modules::builds::Builds;
use gueridon_modules::executor::{Call, Executor, timed};
use gueridon_modules::module::{CallError, Module};

/// A game that new tables can be opened for.
pub type Game = Arc<Module>;

/// Something in a game that has a name: a card, a piece, a place on the board; in every language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CatalogueItem {
    /// Its name in views, moves, events, score pads and enums.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// Its name.
    pub name: LocalizedText,
    /// What it does; may be empty.
    pub text: LocalizedText,
    /// The properties that the game's author filled in; may be empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
}

/// A thing of a game as its module names it, in one language.
#[derive(Debug, Deserialize)]
struct Named {
    /// Older modules call it `id`.
    #[serde(alias = "id")]
    key: String,
    kind: String,
    name: String,
    text: String,
    #[serde(default)]
    reconstructed: Vec<String>,
}

/// The builds of this node, and those that the journal keeps.
#[derive(Debug)]
pub struct Games {
    library: Arc<dyn Builds>,
    journal: Arc<dyn Journal>,
    executor: Arc<Executor>,
    clock: Clock,
    stops: Arc<Stops>,
    /// Whether builds that only the journal has are opened.
    trusts_journal: bool,
    /// Builds that are known to be in the journal.
    kept: Mutex<BTreeSet<[u8; 32]>>,
    /// Locked while a build is written to the journal: a module is large, and each of many tables that
    /// begin together would take a copy of it along.
    keeping: tokio::sync::Mutex<()>,
}

impl Games {
    pub(crate) fn new(
        library: Arc<dyn Builds>,
        journal: Arc<dyn Journal>,
        executor: Arc<Executor>,
        clock: Clock,
        stops: Arc<Stops>,
        trusts_journal: bool,
    ) -> Self {
        Self {
            library,
            journal,
            executor,
            clock,
            stops,
            trusts_journal,
            kept: Mutex::default(),
            keeping: tokio::sync::Mutex::default(),
        }
    }

    /// The threads on which modules are called.
    pub(crate) fn executor(&self) -> &Executor {
        &self.executor
    }

    /// The newest build of every game.
    #[must_use]
    pub fn newest(&self) -> Vec<Game> {
        self.library.newest()
    }

    /// Everything in a game that has a name, under these options, in the order of the module.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, `GAME_STOPPED`, `BAD_OPTIONS`.
    pub async fn catalogue(
        &self,
        game: &str,
        options: Option<Value>,
    ) -> Answer<Vec<CatalogueItem>> {
        let build = self.game(game)?;
        let options = options_json(options.as_ref())?;
        let call = Call { game, build: build.sha256(), op: "catalogue", table: None };
        let op = call.op;
        let ask = move || {
            let ask = |language| {
                let id = &build.about().id;
                timed(id, op, || build.catalogue(Some(&*options), language))
            };
            Language::ALL.into_iter().map(ask).collect::<Result<Vec<_>, _>>()
        };
        let written = self.executor.run(call, ask).await?.map_err(of_deal)?;
        Ok(in_every_language(&written).map_err(Fault::Module)?)
    }

    /// The newest build of a game.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, `GAME_STOPPED`.
    pub(crate) fn game(&self, id: &str) -> Answer<Game> {
        let mut newest = self.library.newest().into_iter();
        let build = newest.find(|build| build.about().id == id);
        let build = build.ok_or_else(|| Code::UnknownGame.answer())?;
        match self.stops.of_build(build.sha256()) {
            Some(reason) => {
                Err(Code::GameStopped.refused(&[("reason", reason.to_string())]).into())
            }
            None => Ok(build),
        }
    }

    /// The build that a table began with: already open, or read from the journal.
    ///
    /// The inner error is permanent: why this node cannot open the build. The outer one may be
    /// retried.
    pub(crate) async fn build_of(&self, row: &TableRow) -> Answer<Result<Arc<Module>, String>> {
        let Some(sha256) = row.build else { return Ok(Err("it has no build".to_owned())) };
        if let Some(reason) = self.stops.of_build(sha256) {
            return Ok(Err(of_quarantine(&reason)));
        }
        if let Some(build) = self.library.build(sha256) {
            return Ok(Ok(build));
        }
        if !self.trusts_journal {
            let missing = format!("its build {} is not among the modules here", hex(&sha256));
            return Err(Fault::Elsewhere(missing).into());
        }
        let Some(kept) = self.journal.build(sha256).await? else {
            return Ok(Err("the build that it began with is missing".to_owned()));
        };
        let library = Arc::clone(&self.library);
        let call = Call { game: &row.game, build: sha256, op: "open", table: Some(row.id.0) };
        let opened =
            self.executor.run(call, move || library.open_bytes(kept.sha256, &kept.bytes)).await?;
        let why = |reason| format!("its build cannot be opened: {reason}");
        match opened {
            Ok(build) => Ok(Ok(build)),
            Err(UnusableBuild { reason, is_permanent: true }) => Ok(Err(why(reason))),
            Err(UnusableBuild { reason, .. }) => {
                let reason = why(reason);
                tracing::error!(table = %row.id, reason, "the table cannot be loaded now");
                Err(Fault::Module(reason).into())
            }
        }
    }

    /// The version of the rules as a build implements them; none for one that is not open here.
    #[must_use]
    pub fn rules_version(&self, build: [u8; 32]) -> Option<u32> {
        self.library.build(build).map(|build| build.about().rules_version)
    }

    /// Makes sure that a build is in the journal before a table begins with it.
    pub(crate) async fn keep_build(&self, build: &Arc<Module>) -> Answer<()> {
        let sha256 = build.sha256();
        let is_kept = || self.kept().contains(&sha256);
        if is_kept() {
            return Ok(());
        }
        let _keeping = self.keeping.lock().await;
        if is_kept() {
            return Ok(());
        }
        let gone = || Fault::Module("the file of its build is gone".to_owned());
        let row = BuildRow {
            sha256,
            game: build.about().id.clone(),
            bytes: self.library.bytes(sha256).ok_or_else(gone)?,
            first_used_ms: self.clock.now_ms(),
        };
        self.journal.keep_build(&row).await?;
        self.kept().insert(sha256);
        Ok(())
    }

    /// A build that is about to be deleted from the journal, or is not there, is kept again before a
    /// table begins with it.
    pub(crate) fn no_longer_kept(&self, sha256: [u8; 32]) {
        self.kept().remove(&sha256);
    }

    /// Whether tables begin with that build on this node.
    pub(crate) fn is_newest(&self, sha256: [u8; 32]) -> bool {
        self.library.newest().iter().any(|build| build.sha256() == sha256)
    }

    fn kept(&self) -> MutexGuard<'_, BTreeSet<[u8; 32]>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Merges the catalogues of a module, given by [`Language::index`], in the order of the first: a
/// module may sort by names, which differ between languages.
fn in_every_language(written: &[Box<RawValue>]) -> Result<Vec<CatalogueItem>, String> {
    let mut lists = Vec::with_capacity(written.len());
    for raw in written {
        let things: Vec<Named> =
            serde_json::from_str(raw.get()).map_err(|error| error.to_string())?;
        lists.push(things);
    }
    let by_key: Vec<BTreeMap<&str, &Named>> = lists
        .iter()
        .map(|things| things.iter().map(|thing| (&*thing.key, thing)).collect())
        .collect();
    let Some(first) = lists.first() else { return Ok(Vec::new()) };
    if by_key.iter().zip(&lists).any(|(by_key, things)| by_key.len() != things.len()) {
        return Err("its catalogue has two things under one key".into());
    }
    if by_key.iter().any(|other| !other.keys().eq(by_key[0].keys())) {
        return Err("its catalogue has other things in another language".into());
    }
    let item = |thing: &Named| {
        let named = |language: Language| by_key[language.index()][&*thing.key];
        CatalogueItem {
            key: thing.key.clone(),
            kind: thing.kind.clone(),
            name: LocalizedText::new(|language| named(language).name.clone()),
            text: LocalizedText::new(|language| named(language).text.clone()),
            reconstructed: thing.reconstructed.clone(),
        }
    };
    Ok(first.iter().map(item).collect())
}

/// Options as the journal keeps them: JSON of at most 16 KiB, `null` for the game's own choice.
pub(crate) fn options_json(options: Option<&Value>) -> Answer<Box<RawValue>> {
    const MOST: usize = 16 * 1024;
    let written = serde_json::value::to_raw_value(&options)
        .map_err(|error| Failure::from(JournalError::Broken(error.to_string())))?;
    if written.get().len() > MOST {
        let reason = format!("{} > {MOST} B", written.get().len());
        return Err(Code::BadOptions.refused(&[("reason", reason)]).into());
    }
    Ok(written)
}

/// The failure of a module that did not deal, or make a catalogue.
pub(crate) fn of_deal(error: CallError) -> Failure {
    match error {
        CallError::Refused(refused) => Refused::by_deal(*refused).into(),
        unmade @ (CallError::Gone | CallError::NoWorker(_)) => {
            Fault::Busy(unmade.to_string()).into()
        }
        failed => Fault::Module(failed.to_string()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue(things: &[(&str, &str)]) -> Box<RawValue> {
        let named = |&(key, name): &(&str, &str)| serde_json::json!({ "key": key, "kind": "card", "name": name, "text": "" });
        serde_json::value::to_raw_value(&things.iter().map(named).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_module_may_sort_its_catalogue_by_names_which_differ_in_each_language() {
        let written = [
            catalogue(&[("bear", "Bear"), ("wolf", "Wolf")]),
            catalogue(&[("wolf", "Loup"), ("bear", "Ours")]),
        ];
        let items = in_every_language(&written).unwrap();
        let names = |language| items.iter().map(|item| item.name.get(language)).collect::<Vec<_>>();
        assert_eq!(names(Language::En), ["Bear", "Wolf"]);
        assert_eq!(names(Language::Fr), ["Ours", "Loup"]);
    }

    #[test]
    fn a_catalogue_that_names_other_things_in_another_language_is_not_one() {
        let english = [("bear", "Bear"), ("wolf", "Wolf")];
        for french in [&english[..1], &[("bear", "Ours"), ("lynx", "Lynx")]] {
            let written = [catalogue(&english), catalogue(french)];
            assert!(in_every_language(&written).unwrap_err().contains("other things"));
        }
        let twice = catalogue(&[("bear", "Bear"), ("bear", "Brown bear")]);
        assert!(in_every_language(&[twice.clone(), twice]).unwrap_err().contains("one key"));
    }
}
