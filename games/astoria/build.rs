//! Turns `data/*.toml` into the kinds, facts, names and phrases of `src/cards.rs`.

use std::process::ExitCode;

use gueridon_data::{Catalogue, Fault, Files, Id, Kinds, PhraseBook, Row, Texts, constant};

fn main() -> ExitCode {
    gueridon_data::build("cards.rs", generate)
}

fn generate(files: &mut Files) -> Result<String, Fault> {
    let mut content = Content::default();
    files.read("data/cards.toml", |file| content.take(file))?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    content.rust.push_str(&content.catalogue.to_rust());
    content.rust.push_str(&phrases.to_rust());
    Ok(content.rust)
}

/// Any number that a card shows.
const BYTE: std::ops::RangeInclusive<i64> = 0..=255;
/// How many numbers of players there are.
const TABLES: usize = 5;

/// What is made of the cards so far.
#[derive(Default)]
struct Content {
    rust: String,
    catalogue: Catalogue,
}

impl Content {
    fn take(&mut self, file: &mut Row) -> Result<(), Fault> {
        self.rules(file)?;
        let domains = self.plain(file, "domain", Kinds::new("Domain", "A domain of magic."))?;
        let factions =
            self.plain(file, "faction", Kinds::new("Faction", "Who would see the King dead."))?;
        self.objectives(file, &factions)?;
        let mut cards =
            Kinds::new("Card", "A card that is tilted for its magic: an artefact or a Talent.");
        self.artefacts(file, &domains, &mut cards)?;
        self.characters(file, &domains, &mut cards)?;
        self.roles(file, &mut cards)?;
        self.rust.push_str(&cards.to_rust());
        self.invasions(file, &domains)?;
        self.plain(file, "cause", Kinds::new("Cause", "What ended the game."))?;
        file.rows("score", |row| self.named(row, "score"))?;
        Ok(())
    }

    /// Takes a row's id, name and text, and puts them in the catalogue.
    fn named(&mut self, row: &mut Row, kind: &'static str) -> Result<(Id, Texts), Fault> {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        let text = row.optional_texts("text")?;
        self.catalogue.add(&id, kind, &name, &text)?;
        Ok((id, name))
    }

    /// An enum of rows that have nothing but a name.
    fn plain(
        &mut self,
        file: &mut Row,
        key: &'static str,
        mut kinds: Kinds,
    ) -> Result<Kinds, Fault> {
        file.rows(key, |row| {
            let (id, name) = self.named(row, key)?;
            kinds.add(&id, name.english())
        })?;
        self.rust.push_str(&kinds.to_rust());
        Ok(kinds)
    }

    fn rules(&mut self, file: &mut Row) -> Result<(), Fault> {
        file.table("rules", |rules| {
            let units = [
                ("sizes", "usize"),
                ("points", "u8"),
                ("tracks", "u8"),
                ("gems", "u8"),
                ("glyphs", "u8"),
            ];
            for (unit, kind) in units {
                rules.table(unit, |numbers| self.numbers(numbers, kind))?;
            }
            Ok(())
        })?;
        file.table("actions", |row| {
            let actions = row.numbers("by_seats", TABLES, 1..=9)?;
            let doc = "How many actions a turn has, for 2 players and more.";
            let kind = format!("[u8; {TABLES}]");
            self.rust.push_str(&constant("ACTIONS_BY_SEATS", &kind, &format!("{actions:?}"), doc));
            Ok(())
        })
    }

    /// A constant for each number of a table, of the Rust type `kind`.
    fn numbers(&mut self, numbers: &mut Row, kind: &str) -> Result<(), Fault> {
        for key in numbers.keys() {
            let (value, doc) =
                numbers.table(&key, |row| Ok((row.number("value", BYTE)?, row.text("doc")?)))?;
            self.rust.push_str(&constant(&key.to_uppercase(), kind, &value.to_string(), &doc));
        }
        Ok(())
    }

    fn objectives(&mut self, file: &mut Row, factions: &Kinds) -> Result<(), Fault> {
        let mut objectives = Kinds::new("Objective", "What a mage is in the city for.");
        let facts = file.rows("objective", |row| {
            let (id, name) = self.named(row, "objective")?;
            objectives.add(&id, name.english())?;
            let faction = row.optional_choice("faction", factions.variants())?;
            let faction = faction.map_or("None".into(), |found| format!("Some({})", found.path()));
            let copies = row.numbers("copies", 3, BYTE)?;
            Ok(format!("ObjectiveFacts {{ faction: {faction}, copies: {copies:?} }}"))
        })?;
        self.rust.push_str(&objectives.to_rust());
        self.table("OBJECTIVE_FACTS", "ObjectiveFacts", &facts);
        Ok(())
    }

    fn artefacts(
        &mut self,
        file: &mut Row,
        domains: &Kinds,
        cards: &mut Kinds,
    ) -> Result<(), Fault> {
        let mut artefacts = Kinds::new("Artefact", "An artefact that a mage can make.");
        let facts = file.rows("artefact", |row| {
            let (id, name) = self.named(row, "artefact")?;
            artefacts.add(&id, name.english())?;
            cards.add(&id, name.english())?;
            Ok(format!(
                "ArtefactFacts {{ domain: {}, glyphs: {}, needs: {:?}, power: {} }}",
                row.choice("domain", domains.variants())?.path(),
                row.number("glyphs", 1..=6)?,
                row.numbers("needs", domains.variants().len(), 0..=3)?,
                row.number("power", BYTE)?,
            ))
        })?;
        self.rust.push_str(&artefacts.to_rust());
        self.table("ARTEFACT_FACTS", "ArtefactFacts", &facts);
        Ok(())
    }

    fn characters(
        &mut self,
        file: &mut Row,
        domains: &Kinds,
        cards: &mut Kinds,
    ) -> Result<(), Fault> {
        for (row_domain, domain) in file
            .rows("character", |row| {
                let (id, name) = self.named(row, "character")?;
                cards.add(&id, name.english())?;
                let place = id.place().clone();
                Ok((row.choice("domain", domains.variants())?.path().to_owned(), place))
            })?
            .iter()
            .zip(domains.variants())
        {
            if row_domain.0 != domain.path() {
                return Err(row_domain.1.fault("characters come in the order of the domains"));
            }
        }
        Ok(())
    }

    fn roles(&mut self, file: &mut Row, cards: &mut Kinds) -> Result<(), Fault> {
        let mut roles = Kinds::new("Role", "A role of the Grand Alchemist variant.");
        let copies = file.rows("role", |row| {
            let (id, name) = self.named(row, "role")?;
            roles.add(&id, name.english())?;
            cards.add(&id, name.english())?;
            Ok(row.number("copies", BYTE)?.to_string())
        })?;
        self.rust.push_str(&roles.to_rust());
        self.table("ROLE_COPIES", "u8", &copies);
        Ok(())
    }

    fn invasions(&mut self, file: &mut Row, domains: &Kinds) -> Result<(), Fault> {
        let mut invasions = Kinds::new("Invasion", "A card of the invasion deck.");
        let facts = file.rows("invasion", |row| {
            let (id, name) = self.named(row, "invasion")?;
            invasions.add(&id, name.english())?;
            let chief = if row.has("chief") {
                let chief = row.table("chief", |chief| {
                    Ok(format!(
                        "ChiefFacts {{ strength: {}, malefice: {} }}",
                        chief.number("strength", BYTE)?,
                        chief.choice("malefice", domains.variants())?.path(),
                    ))
                })?;
                format!("Some({chief})")
            } else {
                "None".to_owned()
            };
            Ok(format!(
                "InvasionFacts {{ flux: {:?}, hammers: {}, dragon: {}, chief: {chief} }}",
                row.numbers("flux", domains.variants().len(), 1..=6)?,
                row.number("hammers", 0..=3)?,
                row.number("dragon", 0..=2)?,
            ))
        })?;
        self.rust.push_str(&invasions.to_rust());
        self.table("INVASION_FACTS", "InvasionFacts", &facts);
        Ok(())
    }

    /// A table with one row a kind.
    fn table(&mut self, name: &str, row: &str, rows: &[String]) {
        let (size, rows) = (rows.len(), rows.join(",\n    "));
        self.rust.push_str(&format!("static {name}: [{row}; {size}] = [\n    {rows},\n];\n\n"));
    }
}
