//! What the path of a request asks for: a file, a link of the page, or nothing.

use percent_encoding::percent_decode_str;

/// Which part of the server a path belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resource {
    /// The API and the files of games.
    Elsewhere,
    /// Files whose names contain a hash of their content.
    Assets,
    /// GraphiQL.
    Graphiql,
    /// The document in which the page runs a board that is not trusted.
    Frame,
    /// The page.
    Page,
}

/// What a path asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Target<'a> {
    /// Which part of the server it belongs to.
    pub(super) resource: Resource,
    /// The path as it was sent.
    pub(super) path: &'a str,
    /// Whether the path is the root of its part.
    pub(super) is_top: bool,
    /// Whether its last name has a file's extension.
    pub(super) has_ending: bool,
}

impl<'a> Target<'a> {
    /// What a path asks for; none if a name in it is empty, begins with a dot, or contains a
    /// separator or control character, which those of our files and links never do.
    pub(super) fn of(path: &'a str) -> Option<Self> {
        let inner = path.strip_prefix('/')?;
        let names = inner.strip_suffix('/').unwrap_or(inner);
        if names.is_empty() {
            let is_plain = inner.is_empty();
            let top = Self { resource: Resource::Page, path, is_top: true, has_ending: false };
            return is_plain.then_some(top);
        }
        let names: Option<Vec<String>> = names.split('/').map(plain).collect();
        let names = names?;
        let (first, last) = (names.first()?.as_str(), names.last()?);
        let is_alone = names.len() == 1;
        let resource = match first {
            "graphql" | "schema.graphql" => Resource::Elsewhere,
            "games" if !is_alone || path.ends_with('/') => Resource::Elsewhere,
            "assets" if !is_alone || path.ends_with('/') => Resource::Assets,
            "graphiql" => Resource::Graphiql,
            "frame.html" if is_alone => Resource::Frame,
            _ => Resource::Page,
        };
        let is_top = is_alone && resource == Resource::Graphiql;
        Some(Self { resource, path, is_top, has_ending: last.contains('.') })
    }
}

/// A name in a path, decoded, if it is plain.
fn plain(name: &str) -> Option<String> {
    let name = percent_decode_str(name).decode_utf8().ok()?;
    let is_odd = |letter: char| matches!(letter, '/' | '\\') || letter.is_control();
    (!name.is_empty() && !name.starts_with('.') && !name.contains(is_odd)).then(|| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_of_a_path_decides_its_resource_however_it_is_encoded() {
        for (path, resource) in [
            ("/", Resource::Page),
            ("/index.html", Resource::Page),
            ("/table/0194", Resource::Page),
            ("/table/0194/", Resource::Page),
            ("/graphqlx", Resource::Page),
            ("/games", Resource::Page),
            ("/assets", Resource::Page),
            ("/graphql/", Resource::Elsewhere),
            ("/graphql/more", Resource::Elsewhere),
            ("/schema.graphql/", Resource::Elsewhere),
            ("/games/", Resource::Elsewhere),
            ("/games/any.js", Resource::Elsewhere),
            ("/%67ames/any.js", Resource::Elsewhere),
            ("/assets/", Resource::Assets),
            ("/assets/index-1.js", Resource::Assets),
            ("/%61ssets/index-1.js", Resource::Assets),
            ("/graphiql", Resource::Graphiql),
            ("/graphiql/", Resource::Graphiql),
            ("/%67raphiql/index.html", Resource::Graphiql),
            ("/frame.html", Resource::Frame),
            ("/fr%61me.html", Resource::Frame),
            ("/frame.html/more", Resource::Page),
        ] {
            assert_eq!(Target::of(path).map(|target| target.resource), Some(resource), "{path}");
        }
    }

    #[test]
    fn a_path_that_is_not_plain_asks_for_nothing() {
        for path in [
            "",
            "*",
            "//",
            "///",
            "//graphiql/index.html",
            "/a//b",
            "/.",
            "/..",
            "/../x",
            "/a/../x",
            "/a/..",
            "/./graphiql/",
            "/%2e%2e/x",
            "/.%2e/x",
            "/%2E/x",
            "/.git/config",
            "/a/%2egit",
            "/a%2fb",
            "/a%2Fb",
            "/..%2fx",
            "/a%5cb",
            "/a\\b",
            "/a%00",
            "/a%0a",
            "/%ff",
        ] {
            assert_eq!(Target::of(path), None, "{path}");
        }
        // Decoded only once, it is a name like any other.
        assert!(Target::of("/%252e%252e/x").is_some());
    }

    #[test]
    fn roots_and_file_extensions_are_recognised() {
        let told = |path| Target::of(path).map(|target| (target.is_top, target.has_ending));
        assert_eq!(told("/"), Some((true, false)));
        assert_eq!(told("/lobby"), Some((false, false)));
        assert_eq!(told("/favicon.svg"), Some((false, true)));
        assert_eq!(told("/v1.2/lobby"), Some((false, false)));
        assert_eq!(told("/graphiql"), Some((true, false)));
        assert_eq!(told("/graphiql/"), Some((true, false)));
        assert_eq!(told("/graphiql/index.html"), Some((false, true)));
    }
}
