//! Turns `data/*.toml` into the kinds, facts, names, labels and phrases of `src/cards.rs`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use gueridon_data::{
    Catalogue, Fault, Files, Id, Kinds, Labels, PhraseBook, Row, SourceLocation, Texts, constant,
    pascal_case,
};

fn main() -> ExitCode {
    gueridon_data::build("cards.rs", generate)
}

fn generate(files: &mut Files) -> Result<String, Fault> {
    let mut content = Content::new();
    files.read("data/cards.toml", |file| content.take(file))?;
    let labels = files.read("data/labels.toml", Labels::read)?;
    let phrases = files.read("data/words.toml", PhraseBook::read)?;
    Ok([content.rust, content.catalogue.to_rust(), labels.to_rust(), phrases.to_rust()].concat())
}

/// Any number that a card shows.
const BYTE: std::ops::RangeInclusive<i64> = 0..=255;
/// The most players there are starting gems for.
const MOST_SEATS: usize = 4;
/// The powers that only guilds have, and those that only chiefs have.
const OF_GUILDS: [&str; 2] = ["refill_more", "sacrifice"];
const OF_CHIEFS: [&str; 3] = ["take_protection", "draw", "copy"];
/// The powers of which the code has to know whose they are.
const NAMED: [(&str, &str, &str); 2] = [
    ("gravedig", "DISGUISED", "The guild whose partisans are disguised (rule 19)."),
    ("sacrifice", "SACRIFICED", "The guild whose partisans are sacrificed (rule 20)."),
];
/// What may be said to be reconstructed.
const PARTS: [&str; 9] =
    ["name", "allegiance", "copies", "gems", "cost", "value", "power", "points", "effect"];

/// What is made of the cards so far.
struct Content {
    rust: String,
    catalogue: Catalogue,
    guilds: Kinds,
    cards: Kinds,
    /// The numbers of the rules, of which texts of variants speak.
    rules: Vec<(String, i64)>,
    /// The names of the guilds so far, and of which allegiance or sort they are.
    names: Vec<Texts>,
    /// What the texts of all cards of a sort say besides.
    every: BTreeMap<String, Texts>,
    /// Texts of variants, in Rust.
    variants: String,
}

/// The sorts of card whose texts say something besides.
const EVERY: [&str; 5] = ["royal", "independent", "none", "chief", "oath"];

impl Content {
    fn new() -> Self {
        Self {
            rust: String::new(),
            catalogue: Catalogue::new(),
            guilds: Kinds::new("Guild", "A guild. The chief of each is a card of its own."),
            cards: Kinds::new(
                "Card",
                "A card of the main pile: the partisan of a guild, which has the guild's id, or a chief.",
            ),
            rules: Vec::new(),
            names: Vec::new(),
            every: BTreeMap::new(),
            variants: String::new(),
        }
    }

    fn take(&mut self, file: &mut Row) -> Result<(), Fault> {
        file.table("rules", |rules| {
            for (unit, kind) in [("sizes", "usize"), ("counts", "u8")] {
                rules.table(unit, |numbers| self.numbers(numbers, kind))?;
            }
            Ok(())
        })?;
        for (name, value, doc) in [
            ("MOST_SEATS", MOST_SEATS, "The most players."),
            ("MOST_FORESEEN", *FEW.end() as usize, "The most cards that are foreseen at once."),
        ] {
            self.rust.push_str(&constant(name, "usize", &value.to_string(), doc));
        }
        file.table("every", |row| {
            for sort in EVERY {
                self.every.insert(sort.to_owned(), row.texts(sort)?);
            }
            Ok(())
        })?;
        self.tables(file)?;
        self.guilds_and_cards(file)?;
        self.oaths(file)?;
        self.gems(file)?;
        file.rows("thing", |row| self.named(row, "thing", &[], None).map(drop))?;
        file.rows("score", |row| self.named(row, "score", &[], None).map(drop))?;
        self.rust.push_str(&format!(
            "/// Texts where another value is agreed on, by language.\n\
             pub(crate) static VARIANTS: &[(Guild, [&str; {}])] = &[\n{}];\n\n",
            gueridon_data::LANGUAGES.len(),
            self.variants
        ));
        Ok(())
    }

    /// A constant for each number of a table, of the Rust type `kind`.
    fn numbers(&mut self, numbers: &mut Row, kind: &str) -> Result<(), Fault> {
        for key in numbers.keys() {
            // With more Allegiances dealt, more than one would go back into the box.
            let bounds = if key == "oaths_dealt" { 2..=2 } else { BYTE };
            let (value, doc) =
                numbers.table(&key, |row| Ok((row.number("value", bounds)?, row.text("doc")?)))?;
            self.rust.push_str(&constant(&key.to_uppercase(), kind, &value.to_string(), &doc));
            self.rules.push((key, value));
        }
        Ok(())
    }

    /// What depends on how many play, in rising order from two.
    fn tables(&mut self, file: &mut Row) -> Result<(), Fault> {
        let mut expected = 2..=MOST_SEATS as i64;
        let rows = file.rows("table", |row| {
            let seats = expected.next().unwrap_or_default();
            row.number("seats", seats..=seats)?;
            let rounds = row.number("rounds", 1..=99)?;
            let gems = row.numbers("starting_gems", MOST_SEATS, BYTE)?;
            Ok(format!("TableFacts {{ rounds: {rounds}, starting_gems: {gems:?} }}"))
        })?;
        self.table("TABLE_FACTS", "TableFacts", &rows);
        Ok(())
    }

    /// Takes a row's id, name, text and what of it is reconstructed, and puts them in the
    /// catalogue. A text may speak of the row's numbers.
    fn named(
        &mut self,
        row: &mut Row,
        kind: &'static str,
        numbers: &[(String, i64)],
        every: Option<(&str, &Texts)>,
    ) -> Result<(Id, Texts), Fault> {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        let place = row.place().clone();
        let text = self.with_every(&row.optional_texts("text")?, every);
        let text = filled(&text, numbers, &place)?;
        let nouns = row.optional_nouns("noun", &name)?;
        let reconstructed: Vec<&str> =
            row.choices("reconstructed", &PARTS)?.into_iter().copied().collect();
        self.catalogue.add_reconstructed(&id, kind, &name, &text, &reconstructed)?;
        self.catalogue.decline(&id, nouns);
        Ok((id, name))
    }

    /// A text before or behind what those of all cards of a sort say besides: guilds begin with it.
    fn with_every(&self, text: &Texts, every: Option<(&str, &Texts)>) -> Texts {
        let Some((sort, guild)) = every else { return text.clone() };
        Texts::from_fn(|index| {
            let own = text.in_language(index);
            let besides = self.every.get(sort).map_or("", |texts| texts.in_language(index));
            let besides = besides.replace("{guild}", guild.in_language(index));
            match sort {
                "chief" | "oath" => format!("{own} {besides}"),
                _ => format!("{besides} {own}"),
            }
        })
    }

    /// The name of a guild, given its path in Rust.
    fn name_of(&self, guild: &str) -> Texts {
        let found = self.guilds.variants().iter().position(|variant| variant.path() == guild);
        found.and_then(|index| self.names.get(index)).cloned().unwrap_or_default()
    }

    fn guilds_and_cards(&mut self, file: &mut Row) -> Result<(), Fault> {
        let mut powers: Vec<&str> = Vec::new();
        let guilds = file.rows("guild", |row| self.guild(row, &mut powers))?;
        // A formula may speak of any guild, so the guilds are known before it is read.
        let facts: Vec<String> =
            guilds.into_iter().map(|guild| guild.facts(&self.guilds)).collect::<Result<_, _>>()?;
        let mut next = 0;
        let chiefs = file.rows("chief", |row| {
            let guild = row.choice("guild", self.guilds.variants())?.path().to_owned();
            let place = row.place().clone();
            if self.guilds.variants().get(next).map(gueridon_data::Variant::path) != Some(&guild) {
                return Err(place.fault("chiefs stand in the order of the guilds, one for each"));
            }
            next += 1;
            self.chief(row, &guild)
        })?;
        if chiefs.len() != facts.len() {
            return Err(file.place().fault("expected one chief for each guild"));
        }
        self.rust.push_str(&self.guilds.to_rust());
        self.rust.push_str(&self.cards.to_rust());
        self.table("GUILD_FACTS", "GuildFacts", &facts);
        self.table("CHIEF_FACTS", "ChiefFacts", &chiefs);
        Ok(())
    }

    fn guild(&mut self, row: &mut Row, powers: &mut Vec<&str>) -> Result<Guild, Fault> {
        let place = row.place().clone();
        let mut numbers = Vec::new();
        let mut number = |row: &mut Row, key: &str, bounds| -> Result<i64, Fault> {
            let value = row.number(key, bounds)?;
            numbers.push((key.to_owned(), value));
            Ok(value)
        };
        let gems = number(row, "gems", 0..=9)?;
        let cost = number(row, "cost", 0..=20)?;
        let copies = number(row, "copies", 1..=20)?;
        let (effect, power) = shape(row, "power", "effect", &POWERS, "Power", &mut numbers)?;
        if OF_CHIEFS.contains(&effect) || powers.contains(&effect) {
            return Err(place.fault(format!("'{effect}' is a chief's, or another guild's")));
        }
        powers.push(effect);
        let points = points(row, &mut numbers)?;
        let allegiance = *row.choice("allegiance", &["royal", "independent", "none"])?;
        let facts = format!(
            "allegiance: Allegiance::{}, copies: {copies}, gems: {gems}, cost: {cost}, \
             needs_majority: {}, removed_for_two: {}, power: {power}",
            pascal_case(allegiance),
            row.flag("needs_majority")?,
            row.flag("removed_for_two")?,
        );
        let variant = row.optional_texts("variant")?;
        let (id, name) =
            self.named(row, "guild", &numbers, Some((allegiance, &Texts::default())))?;
        if !variant.english().is_empty() {
            let numbers = [numbers.as_slice(), self.rules.as_slice()].concat();
            let variant = self.with_every(&variant, Some((allegiance, &Texts::default())));
            let text = filled(&variant, &numbers, &place)?;
            let texts = [0, 1].map(|index| text.in_language(index).to_owned());
            let guild = pascal_case(id.text());
            self.variants.push_str(&format!("    (Guild::{guild}, {texts:?}),\n"));
        }
        self.names.push(name.clone());
        if let Some((_, constant_name, doc)) = NAMED.iter().find(|named| named.0 == effect) {
            let value = format!("Guild::{}", pascal_case(id.text()));
            self.rust.push_str(&constant(constant_name, "Guild", &value, doc));
        }
        let sort = match allegiance {
            "none" => "a guild without Allegiance",
            "royal" => "a royal guild",
            _ => "an independent guild",
        };
        self.guilds.add(&id, &format!("{}, {sort}", name.english()))?;
        self.cards.add(&id, &format!("A partisan of the {}", name.english()))?;
        Ok(Guild { facts, points, place })
    }

    fn chief(&mut self, row: &mut Row, guild: &str) -> Result<String, Fault> {
        let place = row.place().clone();
        let mut numbers = Vec::new();
        let gems = row.number("gems", 0..=9)?;
        let (effect, power) = shape(row, "power", "effect", &POWERS, "Power", &mut numbers)?;
        if OF_GUILDS.contains(&effect) {
            return Err(place.fault(format!("'{effect}' is no power that acts at once")));
        }
        let formulas = &CHIEF_POINTS;
        let (_, points) = shape(row, "points", "formula", formulas, "ChiefPoints", &mut numbers)?;
        let guild = self.name_of(guild);
        let (id, name) = self.named(row, "chief", &numbers, Some(("chief", &guild)))?;
        self.cards.add(&id, &format!("{}, chief of the {}", name.english(), guild.english()))?;
        Ok(format!("ChiefFacts {{ gems: {gems}, power: {power}, points: {points} }}"))
    }

    fn oaths(&mut self, file: &mut Row) -> Result<(), Fault> {
        let mut oaths = Kinds::new("Oath", "An Allegiance, which its guild swears to a player.");
        let facts = file.rows("oath", |row| {
            let guild = row.choice("guild", self.guilds.variants())?.path().to_owned();
            let counts_as = row.number("counts_as", 1..=9)?;
            let mut numbers = vec![("counts_as".to_owned(), counts_as)];
            let (_, effect) = shape(row, "effect", "does", &OATHS, "OathEffect", &mut numbers)?;
            let sworn_by = self.name_of(&guild);
            let (id, name) = self.named(row, "oath", &numbers, Some(("oath", &sworn_by)))?;
            let doc = format!("{}, sworn by the {}", name.english(), sworn_by.english());
            oaths.add(&id, &doc)?;
            Ok(format!("OathFacts {{ guild: {guild}, counts_as: {counts_as}, effect: {effect} }}"))
        })?;
        self.rust.push_str(&oaths.to_rust());
        self.table("OATH_FACTS", "OathFacts", &facts);
        Ok(())
    }

    fn gems(&mut self, file: &mut Row) -> Result<(), Fault> {
        let mut gems = Kinds::new("Gem", "A gem card.");
        let mut last = 0;
        let mut facts = file.rows("gem", |row| {
            let value = row.number("value", FEW)?;
            if value <= last {
                return Err(row.place().fault("gem cards stand in the order of their values"));
            }
            last = value;
            let copies = row.number("copies", BYTE)?;
            let (id, _) = self.named(row, "gem", &[("value".to_owned(), value)], None)?;
            gems.add(&id, &format!("Of value {value}"))?;
            Ok(format!("({value}, {copies})"))
        })?;
        file.table("loose_gem", |row| {
            let (id, _) = self.named(row, "gem", &[], None)?;
            let doc = "Double-sided, of value 1: what players begin with and change is given in";
            gems.add(&id, doc)?;
            self.rust.push_str(&constant(
                "LOOSE_GEM",
                "Gem",
                &format!("Gem::{}", pascal_case(id.text())),
                "The double-sided gem, worth 1, of which there are always enough.",
            ));
            facts.push("(1, 0)".to_owned());
            Ok(())
        })?;
        self.rust.push_str(&gems.to_rust());
        self.table("GEM_VALUES_AND_COPIES", "(u8, u8)", &facts);
        Ok(())
    }

    /// A table with one row a kind.
    fn table(&mut self, name: &str, row: &str, rows: &[String]) {
        let (size, rows) = (rows.len(), rows.join(",\n    "));
        self.rust.push_str(&format!("static {name}: [{row}; {size}] = [\n    {rows},\n];\n\n"));
    }
}

/// A guild whose formula is not read yet.
struct Guild {
    facts: String,
    points: Points,
    place: SourceLocation,
}

impl Guild {
    fn facts(self, guilds: &Kinds) -> Result<String, Fault> {
        let points = self.points.to_rust(guilds, &self.place)?;
        Ok(format!("GuildFacts {{ {}, points: {points} }}", self.facts))
    }
}

/// A word of the data, a variant of an enum in the code, with its fields.
struct Shape(&'static str, &'static [&'static str]);

impl AsRef<str> for Shape {
    fn as_ref(&self) -> &str {
        self.0
    }
}

const POWERS: [Shape; 13] = [
    Shape("raise_protection", &[]),
    Shape("refill_more", &["cards"]),
    Shape("steal", &[]),
    Shape("foresee", &["cards"]),
    Shape("crush", &["cards"]),
    Shape("extra_play", &["plays"]),
    Shape("strike", &[]),
    Shape("swap", &[]),
    Shape("gravedig", &[]),
    Shape("sacrifice", &[]),
    Shape("take_protection", &[]),
    Shape("draw", &["cards"]),
    Shape("copy", &[]),
];

const CHIEF_POINTS: [Shape; 2] = [Shape("as_guild", &[]), Shape("sacrificed_by_anyone", &["per"])];

const OATHS: [Shape; 8] = [
    Shape("points_per_chief", &["per"]),
    Shape("place", &["cards"]),
    Shape("points_per_guild", &["per", "minus"]),
    Shape("reveal", &["cards"]),
    Shape("nothing", &[]),
    Shape("points_per_gem", &["per", "most"]),
    Shape("strike", &["opponents"]),
    Shape("mirror", &[]),
];

const FORMULAS: [Shape; 9] = [
    Shape("protected", &["base", "bonus"]),
    Shape("hand", &["per"]),
    Shape("majority_cards", &["per"]),
    Shape("majorities", &["per"]),
    Shape("gems", &["per", "most"]),
    Shape("cards_of_guild", &["base", "per", "most"]),
    Shape("copy_best", &[]),
    Shape("nothing", &[]),
    Shape("sacrificed", &["per"]),
];

/// The most cards that anybody is shown or takes at once, and the most that a gem card is worth.
const FEW: std::ops::RangeInclusive<i64> = 1..=9;

/// A table of the data as a value of the enum `kind`, its numbers noted for the row's text.
fn shape(
    row: &mut Row,
    key: &str,
    tag: &str,
    shapes: &[Shape],
    kind: &str,
    numbers: &mut Vec<(String, i64)>,
) -> Result<(&'static str, String), Fault> {
    row.table(key, |table| {
        let &Shape(name, fields) = table.choice(tag, shapes)?;
        Ok((
            name,
            format!("{kind}::{} {{ {} }}", pascal_case(name), given(table, fields, numbers)?),
        ))
    })
}

fn given(
    table: &mut Row,
    fields: &[&str],
    numbers: &mut Vec<(String, i64)>,
) -> Result<String, Fault> {
    let mut given = Vec::new();
    for &field in fields {
        let value = table.number(field, if field == "cards" { FEW } else { BYTE })?;
        numbers.push((field.to_owned(), value));
        given.push(format!("{field}: {value}"));
    }
    Ok(given.join(", "))
}

/// A formula of the data, whose `of` is a guild or an allegiance.
struct Points {
    name: &'static str,
    given: String,
    of: Option<String>,
}

fn points(row: &mut Row, numbers: &mut Vec<(String, i64)>) -> Result<Points, Fault> {
    row.table("points", |table| {
        let &Shape(name, fields) = table.choice("formula", &FORMULAS)?;
        let given = given(table, fields, numbers)?;
        let has_of = ["majorities", "cards_of_guild"].contains(&name);
        let of = if has_of { Some(table.text("of")?) } else { None };
        Ok(Points { name, given, of })
    })
}

impl Points {
    fn to_rust(&self, guilds: &Kinds, place: &SourceLocation) -> Result<String, Fault> {
        let of = match (self.name, self.of.as_deref()) {
            ("majorities", Some(of @ ("royal" | "independent"))) => {
                format!("of: Allegiance::{}", pascal_case(of))
            }
            ("cards_of_guild", Some(of)) => {
                let found = guilds.variants().iter().find(|guild| guild.as_ref() == of);
                let fault = || place.fault(format!("'of' is '{of}': expected a guild"));
                format!("of: {}", found.ok_or_else(fault)?.path())
            }
            (_, Some(of)) => {
                let what = format!("'of' is '{of}': expected royal or independent");
                return Err(place.fault(what));
            }
            (_, None) => String::new(),
        };
        Ok(format!("Points::{} {{ {}, {of} }}", pascal_case(self.name), self.given)
            .replace("{ , ", "{ "))
    }
}

/// A text with the row's numbers in it.
fn filled(text: &Texts, numbers: &[(String, i64)], place: &SourceLocation) -> Result<Texts, Fault> {
    let filled = Texts::from_fn(|index| {
        numbers.iter().fold(text.in_language(index).to_owned(), |text, (key, value)| {
            text.replace(&format!("{{{key}}}"), &value.to_string())
        })
    });
    let is_whole = (0..gueridon_data::LANGUAGES.len())
        .all(|index| !filled.in_language(index).contains(['{', '}']));
    if is_whole {
        return Ok(filled);
    }
    Err(place.fault("the text speaks of a number that the row has not"))
}
