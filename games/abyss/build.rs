//! Turns `data/*.toml` into the kinds, facts, names, labels and phrases of `src/cards.rs`.

use std::process::ExitCode;

use gueridon_data::{
    Catalogue, Fault, Files, Id, Kinds, Labels, Nouns, PhraseBook, Row, Texts, constant,
    pascal_case,
};

fn main() -> ExitCode {
    gueridon_data::build("cards.rs", generate)
}

fn generate(files: &mut Files) -> Result<String, Fault> {
    let mut content = Content::default();
    files.read("data/cards.toml", |file| content.take(file))?;
    let labels = files.read("data/labels.toml", Labels::read)?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    content.kraken.sort_unstable();
    let of_kraken: Vec<String> = content.kraken.iter().map(|id| format!("{id:?}")).collect();
    content.table("KRAKEN_IDS", "&str", &of_kraken);
    content.rust.push_str(&content.catalogue.to_rust());
    content.rust.push_str(&labels.to_rust());
    content.rust.push_str(&phrases.to_rust());
    Ok(content.rust)
}

/// What is made of the cards so far.
#[derive(Default)]
struct Content {
    rust: String,
    catalogue: Catalogue,
    /// The ids of what only the extension Kraken has.
    kraken: Vec<String>,
}

/// What a row may name as its `expansion`.
const EXPANSIONS: [&str; 1] = ["kraken"];

impl Content {
    fn take(&mut self, file: &mut Row) -> Result<(), Fault> {
        self.rules(file)?;
        let races = self.races_and_cards(file)?;
        let guilds = self.guilds(file)?;
        self.lords(file, &races, &guilds)?;
        self.locations(file, &races, &guilds)?;
        self.tokens(file)?;
        self.loot(file)?;
        self.threat(file)?;
        file.rows("place", |row| self.named(row, "place"))?;
        file.rows("score", |row| self.named(row, "score"))?;
        Ok(())
    }

    /// Takes a row's id, name and text, and puts them in the catalogue.
    fn named(&mut self, row: &mut Row, kind: &'static str) -> Result<(Id, Texts), Fault> {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        if row.optional_choice("expansion", &EXPANSIONS)?.is_some() {
            self.kraken.push(id.text().to_owned());
        }
        let text = row.optional_texts("text")?;
        self.catalogue.add(&id, kind, &name, &text)?;
        Ok((id, name))
    }

    fn rules(&mut self, file: &mut Row) -> Result<(), Fault> {
        file.table("rules", |rules| {
            for (unit, kind) in [("sizes", "usize"), ("pearls", "u16"), ("keys", "u8")] {
                rules.table(unit, |numbers| self.numbers(numbers, kind))?;
            }
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

    fn races_and_cards(&mut self, file: &mut Row) -> Result<Kinds, Fault> {
        let mut races = Kinds::new("Race", "A race of Allies.");
        let mut cards = Kinds::new(
            "Card",
            "A card of the exploration deck: an Ally by race and value, a Monster, or a Kraken, which \
             stands in for any race.",
        );
        let mut copies = Vec::new();
        file.rows("race", |row| {
            let (race, name) = self.named(row, "race")?;
            races.add(&race, name.english())?;
            let nouns = row.optional_nouns("noun", &name)?;
            for (value, count) in (1..).zip(row.numbers("copies", 5, BYTE)?) {
                let id = Id::new(&format!("{}_{value}", race.text()), race.place())?;
                let doc = format!("{}, value {value}", name.english());
                let name = Texts::from_fn(|index| format!("{} ({value})", name.in_language(index)));
                self.catalogue.add(&id, "ally", &name, &Texts::default())?;
                let of_value = |nouns: &Nouns| nouns.map(|name| format!("{name} ({value})"));
                self.catalogue.decline(&id, nouns.as_ref().map(of_value));
                cards.add(&id, &doc)?;
                copies.push(count);
            }
            Ok(())
        })?;
        file.table("monster", |row| {
            let (monster, name) = self.named(row, "monster")?;
            copies.push(row.number("copies", BYTE)?);
            cards.add(&monster, &format!("A {}", name.english()))
        })?;
        let krakens = file.rows("kraken", |row| {
            let (kraken, name) = self.named(row, "ally")?;
            self.catalogue.decline(&kraken, row.optional_nouns("noun", &name)?);
            copies.push(row.number("copies", BYTE)?);
            let value = row.number("value", BYTE)?;
            cards.add(&kraken, &format!("Kraken, value {value}"))?;
            Ok(format!("({value}, {})", row.number("nebulis", BYTE)?))
        })?;
        self.rust.push_str(&races.to_rust());
        self.rust.push_str(&cards.to_rust());
        let copies: Vec<String> = copies.iter().map(i64::to_string).collect();
        self.table("CARD_COPIES", "u8", &copies);
        self.table("KRAKEN_VALUES_AND_NEBULIS", "(u8, u8)", &krakens);
        Ok(races)
    }

    fn guilds(&mut self, file: &mut Row) -> Result<Kinds, Fault> {
        let mut guilds = Kinds::new("Guild", "The guild that a Lord belongs to.");
        file.rows("guild", |row| {
            let (id, name) = self.named(row, "guild")?;
            guilds.add(&id, name.english())
        })?;
        self.rust.push_str(&guilds.to_rust());
        Ok(guilds)
    }

    fn lords(&mut self, file: &mut Row, races: &Kinds, guilds: &Kinds) -> Result<(), Fault> {
        let mut lords = Kinds::new("Lord", "A Lord.");
        let facts = file.rows("lord", |row| {
            let kraken = row.has("expansion");
            let (id, name) = self.named(row, "lord")?;
            lords.add(&id, name.english())?;
            let required = row.optional_choice("required", races.variants())?;
            let required = required.map_or("None".into(), |race| format!("Some({})", race.path()));
            Ok(format!(
                "LordFacts {{ guild: {}, cost: {}, races: {}, required: {required}, keys: {}, \
                 points: {}, arrow: {}, kraken: {kraken} }}",
                row.choice("guild", guilds.variants())?.path(),
                row.number("cost", BYTE)?,
                row.number("races", 1..=5)?,
                row.number("keys", 0..=3)?,
                row.number("points", BYTE)?,
                row.flag("arrow")?,
            ))
        })?;
        self.rust.push_str(&lords.to_rust());
        self.table("LORD_FACTS", "LordFacts", &facts);
        Ok(())
    }

    fn locations(&mut self, file: &mut Row, races: &Kinds, guilds: &Kinds) -> Result<(), Fault> {
        let mut locations = Kinds::new("Location", "A Location.");
        let facts = file.rows("location", |row| {
            let kraken = row.has("expansion");
            let (id, name) = self.named(row, "location")?;
            locations.add(&id, name.english())?;
            let formula = formula(row, races, guilds)?;
            Ok(format!("LocationFacts {{ formula: {formula}, kraken: {kraken} }}"))
        })?;
        self.rust.push_str(&locations.to_rust());
        self.table("LOCATION_FACTS", "LocationFacts", &facts);
        Ok(())
    }

    fn tokens(&mut self, file: &mut Row) -> Result<(), Fault> {
        let mut tokens = Kinds::new("Token", "A Monster token, by its value.");
        let facts = file.rows("token", |row| {
            let (id, name) = self.named(row, "token")?;
            self.catalogue.decline(&id, row.optional_nouns("noun", &name)?);
            let (value, copies) = (row.number("value", BYTE)?, row.number("copies", BYTE)?);
            tokens.add(&id, &format!("Worth {value} points"))?;
            Ok(format!("({value}, {copies})"))
        })?;
        self.rust.push_str(&tokens.to_rust());
        self.table("TOKEN_VALUES_AND_COPIES", "(u8, u8)", &facts);
        Ok(())
    }

    fn loot(&mut self, file: &mut Row) -> Result<(), Fault> {
        let mut loot = Kinds::new("Loot", "A Loot card, by its value.");
        let facts = file.rows("loot", |row| {
            let (id, _) = self.named(row, "loot")?;
            let (value, copies) = (row.number("value", BYTE)?, row.number("copies", BYTE)?);
            loot.add(&id, &format!("Worth {value} points"))?;
            Ok(format!("({value}, {copies})"))
        })?;
        self.rust.push_str(&loot.to_rust());
        self.table("LOOT_VALUES_AND_COPIES", "(u8, u8)", &facts);
        Ok(())
    }

    fn threat(&mut self, file: &mut Row) -> Result<(), Fault> {
        let squares = file.rows("threat", |square| {
            let rewards = square.rows("reward", |row| {
                Ok(format!(
                    "Reward {{ keys: {}, pearls: {}, monsters: {} }}",
                    row.number("keys", BYTE)?,
                    row.number("pearls", BYTE)?,
                    row.number("monsters", BYTE)?,
                ))
            })?;
            Ok(format!("&[{}]", rewards.join(", ")))
        })?;
        let kind = format!("[&[Reward]; {}]", squares.len());
        let value = format!("[{}]", squares.join(", "));
        let doc = "The rewards to choose from on each square of the Threat track.";
        self.rust.push_str(&constant("THREAT", &kind, &value, doc));
        Ok(())
    }

    /// A table with one row a kind.
    fn table(&mut self, name: &str, row: &str, rows: &[String]) {
        let (size, rows) = (rows.len(), rows.join(",\n    "));
        self.rust.push_str(&format!("static {name}: [{row}; {size}] = [\n    {rows},\n];\n\n"));
    }
}

/// Any number that a card shows.
const BYTE: std::ops::RangeInclusive<i64> = 0..=255;

/// A formula of the data, a variant of `Formula` in the code, with its fields.
struct Shape(&'static str, &'static [&'static str]);

impl AsRef<str> for Shape {
    fn as_ref(&self) -> &str {
        self.0
    }
}

const FORMULAS: [Shape; 14] = [
    Shape("per_guild_lord", &["base", "per", "guild"]),
    Shape("per_affiliated_ally", &["base", "per", "race"]),
    Shape("per_guild", &["per"]),
    Shape("copy_opponent", &[]),
    Shape("nothing", &[]),
    Shape("lowest_lord", &["times"]),
    Shape("highest_lord", &["times"]),
    Shape("base_minus_lords", &["base"]),
    Shape("base_minus_affiliated", &["base"]),
    Shape("per_lord_with_key", &["per"]),
    Shape("per_lord_without_key", &["per"]),
    Shape("lowest_affiliated_per_race", &["base"]),
    Shape("base_minus_nebulis", &["base", "per"]),
    Shape("loot", &[]),
];

fn formula(row: &mut Row, races: &Kinds, guilds: &Kinds) -> Result<String, Fault> {
    let Shape(formula, fields) = row.choice("formula", &FORMULAS)?;
    let mut given = Vec::new();
    for &field in *fields {
        let value = match field {
            "guild" => row.choice(field, guilds.variants())?.path().to_owned(),
            "race" => row.choice(field, races.variants())?.path().to_owned(),
            _ => row.number(field, BYTE)?.to_string(),
        };
        given.push(format!("{field}: {value}"));
    }
    // Braces fit a variant without fields, too.
    Ok(format!("Formula::{} {{ {} }}", pascal_case(formula), given.join(", ")))
}
