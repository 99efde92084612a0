//! Turns `data/*.toml` into the kinds, facts, names, labels and phrases of `src/cards.rs`.

use std::process::ExitCode;

use gueridon_data::{
    Catalogue, Fault, Files, Id, Kinds, Labels, PhraseBook, Row, SourceLocation, Texts, Variant,
    constant,
};

fn main() -> ExitCode {
    gueridon_data::build("cards.rs", generate)
}

fn generate(files: &mut Files) -> Result<String, Fault> {
    let mut content = Content::default();
    files.read("data/cards.toml", |file| content.take(file))?;
    let labels = files.read("data/labels.toml", Labels::read)?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    content.rust.push_str(&content.catalogue.to_rust());
    content.rust.push_str(&labels.to_rust());
    content.rust.push_str(&phrases.to_rust());
    Ok(content.rust)
}

/// Any number that a card shows.
const BYTE: std::ops::RangeInclusive<i64> = 0..=255;
/// How many numbers of players there are.
const TABLES: usize = 5;
/// What may be said to be reconstructed.
const PARTS: [&str; 12] = [
    "name", "domain", "glyphs", "needs", "back", "copies", "flux", "hammers", "dragon", "chief",
    "strength", "malefice",
];

/// What a row's text may speak of.
type Spoken = Vec<(&'static str, Texts)>;

/// What is made of the cards so far.
#[derive(Default)]
struct Content {
    rust: String,
    catalogue: Catalogue,
    /// The names of the domains, in their order.
    domains: Vec<Texts>,
}

impl Content {
    fn take(&mut self, file: &mut Row) -> Result<(), Fault> {
        self.rules(file)?;
        let domains = Kinds::new("Domain", "A domain of magic: of a gem, of a glyph, of a mage.")
            .many("Gems");
        let (domains, names) = self.plain(file, "domain", domains)?;
        self.domains = names;
        let factions = Kinds::new("Faction", "Who would see the King dead.");
        let (factions, _) = self.plain(file, "faction", factions)?;
        self.objectives(file, &factions)?;
        let mut cards =
            Kinds::new("Card", "A card that is tilted for its magic: an artefact or a Talent.");
        self.artefacts(file, &domains, &mut cards)?;
        self.characters(file, &domains, &mut cards)?;
        self.roles(file, &mut cards)?;
        self.rust.push_str(&cards.to_rust());
        self.invasions(file, &domains)?;
        self.plain(file, "cause", Kinds::new("Cause", "What ended a game."))?;
        file.rows("score", |row| self.named(row, "score", &[]))?;
        Ok(())
    }

    /// Takes a row's id, name, text and what of it is reconstructed, and puts them in the
    /// catalogue. A text may speak of the row's numbers.
    fn named(
        &mut self,
        row: &mut Row,
        kind: &'static str,
        spoken: &[(&'static str, Texts)],
    ) -> Result<(Id, Texts), Fault> {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        let place = row.place().clone();
        let text = filled(&row.optional_texts("text")?, spoken, &place)?;
        let reconstructed: Vec<&str> =
            row.choices("reconstructed", &PARTS)?.into_iter().copied().collect();
        self.catalogue.add_reconstructed(&id, kind, &name, &text, &reconstructed)?;
        Ok((id, name))
    }

    /// Numbers by domain, in words: those that are not 0.
    fn by_domain(&self, numbers: &[i64]) -> Texts {
        Texts::from_fn(|index| {
            let named = self.domains.iter().zip(numbers).filter(|&(_, &number)| number > 0);
            let words = named.map(|(name, number)| format!("{} {number}", name.in_language(index)));
            words.collect::<Vec<_>>().join(", ")
        })
    }

    /// An enum of rows that have nothing but a name.
    fn plain(
        &mut self,
        file: &mut Row,
        key: &'static str,
        mut kinds: Kinds,
    ) -> Result<(Kinds, Vec<Texts>), Fault> {
        let names = file.rows(key, |row| {
            let (id, name) = self.named(row, key, &[])?;
            kinds.add(&id, name.english())?;
            Ok(name)
        })?;
        self.rust.push_str(&kinds.to_rust());
        Ok((kinds, names))
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
            let (id, name) = self.named(row, "objective", &[])?;
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
        let mut artefacts = Kinds::new("Artefact", "An artefact.");
        let mut next = 0;
        let facts = file.rows("artefact", |row| {
            let domain = row.choice("domain", domains.variants())?;
            in_order(row, domain, domains.variants().get(next / A_DOMAIN))?;
            next += 1;
            let glyphs = row.number("glyphs", 1..=6)?;
            let needs = row.numbers("needs", domains.variants().len(), 0..=3)?;
            let power = row.number("power", BYTE)?;
            let spoken: Spoken = vec![
                ("glyphs", number(glyphs)),
                ("needs", self.by_domain(&needs)),
                ("power", number(power)),
            ];
            let (id, name) = self.named(row, "artefact", &spoken)?;
            artefacts.add(&id, name.english())?;
            cards.add(&id, name.english())?;
            Ok(format!(
                "ArtefactFacts {{ domain: {}, glyphs: {glyphs}, needs: {needs:?}, power: {power} }}",
                domain.path(),
            ))
        })?;
        if facts.len() != A_DOMAIN * domains.variants().len() {
            return Err(file.place().fault("expected five artefacts for each domain"));
        }
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
        let mut next = 0;
        file.rows("character", |row| {
            let (id, name) = self.named(row, "character", &[])?;
            cards.add(&id, name.english())?;
            let domain = row.choice("domain", domains.variants())?;
            in_order(row, domain, domains.variants().get(next))?;
            next += 1;
            Ok(())
        })?;
        if next != domains.variants().len() {
            return Err(file.place().fault("expected one character for each domain"));
        }
        Ok(())
    }

    fn roles(&mut self, file: &mut Row, cards: &mut Kinds) -> Result<(), Fault> {
        let mut roles = Kinds::new("Role", "A role of the Grand Alchemist variant.");
        let copies = file.rows("role", |row| {
            let (id, name) = self.named(row, "role", &[])?;
            roles.add(&id, name.english())?;
            cards.add(&id, name.english())?;
            Ok(row.number("copies", BYTE)?.to_string())
        })?;
        self.rust.push_str(&roles.to_rust());
        self.table("ROLE_COPIES", "u8", &copies);
        Ok(())
    }

    fn invasions(&mut self, file: &mut Row, domains: &Kinds) -> Result<(), Fault> {
        let mut invasions = Kinds::new("Invasion", "An invasion card.");
        let facts = file.rows("invasion", |row| {
            let flux = row.numbers("flux", domains.variants().len(), 1..=6)?;
            let hammers = row.number("hammers", 0..=3)?;
            let dragon = row.number("dragon", 0..=2)?;
            let mut spoken: Spoken = vec![
                ("flux", self.by_domain(&flux)),
                ("hammers", number(hammers)),
                ("dragon", number(dragon)),
            ];
            let chief = self.chief(row, domains, &mut spoken)?;
            let (id, name) = self.named(row, "invasion", &spoken)?;
            invasions.add(&id, name.english())?;
            Ok(format!(
                "InvasionFacts {{ flux: {flux:?}, hammers: {hammers}, dragon: {dragon}, \
                 chief: {chief} }}",
            ))
        })?;
        self.rust.push_str(&invasions.to_rust());
        self.table("INVASION_FACTS", "InvasionFacts", &facts);
        Ok(())
    }

    /// The chief on an invasion card, if it has one; noted for the card's text.
    fn chief(&self, row: &mut Row, domains: &Kinds, spoken: &mut Spoken) -> Result<String, Fault> {
        if !row.has("chief") {
            return Ok("None".to_owned());
        }
        row.table("chief", |chief| {
            let strength = chief.number("strength", BYTE)?;
            let malefice = chief.choice("malefice", domains.variants())?;
            spoken.push(("strength", number(strength)));
            let same = |domain: &Variant| domain.path() == malefice.path();
            let name = domains.variants().iter().position(same).and_then(|at| self.domains.get(at));
            spoken.extend(name.map(|name| ("malefice", name.clone())));
            let malefice = malefice.path();
            Ok(format!("Some(ChiefFacts {{ strength: {strength}, malefice: {malefice} }})"))
        })
    }

    /// A table with one row a kind.
    fn table(&mut self, name: &str, row: &str, rows: &[String]) {
        let (size, rows) = (rows.len(), rows.join(",\n    "));
        self.rust.push_str(&format!("static {name}: [{row}; {size}] = [\n    {rows},\n];\n\n"));
    }
}

/// How many artefacts there are of each domain.
const A_DOMAIN: usize = 5;

/// Code finds the cards of a domain by their places.
fn in_order(row: &Row, domain: &Variant, expected: Option<&Variant>) -> Result<(), Fault> {
    if expected.is_some_and(|expected| expected.path() == domain.path()) {
        return Ok(());
    }
    Err(row.place().fault("cards come in the order of the domains"))
}

/// A number, the same in each language.
fn number(number: i64) -> Texts {
    Texts::from_fn(|_| number.to_string())
}

/// A text with what it speaks of in it.
fn filled(
    text: &Texts,
    spoken: &[(&'static str, Texts)],
    place: &SourceLocation,
) -> Result<Texts, Fault> {
    let filled = Texts::from_fn(|index| {
        spoken.iter().fold(text.in_language(index).to_owned(), |text, (key, words)| {
            text.replace(&format!("{{{key}}}"), words.in_language(index))
        })
    });
    let is_whole = (0..gueridon_data::LANGUAGES.len())
        .all(|index| !filled.in_language(index).contains(['{', '}']));
    if is_whole {
        return Ok(filled);
    }
    Err(place.fault("the text speaks of what the row has not"))
}
