//! No files of a crate use each other in a circle, so that each can be read after those it uses. What
//! a file takes from the one that its folder is named for does not count: the two are one room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// Where the repository begins.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A path as a file writes it, or the place of a module from the root of its crate.
type Names = Vec<String>;

/// What a name in a module stands for.
#[derive(Debug)]
enum Meaning {
    /// Something that the module itself declares.
    Declared,
    /// What a `use` in it names.
    Used(Names),
}

#[derive(Debug)]
struct Module {
    file: PathBuf,
    names: BTreeMap<String, Meaning>,
    /// What its `use …::*` name.
    globs: Vec<Names>,
    /// All paths in it, modules within the same file left out.
    paths: BTreeSet<Names>,
}

/// The modules of a crate by their places.
#[derive(Debug, Default)]
struct Modules(BTreeMap<Names, Module>);

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|what| what.is_ident("test"))
    })
}

impl Modules {
    fn of(root: &Path) -> Self {
        let mut modules = Self::default();
        let below = root.parent().expect("a file lies in a folder");
        modules.read(Vec::new(), root, below);
        modules
    }

    /// Reads a file as the module at a place; the files of its modules lie in `below`.
    fn read(&mut self, place: Names, file: &Path, below: &Path) {
        let text = fs::read_to_string(file).unwrap();
        let parsed = syn::parse_file(&text).unwrap_or_else(|no| panic!("{}: {no}", file.display()));
        self.collect(place, file, below, &parsed.items);
    }

    fn collect(&mut self, place: Names, file: &Path, below: &Path, items: &[Item]) {
        let mut module = Module {
            file: file.to_owned(),
            names: BTreeMap::new(),
            globs: Vec::new(),
            paths: BTreeSet::new(),
        };
        for item in items {
            module.declare(item);
            let Item::Mod(inner) = item else {
                Paths(&mut module.paths).visit_item(item);
                continue;
            };
            if is_for_tests(&inner.attrs) {
                continue;
            }
            let name = inner.ident.to_string();
            let place = [place.clone(), vec![name.clone()]].concat();
            let inside = below.join(&name);
            match &inner.content {
                Some((_, items)) => self.collect(place, file, &inside, items),
                None => {
                    let beside = below.join(format!("{name}.rs"));
                    let file = if beside.exists() { beside } else { inside.join("mod.rs") };
                    self.read(place, &file, &inside);
                }
            }
        }
        self.0.insert(place, module);
    }

    /// The file that declares what a path, written in the module at a place, names; none for what
    /// another crate declares.
    fn file(&self, place: &[String], path: &[String], followed: usize) -> Option<&Path> {
        // `use` items that name each other would be followed for ever.
        if followed > 16 {
            return None;
        }
        let (mut place, mut rest) = (place.to_vec(), path);
        while let [first, more @ ..] = rest {
            match first.as_str() {
                "crate" => place.clear(),
                "self" => {}
                "super" => drop(place.pop()),
                _ => break,
            }
            rest = more;
        }
        while let [first, more @ ..] = rest {
            let inner = [place.clone(), vec![first.clone()]].concat();
            if !self.0.contains_key(&inner) {
                break;
            }
            (place, rest) = (inner, more);
        }
        let module = self.0.get(&place)?;
        let [first, more @ ..] = rest else { return Some(&module.file) };
        match module.names.get(first) {
            Some(Meaning::Declared) => Some(&module.file),
            // A name that a `use` takes from another crate, or from one of the same name.
            Some(Meaning::Used(used)) if used.first() == Some(first) => None,
            Some(Meaning::Used(used)) => self.file(&place, &[used, more].concat(), followed + 1),
            None => module.globs.iter().find_map(|glob| {
                self.file(&place, &[glob.as_slice(), rest].concat(), followed + 1)
            }),
        }
    }

    /// Which file uses which that is not above it, and by which path.
    fn arrows(&self) -> BTreeMap<(&Path, &Path), String> {
        let mut arrows = BTreeMap::new();
        for (place, module) in &self.0 {
            for path in &module.paths {
                let Some(file) = self.file(place, path, 0) else { continue };
                let is_above = module.file.starts_with(file.with_extension(""));
                if file != module.file && !is_above {
                    arrows.insert((module.file.as_path(), file), path.join("::"));
                }
            }
        }
        arrows
    }
}

impl Module {
    fn declare(&mut self, item: &Item) {
        let name = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Use(item) => return self.take(&item.tree, &mut Vec::new()),
            _ => return,
        };
        self.names.insert(name.to_string(), Meaning::Declared);
    }

    /// Notes what a `use` names, after what stands before it.
    fn take(&mut self, tree: &UseTree, before: &mut Names) {
        let mut note = |name: String, last: String| {
            // `use a::{self}` names `a`.
            let path = match last.as_str() {
                "self" => before.clone(),
                _ => [before.clone(), vec![last]].concat(),
            };
            let name = if name == "self" { before.last().cloned().unwrap_or(name) } else { name };
            self.paths.insert(path.clone());
            self.names.insert(name, Meaning::Used(path));
        };
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.take(&path.tree, before);
                before.pop();
            }
            UseTree::Name(name) => note(name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(renamed) => {
                note(renamed.rename.to_string(), renamed.ident.to_string());
            }
            UseTree::Glob(_) => {
                self.paths.insert(before.clone());
                self.globs.push(before.clone());
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.take(tree, before));
            }
        }
    }
}

/// Collects the paths of more than one name, also those in calls of macros.
struct Paths<'a>(&'a mut BTreeSet<Names>);

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.0.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    // Noted by the module, which also learns the names.
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}
}

impl Paths<'_> {
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    self.tokens(group.stream());
                }
                _ => self.end(&mut path),
            }
            colons = 0;
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Names) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.0.insert(path);
        }
    }
}

/// The root files of all crates.
fn crates() -> Vec<PathBuf> {
    let mut roots = Vec::new();
    for folder in ["platform", "games", "examples", "examples/modules", "compare"] {
        for entry in fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap) {
            let files = ["src/lib.rs", "src/main.rs"].map(|file| entry.path().join(file));
            roots.extend(files.into_iter().filter(|file| file.is_file()));
        }
    }
    roots
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let crates = crates();
    assert!(crates.len() >= 12, "{crates:?}");
    let mut circles = Vec::new();
    let mut drawn = 0;
    for modules in crates.iter().map(|root| Modules::of(root)) {
        let arrows = modules.arrows();
        drawn += arrows.len();
        let graph: DiGraphMap<_, ()> = arrows.keys().copied().collect();
        for circle in tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1) {
            let within = |(from, to): &(&Path, &Path)| circle.contains(from) && circle.contains(to);
            let lines = arrows.iter().filter(|(ends, _)| within(ends)).map(|((from, _), path)| {
                let from = from.strip_prefix(root()).expect("all files lie below it");
                format!("  {} uses {path}\n", from.display())
            });
            circles.push(lines.collect::<String>());
        }
    }
    assert!(drawn > 1_000, "only {drawn} arrows were found");
    assert!(circles.is_empty(), "{} circles:\n{}", circles.len(), circles.join("\n"));
}
