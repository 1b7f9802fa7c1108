//! A page of the preview.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::front_matter::{self, FrontMatter};
use super::markdown::{Contents, contents};

/// A page with its address in the site.
#[derive(Debug)]
pub(super) struct Page {
    /// The path from the root of the site, such as `resources/pet.html`.
    pub(super) path: String,
    pub(super) front_matter: FrontMatter,
    pub(super) contents: Contents,
}

/// The extensions of the files of pages.
const EXTENSIONS: [&str; 4] = [".html.markdown", ".html.md", ".markdown", ".md"];

/// The characters that an address in an attribute of HTML does not contain.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b':')
    .add(b'<')
    .add(b'>')
    .add(b'?');

/// Returns the path of a page in the site. `None` for other files.
pub(super) fn path_of(file: &str) -> Option<String> {
    let stem = EXTENSIONS
        .iter()
        .find_map(|extension| file.strip_suffix(extension))?;
    Some(format!("{stem}.html"))
}

impl Page {
    /// Reads a page. `exists` returns whether the site has a page with a path.
    pub(super) fn read(
        file: &str,
        text: &str,
        exists: &dyn Fn(&str) -> bool,
    ) -> Result<Option<Self>, String> {
        let Some(path) = path_of(file) else {
            return Ok(None);
        };
        let normalized = text.replace("\r\n", "\n");
        let (front_matter, markdown) = front_matter::split(&normalized)?;
        let contents = contents(markdown, &|link| local_link(&path, link, exists));
        Ok(Some(Self {
            path,
            front_matter,
            contents,
        }))
    }

    /// Returns the path as a part of an address.
    pub(super) fn address(&self) -> String {
        utf8_percent_encode(&self.path, ENCODED).to_string()
    }

    /// Returns the folder of the page, which is its kind.
    pub(super) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns the title of the page.
    pub(super) fn title(&self) -> &str {
        match &self.front_matter.page_title {
            Some(title) => title,
            None => &self.contents.title,
        }
    }

    /// Returns the title in the navigation: the name of the item, or the title of the guide.
    pub(super) fn short_title(&self) -> String {
        match self.folder() {
            "guides" | "" => self.title().to_owned(),
            _ => {
                let title = self.contents.title.as_str();
                let without_type = title.split(" (").next().unwrap_or(title);
                let short = without_type.rsplit(": ").next().unwrap_or(without_type);
                match short {
                    "" => self.title().to_owned(),
                    _ => short.to_owned(),
                }
            }
        }
    }

    /// Returns the path from the page to the root of the site.
    pub(super) fn root(&self) -> String {
        root_of(&self.path)
    }
}

/// Returns the path from the page at `path` to the root of the site.
fn root_of(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Returns the address of a link to another page of the documentation, if the site has that page.
fn local_link(from: &str, link: &str, exists: &dyn Fn(&str) -> bool) -> Option<String> {
    if link.contains("://") || link.starts_with(['#', '/']) || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (link, String::new()),
    };
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                folders.pop()?;
            }
            part => folders.push(part),
        }
    }
    let target = folders.join("/");
    let decoded = percent_decode_str(&target).decode_utf8().ok()?.into_owned();
    let page_path = path_of(&decoded).unwrap_or_else(|| match decoded.as_str() {
        // The root of the site.
        "" => "index.html".to_owned(),
        page if page.ends_with(".html") => decoded,
        page => format!("{page}.html"),
    });
    exists(&page_path).then(|| {
        let root = root_of(from);
        let encoded = utf8_percent_encode(&page_path, ENCODED);
        format!("{root}{encoded}{anchor}")
    })
}

#[cfg(test)]
mod tests {
    use super::{Page, local_link};

    #[test]
    fn links_between_pages_stay_in_the_site() {
        let pages = ["resources/pet.html", "index.html", "guides/my page.html"];
        let exists = |path: &str| pages.contains(&path);
        let link = |link: &str| local_link("resources/cat.html", link, &exists);
        let pet = Some("../resources/pet.html".to_owned());
        for written in ["pet.md", "./pet.html", "../resources/pet"] {
            assert_eq!(link(written), pet, "{written}");
        }
        assert_eq!(link("../index.md#a").as_deref(), Some("../index.html#a"));
        assert_eq!(link("../").as_deref(), Some("../index.html"));
        assert_eq!(
            link("../guides/my%20page.md").as_deref(),
            Some("../guides/my%20page.html")
        );
        assert_eq!(link("dog.md"), None);
        assert_eq!(link("https://example.com/pet.md"), None);
        assert_eq!(link("../../pet.md"), None);
    }

    #[test]
    fn links_to_other_places_are_not_changed() {
        for link in [
            "https://example.com/pet.md",
            "#anchor",
            "/resources/pet.html",
            "mailto:keeper@example.com",
            // No page has a path that is no text.
            "%ff.md",
        ] {
            assert_eq!(local_link("index.html", link, &|_| true), None, "{link}");
        }
    }

    #[test]
    fn links_lead_from_the_folder_of_the_page_to_the_root_and_back() {
        for (from, written, expected) in [
            ("index.html", "resources/pet.md", "resources/pet.html"),
            (
                "guides/start.html",
                "more.html.markdown",
                "../guides/more.html",
            ),
            ("a/b/page.html", "../../index.md", "../../index.html"),
            ("a/b/page.html", "./c//d", "../../a/b/c/d.html"),
            ("index.html", "a%3Fb.md#c", "a%3Fb.html#c"),
        ] {
            let link = local_link(from, written, &|_| true);
            assert_eq!(link.as_deref(), Some(expected), "{written} in {from}");
        }
    }

    #[test]
    fn the_navigation_has_the_names_of_items_and_the_titles_of_guides() {
        for (file, text, expected) in [
            ("resources/pet.md", "# zoo_pet (Resource)\n", "zoo_pet"),
            ("functions/slug.md", "# function: slug\n", "slug"),
            (
                "guides/start.md",
                "# Start: here (now)\n",
                "Start: here (now)",
            ),
            ("index.md", "# The Zoo (beta)\n", "The Zoo (beta)"),
            (
                "guides/start.md",
                "---\npage_title: Title\n---\n\n# Heading\n",
                "Title",
            ),
            (
                "resources/pet.md",
                "---\npage_title: Title\n---\n\n# zoo_pet\n",
                "zoo_pet",
            ),
            (
                "resources/pet.md",
                "---\npage_title: Title\n---\n\nText.\n",
                "Title",
            ),
        ] {
            let page = Page::read(file, text, &|_| true).unwrap().unwrap();
            assert_eq!(page.short_title(), expected, "{file}: {text}");
        }
        let other = Page::read("images/pet.png", "", &|_| true).unwrap();
        assert!(other.is_none());
    }
}
