//! Modules written in C, against the header alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::built::{Directory, reason, script, served};
use gueridon_game::border::Method;
use gueridon_game::{Eyes, Language, Seat, Seed};
use gueridon_modules::Modules;
use gueridon_modules::module::{CallError, has_score};
use serde_json::value::RawValue;

/// A module compiled from a file beside this one into a directory. The compiler is the one that Rust
/// links with; `make test` finds it or says what to install.
pub(crate) fn compiled(name: &str, into: &Path) -> PathBuf {
    let library = into.join(format!(".{name}.so"));
    let home = env!("CARGO_MANIFEST_DIR");
    let compiler = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(format!("-I{home}/../game/include"))
        .arg(format!("{home}/tests/modules/{name}.c"))
        .output();
    let said = compiler.expect("a C compiler, cc");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    library
}

/// A directory with the module of `counter.c`.
fn counter() -> Directory {
    let directory = Directory::new();
    let library = compiled("counter", directory.path());
    directory.put("counter.so", &fs::read(library).unwrap());
    directory
}

#[test]
fn a_game_in_c_is_served_and_played() {
    let directory = counter();
    let modules = directory.scan();
    assert_eq!(served(&modules), ["counter"], "{:?}", modules.rejected());
    let (mut table, dealt) =
        modules.game("counter").unwrap().deal(None, 1, &Seed::of_test(1)).unwrap();
    assert!(!dealt.over);
    let steps = RawValue::from_string(r#"[{"add":1}]"#.to_owned()).unwrap();
    for entry in 1..=3 {
        let played = table.play(Seat(0), entry, &steps).unwrap();
        table.keep().unwrap();
        assert_eq!(played.summary.over, entry == 3);
    }
    assert!(matches!(table.keep(), Err(CallError::BadRequest(_))));
    assert_eq!(table.view(Eyes::Public).unwrap().get(), r#"{"count": 3}"#);
    assert_eq!(table.look(Eyes::Public, Language::En).unwrap().prompt, "Count");
    // It does not know that words and the score can be left out.
    let look = table.look(Eyes::Public, None).unwrap();
    assert!(has_score(&look) && look.prompt == "Count");
    assert!(matches!(table.save(), Err(CallError::Unsupported)));
    let reveals = table.reveals(Seat(0), 4, &steps, &Seed::of_test(2));
    assert!(matches!(reveals, Err(CallError::Unsupported)));
    let method = Method::Tree { iterations: 10 };
    let sought = table.search(Eyes::Seat(Seat(0)), &Seed::of_test(2), method);
    assert!(matches!(sought, Err(CallError::Unsupported)));
}

#[test]
fn a_module_that_says_something_else_once_it_is_open_is_not_served() {
    let directory = counter();
    let mut config = directory.config();
    config.probe = script("export COUNTER_TITLE=Other; exec $PROBE");
    let modules = Modules::scan(config).unwrap();
    assert!(served(&modules).is_empty());
    assert!(reason(&modules, "counter.so").contains("something else about itself"));
    assert!(modules.rejected()[0].is_permanent);
    modules.rescan().unwrap();
    assert!(served(&modules).is_empty());
}
