//! The index of a JSON text, made in one pass.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::tree::{JsonKind, JsonTree, Node, Span};

/// JSON text with the position of each of its values.
#[derive(Debug)]
pub struct JsonIndex<'a> {
    text: Cow<'a, str>,
    nodes: Nodes,
}

/// A text of one value, such as a number, has its node in place.
type Nodes = SmallVec<[Node; 1]>;

/// The text is not JSON, or too deep, or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("byte {0} of a value is not JSON")]
pub struct NotJson(pub usize);

/// How deep a value may be nested.
const DEPTH: u32 = 100;

impl<'a> JsonIndex<'a> {
    /// Reads a JSON text.
    ///
    /// # Errors
    /// When the text is not one JSON value, is nested more than 100 deep, or longer than 4 GiB.
    pub fn read(text: impl Into<Cow<'a, str>>) -> Result<Self, NotJson> {
        let text = text.into();
        if u32::try_from(text.len()).is_err() {
            return Err(NotJson(u32::MAX as usize));
        }
        let mut reader = Reader { bytes: text.as_bytes(), nodes: Vec::new() };
        let nodes = reader.whole().map_err(NotJson)?;
        Ok(Self { text, nodes })
    }

    /// Its values.
    #[inline]
    #[must_use]
    pub fn tree(&self) -> JsonTree<'_> {
        JsonTree::new(&self.text, &self.nodes)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// What is in lists and objects, and these themselves.
    nodes: Vec<Node>,
}

/// The place after what was read, or the place of what is not JSON.
type Place = Result<usize, usize>;

/// Each reads from a place on. The place is passed on, and not kept, so that it stays in a register.
impl Reader<'_> {
    /// Reads the text as one value.
    fn whole(&mut self) -> Result<Nodes, usize> {
        let (first, start) = self.next_byte(0);
        let (nodes, end) = if is_open(first) {
            // So much that it seldom grows.
            self.nodes.reserve(self.bytes.len() / 10);
            let end = self.nested(start, Span::NONE, 0)?;
            (Nodes::from_vec(std::mem::take(&mut self.nodes)), end)
        } else {
            let (kind, end) = self.single(start, first)?;
            let value = Span { start: start as u32, end: end as u32 };
            (Nodes::from_buf([Node { name: Span::NONE, value, next: 1, kind }]), end)
        };
        let (_, end) = self.next_byte(end);
        if end == self.bytes.len() { Ok(nodes) } else { Err(end) }
    }

    /// Reads a list or an object, with all that is in it.
    fn nested(&mut self, start: usize, name: Span, depth: u32) -> Place {
        if depth >= DEPTH {
            return Err(start);
        }
        let (kind, close) = match self.at(start) {
            b'{' => (JsonKind::Object, b'}'),
            _ => (JsonKind::Array, b']'),
        };
        let place = self.nodes.len();
        let value = Span { start: start as u32, end: 0 };
        self.nodes.push(Node { name, value, next: 0, kind });
        let (mut byte, mut at) = self.next_byte(start + 1);
        if byte != close {
            loop {
                let mut name = Span::NONE;
                if kind == JsonKind::Object {
                    (name, at) = self.name(at, byte)?;
                    (byte, at) = self.next_byte(at);
                }
                if is_open(byte) {
                    at = self.nested(at, name, depth + 1)?;
                } else {
                    let start = at as u32;
                    let (kind, end) = self.single(at, byte)?;
                    at = end;
                    let (value, next) =
                        (Span { start, end: at as u32 }, self.nodes.len() as u32 + 1);
                    self.nodes.push(Node { name, value, next, kind });
                }
                (byte, at) = self.next_byte(at);
                if byte != b',' {
                    break;
                }
                (byte, at) = self.next_byte(at + 1);
            }
            if byte != close {
                return Err(at);
            }
        }
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[place];
        (node.value.end, node.next) = (at as u32 + 1, next);
        Ok(at + 1)
    }

    /// Reads the name of a member, of which this is the first byte, and the colon after it.
    #[inline]
    fn name(&self, start: usize, first: u8) -> Result<(Span, usize), usize> {
        if first != b'"' {
            return Err(start);
        }
        let end = self.string(start)?;
        let name = Span { start: start as u32 + 1, end: end as u32 - 1 };
        let (byte, at) = self.next_byte(end);
        if byte == b':' { Ok((name, at + 1)) } else { Err(at) }
    }

    /// Reads a value that has no others in it, of which this is the first byte.
    #[inline(always)]
    fn single(&self, start: usize, first: u8) -> Result<(JsonKind, usize), usize> {
        let (kind, read) = match first {
            b'"' => (JsonKind::String, self.string(start)),
            b'-' | b'0'..=b'9' => (JsonKind::Number, self.number(start)),
            b't' => (JsonKind::Bool, self.word(start, b"true")),
            b'f' => (JsonKind::Bool, self.word(start, b"false")),
            b'n' => (JsonKind::Null, self.word(start, b"null")),
            _ => return Err(start),
        };
        Ok((kind, read?))
    }

    /// Reads from one quote to the next.
    #[inline(always)]
    fn string(&self, start: usize) -> Place {
        let rest = &self.bytes[start + 1..];
        // Most are short.
        if let Some(block) = rest.first_chunk() {
            let found = special(block);
            if found < BLOCK && rest[found] == b'"' {
                return Ok(start + found + 2);
            }
        }
        self.long_string(start)
    }

    #[inline(never)]
    fn long_string(&self, start: usize) -> Place {
        let mut at = start + 1;
        loop {
            at += plain(&self.bytes[at..]);
            match self.at(at) {
                b'"' => return Ok(at + 1),
                b'\\' => at = self.escape(at)?,
                _ => return Err(at),
            }
        }
    }

    #[cold]
    fn escape(&self, at: usize) -> Place {
        match self.at(at + 1) {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(at + 2),
            b'u' => {
                let digits = self.bytes.get(at + 2..at + 6);
                let are_digits =
                    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
                if are_digits { Ok(at + 6) } else { Err(at) }
            }
            _ => Err(at),
        }
    }

    fn number(&self, start: usize) -> Place {
        let mut at = start + usize::from(self.at(start) == b'-');
        at = if self.at(at) == b'0' { at + 1 } else { self.digits(at)? };
        if self.at(at) == b'.' {
            at = self.digits(at + 1)?;
        }
        if matches!(self.at(at), b'e' | b'E') {
            at += 1;
            at = self.digits(at + usize::from(matches!(self.at(at), b'+' | b'-')))?;
        }
        Ok(at)
    }

    fn digits(&self, start: usize) -> Place {
        let mut at = start;
        while self.at(at).is_ascii_digit() {
            at += 1;
        }
        if at == start { Err(at) } else { Ok(at) }
    }

    fn word(&self, start: usize, word: &[u8]) -> Place {
        if self.bytes[start..].starts_with(word) { Ok(start + word.len()) } else { Err(start) }
    }

    /// The byte at a place, or 0, which is no JSON, at the end.
    #[inline]
    fn at(&self, place: usize) -> u8 {
        self.bytes.get(place).copied().unwrap_or(0)
    }

    /// The next byte that is not white space, and its place.
    #[inline(always)]
    fn next_byte(&self, at: usize) -> (u8, usize) {
        let byte = self.at(at);
        if byte > b' ' { (byte, at) } else { self.next_after_space(at) }
    }

    #[inline(never)]
    fn next_after_space(&self, mut at: usize) -> (u8, usize) {
        while let b' ' | b'\n' | b'\r' | b'\t' = self.at(at) {
            at += 1;
        }
        (self.at(at), at)
    }
}

/// Whether a list or an object begins with this byte.
fn is_open(byte: u8) -> bool {
    matches!(byte, b'{' | b'[')
}

/// How many bytes are looked at together.
const BLOCK: usize = 16;

/// How many bytes there are before a quote, a backslash or a control character.
fn plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(block) = bytes[at..].first_chunk() {
        let found = special(block);
        at += found;
        if found < BLOCK {
            return at;
        }
    }
    let in_rest = bytes[at..].iter().position(|&byte| is_special(byte));
    in_rest.map_or(bytes.len(), |place| at + place)
}

/// Whether a byte cannot stand for itself in a string.
#[inline]
fn is_special(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < 0x20)
}

/// The place of the first quote, backslash or control character in a block; its length if there is
/// none. The compiler makes a few vector instructions of it.
#[inline]
fn special(block: &[u8; BLOCK]) -> usize {
    let mut marks = [0; BLOCK];
    for (mark, byte) in marks.iter_mut().zip(block) {
        *mark = if is_special(*byte) { u8::MAX } else { 0 };
    }
    u128::from_le_bytes(marks).trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_in_any_order() {
        let index =
            JsonIndex::read(r#" {"a": {"x": [1, {"y": 2}]}, "b": "\u00e9\"", "c": -1.5e3} "#);
        let index = index.unwrap();
        let tree = index.tree();
        let mut members = tree.members(tree.root());
        let mut raw = |name| members.find(name).map(|at| tree.raw(at));
        assert_eq!(raw("c"), Some("-1.5e3"));
        assert_eq!(raw("a"), Some(r#"{"x": [1, {"y": 2}]}"#));
        assert_eq!(raw("b"), Some(r#""\u00e9\"""#));
        assert_eq!(raw("x"), None);
        let a = tree.members(tree.root()).find("a").unwrap();
        let x = tree.members(a).find("x").unwrap();
        assert_eq!(
            tree.elements(x).map(|at| tree.raw(at)).collect::<Vec<_>>(),
            ["1", r#"{"y": 2}"#]
        );
        assert_eq!(tree.members(x).peek(), None);
    }

    #[test]
    fn a_string_ends_at_its_quote_wherever_that_is() {
        let special = |byte: u8| matches!(byte, b'"' | b'\\' | ..0x20);
        for byte in 0..=u8::MAX {
            for place in 0..20 {
                for around in [b'a', 0x21, 0x23, 0x7f, 0x80, 0xff] {
                    let mut bytes = [around; 20];
                    bytes[place] = byte;
                    let expected = if special(byte) { place } else { 20 };
                    assert_eq!(plain(&bytes), expected, "{byte} at {place}");
                }
            }
        }
        assert_eq!(plain(b""), 0);
    }

    #[test]
    fn it_takes_what_serde_json_takes_and_nothing_else() {
        let texts = [
            "",
            " ",
            "nul",
            "null",
            "[]",
            "[1,]",
            "[,1]",
            "{}",
            r#"{"a":1,}"#,
            r#"{"a"}"#,
            "01",
            "-",
            "-0",
            "1.",
            "1.e5",
            "1e",
            "1e+5",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"\n\"",
            "\"",
            "[1 2]",
            "{\"a\":{\"b\":[[[{}]]]}}",
            "1 1",
            "tru",
            "[true,false,null]",
            "\u{feff}1",
            "{a:1}",
        ];
        for text in texts {
            let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
            assert_eq!(JsonIndex::read(text).is_ok(), is_json, "{text:?}");
        }
        // One byte is another one, or missing, or one too many.
        let whole = r#" {"a":[1,-2.5e+1,0],"long name":"\u00e9 \"","b":{"c":true,"d":null}} "#;
        for place in 0..whole.len() {
            for byte in b"\"\\{}[],: \t\n0e.-+tu\x1f" {
                for end in [place, place + 1] {
                    let text = [&whole.as_bytes()[..place], &[*byte], &whole.as_bytes()[end..]];
                    let text = String::from_utf8(text.concat()).unwrap();
                    let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
                    assert_eq!(JsonIndex::read(&text).is_ok(), is_json, "{text:?}");
                }
            }
            let without = [&whole[..place], &whole[place + 1..]].concat();
            let is_json = serde_json::from_str::<serde_json::Value>(&without).is_ok();
            assert_eq!(JsonIndex::read(&without).is_ok(), is_json, "{without:?}");
            let is_whole = whole[place..].trim().is_empty();
            assert_eq!(JsonIndex::read(&whole[..place]).is_ok(), is_whole, "{place}");
        }
        let deep = format!("{}{}", "[".repeat(101), "]".repeat(101));
        assert!(JsonIndex::read(&deep).is_err());
    }
}
