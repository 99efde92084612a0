//! Pages of lists: connections, their edges, and `PageInfo`.

use std::str::FromStr;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use serde::Serialize;
use serde_json::{Value, json};

use super::state::Fields;

/// The type `PageInfo`: where a page lies in its list.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageInfo {
    /// Whether there is more after it.
    pub(super) has_next_page: bool,
    /// Whether there may be something before it.
    pub(super) has_previous_page: bool,
    /// The cursor of its first thing.
    pub(super) start_cursor: Option<String>,
    /// The cursor of its last thing.
    pub(super) end_cursor: Option<String>,
}

impl PageInfo {
    /// Cuts what was found to `first` items: one more was requested, to see whether another page
    /// follows.
    pub(super) fn cut<T>(
        found: &mut Vec<T>,
        first: usize,
        has_previous_page: bool,
        cursor: impl Fn(&T) -> String,
    ) -> Self {
        let has_next_page = found.len() > first;
        found.truncate(first);
        let (start_cursor, end_cursor) = (found.first().map(&cursor), found.last().map(&cursor));
        Self { has_next_page, has_previous_page, start_cursor, end_cursor }
    }
}

/// How many things a page has.
///
/// # Errors
/// When it is not 1 to 100.
pub(super) fn page_size(first: i32) -> Result<usize, Fault> {
    match usize::try_from(first) {
        Ok(first @ 1..=100) => Ok(first),
        _ => Err(Fault::bad_input("first is 1 to 100")),
    }
}

/// How many things to ask for: one more than the page has, to see whether there is another page.
pub(super) fn one_more(first: usize) -> u32 {
    u32::try_from(first + 1).unwrap_or(u32::MAX)
}

/// Reads a cursor.
///
/// # Errors
/// When it is not a cursor of this list.
pub(super) fn cursor<T: FromStr>(after: Option<&str>) -> Result<Option<T>, Fault> {
    after.map(|cursor| cursor.parse().map_err(|_| bad_cursor(cursor))).transpose()
}

/// The fault of a text that is not a cursor of its list.
pub(super) fn bad_cursor(cursor: &str) -> Fault {
    Fault::bad_input(format!("after: {cursor} is not a cursor of this list"))
}

/// A page whose things are JSON, each with its cursor.
pub(super) fn json_page(nodes: Vec<(String, Value)>, page: &PageInfo) -> Value {
    let edges: Vec<_> =
        nodes.iter().map(|(cursor, node)| json!({ "cursor": cursor, "node": node })).collect();
    let nodes: Vec<_> = nodes.into_iter().map(|(_, node)| node).collect();
    json!({ "edges": edges, "nodes": nodes, "pageInfo": page })
}

/// An object type that there are pages of.
pub(super) trait Node: ObjectType + Clone {
    /// The name of the type of its pages.
    const CONNECTION: &'static str;
    /// The name of the type of its edges.
    const EDGE: &'static str;
}

/// A page of objects, each with its cursor.
pub(super) struct Connection<T> {
    nodes: Vec<(String, T)>,
    page: PageInfo,
}

impl<T: Node> ObjectType for Connection<T> {
    const NAME: &'static str = T::CONNECTION;
}

impl<T: Node> Connection<T> {
    /// A page of what was found; one more than `first` was requested.
    pub(super) fn of(mut nodes: Vec<(String, T)>, first: usize, has_previous_page: bool) -> Self {
        let page =
            PageInfo::cut(&mut nodes, first, has_previous_page, |(cursor, _)| cursor.clone());
        Self { nodes, page }
    }
}

/// An edge: an object of a page with its cursor.
struct Edge<T> {
    cursor: String,
    node: T,
}

impl<T: Node> ObjectType for Edge<T> {
    const NAME: &'static str = T::EDGE;
}

/// Registers the pages of a type.
pub(super) fn register<T: Node>(fields: &mut Fields) {
    fields
        .object::<Connection<T>>()
        .property("nodes", |page| {
            page.nodes.iter().map(|(_, node)| node.clone()).collect::<Vec<_>>()
        })
        .property("edges", |page| {
            let edge =
                |(cursor, node): &(String, T)| Edge { cursor: cursor.clone(), node: node.clone() };
            page.nodes.iter().map(edge).collect::<Vec<_>>()
        })
        .property("pageInfo", |page| Json(page.page.clone()));
    fields
        .object::<Edge<T>>()
        .property("cursor", |edge| Json(edge.cursor.clone()))
        .property("node", |edge| edge.node.clone());
}
