//! The navigation of the preview: groups of pages, as the registry arranges them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::page::Page;
use crate::docs::kind::ItemKind;

/// A group of pages with a title. Its pages may be in groups by kind.
#[derive(Debug, Serialize)]
pub(super) struct Group {
    pub(super) title: String,
    pub(super) links: Vec<Link>,
    pub(super) groups: Vec<Group>,
}

/// A link to a page.
#[derive(Debug, Serialize)]
pub(super) struct Link {
    pub(super) title: String,
    /// The address, relative to the root of the site.
    pub(super) path: String,
}

/// Arranges pages: guides, then the kinds of items without a subcategory, then the subcategories.
pub(super) fn groups(pages: &[Page]) -> Vec<Group> {
    let mut found = Vec::new();
    let guides = pages.iter().filter(|page| page.folder() == "guides");
    let guide_links: Vec<Link> = guides.map(page_link).collect();
    if !guide_links.is_empty() {
        found.push(Group {
            title: "Guides".to_owned(),
            links: guide_links,
            groups: Vec::new(),
        });
    }
    let mut subcategories: BTreeMap<&str, Vec<&Page>> = BTreeMap::new();
    for page in pages {
        if ItemKind::of_folder(page.folder()).is_some() {
            let subcategory = page.front_matter.subcategory.as_str();
            subcategories.entry(subcategory).or_default().push(page);
        }
    }
    for (subcategory, pages) in subcategories {
        let kinds = by_kind(&pages);
        match subcategory {
            "" => found.extend(kinds),
            title => found.push(Group {
                title: title.to_owned(),
                links: Vec::new(),
                groups: kinds,
            }),
        }
    }
    found
}

fn by_kind(pages: &[&Page]) -> Vec<Group> {
    let kinds = ItemKind::ALL.iter().map(|kind| Group {
        title: kind.plural().to_owned(),
        links: pages
            .iter()
            .filter(|page| page.folder() == kind.folder())
            .map(|page| page_link(page))
            .collect(),
        groups: Vec::new(),
    });
    kinds.filter(|group| !group.links.is_empty()).collect()
}

fn page_link(page: &Page) -> Link {
    Link {
        title: page.short_title(),
        path: page.address(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Page, groups};

    fn page(file: &str, text: &str) -> Page {
        Page::read(file, text, &|_| true).unwrap().unwrap()
    }

    fn in_subcategory(title: &str) -> String {
        format!("---\nsubcategory: Buildings\n---\n\n{title}\n")
    }

    #[test]
    fn guides_come_first_then_kinds_then_subcategories() {
        let pages = [
            page("data-sources/pet.md", "# zoo_pet (Data Source)\n"),
            page(
                "data-sources/cage.md",
                &in_subcategory("# zoo_cage (Data Source)"),
            ),
            page("guides/start.md", "# Start\n"),
            page("index.md", "# Zoo Provider\n"),
            page("other/note.md", "# Note\n"),
            page(
                "resources/cage.md",
                &in_subcategory("# zoo_cage (Resource)"),
            ),
            page("resources/pet.md", "# zoo_pet (Resource)\n"),
        ];
        let group = |title: &str, link: (&str, &str)| json!({ "title": title, "links": [{ "title": link.0, "path": link.1 }], "groups": [] });
        let expected = json!([
            group("Guides", ("Start", "guides/start.html")),
            group("Resources", ("zoo_pet", "resources/pet.html")),
            group("Data Sources", ("zoo_pet", "data-sources/pet.html")),
            { "title": "Buildings", "links": [], "groups": [
                group("Resources", ("zoo_cage", "resources/cage.html")),
                group("Data Sources", ("zoo_cage", "data-sources/cage.html")),
            ] },
        ]);
        assert_eq!(serde_json::to_value(groups(&pages)).unwrap(), expected);
        // Without guides, there is no group for them.
        let found = groups(&pages[6..]);
        let titles: Vec<&str> = found.iter().map(|group| group.title.as_str()).collect();
        assert_eq!(titles, ["Resources"]);
    }
}
