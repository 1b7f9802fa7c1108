//! The pages of a provider: its templates, completed with the default ones, and rendered.

use std::collections::BTreeMap;
use std::str;

use serde_json::Value;

use super::data;
use super::error::Error;
use super::folders::{Folders, files};
use super::kind::ItemKind;
use super::provider::{Provider, is_deprecated};
use super::template::{Language, render};

const ITEM: &str = include_str!("defaults/item.md.jinja");
const FUNCTION: &str = include_str!("defaults/function.md.jinja");
const PROVIDER: &str = include_str!("defaults/provider.md.jinja");

/// The ends of names of templates. The first of them exists in the templates of `tfplugindocs`.
const LANGUAGES: [(&str, Language); 2] = [(".tmpl", Language::Go), (".jinja", Language::Jinja)];

/// The ends of names of pages that are written by hand.
const STATIC: [&str; 4] = [".md", ".markdown", ".html.markdown", ".html.md"];

/// The pages of a provider, by their path in the folder of pages, and what the author should know.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) warnings: Vec<String>,
    /// The reasons why items have no page.
    pub(crate) errors: Vec<String>,
}

struct Template {
    language: Language,
    source: String,
    /// The path of the template, or `None` for a default one.
    path: Option<String>,
}

/// Renders all pages of a provider.
pub(crate) fn pages(
    folders: &Folders,
    provider: &Provider,
    with_deprecated: bool,
) -> Result<Pages, Error> {
    let mut pages = Pages {
        errors: provider.problems(),
        ..Pages::default()
    };
    let mut templates = BTreeMap::new();
    let own = files(&folders.templates)?;
    for (path, contents) in &own {
        let language = LANGUAGES
            .iter()
            .find_map(|(end, language)| Some((path.strip_suffix(end)?, *language)));
        let Some((page, language)) = language else {
            pages.files.insert(path.clone(), contents.clone());
            continue;
        };
        if is_shared(page) {
            continue;
        }
        templates.insert(page.to_owned(), of_file(folders, path, contents, language)?);
    }
    let index_is_static = STATIC
        .iter()
        .any(|end| own.contains_key(&format!("index{end}")));
    if !index_is_static {
        templates
            .entry("index.md".to_owned())
            .or_insert_with(|| default_template(PROVIDER));
    }
    for kind in ItemKind::ALL {
        for (name, item) in provider.items(kind) {
            let stem = provider.file_stem(kind, name);
            let page = format!("{}/{stem}.md", kind.folder());
            if templates.contains_key(&page) || (!with_deprecated && is_deprecated(kind, item)) {
                continue;
            }
            if let Some(template) = shared_examples(folders, &own, kind)? {
                templates.insert(page, template);
            } else if !has_static_page(&own, kind, stem) {
                let text = match kind {
                    ItemKind::Function => FUNCTION,
                    ItemKind::Type(_) => ITEM,
                };
                templates.insert(page, default_template(text));
            }
        }
    }
    for (page, template) in templates {
        let data = data_of(folders, provider, &page, &mut pages.warnings)?;
        let text = render(
            &folders.provider,
            template.language,
            &template.source,
            &data,
        );
        let page_text = text.map_err(|error| match &template.path {
            Some(path) => Error::Template(path.clone(), error),
            None => Error::Page(page.clone(), error),
        })?;
        pages.files.insert(page, page_text.into_bytes());
    }
    check_limits(&mut pages);
    Ok(pages)
}

fn default_template(source: &str) -> Template {
    Template {
        language: Language::Jinja,
        source: source.to_owned(),
        path: None,
    }
}

fn of_file(
    folders: &Folders,
    path: &str,
    contents: &[u8],
    language: Language,
) -> Result<Template, Error> {
    let source =
        str::from_utf8(contents).map_err(|_| Error::NotUtf8(folders.templates.join(path)))?;
    Ok(Template {
        language,
        source: source.to_owned(),
        path: Some(path.to_owned()),
    })
}

/// Whether a template is for all items of a kind.
fn is_shared(page: &str) -> bool {
    ItemKind::ALL
        .iter()
        .any(|kind| page.strip_suffix(".md") == Some(kind.folder()))
}

/// Returns the template for all items of a kind, if there is one.
fn shared_examples(
    folders: &Folders,
    own: &BTreeMap<String, Vec<u8>>,
    kind: ItemKind,
) -> Result<Option<Template>, Error> {
    for (end, language) in LANGUAGES {
        let path = format!("{}.md{end}", kind.folder());
        if let Some(contents) = own.get(&path) {
            return of_file(folders, &path, contents, language).map(Some);
        }
    }
    Ok(None)
}

fn has_static_page(own: &BTreeMap<String, Vec<u8>>, kind: ItemKind, stem: &str) -> bool {
    let old = match kind.folder() {
        "resources" => "r",
        "data-sources" => "d",
        other => other,
    };
    let folders = [kind.folder(), old];
    let mut candidates = folders.iter().flat_map(|folder| {
        STATIC
            .iter()
            .map(move |end| format!("{folder}/{stem}{end}"))
    });
    candidates.any(|candidate| own.contains_key(&candidate))
}

/// Returns the data of a page's template. A page of no item, such as a guide, has none.
fn data_of(
    folders: &Folders,
    provider: &Provider,
    page: &str,
    warnings: &mut Vec<String>,
) -> Result<Value, Error> {
    if page == "index.md" {
        return data::of_provider(folders, provider);
    }
    let Some((folder, file)) = page.rsplit_once('/') else {
        return Ok(Value::Null);
    };
    let Some(kind) = ItemKind::of_folder(folder) else {
        return Ok(Value::Null);
    };
    match provider.item_of_file(kind, file) {
        Some((name, item)) => data::of_page(folders, provider, kind, &name, item),
        None => {
            warnings.push(format!(
                "the template of `{page}` is for no {} of the provider",
                kind.title().to_lowercase()
            ));
            Ok(Value::Null)
        }
    }
}

/// Warns about what the registry does not show.
fn check_limits(pages: &mut Pages) {
    const BYTES: usize = 500_000;
    const FILES: usize = 2000;
    for (path, contents) in &pages.files {
        if contents.len() > BYTES {
            pages.warnings.push(format!(
                "`{path}` has {} bytes; registries show at most {BYTES}",
                contents.len()
            ));
        }
    }
    if pages.files.len() > FILES {
        pages.warnings.push(format!(
            "there are {} pages; registries show at most {FILES}",
            pages.files.len()
        ));
    }
}

#[cfg(test)]
mod tests {
    use terrane_protocol::schema::TypeKind;

    use super::*;

    const RESOURCE: ItemKind = ItemKind::Type(TypeKind::Resource);
    const DATA_SOURCE: ItemKind = ItemKind::Type(TypeKind::DataSource);

    #[test]
    fn pages_beyond_the_limits_of_registries_have_a_warning() {
        let mut pages = Pages::default();
        pages
            .files
            .insert("index.md".to_owned(), vec![b' '; 500_000]);
        for number in 1..2000 {
            pages
                .files
                .insert(format!("resources/{number}.md"), Vec::new());
        }
        check_limits(&mut pages);
        assert_eq!(pages.warnings, [""; 0]);
        pages
            .files
            .insert("index.md".to_owned(), vec![b' '; 500_001]);
        pages
            .files
            .insert("resources/2000.md".to_owned(), Vec::new());
        check_limits(&mut pages);
        assert_eq!(
            pages.warnings,
            [
                "`index.md` has 500001 bytes; registries show at most 500000",
                "there are 2001 pages; registries show at most 2000"
            ]
        );
    }

    #[test]
    fn a_page_by_hand_may_have_the_names_of_older_layouts() {
        let has = |file: &str, kind: ItemKind| {
            let own = BTreeMap::from([(file.to_owned(), Vec::new())]);
            has_static_page(&own, kind, "pet")
        };
        for file in [
            "resources/pet.md",
            "resources/pet.html.markdown",
            "r/pet.markdown",
            "r/pet.html.md",
        ] {
            assert!(has(file, RESOURCE), "{file}");
            assert!(!has(file, DATA_SOURCE), "{file}");
        }
        assert!(has("d/pet.md", DATA_SOURCE));
        assert!(has("functions/pet.md", ItemKind::Function));
        assert!(!has("resources/cat.md", RESOURCE));
        assert!(!has("resources/pet.txt", RESOURCE));
    }

    #[test]
    fn a_template_for_all_items_has_the_name_of_their_folder() {
        for page in ["resources.md", "data-sources.md", "functions.md"] {
            assert!(is_shared(page), "{page}");
        }
        for page in ["resources", "resources/pet.md", "index.md"] {
            assert!(!is_shared(page), "{page}");
        }
    }
}
