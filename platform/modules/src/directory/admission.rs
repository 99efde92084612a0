//! Which candidates are admitted: each game, and each name in the schema, belongs to one module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::contract::Contract;
use super::registry::NewestBuild;
use crate::module::About;

/// The files of each build that is in the directory, in the order of their names.
pub(super) type Files = BTreeMap<[u8; 32], Vec<PathBuf>>;

/// A file that is valid in itself and may be served.
pub(super) struct Candidate {
    pub(super) sha256: [u8; 32],
    pub(super) bytes: Arc<[u8]>,
    pub(super) file: PathBuf,
    pub(super) about: About,
    pub(super) contract: Arc<Contract>,
}

impl Candidate {
    fn has_its_name(&self) -> bool {
        is_named(&self.file, &self.about.id)
    }
}

/// Whether a file has the game's name: `abc.so` or `libabc.so`.
fn is_named(file: &Path, game: &str) -> bool {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem.strip_prefix(std::env::consts::DLL_PREFIX).unwrap_or(stem) == game
}

/// Which of several files with the same build is used: the one with the game's name, or else the
/// one used before.
pub(super) fn preferred<'a>(
    files: &'a [PathBuf],
    game: &str,
    before: &Path,
) -> Option<&'a PathBuf> {
    let named = files.iter().find(|file| is_named(file, game));
    named.or_else(|| files.iter().find(|file| *file == before)).or(files.first())
}

/// What candidates are checked against besides each other.
pub(super) struct Admission<'a> {
    pub(super) served: &'a BTreeMap<String, NewestBuild>,
    pub(super) files: &'a Files,
    pub(super) reserved: &'a BTreeSet<String>,
    /// Whether a build may replace one whose tables cannot be served through its SDL.
    pub(super) may_break: bool,
}

/// Why a candidate is rejected, given all candidates.
type Check<'a> = fn(&Admission<'a>, &Candidate, &[Candidate]) -> Result<(), String>;

impl<'a> Admission<'a> {
    /// The candidates that are admitted, and the files of the others with the reasons.
    ///
    /// If two conflict, neither is admitted, because it is not clear which was meant. One that is
    /// rejected for another reason conflicts with none.
    pub(super) fn admit(
        &self,
        mut candidates: Vec<Candidate>,
    ) -> (Vec<Candidate>, Vec<(PathBuf, String)>) {
        let mut refused = Vec::new();
        let checks: [Check<'a>; 3] =
            [Self::check_against_served, Self::check_name, Self::check_against_candidates];
        for check in checks {
            let checked: Vec<_> = candidates.iter().map(|c| check(self, c, &candidates)).collect();
            let mut left = Vec::new();
            for (candidate, checked) in candidates.into_iter().zip(checked) {
                match checked {
                    Ok(()) => left.push(candidate),
                    Err(reason) => refused.push((candidate.file, reason)),
                }
            }
            candidates = left;
        }
        (candidates, refused)
    }

    /// Checks a candidate against the platform and the games that are served.
    fn check_against_served(&self, candidate: &Candidate, _: &[Candidate]) -> Result<(), String> {
        let Candidate { about, contract, file, .. } = candidate;
        if let Some(name) = contract.names().find(|&name| self.reserved.contains(name)) {
            return Err(format!("its type `{name}` has the name of one of the platform's"));
        }
        for (id, other) in self.served {
            // A new file under the old name, the only one left, or the first with the game's name
            // takes the old one's place.
            let is_replaced = *id == about.id
                && (other.file == *file
                    || !self.files.contains_key(&other.module.sha256())
                    || candidate.has_its_name() && !is_named(&other.file, id));
            if !is_replaced {
                let theirs = (other.module.about(), other.contract.as_ref());
                check_clash((about, contract), theirs, &other.file)?;
            } else if !self.may_break {
                contract.serves(&other.contract).map_err(|error| {
                    format!("tables on the build before it could not be served: {error}")
                })?;
            }
        }
        Ok(())
    }

    /// Prefers the file that has the game's name.
    fn check_name(&self, candidate: &Candidate, others: &[Candidate]) -> Result<(), String> {
        let about = &candidate.about;
        let named = others.iter().find(|other| other.about.id == about.id && other.has_its_name());
        match named {
            Some(named) if !candidate.has_its_name() => Err(same_game(about, &named.file)),
            _ => Ok(()),
        }
    }

    fn check_against_candidates(
        &self,
        candidate: &Candidate,
        others: &[Candidate],
    ) -> Result<(), String> {
        let one = (&candidate.about, candidate.contract.as_ref());
        let mut others = others.iter().filter(|other| other.sha256 != candidate.sha256);
        others.try_for_each(|other| check_clash(one, (&other.about, &other.contract), &other.file))
    }
}

fn check_clash(
    (about, contract): (&About, &Contract),
    (other, other_contract): (&About, &Contract),
    file: &Path,
) -> Result<(), String> {
    if about.id == other.id {
        return Err(same_game(about, file));
    }
    let shown = file.file_name().unwrap_or_default().display();
    let theirs: BTreeSet<&str> = other_contract.names().collect();
    if let Some(name) = contract.names().find(|name| theirs.contains(name)) {
        return Err(format!("its type `{name}` is also defined by {shown}"));
    }
    if about.prefix == other.prefix {
        return Err(format!("its prefix `{}` is also that of {shown}", about.prefix));
    }
    Ok(())
}

fn same_game(about: &About, file: &Path) -> String {
    let file = file.file_name().unwrap_or_default().display();
    format!("its game `{}` is also that of {file}", about.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game with the prefix Abc and one type besides what every game has.
    fn candidate(id: &str, file: &str, ty: &str) -> Candidate {
        let about = About {
            id: id.to_owned(),
            prefix: "Abc".to_owned(),
            rules_version: 1,
            fewest_seats: 1,
            most_seats: 2,
            sdl: format!(
                "extend input Move {{ {id}: AbcMove }} extend input Options {{ {id}: AbcMove }} \
                 input AbcMove {{ a: Int }} type {ty} {{ a: Int }}"
            ),
            longest: 9,
            ..About::default()
        };
        let contract = Arc::new(Contract::of(&about).unwrap());
        let sha256 = super::super::scan::sha256(file.as_bytes());
        Candidate { sha256, bytes: Arc::new([]), file: file.into(), about, contract }
    }

    fn admitted(candidates: Vec<Candidate>) -> Vec<String> {
        let reserved = BTreeSet::from(["AbcTaken".to_owned()]);
        let (served, files) = (BTreeMap::new(), Files::new());
        let admission =
            Admission { served: &served, files: &files, reserved: &reserved, may_break: false };
        let count = candidates.len();
        let (admitted, refused) = admission.admit(candidates);
        assert_eq!(admitted.len() + refused.len(), count);
        admitted.iter().map(|one| one.file.display().to_string()).collect()
    }

    #[test]
    fn of_two_that_conflict_neither_is_admitted() {
        let candidates =
            vec![candidate("one", "one.so", "AbcOne"), candidate("two", "two.so", "AbcTwo")];
        assert!(admitted(candidates).is_empty());
    }

    #[test]
    fn a_refused_candidate_conflicts_with_nobody() {
        let sound = || candidate("one", "one.so", "AbcOne");
        let reserved = candidate("two", "two.so", "AbcTaken");
        assert_eq!(admitted(vec![sound(), reserved]), ["one.so"]);
        let mut stray = candidate("three", "stray.so", "AbcThree");
        let mut named = candidate("three", "three.so", "AbcThree");
        assert_eq!(admitted(vec![stray, named]), ["three.so"]);
        stray = candidate("three", "stray.so", "AbcThree");
        named = candidate("three", "three.so", "AbcTaken");
        assert_eq!(admitted(vec![stray, named]), ["stray.so"]);
    }

    #[test]
    fn of_several_copies_the_one_with_the_games_name_is_preferred() {
        let files: Vec<PathBuf> = ["a.so", "abc.so", "b.so"].map(PathBuf::from).to_vec();
        let preferred = |files, before| super::preferred(files, "abc", Path::new(before)).unwrap();
        assert_eq!(preferred(&files, "b.so"), Path::new("abc.so"));
        assert_eq!(preferred(&files[2..], "a.so"), Path::new("b.so"));
        let strays = [PathBuf::from("a.so"), PathBuf::from("b.so")];
        assert_eq!(preferred(&strays, "b.so"), Path::new("b.so"));
        assert_eq!(preferred(&strays, "gone.so"), Path::new("a.so"));
    }
}
