//! Colours for code: configurations, commands of a shell, and JSON.

/// The language of a piece of code.
#[derive(Debug, Clone, Copy)]
pub(super) enum Language {
    Configuration,
    Shell,
    Json,
}

impl Language {
    /// Returns the language with this name in Markdown.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "terraform" | "hcl" => Some(Self::Configuration),
            "shell" | "sh" | "bash" => Some(Self::Shell),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// Returns the length of the comment at the start of `rest`, if there is one. `before` is the code before it.
    fn comment(self, before: &str, rest: &str) -> Option<usize> {
        match self {
            Self::Configuration if rest.starts_with("/*") => {
                Some(rest[2..].find("*/").map_or(rest.len(), |end| end + 4))
            }
            Self::Configuration => {
                (rest.starts_with('#') || rest.starts_with("//")).then(|| line_length(rest))
            }
            // In a shell, `#` within a word is a part of the word.
            Self::Shell => {
                let starts_word = before.chars().next_back().is_none_or(char::is_whitespace);
                (rest.starts_with('#') && starts_word).then(|| line_length(rest))
            }
            Self::Json => None,
        }
    }

    fn has_keyword(self, word: &str) -> bool {
        match self {
            Self::Configuration => KEYWORDS.contains(&word),
            Self::Shell => false,
            Self::Json => matches!(word, "false" | "null" | "true"),
        }
    }
}

/// The keywords and block types of configurations.
const KEYWORDS: [&str; 25] = [
    "action",
    "check",
    "config",
    "data",
    "dynamic",
    "ephemeral",
    "false",
    "for",
    "identity",
    "if",
    "import",
    "in",
    "lifecycle",
    "list",
    "locals",
    "module",
    "moved",
    "null",
    "output",
    "provider",
    "removed",
    "resource",
    "terraform",
    "true",
    "variable",
];

/// Returns code as HTML, with a class for each comment, string, number and keyword.
pub(super) fn html(code: &str, language: Language) -> String {
    let mut html = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let before = &code[..code.len() - rest.len()];
        let comment = language.comment(before, rest);
        let (length, class) = match (comment, first) {
            (Some(length), _) => (length, "comment"),
            (None, '"') => (quoted_length(rest), "text"),
            (None, '0'..='9') => (
                rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '.'))
                    .unwrap_or(rest.len()),
                "number",
            ),
            (None, _) if first.is_alphabetic() || first == '_' => {
                let end = rest
                    .find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '-')))
                    .unwrap_or(rest.len());
                let class = if language.has_keyword(&rest[..end]) {
                    "keyword"
                } else {
                    ""
                };
                (end, class)
            }
            (None, other) => (other.len_utf8(), ""),
        };
        let (token, after) = rest.split_at(length);
        let escaped = minijinja::HtmlEscape(token).to_string();
        match class {
            "" => html.push_str(&escaped),
            class => html.push_str(&format!("<span class=\"{class}\">{escaped}</span>")),
        }
        rest = after;
    }
    html
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the length of the string at the start. It ends with its line at the latest.
fn quoted_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        match character {
            '\n' => return index,
            '"' if !is_escaped => return index + 1,
            _ => is_escaped = character == '\\' && !is_escaped,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Language, html};

    /// The comments, strings, numbers and keywords of code, each with its class.
    fn tokens(code: &str, language: Language) -> Vec<String> {
        let html = html(code, language);
        let spans = html.split("<span class=\"").skip(1);
        spans
            .map(|span| {
                span.split("</span>")
                    .next()
                    .unwrap_or_default()
                    .replace("\">", ": ")
                    .replace("&#x2f;", "/")
            })
            .collect()
    }

    #[test]
    fn tokens_have_classes_and_text_is_escaped() {
        assert_eq!(
            html(
                "resource \"a\" { x = 1 < 2 } # end",
                Language::Configuration
            ),
            "<span class=\"keyword\">resource</span> <span class=\"text\">&quot;a&quot;</span> { x = <span class=\"number\">1</span> &lt; <span class=\"number\">2</span> } <span class=\"comment\"># end</span>"
        );
        assert_eq!(
            html("\"open", Language::Configuration),
            "<span class=\"text\">&quot;open</span>"
        );
    }

    #[test]
    fn strings_end_with_their_line() {
        assert_eq!(
            tokens("\"C:\\\nmoved \"\\\"\" \"\\\\\"", Language::Configuration),
            [
                "text: &quot;C:\\",
                "keyword: moved",
                "text: &quot;\\&quot;&quot;",
                "text: &quot;\\\\&quot;"
            ]
        );
    }

    #[test]
    fn names_with_digits_dashes_and_other_letters_are_one_word() {
        assert_eq!(
            tokens(
                "for-each _for für2 → 1.5e3 null 0x1f",
                Language::Configuration
            ),
            ["number: 1.5e3", "keyword: null", "number: 0x1f"]
        );
        assert_eq!(tokens("true for 2", Language::Shell), ["number: 2"]);
        assert_eq!(tokens("true for", Language::Json), ["keyword: true"]);
    }

    #[test]
    fn languages_have_the_names_of_code_blocks() {
        let word = |name: &str| Language::of(name).map(|it| tokens("# a", it).len());
        for name in ["terraform", "hcl", "shell", "sh", "bash"] {
            assert_eq!(word(name), Some(1), "{name}");
        }
        assert_eq!(word("json"), Some(0));
        assert_eq!(word("python"), None);
        assert_eq!(word(""), None);
    }

    #[test]
    fn a_comment_without_an_end_reaches_to_the_end_of_the_code() {
        let comments = tokens("a /* b\nc", Language::Configuration);
        assert_eq!(comments, ["comment: /* b\nc"]);
    }

    #[test]
    fn comments_are_those_of_the_language() {
        assert_eq!(
            tokens("/*/ in */ in // out\n# out", Language::Configuration),
            [
                "comment: /*/ in */",
                "keyword: in",
                "comment: // out",
                "comment: # out"
            ]
        );
        assert_eq!(
            tokens("ls dist/* a#b https://example.com # all", Language::Shell),
            ["comment: # all"]
        );
        assert_eq!(
            tokens("{\"a\": \"//\", \"b\": null}", Language::Json),
            [
                "text: &quot;a&quot;",
                "text: &quot;//&quot;",
                "text: &quot;b&quot;",
                "keyword: null"
            ]
        );
    }
}
