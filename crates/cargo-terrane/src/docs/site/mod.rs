//! The preview: a static site that shows pages as the registry does. It loads nothing from other servers, and runs only its own scripts.

mod front_matter;
mod highlight;
mod html;
mod markdown;
mod navigation;
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fs_err as fs;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde_json::json;

use self::page::{Page, path_of};
use super::error::Error;
use super::kind::ItemKind;
use super::provider::Provider;

const PAGE: &str = include_str!("page.html.jinja");
const ASSETS: [(&str, &str); 4] = [
    ("icon.svg", include_str!("assets/icon.svg")),
    ("style.css", include_str!("assets/style.css")),
    ("theme.js", include_str!("assets/theme.js")),
    ("page.js", include_str!("assets/page.js")),
];

/// Writes the site of a provider's pages into a folder.
pub(crate) fn write(
    folder: &Path,
    provider: &Provider,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<(), Error> {
    let paths: BTreeSet<String> = files.keys().filter_map(|file| path_of(file)).collect();
    let mut pages = Vec::new();
    for (file, contents) in files {
        let text = String::from_utf8_lossy(contents);
        let page = Page::read(file, &text, &|path| paths.contains(path));
        match page.map_err(|problem| Error::FrontMatter(file.clone(), problem))? {
            Some(page) => pages.push(page),
            // Images and other files that pages show.
            None => write_file(folder, file, contents)?,
        }
    }
    for (name, text) in ASSETS {
        write_file(folder, &format!("assets/{name}"), text.as_bytes())?;
    }
    write_file(folder, "assets/search.js", search_index(&pages).as_bytes())?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let groups = navigation::groups(&pages);
    for page in &pages {
        let name = provider.rendered_short_name();
        let description = match page.front_matter.description.as_str() {
            "" => page.title(),
            description => description,
        };
        let data = context! {
            root => page.root(),
            path => page.address(),
            title => page.title(),
            description => description,
            provider => name,
            address => provider.address,
            version => provider.entry["version"].as_str().unwrap_or_default(),
            groups => groups,
            headings => page.contents.headings,
            body => Value::from_safe_string(page.contents.html.clone()),
            use => Value::from_safe_string(highlight::html(&use_block(provider), highlight::Language::Configuration)),
        };
        let html = environment
            .render_named_str("page.html", PAGE, data)
            .map_err(|error| Error::Preview(page.path.clone(), error))?;
        write_file(folder, &page.path, html.as_bytes())?;
    }
    Ok(())
}

fn write_file(folder: &Path, file: &str, contents: &[u8]) -> Result<(), Error> {
    let target = folder.join(file);
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(fs::write(target, contents)?)
}

/// Returns the configuration that requires the provider.
fn use_block(provider: &Provider) -> String {
    let address = &provider.address;
    let name = address.rsplit('/').next().unwrap_or(address);
    let source = address.strip_prefix("registry.terraform.io/");
    let source_address = source.unwrap_or(address);
    let version = match provider.entry["version"].as_str() {
        Some(version) => format!("\n      version = \"{version}\""),
        None => String::new(),
    };
    let space = if version.is_empty() { " " } else { "  " };
    format!(
        "terraform {{\n  required_providers {{\n    {name} = {{\n      source{space}= \"{source_address}\"{version}\n    }}\n  }}\n}}\n\nprovider \"{name}\" {{\n}}\n"
    )
}

/// Returns the script with the texts of all pages.
fn search_index(pages: &[Page]) -> String {
    let entries: Vec<serde_json::Value> = pages
        .iter()
        .map(|page| {
            json!({
                "title": page.short_title(),
                "path": page.address(),
                "kind": ItemKind::of_folder(page.folder()).map_or("Guide", ItemKind::plural),
                "headings": page.contents.headings,
                "text": page.contents.text,
            })
        })
        .collect();
    format!(
        "window.searchPages = {};\n",
        serde_json::Value::from(entries)
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Page, Provider, search_index, use_block};

    fn provider(address: &str, entry: serde_json::Value) -> Provider {
        Provider {
            address: address.to_owned(),
            name: "terraform-provider-zoo".to_owned(),
            rendered_name: "zoo".to_owned(),
            entry,
        }
    }

    #[test]
    fn the_configuration_names_the_host_unless_it_is_terraforms_registry() {
        let own = provider("registry.terraform.io/example/zoo", json!({}));
        assert_eq!(
            use_block(&own),
            "terraform {\n  required_providers {\n    zoo = {\n      source = \"example/zoo\"\n    }\n  }\n}\n\nprovider \"zoo\" {\n}\n"
        );
        let other = provider("example.com/a/zoo", json!({ "version": "1.2.0" }));
        let expected = "      source  = \"example.com/a/zoo\"\n      version = \"1.2.0\"\n";
        assert!(
            use_block(&other).contains(expected),
            "{}",
            use_block(&other)
        );
    }

    #[test]
    fn the_search_has_the_kind_and_the_address_of_each_page() {
        let pages = [
            ("guides/my start.md", "# Start\n"),
            ("resources/pet.md", "# zoo_pet (Resource)\n\n## Schema\n"),
        ];
        let pages = pages.map(|(file, text)| Page::read(file, text, &|_| true).unwrap().unwrap());
        let script = search_index(&pages);
        let texts = script.strip_prefix("window.searchPages = ").unwrap();
        let texts: serde_json::Value =
            serde_json::from_str(texts.strip_suffix(";\n").unwrap()).unwrap();
        let expected = json!([
            { "title": "Start", "path": "guides/my%20start.html", "kind": "Guide", "headings": [], "text": "Start " },
            {
                "title": "zoo_pet", "path": "resources/pet.html", "kind": "Resources", "text": "zoo_pet (Resource) Schema ",
                "headings": [{ "level": 2, "id": "schema", "text": "Schema" }],
            },
        ]);
        assert_eq!(texts, expected);
    }
}
