//! The files in a module directory.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use crate::built::{Directory, example, reason, script, served};
use gueridon_game::{Language, Seat, Seed};
use gueridon_modules::{Modules, ProbeCommand};
use serde_json::value::RawValue;
use sha2::Digest;

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
fn a_module_that_hangs_is_not_waited_for() {
    let directory = Directory::new();
    directory.put_example("broken_hangs");
    let mut config = directory.config();
    config.probe.timeout = Duration::from_secs(2);
    let modules = Modules::scan(config).unwrap();
    assert!(reason(&modules, "broken_hangs.so").contains("gave no answer within 2s"));
    assert!(!modules.rejected()[0].is_permanent, "it may have been the machine");
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
fn the_file_with_the_games_name_is_served_also_when_it_comes_later() {
    let directory = Directory::new();
    directory.put("another.so", &fs::read(example("sealed")).unwrap());
    let modules = directory.scan();
    let stray = modules.game("sealed").unwrap().sha256();

    directory.put_other_build("sealed", 1);
    modules.rescan().unwrap();
    assert_ne!(modules.game("sealed").unwrap().sha256(), stray);
    assert!(reason(&modules, "another.so").is_empty(), "told when it is looked at again");
    modules.rescan().unwrap();
    assert_ne!(modules.game("sealed").unwrap().sha256(), stray);
    assert!(reason(&modules, "another.so").contains("is also that of sealed.so"));
}

#[test]
fn two_copies_of_one_build_are_one_module_and_the_one_with_its_name_counts() {
    let directory = Directory::new();
    directory.put_example("sealed");
    directory.put("copy.so", &fs::read(example("sealed")).unwrap());
    let modules = directory.scan();
    assert_eq!(served(&modules), ["sealed"]);
    assert!(modules.rejected().is_empty());

    let before = modules.game("sealed").unwrap().sha256();
    directory.put_other_build("sealed", 1);
    modules.rescan().unwrap();
    assert_ne!(modules.game("sealed").unwrap().sha256(), before);
}

#[test]
fn a_stray_copy_is_not_in_the_way_of_the_file_with_the_games_name() {
    let directory = Directory::new();
    directory.put("twinOne.so", &fs::read(example("twin_one")).unwrap());
    let mut stray = fs::read(example("twin_one")).unwrap();
    stray.push(1);
    directory.put("a_stray.so", &stray);
    directory.put_example("sealed");
    let modules = directory.scan();
    assert_eq!(served(&modules), ["sealed", "twinOne"]);
    assert!(reason(&modules, "a_stray.so").contains("is also that of twinOne.so"));
}

#[test]
fn the_bytes_that_were_read_are_probed_whatever_becomes_of_the_file() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let file = directory.path().join("sealed.so");
    let mut config = directory.config();
    config.probe = script(&format!("echo rubbish > '{}'; exec $PROBE", file.display()));
    let modules = Modules::scan(config).unwrap();
    assert_eq!(served(&modules), ["sealed"], "{:?}", modules.rejected());
    assert_eq!(fs::read(&file).unwrap(), b"rubbish\n");
}

#[test]
fn a_probe_that_others_have_ended_is_tried_again_and_one_that_its_module_ended_is_not() {
    for (first, is_permanent, said) in [
        ("kill -KILL $$", false, "it died of signal: 9"),
        ("kill -TERM $$", false, "it died of signal: 15"),
        ("kill -USR1 $$", false, "it died of signal: 10"),
        ("echo no room >&2; exit 75", false, "no room"),
        ("exit 0", false, "it gave no report"),
        ("echo soon; exit 0", false, "it gave no report"),
        ("kill -SEGV $$", true, "it died of signal: 11"),
        ("kill -ABRT $$", true, "it died of signal: 6"),
        ("echo no module >&2; exit 1", true, "no module"),
    ] {
        let directory = Directory::new();
        directory.put_example("sealed");
        let mark = directory.path().join("mark");
        let mut config = directory.config();
        config.probe = script(&format!(
            "[ -e '{mark}' ] && exec $PROBE; touch '{mark}'; {first}",
            mark = mark.display()
        ));
        let modules = Modules::scan(config).unwrap();
        let why = reason(&modules, "sealed.so");
        assert!(why.contains(said), "{first}: {why}");
        assert_eq!(modules.rejected()[0].is_permanent, is_permanent, "{first}");
        modules.rescan().unwrap();
        let expected: &[&str] = if is_permanent { &[] } else { &["sealed"] };
        assert_eq!(served(&modules), expected, "{first}");
    }
}

#[test]
fn what_a_child_leaves_running_is_ended_and_not_waited_for() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let left = directory.path().join("left");
    let mut config = directory.config();
    config.probe = script(&format!("sleep 600 & echo $! > '{}'; exec $PROBE", left.display()));
    let modules = Modules::scan(config).unwrap();
    assert_eq!(served(&modules), ["sealed"], "{:?}", modules.rejected());
    let pid = fs::read_to_string(left).unwrap();
    let stat = format!("/proc/{}/stat", pid.trim());
    // A killed process is gone only when its new parent has reaped it.
    let is_running = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z"));
    for _ in 0..600 {
        if !is_running() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it still runs");
}

#[test]
fn a_long_complaint_is_cut() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let mut config = directory.config();
    config.probe = script("printf '%09999d' 7 >&2; exit 1");
    let modules = Modules::scan(config).unwrap();
    assert_eq!(reason(&modules, "sealed.so").len(), 500);
}

#[test]
fn a_probe_that_talks_without_end_is_ended() {
    let directory = Directory::new();
    directory.put_example("sealed");
    let mut config = directory.config();
    config.probe = script("while :; do printf '%0100000d' 7; done");
    let modules = Modules::scan(config).unwrap();
    assert!(reason(&modules, "sealed.so").contains("talked without end"));
}

#[test]
fn tables_that_want_one_old_build_at_once_open_it_once() {
    let directory = Directory::new();
    let bytes: Arc<[u8]> = fs::read(example("sealed")).unwrap().into();
    let sha256 = <[u8; 32]>::from(sha2::Sha256::digest(&bytes));
    let log = directory.path().join("log");
    let mut config = directory.config();
    config.probe = script(&format!("echo probed >> '{}'; exec $PROBE", log.display()));
    let modules = Modules::scan(config).unwrap();
    let opened: Vec<_> = std::thread::scope(|scope| {
        let open = || modules.open_bytes(sha256, &bytes).unwrap();
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(opened.iter().all(|one| Arc::ptr_eq(one, &opened[0])));
    assert_eq!(fs::read_to_string(log).unwrap(), "probed\n");
}

#[test]
fn an_old_build_that_can_never_be_opened_is_probed_once() {
    let directory = Directory::new();
    let bytes: Arc<[u8]> = b"this is no library".as_slice().into();
    let sha256 = <[u8; 32]>::from(sha2::Sha256::digest(&bytes));
    let log = directory.path().join("log");
    let mut config = directory.config();
    config.probe = script(&format!("echo probed >> '{}'; exec $PROBE", log.display()));
    let modules = Modules::scan(config).unwrap();
    for _ in 0..3 {
        let error = modules.open_bytes(sha256, &bytes).unwrap_err().to_string();
        assert!(error.contains("cannot be opened as a library"), "{error}");
    }
    assert_eq!(fs::read_to_string(log).unwrap(), "probed\n");
}

#[test]
fn what_is_rejected_is_told_while_a_probe_is_waited_for() {
    let directory = Directory::new();
    let (begun, go) = (directory.path().join("begun"), directory.path().join("go"));
    let mut config = directory.config();
    config.probe = script(&format!(
        "touch '{}'; while [ ! -e '{}' ]; do sleep 0.01; done; exec $PROBE",
        begun.display(),
        go.display()
    ));
    let modules = Modules::scan(config).unwrap();
    directory.put_example("sealed");
    std::thread::scope(|scope| {
        let rescan = scope.spawn(|| modules.rescan());
        while !begun.exists() && !rescan.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(modules.rejected().is_empty());
        assert!(served(&modules).is_empty());
        fs::write(go, "").unwrap();
    });
    assert_eq!(served(&modules), ["sealed"], "{:?}", modules.rejected());
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
fn what_lies_beside_a_module_under_its_games_id_is_found_and_trusted_no_further_than_it() {
    let directory = Directory::new();
    directory.put_example("sealed");
    directory.put("other.js", b"of a game that is not here");
    let modules = directory.scan();
    assert!(modules.assets("js", 8).of.is_empty());

    directory.put("sealed.js", b"eight by");
    let assets = modules.assets("js", 8);
    assert_eq!(assets.of.keys().collect::<Vec<_>>(), ["sealed"]);
    assert_eq!(*assets.of["sealed"].bytes, *b"eight by");
    let sha256: [u8; 32] = sha2::Sha256::digest(b"eight by").into();
    assert_eq!(assets.of["sealed"].sha256, sha256);
    assert!(modules.assets("css", 8).of.is_empty());

    let reason = || {
        let assets = modules.assets("js", 8);
        assert!(assets.of.is_empty());
        let [rejected] = assets.rejected.as_slice() else { panic!("{assets:?}") };
        assert_eq!(rejected.file, directory.path().join("sealed.js"));
        rejected.reason.clone()
    };
    directory.put("sealed.js", b"nine byte");
    assert!(reason().contains("it is larger than"));
    directory.put("sealed.js", b"anybody");
    let file = directory.path().join("sealed.js");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o646)).unwrap();
    assert!(reason().contains("everyone can write to it"));
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(reason(), "it is no file");
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
