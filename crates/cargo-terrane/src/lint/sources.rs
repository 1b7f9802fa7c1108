//! Where the code of a package defines a type of the provider or a member of it.
//!
//! The files are parsed, and no macro is expanded: the struct of a type is the one that implements the trait of its kind and has its name, by
//! `#[tf(type_name = "..")]` or by the name of the struct. Of several such structs, it is the one that has most members of the schema. A member is
//! a field, and the members below it are fields of the struct in the type of that field.

use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Fields, FnArg, ImplItem, Item, ItemImpl, Meta, Type};
use terrane_protocol::schema::TypeKind;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) file: PathBuf,
    /// The number of the line, from 1.
    pub(crate) number: usize,
}

/// The definitions in source files.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    structs: Vec<Struct>,
    implementations: Vec<Implementation>,
    functions: Vec<(String, Line)>,
}

#[derive(Debug)]
struct Struct {
    name: String,
    /// The full name of the type, if the code states it.
    type_name: Option<String>,
    line: Line,
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    name: String,
    line: usize,
    /// The names in the type of the field, such as `Option` and `Cage`.
    types: Vec<String>,
    /// Whether the fields of the type are members in place of the field.
    is_flat: bool,
}

/// An implementation of a trait for a struct.
#[derive(Debug)]
struct Implementation {
    of: String,
    name: String,
    line: Line,
    /// The associated type `Resource` of a list resource.
    resource: Option<String>,
    /// The type of the settings of a provider.
    settings: Option<String>,
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// The name of the provider.
    pub(crate) provider: &'a str,
    /// The kind of the type. `None` for the configuration of the provider.
    pub(crate) kind: Option<TypeKind>,
    /// The name of the type.
    pub(crate) name: &'a str,
    /// The names of the members of the schema.
    pub(crate) members: &'a [&'a str],
}

impl Sources {
    /// Reads the Rust files of a folder at any depth. Files that are no Rust are ignored: the compiler reports them.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut sources = Self::default();
        sources.folder(folder);
        sources
    }

    fn folder(&mut self, folder: &Path) {
        let Ok(entries) = fs_err::read_dir(folder) else {
            return;
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                self.folder(&path);
            } else if path.extension().is_some_and(|it| it == "rs")
                && let Ok(text) = fs_err::read_to_string(&path)
                && let Ok(code) = syn::parse_file(&text)
            {
                self.items(&path, &code.items);
            }
        }
    }

    fn items(&mut self, file: &Path, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) => {
                    let Fields::Named(fields) = &item.fields else {
                        continue;
                    };
                    let fields = fields.named.iter().filter_map(|field| {
                        let ident = field.ident.as_ref()?;
                        let name = option(&field.attrs, "name");
                        Some(Field {
                            name: name.unwrap_or_else(|| plain(&ident.to_string())),
                            line: ident.span().start().line,
                            types: names(field.ty.to_token_stream()),
                            is_flat: options(&field.attrs)
                                .any(|it| matches!(&it, TokenTree::Ident(it) if it == "flatten")),
                        })
                    });
                    self.structs.push(Struct {
                        name: item.ident.to_string(),
                        type_name: option(&item.attrs, "type_name"),
                        line: line(file, item.ident.span()),
                        fields: fields.collect(),
                    });
                }
                Item::Impl(item) => self.implementations.extend(implementation(file, item)),
                Item::Fn(item) => {
                    let name = item.sig.ident.to_string();
                    let at = line(file, item.sig.ident.span());
                    self.functions.push((plain(&name), at));
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        self.items(file, items);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the line of a member, or that of the nearest member around it, or that of the type. The path has the names of members, joined by dots.
    pub(crate) fn line(&self, wanted: Wanted<'_>, path: &str) -> Option<Line> {
        let found = self.definition(wanted)?;
        let Some(mut inner) = found.structure else {
            return Some(found.line);
        };
        let mut best = found.line;
        for name in path.split('.').filter(|it| !it.is_empty()) {
            let Some((holder, field)) = self.field(inner, name, 0) else {
                break;
            };
            best = Line {
                file: holder.line.file.clone(),
                number: field.line,
            };
            match self.nested(field) {
                Some(nested) => inner = nested,
                None => break,
            }
        }
        Some(best)
    }

    /// Returns the line of a function.
    pub(crate) fn function(&self, name: &str) -> Option<Line> {
        let found = self.functions.iter().find(|(known, _)| known == name);
        found.map(|(_, line)| line.clone())
    }

    fn definition(&self, wanted: Wanted<'_>) -> Option<Definition<'_>> {
        let implementations = self.implementations.iter();
        let Some(kind) = wanted.kind else {
            let mut providers = implementations.filter(|it| it.of == "Provider");
            let provider = providers.next()?;
            let settings = provider.settings.as_deref();
            let structure = settings.and_then(|it| self.fullest(&[it], wanted.members));
            return Some(Definition {
                line: structure.map_or_else(|| provider.line.clone(), |it| it.line.clone()),
                structure,
            });
        };
        let short = wanted
            .name
            .strip_prefix(wanted.provider)
            .and_then(|it| it.strip_prefix('_'));
        let is_meant = |name: &str| {
            let mut structs = self.structs.iter().filter(|it| it.name == name);
            structs.any(|it| match &it.type_name {
                Some(full) => full == wanted.name,
                None => short.is_some_and(|short| is_name_of(&it.name, short)),
            })
        };
        let meant = implementations
            .filter(|it| traits(kind).contains(&&*it.of))
            .filter(|it| is_meant(it.resource.as_deref().unwrap_or(&it.name)));
        let names: Vec<&str> = meant.map(|it| it.name.as_str()).collect();
        let structure = self.fullest(&names, wanted.members)?;
        Some(Definition {
            line: structure.line.clone(),
            structure: Some(structure),
        })
    }

    /// Returns the struct with one of these names that has most of the members.
    fn fullest(&self, names: &[&str], members: &[&str]) -> Option<&Struct> {
        let structs = self
            .structs
            .iter()
            .filter(|it| names.contains(&&*it.name))
            .rev();
        structs.max_by_key(|it| {
            let has = |name: &&&str| self.field(it, name, 0).is_some();
            members.iter().filter(has).count()
        })
    }

    /// Finds a field, also in the structs whose fields are members of this one.
    fn field<'a>(
        &'a self,
        holder: &'a Struct,
        name: &str,
        depth: usize,
    ) -> Option<(&'a Struct, &'a Field)> {
        const DEEPEST: usize = 8;
        if let Some(field) = holder.fields.iter().find(|it| it.name == name) {
            return Some((holder, field));
        }
        // Code that does not compile may contain itself.
        let flat = holder
            .fields
            .iter()
            .filter(|it| it.is_flat && depth < DEEPEST);
        let mut below = flat.filter_map(|it| self.nested(it));
        below.find_map(|it| self.field(it, name, depth + 1))
    }

    /// Returns the struct in the type of a field.
    fn nested(&self, field: &Field) -> Option<&Struct> {
        let names = field.types.iter().rev();
        let mut structs =
            names.flat_map(|name| self.structs.iter().filter(move |it| it.name == *name));
        structs.next()
    }
}

struct Definition<'a> {
    line: Line,
    structure: Option<&'a Struct>,
}

fn line(file: &Path, span: proc_macro2::Span) -> Line {
    Line {
        file: file.to_owned(),
        number: span.start().line,
    }
}

fn implementation(file: &Path, item: &ItemImpl) -> Option<Implementation> {
    let (of, _) = item.trait_.as_ref()?;
    let name = last_name(&item.self_ty)?;
    let associated = |wanted: &str| {
        item.items.iter().find_map(|it| match it {
            ImplItem::Type(it) if it.ident == wanted => last_name(&it.ty),
            _ => None,
        })
    };
    let configured = || {
        item.items.iter().find_map(|it| match it {
            ImplItem::Fn(it) if it.sig.ident == "configure" => match it.sig.inputs.first()? {
                FnArg::Typed(argument) => last_name(&argument.ty),
                FnArg::Receiver(_) => None,
            },
            _ => None,
        })
    };
    Some(Implementation {
        of: of.segments.last()?.ident.to_string(),
        name,
        line: line(file, item.self_ty.span()),
        resource: associated("Resource"),
        settings: associated("Settings").or_else(configured),
    })
}

fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(it) => Some(it.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Returns the names of the traits of a kind.
const fn traits(kind: TypeKind) -> &'static [&'static str] {
    match kind {
        TypeKind::Resource => &["Resource", "StateOnly"],
        TypeKind::DataSource => &["DataSource"],
        TypeKind::Ephemeral => &["Ephemeral"],
        TypeKind::List => &["ListResource"],
        TypeKind::Action => &["Action"],
        TypeKind::StateStore => &["StateStore"],
    }
}

/// Whether a struct has the name of a type: both have the same letters and digits, as in `HTTPServer` and `http_server`.
fn is_name_of(structure: &str, name: &str) -> bool {
    let letters = |text: &str| text.replace('_', "").to_lowercase();
    letters(structure) == letters(name)
}

/// Removes the mark of a raw identifier.
fn plain(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}

/// Returns all names in tokens.
fn names(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Group(group) => found.extend(names(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Returns the tokens in `#[tf(..)]`, without those in parentheses.
fn options(attributes: &[Attribute]) -> impl Iterator<Item = TokenTree> {
    let lists = attributes.iter().filter_map(|it| match &it.meta {
        Meta::List(list) if list.path.is_ident("tf") => Some(list.tokens.clone()),
        _ => None,
    });
    lists.flatten()
}

/// Returns the text of an option in `#[tf(..)]`.
fn option(attributes: &[Attribute], name: &str) -> Option<String> {
    let tokens: Vec<TokenTree> = options(attributes).collect();
    tokens.windows(3).find_map(|window| match window {
        [
            TokenTree::Ident(key),
            TokenTree::Punct(_),
            TokenTree::Literal(value),
        ] if key == name => Some(value.to_string().trim_matches('"').to_owned()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = r#"
#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    async fn configure(settings: Settings, _: &mut ConfigureContext) -> Result<Self> {}
}

#[derive(Model)]
struct Settings {
    url: String,
}

#[derive(Model)]
struct HTTPPet {
    #[tf(replace, name = "called")]
    title: String,
    r#type: Option<String>,
    cages: Vec<Cage>,
    #[tf(flatten)]
    common: Common,
}

struct Cage { size: i64 }

struct Common {
    tags: Map<String>,
}

impl Resource for HTTPPet {}

mod other {
    struct HTTPPet { called: String }
    impl Resource for HTTPPet {}

    #[tf(type_name = "zoo_old")]
    struct New { called: String }
    impl DataSource for New {}

    struct Pets {}
    impl ListResource for Pets { type Resource = super::HTTPPet; }
}

#[function]
fn slug(text: String) -> Result<String> {}
"#;

    fn sources() -> Sources {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lib.rs");
        fs_err::write(file, CODE).unwrap();
        fs_err::write(folder.path().join("bad.rs"), "no Rust").unwrap();
        Sources::read(folder.path())
    }

    fn wanted<'a>(kind: Option<TypeKind>, name: &'a str, members: &'a [&'a str]) -> Wanted<'a> {
        Wanted {
            provider: "zoo",
            kind,
            name,
            members,
        }
    }

    /// Returns the line of the code.
    fn text(line: Option<Line>) -> &'static str {
        let number = line.map_or(0, |it| it.number);
        CODE.lines()
            .nth(number.wrapping_sub(1))
            .unwrap_or("none")
            .trim()
    }

    #[test]
    fn the_line_of_a_member_is_that_of_its_field() {
        let sources = sources();
        let members = ["called", "type", "cages", "tags"];
        let pet = wanted(Some(TypeKind::Resource), "zoo_http_pet", &members);
        for (path, expected) in [
            ("", "struct HTTPPet {"),
            ("called", "title: String,"),
            ("type", "r#type: Option<String>,"),
            ("cages", "cages: Vec<Cage>,"),
            ("cages.size", "struct Cage { size: i64 }"),
            ("cages.height", "cages: Vec<Cage>,"),
            ("tags", "tags: Map<String>,"),
            ("weight", "struct HTTPPet {"),
        ] {
            assert_eq!(text(sources.line(pet, path)), expected, "{path}");
        }
    }

    #[test]
    fn the_struct_of_a_type_is_found_by_its_trait_and_name() {
        let sources = sources();
        let line = |kind, name, path| text(sources.line(wanted(kind, name, &["called"]), path));
        let data = Some(TypeKind::DataSource);
        assert_eq!(
            line(data, "zoo_old", "called"),
            "struct New { called: String }"
        );
        assert_eq!(line(data, "zoo_new", ""), "none");
        assert_eq!(line(data, "zoo_http_pet", ""), "none");
        assert_eq!(
            line(Some(TypeKind::List), "zoo_http_pet", ""),
            "struct Pets {}"
        );
        assert_eq!(line(None, "zoo", "url"), "url: String,");
        let function = sources.function("slug");
        assert_eq!(text(function), "fn slug(text: String) -> Result<String> {}");
    }
}
