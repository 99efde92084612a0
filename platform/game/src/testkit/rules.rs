//! A game's rules table: `RULES.md` names every rule and card with what the code does, and every
//! one of them has a test that is named after it.
//!
//! A row is `| id | what the code does | tests |`, with each test in backquotes and `<br>` between
//! two. The id of a rule begins with a letter, most often followed by a number (`E28a`). The names of
//! its tests begin with the id in lower case: `e28_g6_…` is for E28 and G6. If the id has no letter in
//! front (`28a`), its tests have an `r` before it: `r28a_…`. The id of a thing (a card, a tile) is that
//! of the game's data; its tests begin with its sort, followed by the id: `lord_sage_…`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What has to be in a game's rules table.
#[derive(Debug)]
pub struct RulesTable {
    crate_folder: PathBuf,
    rules: BTreeSet<String>,
    things: BTreeMap<&'static str, BTreeSet<String>>,
}

/// A row of the table.
#[derive(Debug)]
struct Row {
    what: String,
    tests: Vec<String>,
}

impl RulesTable {
    /// The table of the crate in `crate_folder`, which is `env!("CARGO_MANIFEST_DIR")`: its
    /// `RULES.md`, and the tests in its `src/tests`, `tests/rules` and `tests/rules.rs`.
    #[must_use]
    pub fn of(crate_folder: &str) -> Self {
        let (rules, things) = (BTreeSet::new(), BTreeMap::new());
        Self { crate_folder: crate_folder.into(), rules, things }
    }

    /// Adds these rules.
    #[must_use]
    pub fn rules<S: Into<String>>(mut self, ids: impl IntoIterator<Item = S>) -> Self {
        self.rules.extend(ids.into_iter().map(Into::into));
        self
    }

    /// Adds these things of one sort; the names of their tests begin with the sort.
    #[must_use]
    pub fn things<S: Into<String>>(
        mut self,
        sort: &'static str,
        ids: impl IntoIterator<Item = S>,
    ) -> Self {
        self.things.entry(sort).or_default().extend(ids.into_iter().map(Into::into));
        self
    }

    /// Checks that every rule and thing has a row, and the table has no others; that every row says
    /// what is done, and names existing tests that are named after it; and that no test is named after
    /// something that is not in the table.
    ///
    /// # Panics
    /// When a check fails, with everything that is wrong.
    pub fn check(&self) {
        let text = fs::read_to_string(self.crate_folder.join("RULES.md")).unwrap_or_default();
        let mut tests = BTreeSet::new();
        for folder in ["src/tests", "tests/rules"] {
            collect(&self.crate_folder.join(folder), &mut tests);
        }
        take_names(&self.crate_folder.join("tests/rules.rs"), &mut tests);
        let faults = self.faults(&text, &tests);
        assert!(faults.is_empty(), "RULES.md:\n{}", faults.join("\n"));
    }

    fn faults(&self, text: &str, tests: &BTreeSet<String>) -> Vec<String> {
        let mut faults = Vec::new();
        let table = read(text, &mut faults);
        let wanted: BTreeSet<&String> =
            self.rules.iter().chain(self.things.values().flatten()).collect();
        let missing = wanted.iter().filter(|id| !table.contains_key(**id));
        faults.extend(missing.map(|id| format!("there is no row for {id}")));
        for (id, row) in &table {
            if !wanted.contains(id) {
                faults.push(format!("{id} is no rule, and no card"));
            }
            if !row.what.ends_with('.') {
                faults.push(format!("{id} says {:?}, which is no sentence", row.what));
            }
            if row.tests.is_empty() {
                faults.push(format!("{id} has no test"));
            }
            for test in &row.tests {
                if !tests.contains(test) {
                    faults.push(format!(
                        "{id}: there is no test {test:?} in src/tests or tests/rules"
                    ));
                } else if !self.ids_of(test).contains(id) {
                    faults.push(format!("{id}: {test} is not named after it"));
                }
            }
        }
        for test in tests {
            let ids = self.ids_of(test);
            if ids.is_empty() && self.sort_of(test).is_some() {
                faults.push(format!("{test}: there is no such card"));
            }
            let unknown = ids.iter().filter(|id| !table.contains_key(*id));
            faults.extend(unknown.map(|id| format!("{test}: there is no row for {id}")));
        }
        faults
    }

    /// The sort of thing that a test is named after, if it is named after things.
    fn sort_of(&self, test: &str) -> Option<&BTreeSet<String>> {
        self.things.get(test.split_once('_')?.0)
    }

    /// The ids that a test is named after.
    fn ids_of(&self, test: &str) -> Vec<String> {
        if let Some(things) = self.sort_of(test) {
            let rest = test.split_once('_').map_or("", |(_, rest)| rest);
            let named = |id: &&String| {
                let is_first = |name: &str| name.starts_with(&format!("{id}_"));
                is_first(test)
                    || is_first(rest)
                    || rest == id.as_str()
                    || test.contains(&format!("_{id}_"))
            };
            return things.iter().filter(named).cloned().collect();
        }
        test.split('_').map_while(|segment| self.rule_of(segment)).collect()
    }

    /// The rule's id that a part of a test's name is, if it looks like one.
    fn rule_of(&self, segment: &str) -> Option<String> {
        let is_number = |id: &str| id.starts_with(|first: char| first.is_ascii_digit());
        if let Some(number) = segment.strip_prefix('r').filter(|number| is_number(number))
            && self.rules.iter().any(|rule| is_number(rule))
        {
            return Some(number.to_owned());
        }
        let id = segment.get(..1)?.to_uppercase() + &segment[1..];
        let looks_like = |rule: &String| match (rule.get(1..), id.get(1..)) {
            (Some(""), Some("")) => rule == &id,
            (Some(number), Some(other)) => {
                rule[..1] == id[..1]
                    && !number.is_empty()
                    && other.starts_with(|first: char| first.is_ascii_digit())
            }
            _ => false,
        };
        self.rules.iter().any(looks_like).then_some(id)
    }
}

fn read(text: &str, faults: &mut Vec<String>) -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [id, what, tests] = cells[..] else {
            faults.push(format!("not three cells: {line}"));
            continue;
        };
        let tests = tests.split("<br>").map(|test| test.trim_matches('`').to_owned());
        let tests = tests.filter(|test| !test.is_empty()).collect();
        let id = id.trim_matches('`').to_owned();
        if rows.insert(id.clone(), Row { what: what.to_owned(), tests }).is_some() {
            faults.push(format!("{id} has two rows"));
        }
    }
    rows
}

/// The names of all tests in a folder and below.
fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, names);
        } else {
            take_names(&path, names);
        }
    }
}

/// The names of all tests in a file; none if there is no such file.
fn take_names(file: &Path, names: &mut BTreeSet<String>) {
    let text = fs::read_to_string(file).unwrap_or_default();
    for test in text.split("#[test]").skip(1) {
        let name = test.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
        names.extend(name.map(|(name, _)| name.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> RulesTable {
        RulesTable::of("").rules(["E1", "E1a", "H"]).things("lord", ["sage", "ship_master"])
    }

    const TESTS: [&str; 5] = [
        "e1_it_begins",
        "e1a_h_it_goes_on",
        "lord_sage_is_wise",
        "lord_ship_master_and_sage_meet",
        "every_word_counts",
    ];

    const TEXT: &str = "\
| id | what the code does | shown by |
|---|---|---|
| E1 | It begins. | `e1_it_begins` |
| E1a | It goes on. | `e1a_h_it_goes_on` |
| H | It hides. | `e1a_h_it_goes_on` |
| `sage` | It is wise. | `lord_sage_is_wise`<br>`lord_ship_master_and_sage_meet` |
| `ship_master` | It sails. | `lord_ship_master_and_sage_meet` |
";

    fn faults(text: &str, more: &[&str]) -> Vec<String> {
        let tests = TESTS.iter().chain(more).map(|&test| test.to_owned()).collect();
        table().faults(text, &tests)
    }

    #[test]
    fn a_whole_table_has_no_fault() {
        assert_eq!(faults(TEXT, &[]), Vec::<String>::new());
    }

    #[test]
    fn everything_missing_or_wrong_is_reported() {
        let without = |line: &str| TEXT.replace(line, "");
        let no_row = without("| H | It hides. | `e1a_h_it_goes_on` |\n");
        assert_eq!(
            faults(&no_row, &[]),
            ["there is no row for H", "e1a_h_it_goes_on: there is no row for H"]
        );
        assert_eq!(
            faults(&TEXT.replace("hides.", "hides"), &[]),
            ["H says \"It hides\", which is no sentence"]
        );
        assert_eq!(faults(&TEXT.replace("`e1_it_begins`", ""), &[]), ["E1 has no test"]);
        assert_eq!(
            faults(&TEXT.replace("`e1_it_begins`", "`e1_it_ends`"), &[]),
            ["E1: there is no test \"e1_it_ends\" in src/tests or tests/rules"]
        );
        assert_eq!(
            faults(&TEXT.replace("`e1_it_begins`", "`every_word_counts`"), &[]),
            ["E1: every_word_counts is not named after it"]
        );
        let strange = format!("{TEXT}| E7 | It is none. | `e1_it_begins` |\n");
        assert_eq!(
            faults(&strange, &[]),
            ["E7 is no rule, and no card", "E7: e1_it_begins is not named after it"]
        );
        let twice = format!("{TEXT}| H | It hides. | `e1a_h_it_goes_on` |\n| E1 |\n");
        assert_eq!(faults(&twice, &[]), ["H has two rows", "not three cells: | E1 |"]);
    }

    #[test]
    fn a_rule_that_is_a_number_has_tests_with_an_r() {
        let table = RulesTable::of("").rules(["28", "28a", "E"]).things("card", ["calm"]);
        let text = "\
| 28 | It begins. | `r28_it_begins` |
| 28a | It goes on. | `r28a_e_it_goes_on` |
| E | It hides. | `r28a_e_it_goes_on` |
| calm | It is calm. | `card_calm` |
";
        let faults = |more: &[&str]| {
            let tests = ["r28_it_begins", "r28a_e_it_goes_on", "card_calm", "red_is_a_colour"];
            table.faults(text, &tests.iter().chain(more).map(|&test| test.to_owned()).collect())
        };
        assert_eq!(faults(&[]), Vec::<String>::new());
        assert_eq!(faults(&["r29_it_is_new"]), ["r29_it_is_new: there is no row for 29"]);
    }

    #[test]
    fn a_test_of_something_that_is_not_in_the_table_is_reported() {
        assert_eq!(faults(TEXT, &["e9_it_is_new"]), ["e9_it_is_new: there is no row for E9"]);
        assert_eq!(faults(TEXT, &["lord_fool_errs"]), ["lord_fool_errs: there is no such card"]);
    }
}
