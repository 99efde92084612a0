//! The C header says what the Rust side does.

use std::collections::BTreeMap;
use std::io::Write;
use std::mem::{offset_of, size_of};
use std::process::{Command, Stdio};

use gueridon_game::abi::{GueridonModule, SYMBOL, Sink};
use gueridon_game::border::{ABI, Op, Status};

const HEADER: &str = include_str!("../../include/gueridon.h");

/// Every `#define GUERIDON_NAME number` of the header.
fn defines() -> BTreeMap<String, u32> {
    let define = |line: &str| {
        let (name, rest) = line.strip_prefix("#define GUERIDON_")?.split_once(' ')?;
        let number = rest.split_whitespace().next()?.parse().ok()?;
        Some((name.to_owned(), number))
    };
    HEADER.lines().filter_map(define).collect()
}

/// `BadRequest` as `BAD_REQUEST`.
fn in_c(name: &str) -> String {
    let mut c = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !c.is_empty() {
            c.push('_');
        }
        c.push(letter.to_ascii_uppercase());
    }
    c
}

/// The members of a struct of the header: the name of each, and its declaration.
fn members(name: &str) -> Vec<(String, String)> {
    let start = HEADER.find(&format!("typedef struct {name} {{")).unwrap();
    let body = &HEADER[start..];
    let body = &body[body.find('{').unwrap() + 1..body.find(&format!("}} {name};")).unwrap()];
    let mut code = String::new();
    let mut rest = body;
    while let Some(comment) = rest.find("/*") {
        code.push_str(&rest[..comment]);
        rest = &rest[rest.find("*/").unwrap() + 2..];
    }
    code.push_str(rest);
    let declarations = code.split(';').map(str::trim).filter(|line| !line.is_empty());
    declarations
        .map(|line| {
            let name = match line.split_once("(*") {
                Some((_, function)) => function.split(')').next().unwrap(),
                None => line.rsplit([' ', '*']).next().unwrap(),
            };
            (name.to_owned(), line.to_owned())
        })
        .collect()
}

#[test]
fn the_constants_of_the_header_are_those_of_the_border() {
    let mut expected = BTreeMap::from([("ABI".to_owned(), ABI)]);
    for number in 0.. {
        let Some(status) = Status::from_number(number) else { break };
        expected.insert(in_c(&format!("{status:?}")), number.unsigned_abs());
    }
    for op in Op::ALL {
        expected.insert(in_c(&format!("{op:?}")), op as u32);
    }
    assert_eq!(defines(), expected);
}

#[test]
fn an_operation_is_found_by_its_number() {
    for op in Op::ALL {
        assert_eq!(Op::from_number(op as u32), Some(op));
    }
    assert_eq!(Op::from_number(0), None);
    assert_eq!(Op::from_number(40), None);
}

#[test]
fn the_structs_of_the_header_are_laid_out_as_those_of_the_border() {
    let module = members("gueridon_module_exports");
    let expected = [
        ("abi", "uint32_t abi", offset_of!(GueridonModule, abi)),
        ("size", "uint32_t size", offset_of!(GueridonModule, size)),
        ("unwinds", "uint8_t unwinds", offset_of!(GueridonModule, unwinds)),
        (
            "open",
            "int32_t (*open)(const uint8_t *request, size_t len, gueridon_sink sink, gueridon_handle **out)",
            offset_of!(GueridonModule, open),
        ),
        (
            "call",
            "int32_t (*call)(gueridon_handle *handle, uint32_t op, const uint8_t *request, size_t len, gueridon_sink sink)",
            offset_of!(GueridonModule, call),
        ),
        ("close", "void (*close)(gueridon_handle *handle)", offset_of!(GueridonModule, close)),
    ];
    check(&module, &expected);
    assert_eq!(offset_of!(GueridonModule, close) + size_of::<usize>(), size_of::<GueridonModule>());

    let sink = members("gueridon_sink");
    let expected = [
        ("context", "void *context", offset_of!(Sink, context)),
        (
            "write",
            "void (*write)(void *context, const uint8_t *bytes, size_t len)",
            offset_of!(Sink, write),
        ),
    ];
    check(&sink, &expected);
    assert!(HEADER.contains(&format!("extern const gueridon_module_exports {SYMBOL};")));
}

#[test]
fn the_header_is_c_and_lays_the_structs_out_alike() {
    let offsets = [
        ("gueridon_module_exports", "abi", offset_of!(GueridonModule, abi)),
        ("gueridon_module_exports", "size", offset_of!(GueridonModule, size)),
        ("gueridon_module_exports", "unwinds", offset_of!(GueridonModule, unwinds)),
        ("gueridon_module_exports", "open", offset_of!(GueridonModule, open)),
        ("gueridon_module_exports", "call", offset_of!(GueridonModule, call)),
        ("gueridon_module_exports", "close", offset_of!(GueridonModule, close)),
        ("gueridon_sink", "context", offset_of!(Sink, context)),
        ("gueridon_sink", "write", offset_of!(Sink, write)),
    ];
    let mut code = "#include <gueridon.h>\n".to_owned();
    for (name, member, offset) in offsets {
        code += &format!("_Static_assert(offsetof({name}, {member}) == {offset}, \"{member}\");\n");
    }
    for (name, size) in [
        ("gueridon_module_exports", size_of::<GueridonModule>()),
        ("gueridon_sink", size_of::<Sink>()),
    ] {
        code += &format!("_Static_assert(sizeof({name}) == {size}, \"{name}\");\n");
    }
    // The compiler that Rust links with; `make test` finds it or says what to install.
    let compiler = Command::new("cc")
        .args(["-x", "c", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/include"))
        .arg("-")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut compiler = compiler.expect("a C compiler, cc, to check the header with");
    compiler.stdin.take().unwrap().write_all(code.as_bytes()).unwrap();
    let output = compiler.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Checks names, declarations and order, and that the order is that of the offsets.
fn check(found: &[(String, String)], expected: &[(&str, &str, usize)]) {
    let found: Vec<(&str, &str)> =
        found.iter().map(|(name, line)| (name.as_str(), line.as_str())).collect();
    let names: Vec<(&str, &str)> = expected.iter().map(|&(name, line, _)| (name, line)).collect();
    assert_eq!(found, names);
    assert!(expected.is_sorted_by_key(|&(.., offset)| offset));
}
