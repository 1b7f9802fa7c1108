//! The layout of state files.

/// Writes JSON with an indentation of two spaces, in the layout of Go's `json.MarshalIndent`.
///
/// The characters `<`, `>`, `&`, U+2028 and U+2029 are escaped. The text must be JSON.
pub(super) fn indent(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut rest = json.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => {}
            '{' | '[' => {
                out.push(character);
                while rest.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(close) = rest.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(close);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(',');
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            '"' => {
                out.push('"');
                copy_string(&mut rest, &mut out);
            }
            other => out.push(other),
        }
    }
    out
}

/// Copies a string up to its closing quote.
fn copy_string(rest: &mut impl Iterator<Item = char>, out: &mut String) {
    while let Some(character) = rest.next() {
        match character {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            '\\' => {
                out.push('\\');
                out.extend(rest.next());
            }
            other => out.push(other),
        }
        if character == '"' {
            return;
        }
    }
}

/// Breaks the line, and indents the next one.
fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_that_of_go() {
        let text = r#"{"a":[],"b":{ },"c":[1,{"d":"x: [,<\"\\"}],"e":null}"#;
        let expected = "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"x: [,\\u003c\\\"\\\\\"\n    }\n  ],\n  \"e\": null\n}";
        assert_eq!(indent(text), expected);
        assert_eq!(indent(expected), expected);
    }
}
