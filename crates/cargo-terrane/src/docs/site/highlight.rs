//! Colours for the code of configurations.

/// Returns code as HTML, with a class for each comment, text, number and keyword.
pub(super) fn html(code: &str) -> String {
    const KEYWORDS: [&str; 22] = [
        "action",
        "config",
        "data",
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
        "null",
        "output",
        "provider",
        "removed",
        "resource",
        "terraform",
        "true",
        "variable",
    ];
    let mut html = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let (length, class) = match first {
            '#' => (line(rest), "comment"),
            '/' if rest.starts_with("//") => (line(rest), "comment"),
            '/' if rest.starts_with("/*") => {
                (rest.find("*/").map_or(rest.len(), |end| end + 2), "comment")
            }
            '"' => (quoted(rest), "text"),
            '0'..='9' => (
                rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '.'))
                    .unwrap_or(rest.len()),
                "number",
            ),
            _ if first.is_alphabetic() || first == '_' => {
                let end = rest
                    .find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '-')))
                    .unwrap_or(rest.len());
                let class = match KEYWORDS.contains(&&rest[..end]) {
                    true => "keyword",
                    false => "",
                };
                (end, class)
            }
            other => (other.len_utf8(), ""),
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

fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the length of the quoted text at the start. It ends with its line at the latest.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return index + 1,
            '\n' => return index,
            '\\' => {
                characters.next();
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn tokens_have_classes_and_text_is_escaped() {
        assert_eq!(
            html("resource \"a\" { x = 1 < 2 } # end"),
            "<span class=\"keyword\">resource</span> <span class=\"text\">&quot;a&quot;</span> { x = <span class=\"number\">1</span> &lt; <span class=\"number\">2</span> } <span class=\"comment\"># end</span>"
        );
        assert_eq!(html("\"open"), "<span class=\"text\">&quot;open</span>");
    }
}
