//! A mistake in a data file is refused with the file, the line, and what is expected there.

use std::path::PathBuf;

use gueridon_data::{Catalogue, Fault, Files, Kinds, Labels, PhraseBook, Row, Texts};

/// A pond with fish, each of a kind of water and with a size.
const POND: &str = r#"# A pond.
[[water]]
id = "sweet"
name = { en = "Sweet water", fr = "Eau douce" }

[[fish]]
id = "pike"
name = { en = "Pike", fr = "Brochet" }
water = "sweet"
size = 7
sizes = [1, 2]
rare = false
text.en = "It waits."
text.fr = "Il attend."
found = ["river", "sea"]
"#;

const PHRASES: &str = r#"
[event.Caught]
en = "{seat:by} catches {name:fish}[ and {count:more|other|others}]."
fr = "{seat:by} pêche {name:fish}[ et {count:more|autre|autres}]."
"#;

fn pond(file: &mut Row) -> Result<String, Fault> {
    let mut waters = Kinds::new("Water", "A water.");
    let mut fish = Kinds::new("Fish", "A fish.");
    let mut catalogue = Catalogue::new();
    file.rows("water", |row| {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        waters.add(&id, name.english())?;
        catalogue.add(&id, "water", &name, &row.optional_texts("text")?)
    })?;
    file.rows("fish", |row| {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        fish.add(&id, name.english())?;
        row.choice("water", waters.variants())?;
        row.number("size", 1..=9)?;
        row.numbers("sizes", 2, 0..=9)?;
        row.flag("rare")?;
        row.choices("found", &["river", "lake", "sea"])?;
        row.optional_text("latin")?;
        catalogue.add(&id, "fish", &name, &row.texts("text")?)
    })?;
    Ok([waters.to_rust(), fish.to_rust(), catalogue.to_rust()].concat())
}

fn phrases(file: &mut Row) -> Result<String, Fault> {
    PhraseBook::read(file).map(|phrases| phrases.to_rust())
}

fn labels(file: &mut Row) -> Result<String, Fault> {
    Labels::read(file).map(|labels| labels.to_rust())
}

fn catalogue(file: &mut Row) -> Result<String, Fault> {
    let mut catalogue = Catalogue::new();
    file.rows("fish", |row| {
        let (id, name) = (row.id("id")?, row.texts("name")?);
        catalogue.add(&id, "fish", &name, &Texts::default())?;
        catalogue.decline(&id, row.optional_nouns("noun", &name)?);
        Ok(())
    })?;
    Ok(catalogue.to_rust())
}

/// Reads `text` as the file `name`.
fn read(
    name: &str,
    text: &[u8],
    take: fn(&mut Row) -> Result<String, Fault>,
) -> Result<String, String> {
    // Tests run in parallel, each with files of its own.
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(std::thread::current().name().unwrap_or_default());
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join(name), text).unwrap();
    Files::below(home).read(name, take).map_err(|fault| fault.to_string())
}

/// Checks that a pond with `instead` in place of `there` is refused on that line, for that reason.
#[track_caller]
fn pond_refuses(there: &str, instead: &str, line: usize, why: &str) {
    assert!(POND.contains(there), "the pond has no {there}");
    let text = POND.replacen(there, instead, 1);
    let fault = read("pond.toml", text.as_bytes(), pond).expect_err("a fault");
    assert_eq!(fault, format!("pond.toml:{line}: {why}"));
}

#[track_caller]
fn phrases_refuse(text: &str, line: usize, why: &str) {
    let fault = read("words.toml", text.as_bytes(), phrases).expect_err("a fault");
    assert_eq!(fault, format!("words.toml:{line}: {why}"));
}

#[track_caller]
fn labels_refuse(text: &str, line: usize, why: &str) {
    let fault = read("labels.toml", text.as_bytes(), labels).expect_err("a fault");
    assert_eq!(fault, format!("labels.toml:{line}: {why}"));
}

#[test]
fn a_good_file_is_read() {
    let rust = read("pond.toml", POND.as_bytes(), pond).unwrap();
    assert!(rust.contains("    /// Pike.\n    #[serde(rename = \"pike\")]\n    Pike,\n"), "{rust}");
    let rust = read("words.toml", PHRASES.as_bytes(), phrases).unwrap();
    assert!(rust.contains("(\"event.Caught\", [\"{seat:by} catches {name:fish}"), "{rust}");
}

#[test]
fn a_value_of_the_wrong_type_is_refused() {
    let why = "'size' is of type string: expected a whole number from 1 to 9";
    pond_refuses("size = 7", "size = \"big\"", 10, why);
    pond_refuses("size = 7", "size = 7.0", 10, &why.replace("string", "float"));
    let why = "'water' is of type integer: expected a text";
    pond_refuses("water = \"sweet\"", "water = 1", 9, why);
    let why = "'rare' is of type string: expected true or false";
    pond_refuses("rare = false", "rare = \"no\"", 12, why);
    let why = "'name' is of type string: expected a table";
    pond_refuses("name = { en = \"Pike\", fr = \"Brochet\" }", "name = \"Pike\"", 8, why);
    let why = "'water' is of type table: expected tables [[water]]";
    pond_refuses("[[water]]", "[water]", 2, why);
    let why = "'sizes' is of type integer: expected a list of 2, each a whole number from 0 to 9";
    pond_refuses("sizes = [1, 2]", "sizes = 1", 11, why);
}

#[test]
fn a_number_out_of_bounds_is_refused() {
    let expected = "expected a whole number from 1 to 9";
    pond_refuses("size = 7", "size = 10", 10, &format!("'size' is 10: {expected}"));
    pond_refuses("size = 7", "size = -7", 10, &format!("'size' is -7: {expected}"));
    let huge = "99999999999999999999";
    let text = format!("size = {huge}");
    pond_refuses("size = 7", &text, 10, &format!("'size' is {huge}: {expected}"));
    let why = "'sizes' is 10: expected a whole number from 0 to 9";
    pond_refuses("sizes = [1, 2]", "sizes = [\n  1,\n  10]", 13, why);
    let why = "'sizes' has 3 elements: expected a list of 2, each a whole number from 0 to 9";
    pond_refuses("sizes = [1, 2]", "sizes = [1, 2, 3]", 11, why);
}

#[test]
fn an_unknown_key_is_refused() {
    let why = "[[fish]] has no key 'colour': misspelt, or too much";
    pond_refuses("size = 7", "size = 7\ncolour = \"green\"", 11, why);
    let why = "the file has no key 'birds': misspelt, or too much";
    pond_refuses("# A pond.", "birds = 3", 1, why);
    let why = "'text' has no key 'de': misspelt, or too much";
    pond_refuses("text.en", "text.de = \"Er wartet.\"\ntext.en", 13, why);
}

#[test]
fn a_missing_key_is_refused() {
    let why = "[[fish]] lacks 'size': expected a whole number from 1 to 9";
    pond_refuses("size = 7", "", 6, why);
    let why = "[[fish]] lacks 'id': expected a text";
    pond_refuses("id = \"pike\"", "", 6, why);
    let fault = read("pond.toml", b"# Nothing.\n", pond).unwrap_err();
    assert_eq!(fault, "pond.toml:1: the file lacks 'water': expected tables [[water]]");
}

#[test]
fn a_missing_language_is_refused() {
    pond_refuses("text.fr = \"Il attend.\"\n", "", 13, "'text' lacks 'fr': expected a text");
    pond_refuses(", fr = \"Brochet\"", "", 8, "'name' lacks 'fr': expected a text");
    pond_refuses("\"Brochet\"", "\" \"", 8, "'fr' is empty: expected a text");
    let text = "[event.Caught]\nen = \"Caught.\"\n";
    phrases_refuse(text, 1, "'Caught' lacks 'fr': expected a text");
    phrases_refuse("\n[event.Caught]\n", 2, "'event.Caught' lacks 'en': expected a phrase");
}

#[test]
fn an_id_that_is_taken_is_refused() {
    let (_, pike) = POND.split_once("\n[[fish]]").unwrap();
    let two = format!("\n[[fish]]{pike}\n[[fish]]{pike}");
    let why = "'pike' is taken since pond.toml:7: ids are unique";
    pond_refuses(&format!("\n[[fish]]{pike}"), &two, 18, why);
    let why = "'sweet' is the id of a water at pond.toml:3: ids are unique";
    pond_refuses("id = \"pike\"", "id = \"sweet\"", 7, why);
}

#[test]
fn a_malformed_id_is_refused() {
    for wrong in ["Pike", "big pike", "_pike", "pike_", "big__pike", "7pikes", "brochèt", "a-b"] {
        let why = format!("'{wrong}' is no id: expected lower-case words, like ship_master");
        pond_refuses("id = \"pike\"", &format!("id = \"{wrong}\""), 7, &why);
    }
}

#[test]
fn a_reference_to_nothing_is_refused() {
    let why = "'water' is 'salt': expected one of sweet";
    pond_refuses("water = \"sweet\"", "water = \"salt\"", 9, why);
}

#[test]
fn a_list_of_choices_has_each_once_or_is_left_out() {
    let found = "found = [\"river\", \"sea\"]";
    let expected = "expected a list of some of river, lake, sea";
    for wrong in ["pond", "river"] {
        let why = format!("'found' has '{wrong}': {expected}, each once");
        pond_refuses(found, &format!("found = [\"river\", \"{wrong}\"]"), 15, &why);
    }
    pond_refuses(found, "found = 3", 15, &format!("'found' is of type integer: {expected}"));
    pond_refuses(found, "found = [3]", 15, &format!("'found' is of type integer: {expected}"));
    pond_refuses(found, "found = []", 15, "'found' is empty: leave it out");
    assert!(read("pond.toml", POND.replacen(found, "", 1).as_bytes(), pond).is_ok());
}

#[test]
fn text_that_is_not_toml_is_refused() {
    for (wrong, line) in [("size = ", 10), ("size = 7\nsize = 7", 11), ("size 7", 10)] {
        let text = POND.replacen("size = 7", wrong, 1);
        let fault = read("pond.toml", text.as_bytes(), pond).unwrap_err();
        assert!(fault.starts_with(&format!("pond.toml:{line}: not valid TOML: ")), "{fault}");
        assert!(!fault.contains('\n'), "{fault}");
    }
    let text = format!("{PHRASES}{PHRASES}");
    let fault = read("words.toml", text.as_bytes(), phrases).unwrap_err();
    assert!(fault.starts_with("words.toml:6: not valid TOML: "), "{fault}");
}

#[test]
fn a_file_that_is_not_text_is_refused_with_its_name() {
    let fault = read("pond.toml", b"# \xff\xfe", pond).unwrap_err();
    assert!(fault.contains("pond.toml: ") && fault.contains("UTF-8"), "{fault}");
    let fault = Files::below(env!("CARGO_TARGET_TMPDIR")).read("no.toml", pond).unwrap_err();
    assert!(fault.to_string().contains("no.toml: "), "{fault}");
}

#[test]
fn a_malformed_template_is_refused() {
    for (template, why) in [
        ("{seat:by", "'{' is not closed in \"{seat:by\""),
        ("Gone: [{fish}", "'[' is not closed in \"Gone: [{fish}\""),
        ("fish}", "'}' closes nothing in \"fish}\""),
        ("fish]", "']' closes nothing in \"fish]\""),
        ("[fish]", "[fish] holds no field: expected {..} in it"),
        ("[{a} [{b}]]", "'[' within [{a} [{b}]: expected only one level"),
        ("{}", "{} names no field: expected letters, digits and _"),
        ("{a fish}", "{a fish} names no field: expected letters, digits and _"),
    ] {
        phrases_refuse(&format!("[event.Caught]\nen = '{template}'\nfr = '{{a}}'\n"), 2, why);
    }
    for placeholder in ["player:by", "count:fish", "count:fish|fish", "fish|one|many", "seat:a|b"] {
        let why = format!(
            "{{{placeholder}}} is no placeholder: expected {{field}}, {{seat:field}}, \
             {{name:field}}, {{a:field}}, {{the:field}}, {{of:field}} or {{count:field|one|many}}"
        );
        let text = format!("[event.Caught]\nen = '{{a}}'\nfr = '{{{placeholder}}}'\n");
        phrases_refuse(&text, 3, &why);
    }
}

#[test]
fn a_noun_has_its_number_gender_and_first_sound() {
    let fish = |noun: &str| {
        let text =
            format!("[[fish]]\nid = 'eel'\nname = {{ en = 'Eel', fr = 'Anguille' }}\n{noun}");
        read("cards.toml", text.as_bytes(), catalogue)
    };
    let rust =
        fish("noun = { en = { many = 'Eels' }, fr = { many = 'Anguilles', gender = 'f' } }\n");
    for part in [
        "one: \"Eel\", many: \"Eels\", gender: ::gueridon_game::words::Gender::Neuter, vowel: true",
        "one: \"Anguille\", many: \"Anguilles\", gender: ::gueridon_game::words::Gender::Feminine",
    ] {
        assert!(rust.as_ref().is_ok_and(|rust| rust.contains(part)), "{rust:?}");
    }
    let proper = fish("noun = { proper = true }\n").unwrap();
    assert!(proper.contains("Gender::Proper, vowel: true"), "{proper}");
    assert!(fish("").unwrap().contains("nouns: None"));
    for (noun, why) in [
        ("noun = { en = { many = 'Eels' } }\n", "'fr'"),
        ("noun = { en = {}, fr = {} }\n", "expected 'one' if the name is a plural"),
        ("noun = { en = { many = 'Eels' }, fr = { many = 'Anguilles' } }\n", "'gender'"),
    ] {
        let fault = fish(noun).expect_err("a fault");
        assert!(fault.contains(why), "{fault}");
    }
}

#[test]
fn languages_that_speak_of_different_fields_are_refused() {
    let text = "[event.Caught]\nen = '{name:fish} {more}'\nfr = '{name:fish}'\n";
    let why = "'en' and 'fr' differ in {more}: expected the same fields in every language";
    phrases_refuse(text, 3, why);
    let text = "[event.Caught]\nen = '{seat:by}'\nfr = '{by}'\n";
    let why = "'en' and 'fr' differ in {by}: expected the same fields in every language";
    phrases_refuse(text, 3, why);
}

#[test]
fn a_refusal_that_cannot_be_listed_is_refused() {
    let too_small = "\n[refusal.TOO_SMALL]\nen = '{fish} [{size}]'\nfr = '{fish} [{size}]'\n";
    let why = "the sentence lacks 'general': expected what it says of nothing in particular";
    phrases_refuse(too_small, 2, why);
    let general = |french: &str| format!("{too_small}general = {{ en = 'a', fr = '{french}' }}\n");
    assert!(read("words.toml", general("b").as_bytes(), phrases).is_ok());
    phrases_refuse(&general("{fish}"), 5, "a general sentence has no fields");
    let why = "'general' is too much: the sentence speaks of nothing in particular";
    phrases_refuse("[refusal.NO]\nen='a[{b}]'\nfr='a[{b}]'\ngeneral.en='c'\n", 1, why);
    let why = "'noBait' is no code: expected one such as NOT_IN_HAND";
    phrases_refuse("[refusal.noBait]\nen = 'a'\nfr = 'b'\n", 1, why);
    let why = "'GAME_OVER' has no key 'general': misspelt, or too much";
    phrases_refuse("[refusal.GAME_OVER]\nen='{a}'\nfr='{a}'\ngeneral={en='a',fr='b'}\n", 4, why);
}

#[test]
fn a_topic_with_a_stray_key_is_refused() {
    let text = "[event.Caught]\nen = 'a'\nfr = 'b'\nde = 'c'\n";
    phrases_refuse(text, 4, "'Caught' has no key 'de': misspelt, or too much");
    phrases_refuse("[event]\nCaught = 'a'\n", 2, "'Caught' is of type string: expected a table");
}

#[test]
fn an_incomplete_label_is_refused() {
    let fish = |rest: &str| format!("[PondView]\n\nfish.{rest}\n");
    labels_refuse(
        &fish("text = { en = 'a', fr = 'b' }"),
        3,
        "'fish' lacks 'name': expected a table",
    );
    labels_refuse(&fish("name = { en = 'Fish' }"), 3, "'name' lacks 'fr': expected a text");
    labels_refuse(&fish("name = 'Fish'"), 3, "'name' is of type string: expected a table");
    let why = "'fr' is empty: expected a text";
    labels_refuse(&fish("name = { en = 'Fish', fr = '' }"), 3, why);
    let text = fish("name = { en = 'Fish', fr = 'Poissons' }\nfish.txt = 'All.'");
    labels_refuse(&text, 4, "'fish' has no key 'txt': misspelt, or too much");
    let text = fish("name = { en = 'Fish', fr = 'Poissons' }\nfish.text.en = 'All.'");
    labels_refuse(&text, 4, "'text' lacks 'fr': expected a text");
}

#[test]
fn a_label_that_is_too_long_is_refused() {
    let fish = |length| {
        let name = "é".repeat(length);
        format!("[PondView.fish.name]\nen = 'Fish'\nfr = '{name}'\n")
    };
    assert!(read("labels.toml", fish(40).as_bytes(), labels).is_ok());
    labels_refuse(&fish(41), 3, "'fr' has 41 characters: expected a label of at most 40");
}

#[test]
fn malformed_names_and_empty_types_are_refused() {
    let expected = "expected one such as MineView or deckSize";
    let name = "name = { en = 'Fish', fr = 'Poissons' }";
    for wrong in ["Pond-View", "1Pond", "Pönd"] {
        let why = format!("'{wrong}' is no name of GraphQL: {expected}");
        labels_refuse(&format!("# Labels.\n['{wrong}']\nfish.{name}\n"), 2, &why);
        labels_refuse(&format!("# Labels.\n[Pond]\n'{wrong}'.{name}\n"), 3, &why);
    }
    let why = "'PondView' is of type integer: expected a table";
    labels_refuse("PondView = 1\n", 1, why);
    let why = "the file has no labels: expected tables such as [MineView]";
    labels_refuse("# Nothing.\n", 1, why);
    labels_refuse("# Labels.\n[PondView]\n", 2, "'PondView' has no labels: leave it out");
    let text = format!("[PondView]\nfish.{name}\nfish.{name}\n");
    let fault = read("labels.toml", text.as_bytes(), labels).unwrap_err();
    assert!(fault.starts_with("labels.toml:3: not valid TOML: "), "{fault}");
}
