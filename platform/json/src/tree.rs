//! The values of an indexed text, and the members of its objects.

use std::ops::Range;

/// A value of a [`JsonTree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueId(u32);

/// A value, and where it stands in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// The name of a member, without its quotes.
    pub(crate) name: Span,
    pub(crate) value: Span,
    /// The node after this value and everything in it.
    pub(crate) next: u32,
    pub(crate) kind: JsonKind,
}

/// From one byte of the text to before another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// The name of what is no member.
    pub(crate) const NONE: Self = Self { start: 0, end: 0 };

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

/// The values of an indexed text.
#[derive(Debug, Clone, Copy)]
pub struct JsonTree<'a> {
    text: &'a str,
    nodes: &'a [Node],
}

impl<'a> JsonTree<'a> {
    pub(crate) fn new(text: &'a str, nodes: &'a [Node]) -> Self {
        Self { text, nodes }
    }

    /// The whole value.
    #[must_use]
    pub fn root(self) -> ValueId {
        ValueId(0)
    }

    /// What the value is.
    #[inline]
    #[must_use]
    pub fn kind(self, at: ValueId) -> JsonKind {
        self.node(at).kind
    }

    /// The value as it is written.
    #[inline]
    #[must_use]
    pub fn raw(self, at: ValueId) -> &'a str {
        self.node(at).value.of(self.text)
    }

    /// The whole text.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.text
    }

    /// From the first byte of the value in the text to before the byte after it.
    #[inline]
    #[must_use]
    pub fn place(self, at: ValueId) -> Range<usize> {
        let Span { start, end } = self.node(at).value;
        start as usize..end as usize
    }

    /// A string as it is written, without its quotes.
    #[must_use]
    pub fn raw_string(self, at: ValueId) -> Option<&'a str> {
        (self.kind(at) == JsonKind::String).then(|| {
            let raw = self.raw(at);
            &raw[1..raw.len() - 1]
        })
    }

    /// The elements of a list.
    pub fn elements(self, at: ValueId) -> impl Iterator<Item = ValueId> + 'a {
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

    /// The members of an object; none of what is no object.
    #[inline]
    pub fn members(self, object: ValueId) -> Members<'a> {
        let first = object.0 + 1;
        let end =
            if self.kind(object) == JsonKind::Object { self.node(object).next } else { first };
        Members { nodes: self.nodes, text: self.text.as_bytes(), first, next: first, end }
    }

    #[inline]
    fn node(self, at: ValueId) -> &'a Node {
        &self.nodes[at.0 as usize]
    }
}

/// The members of an object, in the order in which they are written. They are mostly asked for in
/// that order, too.
#[derive(Debug)]
pub struct Members<'a> {
    nodes: &'a [Node],
    text: &'a [u8],
    first: u32,
    next: u32,
    end: u32,
}

impl Members<'_> {
    /// The next one, which stays the next.
    #[inline]
    #[must_use]
    pub fn peek(&self) -> Option<ValueId> {
        (self.next < self.end).then_some(ValueId(self.next))
    }

    /// The one of that name. Those after it are the next then; they are looked at before the others.
    pub fn find(&mut self, name: &str) -> Option<ValueId> {
        let found = self.search(name, self.next, self.end);
        let found = found.or_else(|| self.search(name, self.first, self.next))?;
        self.next = self.nodes[found.0 as usize].next;
        Some(found)
    }

    fn search(&self, name: &str, from: u32, to: u32) -> Option<ValueId> {
        let mut member = from;
        while member < to {
            let node = &self.nodes[member as usize];
            // Most names differ in their length already.
            if node.name.length() == name.len() && node.name.bytes(self.text) == name.as_bytes() {
                return Some(ValueId(member));
            }
            member = node.next;
        }
        None
    }
}

impl Iterator for Members<'_> {
    type Item = ValueId;

    #[inline]
    fn next(&mut self) -> Option<ValueId> {
        let next = self.peek()?;
        self.next = self.nodes[next.0 as usize].next;
        Some(next)
    }
}
