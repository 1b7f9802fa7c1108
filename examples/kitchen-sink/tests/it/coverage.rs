//! Everything that the framework has for authors is used here: what is not fails these tests.
//!
//! What there is is read from the framework's own sources, so that nobody has to remember to add it to a list.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{
    Attribute, Expr, Fields, File, FnArg, ImplItem, Item, Lit, TraitItem, UseTree, Visibility,
};

/// A file of the framework.
fn framework(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../crates")
        .join(path)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse(path: &Path) -> File {
    syn::parse_file(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust files of a folder, at any depth.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a folder's entry").path());
    let files = paths.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    files
        .filter(|path| path.extension().is_some_and(|it| it == "rs"))
        .collect()
}

/// The sources of this provider.
fn own() -> Vec<PathBuf> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// The sources of this provider as one text, without what is not code.
fn text() -> String {
    let lines = own().iter().map(|path| read(path)).collect::<String>();
    let code = lines
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| [line, "\n"]).collect()
}

#[track_caller]
fn assert_all(what: &str, there: impl IntoIterator<Item = String>, used: impl Fn(&str) -> bool) {
    let there: BTreeSet<String> = there.into_iter().collect();
    assert!(
        !there.is_empty(),
        "no {what} was found: the framework's sources have another form"
    );
    let unused: Vec<_> = there.iter().filter(|it| !used(it)).collect();
    assert!(
        unused.is_empty(),
        "{what} that nothing in src uses: {unused:?}"
    );
}

/// The words before each comma that is in no parentheses.
fn words(arguments: &str) -> Vec<String> {
    let (mut words, mut depth) = (vec![String::new()], 0);
    for letter in arguments.chars() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => words.push(String::new()),
            _ => {}
        }
        if let Some(last) = words.last_mut().filter(|_| letter != ',' || depth > 0) {
            last.push(letter);
        }
    }
    let first = |word: String| {
        word.split(|c: char| !c.is_alphanumeric() && c != '_')
            .find(|it| !it.is_empty())
            .map(str::to_owned)
    };
    words.into_iter().filter_map(first).collect()
}

/// The settings of an attribute: `place word` for each.
fn settings(place: &str, attributes: &[Attribute], name: &str) -> Vec<String> {
    let lists = attributes
        .iter()
        .filter(|it| it.path().is_ident(name))
        .filter_map(|it| it.meta.require_list().ok());
    let words = lists.flat_map(|list| words(&list.tokens.to_string()));
    words.map(|word| format!("{place} {word}")).collect()
}

/// The settings that are used in a file.
fn used_settings(file: &File) -> Vec<String> {
    let of_fields = |place: &str, fields: &Fields| {
        let fields = fields
            .iter()
            .flat_map(|field| settings(place, &field.attrs, "tf"));
        fields.collect::<Vec<_>>()
    };
    let of_item = |item: &Item| match item {
        Item::Struct(it) => {
            let derives = settings("", &it.attrs, "derive");
            let is_attr = derives.iter().any(|it| it == " Attr");
            let place = match it.fields {
                Fields::Unnamed(_) => "Tuple",
                _ if is_attr => "Object",
                _ => "Struct",
            };
            [
                settings(place, &it.attrs, "tf"),
                of_fields("Field", &it.fields),
            ]
            .concat()
        }
        Item::Enum(it) => {
            let variants = it
                .variants
                .iter()
                .flat_map(|it| settings("Variant", &it.attrs, "tf"));
            settings("Enum", &it.attrs, "tf")
                .into_iter()
                .chain(variants)
                .collect()
        }
        Item::Impl(it) => settings("Provider", &it.attrs, "provider"),
        Item::Fn(it) => {
            let parameters = it.sig.inputs.iter().flat_map(|it| match it {
                FnArg::Typed(it) => settings("Parameter", &it.attrs, "tf"),
                FnArg::Receiver(_) => Vec::new(),
            });
            settings("Function", &it.attrs, "function")
                .into_iter()
                .chain(parameters)
                .collect()
        }
        _ => Vec::new(),
    };
    file.items.iter().flat_map(of_item).collect()
}

#[test]
fn every_setting_of_the_derive() {
    // A row of the table is `"name" in Struct Field => ..;` or `"name" in Struct;`.
    let source = read(&framework("terrane-derive/src/options.rs"));
    let mut known = Vec::new();
    for line in source.lines() {
        let row = line.trim().strip_prefix('"');
        let Some((name, places)) = row.and_then(|row| row.split_once("\" in ")) else {
            continue;
        };
        let places = places.split("=>").next().unwrap_or_default();
        let places = places.trim_end().trim_end_matches(';').split(' ');
        known.extend(places.map(|place| format!("{place} {name}")));
    }
    let used: BTreeSet<_> = own()
        .iter()
        .flat_map(|path| used_settings(&parse(path)))
        .collect();
    assert_all("settings", known, |it| used.contains(it));
}

#[test]
fn every_form_of_a_setting() {
    let forms = [
        "replace)",
        "replace,",
        "replace(if_configured)",
        "replace(if =",
        "flatten)",
        "flatten, computed, key)",
        "identity,",
        "identity(optional)",
        "identity(mutable)",
        "identity(only",
        "identity(name =",
        "key(optional",
        "block)",
        "block,",
        "group)",
        "items(",
        "unknown(prefix",
        "unknown(len",
        "unknown(range",
        "timeouts(create =",
        "#[function]",
        "#[variadic]",
    ];
    let text = text();
    assert_all("forms", forms.map(str::to_owned), |form| {
        text.contains(form)
    });
}

/// The public functions of a file's free code, or of its `impl` blocks.
fn functions(path: &Path, methods: bool) -> Vec<String> {
    let public = |visibility: &Visibility| matches!(visibility, Visibility::Public(_));
    let mut found = Vec::new();
    for item in parse(path).items {
        match item {
            Item::Fn(it) if !methods && public(&it.vis) => found.push(it.sig.ident.to_string()),
            Item::Impl(it) if methods && it.trait_.is_none() => {
                let all = it.items.into_iter().filter_map(|it| match it {
                    ImplItem::Fn(it) if public(&it.vis) && it.sig.receiver().is_some() => {
                        Some(it.sig.ident.to_string())
                    }
                    _ => None,
                });
                found.extend(all);
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_kind() {
    let registered = functions(&framework("terrane/src/provider/register.rs"), true);
    let text = text();
    assert_all("kinds", registered, |kind| {
        text.contains(&format!(".{kind}::<")) || text.contains(&format!(".{kind}("))
    });
}

/// Whether an item is documented as that of another trait: there it is used.
fn is_as_elsewhere(attributes: &[Attribute]) -> bool {
    let lines = attributes
        .iter()
        .filter(|it| it.path().is_ident("doc"))
        .filter_map(|it| it.meta.require_name_value().ok());
    let mut texts = lines.filter_map(|line| match &line.value {
        Expr::Lit(it) => match &it.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    texts.next().is_some_and(|text| {
        text.starts_with(" As [`Resource::") || text.starts_with(" As [`Model::")
    })
}

#[test]
fn every_method_of_every_kind() {
    let kinds = [
        ("terrane/src/provider/mod.rs", "Provider"),
        ("terrane/src/resource/mod.rs", "Resource"),
        ("terrane/src/resource/state_only.rs", "StateOnly"),
        ("terrane-framework/src/dynamic/resource.rs", "DynResource"),
        ("terrane/src/data_source.rs", "DataSource"),
        ("terrane/src/ephemeral.rs", "Ephemeral"),
        ("terrane/src/list/mod.rs", "ListResource"),
        ("terrane/src/list/mod.rs", "Listable"),
        ("terrane/src/action.rs", "Action"),
        ("terrane/src/state_store/mod.rs", "StateStore"),
        ("terrane/src/provisioner.rs", "Provisioner"),
    ];
    let mut known = Vec::new();
    for (path, name) in kinds {
        let file = parse(&framework(path));
        let of_kind = file.items.into_iter().filter_map(|item| match item {
            Item::Trait(it) if it.ident == name => Some(it.items),
            _ => None,
        });
        for item in of_kind.flatten() {
            match item {
                TraitItem::Fn(it) if !is_as_elsewhere(&it.attrs) => {
                    known.push(format!("{name}::{}", it.sig.ident));
                }
                TraitItem::Const(it) if !is_as_elsewhere(&it.attrs) => {
                    known.push(format!("{name}::{}", it.ident));
                }
                _ => {}
            }
        }
    }
    let mut used = BTreeSet::new();
    for item in own().iter().flat_map(|path| parse(path).items) {
        if let Item::Impl(it) = item
            && let Some((path, _)) = &it.trait_
            && let Some(name) = path.segments.last()
        {
            if it.attrs.iter().any(|it| it.path().is_ident("provider")) {
                used.extend(["Provider::ADDRESS", "Provider::VERSION"].map(str::to_owned));
            }
            for item in &it.items {
                match item {
                    ImplItem::Fn(it) => used.extend([format!("{}::{}", name.ident, it.sig.ident)]),
                    ImplItem::Const(it) => used.extend([format!("{}::{}", name.ident, it.ident)]),
                    _ => {}
                }
            }
        }
    }
    // A model has these too, and uses them. The last one is for the adaptor.
    known.retain(|it| {
        !it.starts_with("DynResource::identity_")
            && it != "DynResource::type_name"
            && it != "Listable::served_elsewhere"
    });
    assert_all("methods", known, |it| used.contains(it));
}

#[test]
fn everything_that_contexts_and_changes_can_do() {
    let mut paths = files(&framework("terrane-framework/src/context"));
    paths.retain(|path| !path.ends_with("private.rs"));
    // Only adaptors of typed items call these, and resources in their dynamic form.
    let of_adaptors = [
        "record_object",
        "record_created",
        "record_key",
        "reads",
        "start",
        "is_import",
        "is_import_by_key",
    ];
    paths.extend(
        ["plan/change.rs", "plan/field.rs"].map(|path| framework("terrane/src").join(path)),
    );
    let text = text();
    assert_all(
        "methods",
        paths
            .iter()
            .flat_map(|path| functions(path, true))
            .filter(|it| !of_adaptors.contains(&it.as_str())),
        |it| text.contains(&format!(".{it}(")) || text.contains(&format!(".{it}::<")),
    );
}

#[test]
fn every_validator() {
    let known = files(&framework("terrane/src/validate/stock"))
        .iter()
        .flat_map(|path| functions(path, false))
        .collect::<Vec<_>>();
    let text = text();
    assert_all("validators", known, |it| text.contains(&format!("{it}(")));
}

#[test]
fn every_option_of_serving() {
    let options = functions(&framework("terrane/src/serve/options.rs"), true);
    let text = text();
    // Hosts know only the certificates that they exchange with the provider.
    let known = options.into_iter().filter(|option| option != "tls");
    assert_all("options", known, |it| text.contains(&format!(".{it}(")));
}

#[test]
fn every_type() {
    fn names(tree: &UseTree) -> Vec<String> {
        match tree {
            UseTree::Path(it) => names(&it.tree),
            UseTree::Group(it) => it.items.iter().flat_map(names).collect(),
            UseTree::Name(it) => vec![it.ident.to_string()],
            UseTree::Rename(_) | UseTree::Glob(_) => Vec::new(),
        }
    }
    let file = parse(&framework("terrane-types/src/lib.rs"));
    let known: Vec<_> = file
        .items
        .iter()
        .flat_map(|item| match item {
            Item::Use(it) if matches!(it.vis, Visibility::Public(_)) => names(&it.tree),
            _ => Vec::new(),
        })
        .collect();
    let text = text();
    let wrappers = [
        "Computed",
        "Dynamic",
        "Number",
        "Sensitive",
        "Set",
        "Timeouts",
        "Value",
        "WriteOnly",
    ]
    .map(str::to_owned);
    assert_all("types", known.into_iter().chain(wrappers), |it| {
        text.contains(&format!("<{it}>"))
            || text.contains(&format!("<{it}<"))
            || text.contains(&format!(": {it}"))
            || text.contains(&format!("{it}<"))
    });
}

/// Each typed item of the provider whose schemas are made at run time is wrapped, so that no schema of a model is registered.
#[test]
fn every_kind_has_a_schema_that_is_made_at_run_time() {
    let files = own().into_iter().filter(|path| {
        let path = path.to_string_lossy();
        path.contains("run_time") || path.ends_with("scrub.rs")
    });
    let text: String = files.map(|path| read(&path)).collect();
    let code: String = text
        .lines()
        .filter(|it| !it.trim_start().starts_with("//"))
        .flat_map(|line| [line.trim(), " "])
        .collect();
    let kinds = functions(&framework("terrane/src/dynamic/of_typed.rs"), false);
    let found: Vec<(&str, &str)> = code
        .match_indices("dynamic::")
        .filter_map(|(at, word)| {
            let (kind, _) = code[at + word.len()..].split_once("::<")?;
            let kind = kinds.iter().find(|it| *it == kind)?;
            Some((code[..at].trim_end(), kind.as_str()))
        })
        .collect();
    for (before, kind) in &found {
        let wrapped = [
            "WithSchema::new(",
            "WithSignature::new(",
            "AtRunTime { provisioner:",
        ];
        assert!(
            wrapped.iter().any(|wrapper| before.ends_with(wrapper)),
            "{kind}: {before}"
        );
    }
    assert_all("kinds", kinds.clone(), |kind| {
        found.iter().any(|(_, it)| *it == kind)
    });
}
