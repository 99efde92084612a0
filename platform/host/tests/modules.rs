//! What becomes of the files in a module directory.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "modules/built.rs"]
mod built;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use built::{Directory, example, reason, served};
use gueridon_game::{Language, Seat, Seed};
use gueridon_host::modules::{Modules, ProbeCommand};
use serde_json::value::RawValue;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

#[test]
fn the_sound_module_is_served_and_every_broken_one_is_named_with_its_reason() {
    let directory = Directory::new();
    let sealed = fs::read(example("sealed")).unwrap();
    directory.put_example("sealed");
    directory.put("truncated.so", &sealed[..40_000]);
    directory.put("text.so", b"this is no library");
    directory.put("empty.so", b"");
    directory.put("notes.txt", b"this is not looked at");
    let broken = [
        "broken_symbol",
        "broken_abi",
        "broken_size",
        "broken_unwinds",
        "broken_hangs",
        "broken_aborts",
        "broken_panics",
        "broken_extends",
        "twin_one",
        "twin_two",
    ];
    broken.iter().for_each(|name| directory.put_example(name));

    let modules = directory.scan();

    assert_eq!(served(&modules), ["sealed"], "{:?}", modules.rejected());
    assert_eq!(modules.rejected().len(), broken.len() + 3);
    for (file, why) in [
        ("truncated.so", "it died of"),
        ("text.so", "cannot be opened as a library"),
        ("empty.so", "cannot be opened as a library"),
        ("broken_symbol.so", "exports no `gueridon_module`"),
        ("broken_abi.so", "it speaks version 2 of the border"),
        ("broken_size.so", "it exports 16 bytes"),
        ("broken_unwinds.so", "built to abort on a panic"),
        ("broken_hangs.so", "gave no answer within 5s"),
        ("broken_aborts.so", "it died of"),
        ("broken_panics.so", "what am I?"),
        ("broken_extends.so", "it extends `Seating`; a module extends Move and Options (line 7"),
        ("twin_one.so", "its type `TwinAdded` is also defined by twin_two.so"),
        ("twin_two.so", "its type `TwinAdded` is also defined by twin_one.so"),
    ] {
        let said = reason(&modules, file);
        assert!(said.contains(why), "{file}: {said:?} should say {why:?}");
    }
}

#[test]
fn a_table_finishes_on_its_build_when_the_file_is_replaced() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let modules = directory.scan();
    let old = modules.game("sealed").unwrap();
    let seed = Seed::of_test(1);
    let (mut table, before) = old.deal(None, 2, &seed).unwrap();

    directory.put_other_build("sealed", 1);
    let renewed = modules.rescan().unwrap();

    let new = modules.game("sealed").unwrap();
    assert_eq!(renewed.len(), 1);
    assert_ne!(new.sha256(), old.sha256());
    assert_eq!(modules.build(&old.sha256()).unwrap().sha256(), old.sha256());
    assert_eq!(table.module().sha256(), old.sha256());
    let moves = table.moves(Seat(0), Language::En).unwrap();
    let step = raw(&format!("[{}]", moves[0].step));
    table.play(Seat(0), 1, &step).unwrap();
    table.keep().unwrap();
    let (mut newer, dealt) = new.deal(None, 2, &seed).unwrap();
    assert_eq!(dealt, before);
    newer.play(Seat(0), 1, &step).unwrap();
    newer.keep().unwrap();
    assert_eq!(newer.save().unwrap().get(), table.save().unwrap().get());
    assert!(modules.rescan().unwrap().is_empty());
}

#[test]
fn a_build_that_is_gone_from_the_directory_is_opened_from_its_bytes() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let first = directory.scan();
    let sha256 = first.game("sealed").unwrap().sha256();
    let bytes = first.bytes(&sha256).unwrap();
    directory.put_other_build("sealed", 1);

    let modules = directory.scan();
    assert!(modules.build(&sha256).is_none());
    let newest = modules.game("sealed").unwrap().sha256();
    let opened = modules.open_bytes(sha256, &bytes).unwrap();

    assert_eq!(opened.sha256(), sha256);
    assert_eq!(modules.build(&sha256).unwrap().sha256(), sha256);
    assert_eq!(modules.game("sealed").unwrap().sha256(), newest, "new tables keep to the newest");
    let other = modules.open_bytes([7; 32], &bytes).unwrap_err();
    assert!(other.to_string().contains("not those it is named by"), "{other}");
}

#[test]
fn what_was_wrong_is_forgotten_when_it_is_put_right() {
    let directory = Directory::new();
    directory.put_example("twin_one");
    directory.put_example("twin_two");
    let modules = directory.scan();
    assert!(served(&modules).is_empty());

    fs::remove_file(directory.path().join("twin_two.so")).unwrap();
    modules.rescan().unwrap();
    assert_eq!(served(&modules), ["twinOne"]);
    assert!(modules.rejected().is_empty());

    directory.put_example("twin_two");
    modules.rescan().unwrap();
    assert_eq!(served(&modules), ["twinOne"], "who is served stays");
    assert!(reason(&modules, "twin_two.so").contains("also defined by twin_one.so"));
}

#[test]
fn of_two_builds_of_a_game_the_one_with_its_name_is_served() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let mut other = fs::read(example("sealed")).unwrap();
    other.push(1);
    directory.put("another.so", &other);
    let modules = directory.scan();
    assert_eq!(served(&modules), ["sealed"]);
    assert!(reason(&modules, "another.so").contains("its game `sealed` is also that of sealed.so"));

    directory.put_other_build("sealed", 2);
    modules.rescan().unwrap();
    assert_eq!(served(&modules), ["sealed"]);
    assert_eq!(modules.rejected().len(), 1, "{:?}", modules.rejected());
}

#[test]
fn two_copies_of_one_build_are_one_module() {
    let directory = Directory::new();
    directory.put_example("sealed");
    directory.put("copy.so", &fs::read(example("sealed")).unwrap());
    let modules = directory.scan();
    assert_eq!(served(&modules), ["sealed"]);
    assert!(modules.rejected().is_empty());
}

#[test]
fn what_others_can_write_to_is_not_run() {
    let directory = Directory::new();
    directory.put_example("sealed");
    directory.put_example("fragile");
    let fragile = directory.path().join("fragile.so");
    fs::set_permissions(&fragile, fs::Permissions::from_mode(0o757)).unwrap();
    let modules = directory.scan();
    assert_eq!(served(&modules), ["sealed"]);
    assert!(reason(&modules, "fragile.so").contains("chmod o-w"));

    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o757)).unwrap();
    let error = Modules::scan(directory.config()).unwrap_err().to_string();
    assert!(error.contains("chmod o-w"), "{error}");
    let error = modules.rescan().unwrap_err().to_string();
    assert!(error.contains(&directory.path().display().to_string()), "{error}");
    assert_eq!(served(&modules), ["sealed"], "a failed scan takes nothing away");
}

#[test]
fn a_directory_that_is_not_there_is_an_error_and_an_empty_one_is_not() {
    let directory = Directory::new();
    assert!(served(&directory.scan()).is_empty());
    let mut config = directory.config();
    config.directory.push("nowhere");
    let error = Modules::scan(config).unwrap_err().to_string();
    assert!(error.contains("nowhere"), "{error}");
}

#[test]
fn a_type_of_the_platform_is_not_for_a_module_to_define() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let mut config = directory.config();
    config.reserved = BTreeSet::from(["SealedSeat".to_owned()]);
    let modules = Modules::scan(config).unwrap();
    assert!(reason(&modules, "sealed.so").contains("`SealedSeat`"));
}

#[test]
fn without_a_probe_nothing_is_opened() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let mut config = directory.config();
    config.probe = ProbeCommand::new("/nowhere/probe");
    let modules = Modules::scan(config).unwrap();
    assert!(reason(&modules, "sealed.so").contains("/nowhere/probe"));
    config = directory.config();
    config.probe = ProbeCommand::new("true");
    let modules = Modules::scan(config).unwrap();
    assert!(reason(&modules, "sealed.so").contains("gave no report"));
}
