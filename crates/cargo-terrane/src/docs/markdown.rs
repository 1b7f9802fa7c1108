//! Markdown of several sources in one item of a list.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The extensions of CommonMark that registries show.
pub(super) const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// The texts that end a block of HTML, which may continue over empty lines.
const HTML_ENDS: [&str; 8] = [
    "-->",
    "?>",
    "]]>",
    "</pre>",
    "</script>",
    "</style>",
    "</textarea>",
    ">",
];

/// The width to which a tab in front of a block extends.
const TAB: usize = 4;

/// An item of a list. All blocks that are added belong to the item, and none changes the meaning of another.
#[derive(Debug)]
pub(super) struct Item {
    marker: &'static str,
    /// The contents, without the indentation.
    text: String,
}

impl Item {
    /// Starts an item with a paragraph. `marker` is `- ` or `1. `.
    pub(super) fn new(marker: &'static str, start: &str) -> Self {
        Self {
            marker,
            text: start.to_owned(),
        }
    }

    /// Adds Markdown. Its first paragraph continues the last one of the item, unless that changes what either of them means.
    pub(super) fn add(&mut self, markdown: &str) {
        let with_newlines = markdown.replace("\r\n", "\n").replace('\r', "\n");
        let paragraphs = with_newlines.trim();
        if paragraphs.is_empty() {
            return;
        }
        let (own_events, added_events) = (markdown_events(&self.text), markdown_events(paragraphs));
        let joined = format!("{} {paragraphs}", self.text);
        match joined_events(&own_events, &added_events) {
            Some(expected) if markdown_events(&joined) == expected => self.text = joined,
            _ => self.text = separate_paragraphs(&self.text, paragraphs, &added_events),
        }
    }

    /// Returns the item with indented blocks, and a line break at its end.
    pub(super) fn finish(self) -> String {
        let indentation = " ".repeat(self.marker.len());
        let code = fenced_code(&self.text);
        let mut item = self.marker.to_owned();
        let mut position = 0;
        for line in self.text.split_inclusive('\n') {
            let is_code = code.iter().any(|it| it.contains(&position));
            let contents = line.trim_end_matches('\n');
            let is_empty = if is_code {
                contents.is_empty()
            } else {
                contents.trim().is_empty()
            };
            if !is_empty {
                if position > 0 {
                    item.push_str(&indentation);
                }
                if is_code {
                    item.push_str(contents)
                } else {
                    item.push_str(&without_tabs(contents))
                }
            }
            item.push('\n');
            position += line.len();
        }
        if !item.ends_with('\n') {
            item.push('\n');
        }
        item
    }
}

/// Whether a text contains all words of another one in their order, such as a description the message of the deprecation.
pub(super) fn repeats(text: &str, message: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|it: char| !(it.is_alphanumeric() || it == '_'))
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (text_words, message_words) = (words(text), words(message));
    message_words.is_empty()
        || text_words
            .windows(message_words.len())
            .any(|part| part == message_words)
}

/// Returns a line whose indentation has no tabs, which would be narrower behind another indentation.
fn without_tabs(line: &str) -> String {
    let rest = line.trim_start_matches([' ', '\t']);
    let indentation = &line[..line.len() - rest.len()];
    let width = indentation.chars().fold(0, |width, it| match it {
        '\t' => (width / TAB + 1) * TAB,
        _ => width + 1,
    });
    format!("{}{rest}", " ".repeat(width))
}

/// Returns the ranges of the fenced code in a text that no other block contains.
fn fenced_code(text: &str) -> Vec<Range<usize>> {
    let mut depth = 0usize;
    let mut found = Vec::new();
    for (event, range) in Parser::new_ext(text, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 && matches!(&tag, Tag::CodeBlock(kind) if kind.is_fenced()) {
                    found.push(range);
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    found
}

/// Returns the events of a text. Adjacent texts are one event.
fn markdown_events(markdown: &str) -> Vec<Event<'_>> {
    let mut found = Vec::new();
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        push(&mut found, event);
    }
    found
}

fn push<'a>(events: &mut Vec<Event<'a>>, event: Event<'a>) {
    match (events.last_mut(), &event) {
        (Some(Event::Text(text)), Event::Text(more)) => *text = format!("{text}{more}").into(),
        _ => events.push(event),
    }
}

/// Returns the events of two texts whose adjacent paragraphs are one. `None` if the first does not end, or the second not start with a paragraph.
fn joined_events<'a>(first: &[Event<'a>], second: &[Event<'a>]) -> Option<Vec<Event<'a>>> {
    let (Event::End(TagEnd::Paragraph), first_contents) = first.split_last()? else {
        return None;
    };
    let (Event::Start(Tag::Paragraph), second_contents) = second.split_first()? else {
        return None;
    };
    let mut joined = first_contents.to_vec();
    push(&mut joined, Event::Text(" ".into()));
    for event in second_contents {
        push(&mut joined, event.clone());
    }
    Some(joined)
}

/// Returns two texts as separate blocks. A block that the first text does not close is closed.
fn separate_paragraphs(first: &str, second: &str, events_of_second: &[Event<'_>]) -> String {
    let fence = |character: char| {
        let lines = first.lines().map(str::trim_start);
        let lengths = lines.map(|line| line.len() - line.trim_start_matches(character).len());
        let longest = lengths.max().unwrap_or_default();
        character.to_string().repeat(longest.max(3))
    };
    let ends = [fence('`'), fence('~')];
    let all_ends = ends.iter().map(String::as_str).chain(HTML_ENDS);
    let candidates = all_ends.map(|end| format!("{first}\n{end}\n\n{second}"));
    let plain = format!("{first}\n\n{second}");
    let all = [plain.clone()].into_iter().chain(candidates);
    let is_separate = |text: &String| is_last(&markdown_events(text), events_of_second);
    all.into_iter().find(is_separate).unwrap_or(plain)
}

/// Whether `last` are the last blocks, and no block around them is open.
fn is_last(all: &[Event<'_>], last: &[Event<'_>]) -> bool {
    let Some(before) = all.strip_suffix(last) else {
        return false;
    };
    let depth = before.iter().fold(0i64, |depth, event| match event {
        Event::Start(_) => depth + 1,
        Event::End(_) => depth - 1,
        _ => depth,
    });
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIBLING: &str = "- `sibling` (String)\n";

    /// The pieces of descriptions. Each combination of them is a description.
    const PIECES: [&str; 32] = [
        "A pet.",
        "Two\nlines.",
        "# Heading",
        "Heading\n===",
        "Heading\n---",
        "- one\n- two",
        "1. one\n2. two",
        "* one\n\n  more\n* two\n  - three",
        "- [ ] a task",
        "```terraform\nresource \"a\" {\n\n\tb = 1\n}\n```",
        "~~~\ncode",
        "````\n```\nopen",
        "```",
        "    indented code",
        "\tindented by a tab",
        "> a quote\nof two lines",
        "| a | b |\n|---|---|\n| c | d |",
        "***",
        "[link]: https://example.com",
        "A [link] and ![image](x.png).",
        "<div>\n\nhtml\n\n</div>",
        "<!-- open",
        "<pre>\nopen",
        "<?open",
        "a ` backtick",
        "a `` b ` c",
        "**open",
        "a trailing \\",
        "two spaces  \nand a break",
        "tabs\tin\ta line\r\nand more\rlines",
        "&lt; &copy; \\* <https://example.com>",
        "1) one\n2) two",
    ];

    const SENTENCES: [&str; 3] = [
        "Default: `4`.",
        "Allowed: a ` b.",
        "(see [below for nested schema](#nestedatt--a))",
    ];

    /// The events of the only item between two siblings, which are items of the same list.
    fn item_of<'a>(page: &'a str, marker: &str) -> Vec<Event<'a>> {
        let mut items = Vec::new();
        let mut depth = 0usize;
        for event in Parser::new_ext(page, EXTENSIONS) {
            if matches!(event, Event::End(_)) {
                depth -= 1;
            }
            match depth {
                0 => assert!(
                    matches!(
                        event,
                        Event::Start(Tag::List(_)) | Event::End(TagEnd::List(_))
                    ),
                    "{event:?} is outside of the list: {page}"
                ),
                1 if matches!(event, Event::Start(_)) => items.push(Vec::new()),
                1 => {}
                _ => push(items.last_mut().unwrap(), event.clone()),
            }
            if matches!(event, Event::Start(_)) {
                depth += 1;
            }
        }
        assert_eq!(items.len(), 3, "{marker}: {page}");
        items.remove(1)
    }

    #[test]
    fn an_item_contains_all_blocks_of_its_description() {
        let mut count = 0;
        for first in PIECES {
            for second in PIECES {
                for separator in ["\n\n", "\n"] {
                    for marker in ["- ", "1. "] {
                        let description = format!("{first}{separator}{second}");
                        check(marker, &description);
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(count, 4096);
    }

    fn check(marker: &'static str, description: &str) {
        let mut item = Item::new(marker, "`pet` (String)");
        item.add(description);
        for sentence in SENTENCES {
            item.add(sentence);
        }
        let text = item.finish();
        let sibling = SIBLING.replacen("- ", marker, 1);
        let page = format!("{sibling}{text}{sibling}");
        let found = item_of(&page, marker);
        // The blocks of the description and of the sentences alone.
        let normalized = description.replace("\r\n", "\n").replace('\r', "\n");
        let mut whole = format!("`pet` (String)\n\n{}", normalized.trim());
        for sentence in SENTENCES {
            whole = separate_paragraphs(&whole, sentence, &markdown_events(sentence));
        }
        let expected = words(markdown_events(&whole));
        assert_eq!(words(found), expected, "{description:?}\n{page}");
    }

    /// The words of the HTML of events. Paragraphs have no borders, because the first one of a description continues another.
    fn words(events: Vec<Event<'_>>) -> Vec<String> {
        let events = events.into_iter().filter(|event| {
            !matches!(
                event,
                Event::Start(Tag::Paragraph)
                    | Event::End(TagEnd::Paragraph)
                    | Event::Html(_)
                    | Event::InlineHtml(_)
            )
        });
        let mut html = String::new();
        for event in events {
            html.push(' ');
            pulldown_cmark::html::push_html(&mut html, [event].into_iter());
        }
        html.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_text_repeats_a_message_with_other_marks() {
        for text in [
            "Do not use it.",
            "**Deprecated**: do not use `it`!",
            "An a.\n\nDo not\nuse it",
        ] {
            assert!(repeats(text, "Do not use it."), "{text}");
        }
        for text in ["", "Do not use items.", "Do use it.", "Not do use it."] {
            assert!(!repeats(text, "Do not use it."), "{text}");
        }
    }

    #[test]
    fn code_keeps_its_tabs_and_empty_lines() {
        let mut item = Item::new("- ", "`a`");
        item.add("Code:\n\n```\n\tb\n  \n\n```\n\n\tindented");
        assert_eq!(
            item.finish(),
            "- `a` Code:\n\n  ```\n  \tb\n    \n\n  ```\n\n      indented\n"
        );
    }

    #[test]
    fn tabs_in_an_indentation_extend_to_the_next_stop() {
        for (line, width) in [
            ("a", 0),
            ("   a", 3),
            ("\ta", 4),
            ("  \ta", 4),
            ("\t a", 5),
            ("\t\ta", 8),
            ("    \ta", 8),
        ] {
            assert_eq!(without_tabs(line), format!("{}a", " ".repeat(width)));
        }
        let mut item = Item::new("- ", "`a`");
        item.add("Code:\n\n\tone\n\ttwo");
        assert_eq!(item.finish(), "- `a` Code:\n\n      one\n      two\n");
    }

    #[test]
    fn a_description_that_is_no_paragraph_starts_a_block() {
        let finished = |description: &str| {
            let mut item = Item::new("- ", "`a` (String)");
            item.add(description);
            item.add("Default: `1`.");
            item.finish()
        };
        assert_eq!(finished("An a."), "- `a` (String) An a. Default: `1`.\n");
        assert_eq!(
            finished("- one\n- two"),
            "- `a` (String)\n\n  - one\n  - two\n\n  Default: `1`.\n"
        );
        assert_eq!(
            finished("```\nopen"),
            "- `a` (String)\n\n  ```\n  open\n  ```\n\n  Default: `1`.\n"
        );
        assert_eq!(
            finished("An a.\n\nA b."),
            "- `a` (String) An a.\n\n  A b. Default: `1`.\n"
        );
    }
}
