//! What the client says where it cannot play; `platform/server` tests that it plays.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_example-client")).args(arguments).output().unwrap()
}

#[test]
fn without_a_server_and_a_game_it_says_how_it_is_used() {
    for arguments in [&[][..], &["http://127.0.0.1:8080"], &["a", "b", "c"]] {
        let Output { status, stdout, stderr } = run(arguments);
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!(said, "usage: URL GAME, such as http://127.0.0.1:8080 abyss\n");
        assert_eq!((status.code(), stdout), (Some(1), Vec::new()));
    }
}

#[test]
fn an_address_that_is_none_is_one_line() {
    let Output { status, stderr, .. } = run(&["nowhere", "abyss"]);
    let said = String::from_utf8(stderr).unwrap();
    assert!(said.lines().count() == 1 && !said.contains("panicked"), "{said}");
    assert_eq!(status.code(), Some(1));
}
