//! A position that is set up at the start: where a test failed, as the test kit names it, or a file.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;

use super::build::Build;
use super::entries::Record;
use super::recipe::Recipe;
use super::shown_path;

/// The most bytes of a file with a game.
const LARGEST: u64 = 64 << 20;

/// What `--replay` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    game: Game,
    /// After which entry; none for the last.
    at: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Game {
    /// That of a failure, by its seed and seats.
    Failed(u64, u8),
    /// One in a file.
    In(PathBuf),
}

impl FromStr for Replay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (game, at) = match text.rsplit_once('@') {
            None => (text, None),
            Some((game, at)) => match at.parse() {
                Ok(at) => (game, Some(at)),
                Err(_) => return Err(format!("after @ comes the number of an entry, not `{at}`")),
            },
        };
        let failed = game.split_once(',').and_then(|(seed, seats)| {
            Some(Game::Failed(seed.trim().parse().ok()?, seats.trim().parse().ok()?))
        });
        let is_file = || game.contains(['.', '/']);
        let game = failed.or_else(|| is_file().then(|| Game::In(game.into())));
        let game = game.ok_or("say SEED,SEATS@ENTRY, as a failed test does, or FILE@ENTRY")?;
        Ok(Self { game, at })
    }
}

/// What the test kit and the page write: a position, and whose it is.
#[derive(Deserialize)]
struct Kept {
    game: Option<String>,
}

impl Replay {
    /// Reads the game.
    pub(super) fn read(&self, recipe: &Recipe, build: Option<&Build>) -> Result<Record, String> {
        let file = match &self.game {
            Game::In(file) => file.clone(),
            Game::Failed(seed, seats) => {
                let name = format!("{seed},{seats}.json");
                let build = build.ok_or(
                    "the module does not build, so it is not known which game this is: mend it first",
                )?;
                let id = &build.about().id;
                let kept = folders(recipe.folder(), &build.file);
                let files = kept.map(|folder| folder.join("replays").join(id).join(&name));
                files.into_iter().find(|file| file.is_file()).ok_or_else(|| {
                    format!(
                        "no game of seed {seed} with {seats} seats is kept: run the test that fails \
                         again, it keeps its game"
                    )
                })?
            }
        };
        let shown = shown_path(&file);
        let unread = |error: std::io::Error| format!("{shown} cannot be read: {error}");
        let about = std::fs::metadata(&file).map_err(unread)?;
        if !about.is_file() || about.len() > LARGEST {
            return Err(format!("{shown} is no file with a game"));
        }
        let text = std::fs::read_to_string(&file).map_err(unread)?;
        let unfit = |error: serde_json::Error| format!("{shown} is no game to replay: {error}");
        let Kept { game } = serde_json::from_str(&text).map_err(unfit)?;
        let mut record: Record = serde_json::from_str(&text).map_err(unfit)?;
        if let (Some(game), Some(build)) = (game, build)
            && game != build.about().id
        {
            return Err(format!("{shown} is a game of {game}, and this is {}", build.about().id));
        }
        let last = record.entries.len();
        record.at = self.at.unwrap_or_else(|| record.at.min(last));
        if record.at > last {
            let at = record.at;
            return Err(format!("{shown} has {last} entries, so there is none with number {at}"));
        }
        Ok(record)
    }
}

/// Where cargo may build: the folder that the build lies in, that of the environment, and the usual one.
fn folders(folder: &Path, build: &Path) -> impl Iterator<Item = PathBuf> {
    let build = build.canonicalize().unwrap_or_default();
    let around: Vec<PathBuf> = build.ancestors().skip(1).map(Path::to_owned).collect();
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let folder = folder.canonicalize().unwrap_or_default();
    let usual: Vec<PathBuf> = folder.ancestors().map(|folder| folder.join("target")).collect();
    named.into_iter().chain(around).chain(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_named_as_the_test_kit_names_it() {
        let read = |text: &str| text.parse::<Replay>();
        let failed = |seed, seats, at| Ok(Replay { game: Game::Failed(seed, seats), at });
        assert_eq!(read("1,3@57"), failed(1, 3, Some(57)));
        assert_eq!(read("1,3"), failed(1, 3, None));
        let file = Replay { game: Game::In("a/b@c.json".into()), at: Some(7) };
        assert_eq!(read("a/b@c.json@7"), Ok(file));
        for bad in ["", "1", "1,300@2", "1,3@x", "1,3@-1", "@1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
