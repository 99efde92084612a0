//! Modules in workers: what they answer, what they cost when they misbehave, and what they may not do.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Eyes, Language, Seat, Seed};
use gueridon_modules::module::{CallError, Handle, IsolatedGames, Isolation, Module};
use gueridon_modules::{Modules, ModulesConfig, OpenError, WorkerEnd, WorkerLimits};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::built::{BUILD, Directory, example, probe, reason, served};
use crate::in_c::compiled;

const WORKER: &str = env!("CARGO_BIN_EXE_gueridon-worker");

fn isolation(workers: usize) -> Isolation {
    let limits = WorkerLimits { workers, time: Duration::from_secs(2), memory: 256 << 20 };
    Isolation { command: vec![WORKER.into()], games: IsolatedGames::All, limits }
}

fn opened(path: &Path, isolation: Isolation) -> Result<Arc<Module>, OpenError> {
    let bytes: Arc<[u8]> = fs::read(path).unwrap().into();
    Module::open_isolated(&bytes, Sha256::digest(&bytes).into(), &Arc::new(isolation))
}

fn unruly(workers: usize) -> Arc<Module> {
    let home = tempfile::tempdir().unwrap();
    opened(&compiled("unruly", home.path()), isolation(workers)).unwrap()
}

fn dealt(module: &Arc<Module>) -> Handle {
    module.deal(None, 1, &Seed::of_test(1)).unwrap().0
}

/// Has the module do something; returns what the system answered to that.
fn told_to(table: &mut Handle, deed: &str) -> Result<i64, CallError> {
    let steps = RawValue::from_string(format!(r#"[{{"do":"{deed}"}}]"#)).unwrap();
    table.play(Seat(0), 1, &steps)?;
    table.keep()?;
    let view: serde_json::Value = serde_json::from_str(table.view(Eyes::Public)?.get()).unwrap();
    Ok(view["answer"].as_i64().unwrap())
}

/// The workers of this process that were given so much memory, which is how a test knows its own.
fn workers_with(memory: u64) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten().filter_map(|process| {
        let id: u32 = process.file_name().to_str()?.parse().ok()?;
        let command = fs::read_to_string(process.path().join("cmdline")).ok()?;
        let mut words = command.split('\0');
        let is_one = words.next() == Some(WORKER) && words.next() == Some(&memory.to_string());
        is_one.then_some(id)
    });
    processes.collect()
}

/// A module with one worker that can be told from all others, and the worker.
fn unruly_in_one(mark: u64) -> (Arc<Module>, u32) {
    let home = tempfile::tempdir().unwrap();
    let mut isolation = isolation(1);
    isolation.limits.memory += mark;
    let module = opened(&compiled("unruly", home.path()), isolation.clone()).unwrap();
    let workers = workers_with(isolation.limits.memory);
    assert_eq!(workers.len(), 1);
    (module, workers[0])
}

/// Plays a whole game of random steps, and writes down everything that is answered on the way.
fn transcript(module: &Arc<Module>) -> Vec<String> {
    let mut said = vec![format!("{:?}", module.about())];
    let language = Language::En;
    said.push(module.catalogue(None, language).unwrap().to_string());
    let (mut table, mut summary) = module.deal(None, 4, &Seed::of_test(9)).unwrap();
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    for entry in 1.. {
        let all = (0..4).map(|seat| Eyes::Seat(Seat(seat))).chain([Eyes::Public, Eyes::All]);
        for eyes in all {
            let look = table.look(eyes, language).unwrap();
            said.push(serde_json::to_string(&look).unwrap());
        }
        said.push(table.save().unwrap().to_string());
        let Some(seat) = summary.to_act.lowest() else { break };
        let moves = table.moves(seat, language).unwrap();
        let chosen = &moves[dice.random_range(0..moves.len())].step;
        let steps = RawValue::from_string(format!("[{chosen}]")).unwrap();
        let preview = table.preview(seat, &steps, &Seed::of_test(entry), language).unwrap();
        said.push(serde_json::to_string(&preview).unwrap());
        let played = table.play(seat, entry, &steps).unwrap();
        table.keep().unwrap();
        said.push(serde_json::to_string(&played).unwrap());
        summary = played.summary;
    }
    said
}

#[test]
fn a_whole_game_in_a_worker_is_the_same_byte_for_byte() {
    let abyss = Path::new(WORKER).with_file_name("deps/libabyss.so");
    assert!(abyss.exists(), "{} is missing: {BUILD}", abyss.display());
    for path in [example("sealed"), abyss] {
        let bytes = fs::read(&path).unwrap();
        let inside = Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap();
        let isolated = opened(&path, isolation(2)).unwrap();
        assert!(isolated.is_isolated() && !inside.is_isolated());
        let expected = transcript(&inside);
        assert!(expected.len() > 100);
        // Not assert_eq: nobody would read what it prints.
        assert!(transcript(&isolated) == expected, "{}", path.display());
    }
}

#[test]
fn a_saved_game_is_restored_in_another_worker() {
    let module = opened(&example("sealed"), isolation(3)).unwrap();
    let seed = Seed::of_test(3);
    let (mut first, _) = module.deal(None, 3, &seed).unwrap();
    let state = first.save().unwrap();
    let (mut second, _) = module.restore(&state, 3, &seed).unwrap();
    assert_eq!(second.save().unwrap().get(), state.get());
}

#[test]
fn whatever_a_module_does_costs_one_worker_and_one_call() {
    for (deed, expected) in [
        ("CRASH", &[WorkerEnd::Signal(libc::SIGSEGV)][..]),
        ("LOOP", &[WorkerEnd::TooLate(Duration::from_secs(2))]),
        ("TALK", &[WorkerEnd::TooLong]),
        // Of ten gibibytes there are none, and the module does not ask.
        ("HOARD", &[WorkerEnd::Signal(libc::SIGSEGV)]),
        ("EXIT", &[WorkerEnd::Exit(0)]),
    ] {
        let module = unruly(2);
        let (mut bad, mut other, mut beside) = (dealt(&module), dealt(&module), dealt(&module));
        match told_to(&mut bad, deed) {
            Err(CallError::WorkerLost(end)) => assert!(expected.contains(&end), "{deed}: {end:?}"),
            answer => panic!("{deed}: {answer:?}"),
        }
        assert!(bad.is_lost() && !bad.hold());
        assert!(matches!(bad.view(Eyes::Public), Err(CallError::Gone)), "{deed}");
        // A table of the other worker goes on; one of the same worker knows that it was not called.
        assert_eq!(told_to(&mut other, "NOTHING").unwrap(), 0);
        assert!(!beside.hold());
        assert!(matches!(told_to(&mut beside, "NOTHING"), Err(CallError::Gone)), "{deed}");
        drop((bad, beside));
        assert_eq!(told_to(&mut dealt(&module), "NOTHING").unwrap(), 0);
        assert_eq!(told_to(&mut dealt(&module), "NOTHING").unwrap(), 0);
    }
}

#[test]
fn who_waits_for_a_worker_that_is_lost_meanwhile_was_not_called() {
    let module = unruly(1);
    let (mut bad, mut waiting) = (dealt(&module), dealt(&module));
    assert!(bad.hold());
    let waiter = std::thread::spawn(move || waiting.hold());
    let lost = told_to(&mut bad, "LOOP");
    assert!(matches!(lost, Err(CallError::WorkerLost(WorkerEnd::TooLate(_)))));
    bad.let_go();
    assert!(!waiter.join().unwrap());
}

/// What the system says of a process under a name.
fn status(process: u32, name: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.unwrap_or_default().trim().to_owned()
}

#[test]
fn a_module_in_a_worker_has_no_files_no_network_and_no_processes() {
    let (module, worker) = unruly_in_one(1);
    let mut table = dealt(&module);
    if status(worker, "Seccomp") != "2" {
        // Then the log says so when a build is opened.
        eprintln!("this kernel has no seccomp: nothing is refused");
        return;
    }
    for deed in ["READ", "WRITE", "CONNECT", "FORK", "SIGNAL"] {
        let answer = told_to(&mut table, deed).unwrap();
        assert_eq!(answer, i64::from(libc::EPERM), "{deed}");
    }
    assert!(!Path::new("/tmp/gueridon-unruly").exists());
    // The same deeds are no trouble where nothing is in the way.
    let home = tempfile::tempdir().unwrap();
    let bytes = fs::read(compiled("unruly", home.path())).unwrap();
    let inside = Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap();
    let mut table = dealt(&inside);
    for deed in ["READ", "CONNECT", "SIGNAL"] {
        assert_eq!(told_to(&mut table, deed).unwrap(), 0, "{deed}");
    }
}

#[test]
fn a_worker_has_nothing_of_its_parent() {
    let (_module, worker) = unruly_in_one(2);
    assert_eq!(fs::read(format!("/proc/{worker}/environ")).unwrap(), b"");
    let open = fs::read_dir(format!("/proc/{worker}/fd")).unwrap().flatten();
    let open: BTreeSet<u32> =
        open.map(|fd| fd.file_name().to_str().unwrap().parse().unwrap()).collect();
    // Nothing three times, and the two pipes.
    assert_eq!(open, BTreeSet::from([0, 1, 2, 3, 4]));
    for at in 0..3 {
        let target = fs::read_link(format!("/proc/{worker}/fd/{at}")).unwrap();
        assert_eq!(target, Path::new("/dev/null"));
    }
    assert_eq!(status(worker, "NoNewPrivs"), "1");
    assert_eq!(status(worker, "CapPrm").trim_matches('0'), "");
}

#[test]
fn a_worker_ends_with_its_module() {
    let (module, worker) = unruly_in_one(3);
    let table = dealt(&module);
    drop(module);
    assert!(Path::new(&format!("/proc/{worker}")).exists(), "its table is still there");
    drop(table);
    assert!(!Path::new(&format!("/proc/{worker}")).exists());
}

#[test]
fn a_file_is_probed_in_a_worker_and_called_where_the_operator_wants() {
    let directory = Directory::new();
    directory.put_example("sealed");
    directory.put_example("fragile");
    let games = IsolatedGames::These(BTreeSet::from(["fragile".to_owned()]));
    let isolation = Isolation { games, ..isolation(2) };
    // No probe but a worker can answer.
    let mut config = ModulesConfig::new(directory.path(), probe());
    config.probe.command = vec!["/nowhere/probe".into()];
    config.isolation = Some(Arc::new(isolation));
    let modules = Modules::scan(config).unwrap();
    assert_eq!(served(&modules), ["fragile", "sealed"], "{:?}", modules.rejected());
    assert!(modules.game("fragile").unwrap().is_isolated());
    assert!(!modules.game("sealed").unwrap().is_isolated());
}

#[test]
fn a_broken_file_is_rejected_by_its_worker_for_the_same_reason() {
    let directory = Directory::new();
    for name in ["broken_abi", "broken_aborts", "broken_symbol", "broken_panics"] {
        directory.put_example(name);
    }
    directory.put("torn.so", b"\x7fELF and nothing else");
    let reasons =
        |modules: &Modules| ["broken_abi.so", "broken_symbol.so"].map(|file| reason(modules, file));
    let inside = Modules::scan(directory.config()).unwrap();
    let mut config = directory.config();
    config.isolation = Some(Arc::new(isolation(2)));
    let isolated = Modules::scan(config).unwrap();
    assert!(served(&isolated).is_empty());
    assert_eq!(reasons(&isolated), reasons(&inside));
    for file in ["broken_aborts.so", "broken_panics.so"] {
        assert!(reason(&inside, file).contains("SIGABRT"));
        assert!(reason(&isolated, file).ends_with("its process was lost: it aborted"));
    }
    assert!(reason(&isolated, "torn.so").contains("cannot be opened as a library"));
    assert!(isolated.rejected().iter().all(|rejected| rejected.is_permanent));
}

#[test]
fn a_worker_that_cannot_be_started_is_no_fault_of_the_module() {
    let isolation = Isolation { command: vec!["/nowhere/worker".into()], ..isolation(1) };
    let error = opened(&example("sealed"), isolation).unwrap_err();
    assert!(matches!(error, OpenError::NoWorker(_)) && !error.is_permanent(), "{error}");
}
