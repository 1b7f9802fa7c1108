//! The contents of pages as HTML, as the registry shows them.

use std::collections::BTreeMap;

use minijinja::HtmlEscape;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Parser, Tag, TagEnd, TextMergeStream, html,
};
use serde::Serialize;

use super::highlight;
use super::html::without_foreign_html;
use crate::docs::markdown::EXTENSIONS;

/// The contents of a page.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) html: String,
    /// The first heading.
    pub(super) title: String,
    pub(super) headings: Vec<Heading>,
    /// The text, for the search.
    pub(super) text: String,
}

/// A heading of the second or third level.
#[derive(Debug, Serialize)]
pub(super) struct Heading {
    pub(super) level: u8,
    pub(super) id: String,
    pub(super) text: String,
}

/// Converts Markdown to HTML. `link` returns the address of a link within the documentation.
pub(super) fn contents(markdown: &str, link: &dyn Fn(&str) -> Option<String>) -> Contents {
    let source = TextMergeStream::new(Parser::new_ext(markdown, EXTENSIONS));
    let plain_source = without_foreign_html(&source.collect::<Vec<_>>());
    let mut converter = Converter {
        page: Contents::default(),
        events: Vec::new(),
        ids: BTreeMap::new(),
        notes: Vec::new(),
        link,
    };
    let mut position = 0;
    while position < plain_source.len() {
        position = converter.event(&plain_source, position);
    }
    html::push_html(&mut converter.page.html, converter.events.into_iter());
    converter.page
}

struct Converter<'a, 'b> {
    page: Contents,
    events: Vec<Event<'a>>,
    /// How often each id is used.
    ids: BTreeMap<String, usize>,
    /// Whether each open paragraph is a note.
    notes: Vec<bool>,
    link: &'b dyn Fn(&str) -> Option<String>,
}

/// The starts of paragraphs that are notes.
const NOTES: [(&str, &str); 3] = [("->", "note"), ("~>", "warning"), ("!>", "danger")];

impl<'a> Converter<'a, '_> {
    /// Converts the event at a position, and returns the position after it.
    fn event(&mut self, source: &[Event<'a>], position: usize) -> usize {
        match &source[position] {
            Event::Start(Tag::Heading { level, .. }) => {
                return self.heading(source, position, *level);
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                return self.code(source, position, kind);
            }
            Event::Start(Tag::Item) => {
                if let Some(name) = first_code(&source[position + 1..]) {
                    let id = self.id(name);
                    let html = format!(
                        "<li id=\"{id}\"><a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to {}\">#</a>",
                        HtmlEscape(name)
                    );
                    self.events.push(Event::Html(html.into()));
                    return position + 1;
                }
                self.events.push(source[position].clone());
            }
            Event::Start(Tag::Paragraph) => {
                let text = match source.get(position + 1) {
                    Some(Event::Text(text)) => text.as_ref(),
                    _ => "",
                };
                let note = NOTES.iter().find(|(start, _)| text.starts_with(start));
                self.notes.push(note.is_some());
                let Some((start, class)) = note else {
                    self.events.push(source[position].clone());
                    return position + 1;
                };
                let html = format!("<div class=\"alert {class}\"><p>");
                self.events.push(Event::Html(html.into()));
                let rest = text[start.len()..].trim_start().to_owned();
                self.add_text(&rest);
                self.events.push(Event::Text(rest.into()));
                return position + 2;
            }
            Event::End(TagEnd::Paragraph) => match self.notes.pop() {
                Some(true) => self.events.push(Event::Html("</p></div>\n".into())),
                _ => self.events.push(source[position].clone()),
            },
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = match (self.link)(dest_url) {
                    Some(address) => address.into(),
                    None => dest_url.clone(),
                };
                self.events.push(Event::Start(Tag::Link {
                    link_type: *link_type,
                    dest_url,
                    title: title.clone(),
                    id: id.clone(),
                }));
            }
            event => {
                if let Event::Text(text) | Event::Code(text) = event {
                    self.add_text(text);
                }
                self.events.push(event.clone());
            }
        }
        position + 1
    }

    fn add_text(&mut self, text: &str) {
        self.page.text.push_str(text);
        self.page.text.push(' ');
    }

    /// Returns an id for a text that no other part of the page has.
    fn id(&mut self, text: &str) -> String {
        let slug: String = text
            .to_lowercase()
            .chars()
            .filter_map(|it| match it {
                ' ' | '-' | '.' => Some('-'),
                it if it.is_alphanumeric() || it == '_' => Some(it),
                _ => None,
            })
            .collect();
        let count = self.ids.entry(slug.clone()).or_default();
        *count += 1;
        match *count {
            1 => slug,
            count => format!("{slug}-{}", count - 1),
        }
    }

    fn heading(&mut self, source: &[Event<'a>], position: usize, level: HeadingLevel) -> usize {
        let end = source[position..]
            .iter()
            .position(|event| matches!(event, Event::End(TagEnd::Heading(_))))
            .map_or(source.len(), |end| position + end);
        let inner = &source[position + 1..end];
        let text: String = inner
            .iter()
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
        let id = self.id(&text);
        let number = level as u8;
        self.events
            .push(Event::Html(format!("<h{number} id=\"{id}\">").into()));
        self.events.extend(inner.iter().cloned());
        self.events.push(Event::Html(
            format!(
                "<a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to {}\">#</a></h{number}>\n",
                HtmlEscape(&text)
            )
            .into(),
        ));
        self.add_text(&text);
        match number {
            1 if self.page.title.is_empty() => self.page.title = text,
            2 | 3 => self.page.headings.push(Heading {
                level: number,
                id,
                text,
            }),
            _ => {}
        }
        end + 1
    }

    fn code(&mut self, source: &[Event<'a>], position: usize, kind: &CodeBlockKind<'a>) -> usize {
        let language = match kind {
            CodeBlockKind::Fenced(language) => language.clone(),
            CodeBlockKind::Indented => CowStr::Borrowed(""),
        };
        let mut code = String::new();
        let mut end = position + 1;
        while let Some(Event::Text(text)) = source.get(end) {
            code.push_str(text);
            end += 1;
        }
        self.add_text(&code);
        let body = match highlight::Language::of(&language) {
            Some(language) => highlight::html(&code, language),
            None => HtmlEscape(&code).to_string(),
        };
        let html = format!(
            "<div class=\"code\"><button type=\"button\" class=\"copy\">Copy</button><pre><code class=\"language-{}\">{body}</code></pre></div>\n",
            HtmlEscape(&language)
        );
        self.events.push(Event::Html(html.into()));
        end + 1
    }
}

/// Returns the inline code with which a list item starts, which names an attribute.
fn first_code<'e>(events: &'e [Event<'_>]) -> Option<&'e str> {
    match events {
        [Event::Code(code), ..] => Some(code),
        [Event::Start(Tag::Paragraph), Event::Code(code), ..] => Some(code),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::contents;

    #[test]
    fn headings_attributes_notes_and_code_look_as_in_the_registry() {
        let page = contents(
            "# A\n\n## Schema\n\n- `name` (String) It.\n\n~> **Note** careful\n\n```terraform\na = 1\n```\n\n## Schema\n\n[b](b.md)\n",
            &|link| Some(link.replace(".md", ".html")),
        );
        assert_eq!(page.title, "A");
        let ids: Vec<&str> = page.headings.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["schema", "schema-1"]);
        for part in [
            "<li id=\"name\">",
            "<div class=\"alert warning\"><p><strong>Note</strong> careful</p></div>",
            "<button type=\"button\" class=\"copy\">",
            "<a href=\"b.html\">b</a>",
        ] {
            assert!(page.html.contains(part), "{part}: {}", page.html);
        }
    }

    /// Converts a page without links to other pages.
    fn page(markdown: &str) -> super::Contents {
        contents(markdown, &|_| None)
    }

    #[test]
    fn the_list_of_headings_has_the_second_and_third_level() {
        let page = page("# One\n\n## Two\n\n### Three\n\n#### Four\n\n# Five\n");
        assert_eq!(page.title, "One");
        let headings: Vec<_> = page
            .headings
            .iter()
            .map(|it| (it.level, it.text.as_str()))
            .collect();
        assert_eq!(headings, [(2, "Two"), (3, "Three")]);
        for level in ["<h1 id=\"one\">", "<h4 id=\"four\">", "</h4>"] {
            assert!(page.html.contains(level), "{level}: {}", page.html);
        }
    }

    #[test]
    fn ids_are_made_of_the_text_and_a_number_if_they_are_used() {
        let page = page("## A.b `c-d_e` (F)!\n\n## Pets\n\n## Pets\n\n## Pets\n");
        let ids: Vec<&str> = page.headings.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["a-b-c-d_e-f", "pets", "pets-1", "pets-2"]);
    }

    #[test]
    fn headings_and_code_are_closed_once() {
        let page = page("## Two\n\n```\nthree\n```\n");
        let expected = "<h2 id=\"two\">Two<a class=\"anchor\" href=\"#two\" aria-label=\"Link to Two\">#</a></h2>\n\
            <div class=\"code\"><button type=\"button\" class=\"copy\">Copy</button>\
            <pre><code class=\"language-\">three\n</code></pre></div>\n";
        assert_eq!(page.html, expected);
    }

    #[test]
    fn items_that_begin_with_code_have_an_anchor() {
        let page = page("- `one` It.\n\n  More.\n\n- `two` It.\n\n- Three `three`.\n");
        for part in ["<li id=\"one\">", "<li id=\"two\">", "<p>Three "] {
            assert!(page.html.contains(part), "{part}: {}", page.html);
        }
        assert!(!page.html.contains("id=\"three\""), "{}", page.html);
    }

    #[test]
    fn paragraphs_with_the_mark_of_a_note_are_notes() {
        let page = page("-> One\n\n~> Two\n\n!> Three\n\nFour -> five\n");
        for part in [
            "<div class=\"alert note\"><p>One</p></div>",
            "<div class=\"alert warning\"><p>Two</p></div>",
            "<div class=\"alert danger\"><p>Three</p></div>",
            "<p>Four -&gt; five</p>",
        ] {
            assert!(page.html.contains(part), "{part}: {}", page.html);
        }
    }

    #[test]
    fn code_of_unknown_languages_is_shown_unchanged() {
        let page = page("```python\nif a < 1:\n```\n\n    b = 2\n\nAfter.\n");
        for part in [
            "<code class=\"language-python\">if a &lt; 1:\n</code>",
            "<code class=\"language-\">b = 2\n</code>",
            "<p>After.</p>",
        ] {
            assert!(page.html.contains(part), "{part}: {}", page.html);
        }
    }

    #[test]
    fn the_search_finds_headings_text_and_code() {
        let page =
            page("# Pets\n\n~> Careful with `cats`.\n\n```sh\nfeed\n```\n\n[Dogs](dogs.md)\n");
        let words: Vec<&str> = page.text.split_whitespace().collect();
        assert_eq!(
            words,
            ["Pets", "Careful", "with", "cats", ".", "feed", "Dogs"]
        );
        // A link to a page that the site does not have stays unchanged.
        assert!(page.html.contains("<a href=\"dogs.md\">Dogs</a>"));
    }
}
