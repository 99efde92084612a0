//! The index of a JSON text, made in one pass.

use std::borrow::Cow;

use smallvec::SmallVec;

/// JSON text with the position of each of its values.
#[derive(Debug)]
pub struct JsonIndex<'a> {
    text: Cow<'a, str>,
    nodes: Nodes,
}

/// A text of one value, such as a number, has its node in place.
type Nodes = SmallVec<[Node; 1]>;

/// A value of a [`JsonIndex`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueId(u32);

#[derive(Debug, Clone, Copy)]
struct Node {
    /// The name of a member, without its quotes.
    name: Span,
    value: Span,
    /// The node after this value and everything in it.
    next: u32,
    kind: JsonKind,
}

/// From one byte of the text to before another.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The name of what is no member.
    const NONE: Self = Self { start: 0, end: 0 };

    fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    fn bytes(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..self.end as usize]
    }

    fn length(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// Text.
    String,
    /// A list.
    Array,
    /// Members by name.
    Object,
}

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
        let mut reader = Reader { bytes: text.as_bytes(), at: 0, nodes: Vec::new() };
        let nodes = reader.whole().ok_or(NotJson(reader.at))?;
        Ok(Self { text, nodes })
    }

    /// The whole value.
    #[must_use]
    pub fn root(&self) -> ValueId {
        ValueId(0)
    }

    /// What the value is.
    #[inline]
    #[must_use]
    pub fn kind(&self, at: ValueId) -> JsonKind {
        self.node(at).kind
    }

    /// The value as it is written.
    #[inline]
    #[must_use]
    pub fn raw(&self, at: ValueId) -> &str {
        self.node(at).value.of(&self.text)
    }

    /// A string as it is written, without its quotes.
    #[must_use]
    pub fn raw_string(&self, at: ValueId) -> Option<&str> {
        (self.kind(at) == JsonKind::String).then(|| {
            let raw = self.raw(at);
            &raw[1..raw.len() - 1]
        })
    }

    /// The elements of a list.
    pub fn elements(&self, at: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        let end = if self.kind(at) == JsonKind::Array { self.node(at).next } else { at.0 + 1 };
        let mut next = at.0 + 1;
        std::iter::from_fn(move || {
            let element = ValueId(next);
            (next < end).then(|| {
                next = self.node(element).next;
                element
            })
        })
    }

    /// The member of an object of that name. `hint` remembers where the last one was found, for
    /// members are mostly asked for in the order in which they are written.
    pub fn member(&self, object: ValueId, name: &str, hint: &mut u32) -> Option<ValueId> {
        if self.kind(object) != JsonKind::Object {
            return None;
        }
        let (first, end) = (object.0 + 1, self.node(object).next);
        let from = if (first..end).contains(hint) { *hint } else { first };
        let found = self.search(name, from, end).or_else(|| self.search(name, first, from))?;
        *hint = self.node(found).next;
        Some(found)
    }

    fn search(&self, name: &str, from: u32, to: u32) -> Option<ValueId> {
        let (nodes, text, mut member) = (&*self.nodes, self.text.as_bytes(), from);
        while member < to {
            let node = &nodes[member as usize];
            // Most names differ in their length already.
            if node.name.length() == name.len() && node.name.bytes(text) == name.as_bytes() {
                return Some(ValueId(member));
            }
            member = node.next;
        }
        None
    }

    #[inline]
    fn node(&self, at: ValueId) -> &Node {
        &self.nodes[at.0 as usize]
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What is in lists and objects, and these themselves.
    nodes: Vec<Node>,
}

impl Reader<'_> {
    /// Reads the text as one value; nothing if it is not one.
    fn whole(&mut self) -> Option<Nodes> {
        let first = self.next_byte();
        let nodes = if is_open(first) {
            // So much that it seldom grows.
            self.nodes.reserve(self.bytes.len() / 10);
            self.nested(Span::NONE, first, 0)?;
            Nodes::from_vec(std::mem::take(&mut self.nodes))
        } else {
            Nodes::from_buf([self.single(Span::NONE, first)?])
        };
        self.next_byte();
        (self.at == self.bytes.len()).then_some(nodes)
    }

    /// Reads a list or an object, with all that is in it.
    fn nested(&mut self, name: Span, open: u8, depth: u32) -> Option<()> {
        if depth >= DEPTH {
            return None;
        }
        let (kind, close) = match open {
            b'{' => (JsonKind::Object, b'}'),
            _ => (JsonKind::Array, b']'),
        };
        let (place, start) = (self.nodes.len(), self.at as u32);
        self.nodes.push(Node { name, value: Span { start, end: start }, next: 0, kind });
        self.at += 1;
        if self.next_byte() != close {
            loop {
                let name = if kind == JsonKind::Object { self.name()? } else { Span::NONE };
                let first = self.next_byte();
                if is_open(first) {
                    self.nested(name, first, depth + 1)?;
                } else {
                    let node = self.single(name, first)?;
                    self.nodes.push(node);
                }
                match self.next_byte() {
                    b',' => self.at += 1,
                    byte if byte == close => break,
                    _ => return None,
                }
            }
        }
        self.at += 1;
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[place];
        (node.value.end, node.next) = (self.at as u32, next);
        Some(())
    }

    /// Reads a value that has no others in it.
    #[inline]
    fn single(&mut self, name: Span, first: u8) -> Option<Node> {
        let start = self.at as u32;
        let kind = match first {
            b'"' => {
                self.string()?;
                JsonKind::String
            }
            b'-' | b'0'..=b'9' => {
                self.number()?;
                JsonKind::Number
            }
            b't' => self.word(b"true", JsonKind::Bool)?,
            b'f' => self.word(b"false", JsonKind::Bool)?,
            b'n' => self.word(b"null", JsonKind::Null)?,
            _ => return None,
        };
        let next = self.nodes.len() as u32 + 1;
        Some(Node { name, value: Span { start, end: self.at as u32 }, next, kind })
    }

    /// Reads the name of a member, and the colon after it.
    fn name(&mut self) -> Option<Span> {
        if self.next_byte() != b'"' {
            return None;
        }
        let start = self.at as u32 + 1;
        self.string()?;
        let end = self.at as u32 - 1;
        if self.next_byte() != b':' {
            return None;
        }
        self.at += 1;
        Some(Span { start, end })
    }

    /// Reads from one quote to the next.
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.escape()?,
                _ => return None,
            }
        }
    }

    #[cold]
    fn escape(&mut self) -> Option<()> {
        let length = match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 2..self.at + 6);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return None;
                }
                6
            }
            _ => return None,
        };
        self.at += length;
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            let _is_signed = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let from = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == from { None } else { Some(()) }
    }

    fn word(&mut self, word: &[u8], kind: JsonKind) -> Option<JsonKind> {
        if !self.bytes[self.at..].starts_with(word) {
            return None;
        }
        self.at += word.len();
        Some(kind)
    }

    /// The byte here, or 0, which is no JSON, at the end.
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// The next byte that is not white space.
    #[inline]
    fn next_byte(&mut self) -> u8 {
        let byte = self.peek();
        if byte > b' ' { byte } else { self.next_after_space() }
    }

    fn next_after_space(&mut self) -> u8 {
        while let b' ' | b'\n' | b'\r' | b'\t' = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == byte;
        self.at += usize::from(is_there);
        is_there
    }
}

/// Whether a list or an object begins with this byte.
fn is_open(byte: u8) -> bool {
    matches!(byte, b'{' | b'[')
}

/// How many bytes there are before a quote, a backslash or a control character.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGHS: u64 = ONES << 7;
    // The lowest byte that is marked is less than `limit`; those above it may be marked in error.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGHS;
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*word);
        // With this bit changed, a quote comes directly after the control characters.
        let others = below(word ^ (ONES * 0x02), u64::from(b'"' ^ 0x02) + 1);
        let found = others | below(word ^ (ONES * u64::from(b'\\')), 1);
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let in_rest = bytes[at..].iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20));
    in_rest.map_or(bytes.len(), |place| at + place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_in_any_order() {
        let index =
            JsonIndex::read(r#" {"a": {"x": [1, {"y": 2}]}, "b": "\u00e9\"", "c": -1.5e3} "#);
        let index = index.unwrap();
        let mut hint = 0;
        let mut raw = |name| index.member(index.root(), name, &mut hint).map(|at| index.raw(at));
        assert_eq!(raw("c"), Some("-1.5e3"));
        assert_eq!(raw("a"), Some(r#"{"x": [1, {"y": 2}]}"#));
        assert_eq!(raw("b"), Some(r#""\u00e9\"""#));
        assert_eq!(raw("x"), None);
        let a = index.member(index.root(), "a", &mut 0).unwrap();
        let x = index.member(a, "x", &mut 0).unwrap();
        assert_eq!(
            index.elements(x).map(|at| index.raw(at)).collect::<Vec<_>>(),
            ["1", r#"{"y": 2}"#]
        );
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
        let deep = format!("{}{}", "[".repeat(101), "]".repeat(101));
        assert!(JsonIndex::read(&deep).is_err());
    }
}
