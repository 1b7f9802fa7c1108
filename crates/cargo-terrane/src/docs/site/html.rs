//! HTML in Markdown: the tags that registries show are written anew, and all other HTML is text.
//!
//! Pages contain descriptions of foreign providers. Nothing of them runs or loads anything from another server.

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

/// The tags that registries show, with their own attributes.
const TAGS: [(&str, &[&str]); 54] = [
    ("a", &["href", "name"]),
    ("abbr", &[]),
    ("b", &[]),
    ("blockquote", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("center", &[]),
    ("code", &[]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("dd", &[]),
    ("del", &[]),
    ("details", &["open"]),
    ("dfn", &[]),
    ("div", &[]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    ("i", &[]),
    ("img", &["alt", "height", "src", "width"]),
    ("ins", &[]),
    ("kbd", &[]),
    ("li", &["value"]),
    ("mark", &[]),
    ("ol", &["start"]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &[]),
    ("s", &[]),
    ("samp", &[]),
    ("small", &[]),
    ("span", &[]),
    ("strike", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("summary", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["colspan", "rowspan"]),
    ("tfoot", &[]),
    ("th", &["colspan", "rowspan"]),
    ("thead", &[]),
    ("tr", &[]),
    ("tt", &[]),
    ("ul", &[]),
    ("wbr", &[]),
];

/// The attributes that all tags may have.
const ATTRIBUTES: [&str; 3] = ["align", "id", "title"];

/// The tags without contents.
const EMPTY_TAGS: [&str; 5] = ["br", "col", "hr", "img", "wbr"];

/// The schemes of links.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// Replaces the HTML, the links and the images of a page by those that the preview may show.
pub(super) fn without_foreign_html<'a>(source: &[Event<'a>]) -> Vec<Event<'a>> {
    let mut filter = Filter {
        events: Vec::new(),
        open: vec![Vec::new()],
        replaced: Vec::new(),
    };
    let mut position = 0;
    while let Some(event) = source.get(position) {
        position += 1;
        match event {
            Event::Start(Tag::HtmlBlock) => {
                let mut html = String::new();
                while let Some(Event::Html(part) | Event::Text(part)) = source.get(position) {
                    html.push_str(part);
                    position += 1;
                }
                filter.html(&html);
            }
            Event::End(TagEnd::HtmlBlock) => {}
            Event::Html(html) | Event::InlineHtml(html) => filter.html(html),
            Event::Start(tag) => filter.start(tag),
            Event::End(tag) => filter.end(*tag),
            event => filter.events.push(event.clone()),
        }
    }
    filter.close();
    filter.events
}

struct Filter<'a> {
    events: Vec<Event<'a>>,
    /// The open tags of HTML in each open block or span of Markdown.
    open: Vec<Vec<String>>,
    /// The ends of the open links and images.
    replaced: Vec<Option<TagEnd>>,
}

impl<'a> Filter<'a> {
    fn start(&mut self, tag: &Tag<'a>) {
        self.open.push(Vec::new());
        let replacement = match tag {
            Tag::Link { dest_url, .. } => is_link(dest_url).then(|| tag.clone()),
            Tag::Image { dest_url, .. } if is_in_site(dest_url) => Some(tag.clone()),
            Tag::Image { dest_url, .. } if is_link(dest_url) => Some(link_to(dest_url)),
            Tag::Image { .. } => None,
            other => {
                self.events.push(Event::Start(other.clone()));
                return;
            }
        };
        // A link in a link is no HTML.
        let is_nested = self.replaced.contains(&Some(TagEnd::Link));
        let valid_replacement =
            replacement.filter(|it| !(is_nested && it.to_end() == TagEnd::Link));
        self.replaced
            .push(valid_replacement.as_ref().map(Tag::to_end));
        self.events.extend(valid_replacement.map(Event::Start));
    }

    fn end(&mut self, tag: TagEnd) {
        self.close();
        let end = match tag {
            TagEnd::Link | TagEnd::Image => self.replaced.pop().flatten(),
            other => Some(other),
        };
        self.events.extend(end.map(Event::End));
    }

    /// Closes the tags that are open in the innermost block or span.
    fn close(&mut self) {
        for name in self.open.pop().unwrap_or_default().into_iter().rev() {
            self.push(format!("</{name}>"));
        }
    }

    fn push(&mut self, html: String) {
        self.events.push(Event::InlineHtml(html.into()));
    }

    fn html(&mut self, html: &str) {
        // The text that replaces an image has no tags.
        if self.replaced.contains(&Some(TagEnd::Image)) {
            return;
        }
        let mut rest = html;
        while let Some(start) = rest.find('<') {
            self.text(&rest[..start]);
            rest = &rest[start..];
            if let Some(after) = rest.strip_prefix("<!--") {
                rest = after.find("-->").map_or("", |end| &after[end + 3..]);
                continue;
            }
            match HtmlTag::read(rest) {
                Some((tag, after)) if self.tag(&tag) => rest = after,
                _ => {
                    self.text("<");
                    rest = &rest[1..];
                }
            }
        }
        self.text(rest);
    }

    /// Adds the text between tags, which may have character references.
    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(text.replace('<', "&lt;").replace('>', "&gt;"));
        }
    }

    /// Adds a tag, and returns whether it is one that the preview shows.
    fn tag(&mut self, tag: &HtmlTag<'_>) -> bool {
        let Some((name, own)) = TAGS.iter().find(|(name, _)| *name == tag.name) else {
            return false;
        };
        let is_empty = EMPTY_TAGS.contains(name);
        if tag.is_end {
            let open = self.open.last_mut();
            let Some((open, position)) = open.and_then(|open| {
                let position = open.iter().rposition(|it| it == name)?;
                Some((open, position))
            }) else {
                return false;
            };
            for name in open.split_off(position).into_iter().rev() {
                self.push(format!("</{name}>"));
            }
            return true;
        }
        let address = |key| tag.attributes.iter().find(|(name, _)| name == key);
        if *name == "img" && !address("src").is_some_and(|(_, src)| is_in_site(src)) {
            self.image(address("src"), address("alt"));
            return true;
        }
        let mut html = format!("<{name}");
        for (key, value) in &tag.attributes {
            let is_known = own.contains(&key.as_str()) || ATTRIBUTES.contains(&key.as_str());
            let is_allowed = match key.as_str() {
                "href" => is_link(value) && !has_reference(value),
                _ => true,
            };
            if is_known && is_allowed {
                html.push_str(&format!(" {key}=\"{}\"", escaped_html(value)));
            }
        }
        html.push('>');
        self.push(html);
        if tag.is_closed && !is_empty {
            self.push(format!("</{name}>"));
        } else if !is_empty && let Some(open) = self.open.last_mut() {
            open.push((*name).to_owned());
        }
        true
    }

    /// Adds a link to an image of another server, or its text.
    fn image(&mut self, src: Option<&(String, String)>, alt: Option<&(String, String)>) {
        let source = src.map(|(_, src)| src.as_str()).unwrap_or_default();
        let alternative = alt.map(|(_, alt)| alt.as_str()).unwrap_or_default();
        let text = if alternative.is_empty() {
            source
        } else {
            alternative
        };
        let is_link = is_link(source) && !has_reference(source);
        self.push(if is_link && !self.replaced.contains(&Some(TagEnd::Link)) {
            format!(
                "<a href=\"{}\">{}</a>",
                escaped_html(source),
                escaped_html(text)
            )
        } else {
            escaped_html(text)
        });
    }
}

/// Returns the link to an image.
fn link_to<'a>(address: &CowStr<'a>) -> Tag<'a> {
    Tag::Link {
        link_type: LinkType::Inline,
        dest_url: address.clone(),
        title: "".into(),
        id: "".into(),
    }
}

/// Returns the value of an attribute, whose character references stay.
fn escaped_html(value: &str) -> String {
    value
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Returns the part of an address that may be a scheme.
fn scheme_of(address: &str) -> &str {
    address.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether the part of an address that may be a scheme has a character reference.
fn has_reference(address: &str) -> bool {
    scheme_of(address).contains('&')
}

/// Whether a link leads to a page, and runs nothing.
fn is_link(address: &str) -> bool {
    // Browsers remove these characters from addresses.
    if address.contains(char::is_control) || address.trim() != address {
        return false;
    }
    match scheme_of(address).split_once(':') {
        Some((scheme, _)) => SCHEMES.iter().any(|it| it.eq_ignore_ascii_case(scheme)),
        None => true,
    }
}

/// Whether an address is one of the site's own files.
fn is_in_site(address: &str) -> bool {
    let is_relative = !address.starts_with('/') && !address.contains('\\');
    is_relative && is_link(address) && !scheme_of(address).contains([':', '&'])
}

/// A tag of HTML.
struct HtmlTag<'a> {
    name: String,
    attributes: Vec<(String, String)>,
    is_end: bool,
    is_closed: bool,
    rest: &'a str,
}

impl<'a> HtmlTag<'a> {
    /// Reads the tag at the start of a text, and returns the text after it.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let inner = text.strip_prefix('<')?;
        let (is_end, name_and_rest) = match inner.strip_prefix('/') {
            Some(after_slash) => (true, after_slash),
            None => (false, inner),
        };
        let (name, rest) = split_while(name_and_rest, |it| it.is_ascii_alphanumeric());
        let mut tag = Self {
            name: name.to_ascii_lowercase(),
            attributes: Vec::new(),
            is_end,
            is_closed: false,
            rest,
        };
        loop {
            let (space, after_space) = split_while(tag.rest, |it| it.is_ascii_whitespace());
            if let Some(after_tag) = after_space.strip_prefix('>') {
                return Some((tag, after_tag));
            }
            if let Some(after_tag) = after_space.strip_prefix("/>") {
                tag.is_closed = true;
                return Some((tag, after_tag));
            }
            if space.is_empty() {
                return None;
            }
            tag.rest = after_space;
            tag.attribute()?;
        }
    }

    fn attribute(&mut self) -> Option<()> {
        let is_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | ':' | '.' | '-');
        let (name, rest) = split_while(self.rest, is_name);
        if name.is_empty() {
            return None;
        }
        self.rest = rest;
        let (_, after) = split_while(rest, |it| it.is_ascii_whitespace());
        let mut value = "";
        if let Some(after) = after.strip_prefix('=') {
            let (_, trimmed) = split_while(after, |it| it.is_ascii_whitespace());
            (value, self.rest) = match trimmed.chars().next()? {
                quote @ ('"' | '\'') => trimmed[1..].split_once(quote)?,
                _ => split_while(trimmed, |it| {
                    !(it.is_ascii_whitespace() || matches!(it, '"' | '\'' | '=' | '<' | '>' | '`'))
                }),
            };
        }
        let lower_name = name.to_ascii_lowercase();
        // Browsers read the first of several attributes with a name.
        if self
            .attributes
            .iter()
            .all(|(other, _)| *other != lower_name)
        {
            self.attributes.push((lower_name, value.to_owned()));
        }
        Some(())
    }
}

/// Splits a text after the characters at its start that satisfy a condition.
fn split_while(text: &str, condition: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|it| !condition(it)).unwrap_or(text.len()))
}
