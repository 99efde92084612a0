//! JSON text with an index of its values, made in one pass: after that any member is found without
//! reading what lies before it.

/// JSON text with the position of each of its values.
#[derive(Debug)]
pub struct JsonIndex<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

/// A value of a [`JsonIndex`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueId(u32);

#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    /// The node after this value and everything in it.
    next: u32,
    kind: JsonKind,
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
    pub fn read(text: &'a str) -> Result<Self, NotJson> {
        if u32::try_from(text.len()).is_err() {
            return Err(NotJson(u32::MAX as usize));
        }
        let mut reader = Reader { bytes: text.as_bytes(), at: 0, nodes: Vec::new() };
        // So much that it seldom grows.
        reader.nodes.reserve(text.len() / 5);
        reader.value(0)?;
        reader.space();
        if reader.at < text.len() {
            return Err(NotJson(reader.at));
        }
        Ok(Self { text, nodes: reader.nodes })
    }

    /// The whole value.
    #[must_use]
    pub fn root(&self) -> ValueId {
        ValueId(0)
    }

    /// What the value is.
    #[must_use]
    pub fn kind(&self, at: ValueId) -> JsonKind {
        self.node(at).kind
    }

    /// The value as it is written.
    #[must_use]
    pub fn raw(&self, at: ValueId) -> &'a str {
        let node = self.node(at);
        &self.text[node.start as usize..node.end as usize]
    }

    /// A string as it is written, without its quotes.
    #[must_use]
    pub fn raw_string(&self, at: ValueId) -> Option<&'a str> {
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
        let mut key = from;
        while key < to {
            let value = ValueId(key + 1);
            let node = &self.nodes[key as usize];
            if &self.text.as_bytes()[node.start as usize + 1..node.end as usize - 1]
                == name.as_bytes()
            {
                return Some(value);
            }
            key = self.node(value).next;
        }
        None
    }

    fn node(&self, at: ValueId) -> &Node {
        &self.nodes[at.0 as usize]
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn value(&mut self, depth: u32) -> Result<(), NotJson> {
        self.space();
        let place = self.nodes.len();
        let start = self.at;
        self.nodes.push(Node { start: start as u32, end: 0, next: 0, kind: JsonKind::Null });
        let kind = match self.peek() {
            Some(b'"') => {
                self.string()?;
                JsonKind::String
            }
            Some(b'{') if depth < DEPTH => {
                self.members(depth)?;
                JsonKind::Object
            }
            Some(b'[') if depth < DEPTH => {
                self.items(depth)?;
                JsonKind::Array
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                JsonKind::Number
            }
            Some(b't') => self.word("true", JsonKind::Bool)?,
            Some(b'f') => self.word("false", JsonKind::Bool)?,
            Some(b'n') => self.word("null", JsonKind::Null)?,
            _ => return Err(NotJson(self.at)),
        };
        let next = self.nodes.len() as u32;
        self.nodes[place] = Node { start: start as u32, end: self.at as u32, next, kind };
        Ok(())
    }

    fn members(&mut self, depth: u32) -> Result<(), NotJson> {
        self.at += 1;
        self.space();
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            let start = self.at as u32;
            self.string()?;
            let next = self.nodes.len() as u32 + 1;
            self.nodes.push(Node { start, end: self.at as u32, next, kind: JsonKind::String });
            self.space();
            self.expect(b':')?;
            self.value(depth + 1)?;
            self.space();
            if self.take(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn items(&mut self, depth: u32) -> Result<(), NotJson> {
        self.at += 1;
        self.space();
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.value(depth + 1)?;
            self.space();
            if self.take(b']') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn string(&mut self) -> Result<(), NotJson> {
        self.expect(b'"')?;
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                _ => return Err(NotJson(self.at)),
            }
        }
    }

    fn escape(&mut self) -> Result<(), NotJson> {
        let length = match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 2..self.at + 6);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return Err(NotJson(self.at));
                }
                6
            }
            _ => return Err(NotJson(self.at)),
        };
        self.at += length;
        Ok(())
    }

    fn number(&mut self) -> Result<(), NotJson> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _is_signed = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), NotJson> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == from { Err(NotJson(self.at)) } else { Ok(()) }
    }

    fn word(&mut self, word: &str, kind: JsonKind) -> Result<JsonKind, NotJson> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(NotJson(self.at));
        }
        self.at += word.len();
        Ok(kind)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.take(byte) { Ok(()) } else { Err(NotJson(self.at)) }
    }
}

/// How many bytes there are before a quote, a backslash or a control character.
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGHS: u64 = ONES << 7;
    // The lowest byte that is marked is less than `limit`; those above it may be marked in error.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGHS;
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let quotes = below(word ^ (ONES * u64::from(b'"')), 1);
        let backslashes = below(word ^ (ONES * u64::from(b'\\')), 1);
        let found = quotes | backslashes | below(word, 0x20);
        if found != 0 {
            return 8 * index + (found.trailing_zeros() / 8) as usize;
        }
    }
    let in_rest = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20));
    8 * words.len() + in_rest.unwrap_or(rest.len())
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
