//! Markdown as plain text, for the front matter of pages.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Parser, Tag, TagEnd};

/// Returns Markdown as the text that `plainmarkdown` of `tfplugindocs` returns: blocks on lines of their own, no markup, links with their addresses.
pub(crate) fn plain_text(markdown: &str) -> String {
    let normalized = markdown.replace("\r\n", "\n");
    let mut writer = Writer {
        source: &normalized,
        text: String::new(),
        links: Vec::new(),
        hidden: 0,
        table: None,
        is_code: false,
        quotes: 0,
    };
    for (event, range) in Parser::new(&normalized).into_offset_iter() {
        writer.event(event, range);
    }
    writer.text
}

struct Writer<'a> {
    source: &'a str,
    text: String,
    /// The addresses of the links around the current text.
    links: Vec<Option<String>>,
    /// How many images surround the current text.
    hidden: usize,
    /// The end of a paragraph that is written verbatim, because it is a table.
    table: Option<usize>,
    is_code: bool,
    /// How many quotes surround the current text.
    quotes: usize,
}

impl Writer<'_> {
    fn line(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.table.is_some_and(|end| range.start < end) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(TagEnd::Link) => {
                if let Some(Some(address)) = self.links.pop() {
                    self.text.push(' ');
                    self.text.push_str(&address);
                }
            }
            Event::End(TagEnd::Image) => self.hidden -= 1,
            Event::End(TagEnd::CodeBlock) => self.is_code = false,
            Event::End(TagEnd::BlockQuote(_)) => self.quotes -= 1,
            Event::Text(text) if self.is_code => self.text.push_str(&text),
            Event::Text(_) if self.hidden == 0 => {
                let before = &self.source[..range.start];
                let backslashes = before.bytes().rev().take_while(|it| *it == b'\\').count();
                let is_escaped = backslashes % 2 == 1
                    && self.source[range.start..].starts_with(|it: char| it.is_ascii_punctuation());
                if is_escaped {
                    self.text.push('\\');
                }
                self.text.push_str(&self.source[range]);
            }
            Event::Code(code) if self.hidden == 0 => self.text.push_str(&code),
            Event::SoftBreak if self.hidden == 0 => self.line(),
            Event::Rule => self.line(),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            // A quote is one block.
            Tag::Paragraph | Tag::Heading { .. } | Tag::List(_) if self.quotes > 0 => {}
            Tag::BlockQuote(_) => {
                if self.quotes == 0 {
                    self.line();
                }
                self.quotes += 1;
            }
            Tag::Paragraph => {
                self.line();
                let paragraph = self.source[range.clone()].trim_end();
                if paragraph.starts_with('|') {
                    self.text.push_str(paragraph);
                    self.table = Some(range.end);
                }
            }
            Tag::Heading { .. } | Tag::List(_) => self.line(),
            Tag::CodeBlock(kind) => {
                self.line();
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.line();
                }
                self.is_code = true;
            }
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => {
                let is_shown = !matches!(link_type, LinkType::Autolink | LinkType::Email)
                    && !is_relative(dest_url);
                self.links.push(is_shown.then(|| dest_url.to_string()));
            }
            Tag::Image { .. } => self.hidden += 1,
            _ => {}
        }
    }
}

/// Whether a link stays on the site: an anchor, or a path from the root.
fn is_relative(link: &str) -> bool {
    link.is_empty() || link.starts_with('#') || (link.starts_with('/') && !link.starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn markup_is_removed_and_links_keep_their_addresses() {
        let text =
            plain_text("A **bold** `word`.\n\nSee [docs](https://example.com) and [there](#x).");
        assert_eq!(
            text,
            "A bold word.\nSee docs https://example.com and there."
        );
        assert_eq!(plain_text("one\\_two &amp; three"), "one\\_two &amp; three");
        assert_eq!(plain_text("> a quote\n\n- one\n- two"), "a quote\nonetwo");
        assert_eq!(
            plain_text("a ![b `c`\nd](x.png) e [f](//g.example) [h](/i)"),
            "a  e f //g.example h"
        );
    }
}
