//! The game in which a law was broken, kept in a file: `gueridon dev --replay` opens the table there.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::{Value, json};

use super::Laws;
use super::failure::Failure;
use crate::Game;

/// The folder of the replays, in that of what cargo builds.
const FOLDER: &str = "replays";
/// What cargo puts into the folder of what it builds, so that back-ups leave it out.
const TAG: &str = "CACHEDIR.TAG";

impl Failure {
    /// The failure, and the command that shows its place if the game could be kept.
    pub(super) fn kept<G: Game>(&self, laws: &Laws<G>) -> String {
        let Some(place) = self.place else { return self.to_string() };
        let program = env::current_exe();
        let built = program.ok().and_then(|program| built_in(&program));
        let written = built.map(|built| self.keep(laws, &built));
        match written {
            Some(Ok(_)) => format!(
                "{self}\n  see it: gueridon dev --replay {},{}@{}",
                place.seed, place.seats, place.step
            ),
            // It has been said how to see it again without.
            Some(Err(_)) | None => self.to_string(),
        }
    }

    /// Writes the game to `<built>/replays/<game>/<seed>,<seats>.json`.
    fn keep<G: Game>(&self, laws: &Laws<G>, built: &Path) -> io::Result<PathBuf> {
        let place = self.place.unwrap_or_default();
        let folder = built.join(FOLDER).join(G::ABOUT.id);
        fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{},{}.json", place.seed, place.seats));
        let steps = self.steps.iter().chain(self.taking.as_deref());
        let entry = |(seat, step): &(crate::Seat, String)| {
            let step: Value = serde_json::from_str(step)?;
            Ok(json!({ "seat": seat, "steps": [step] }))
        };
        let entries: serde_json::Result<Vec<Value>> = steps.map(entry).collect();
        let game = json!({
            "game": G::ABOUT.id,
            "options": super::json::tree(&laws.options),
            "seats": place.seats,
            "seed": place.seed,
            "entries": entries?,
        });
        // Two tests may break a law in the same playout: each file is whole at any time.
        let draft =
            folder.join(format!(".{}-{:?}", std::process::id(), std::thread::current().id()));
        fs::write(&draft, game.to_string())?;
        fs::rename(draft, &file)?;
        Ok(file)
    }
}

/// The folder of what cargo builds that a program lies in.
fn built_in(program: &Path) -> Option<PathBuf> {
    program.ancestors().find(|folder| folder.join(TAG).is_file()).map(Path::to_owned)
}
