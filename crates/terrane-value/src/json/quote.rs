use std::fmt;

/// Writes a string in quotes with the escapes of JSON.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        escape(self.0, false, |piece| f.write_str(piece))?;
        f.write_str("\"")
    }
}

/// Appends a string in quotes, with the same escapes as the hosts. They also escape characters that are special in HTML or JavaScript.
pub(crate) fn write_quoted(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let done: Result<(), std::convert::Infallible> = escape(text, true, |piece| {
        out.extend_from_slice(piece.as_bytes());
        Ok(())
    });
    let Ok(()) = done;
    out.push(b'"');
}

fn escape<E>(
    text: &str,
    html: bool,
    mut write: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut plain = 0;
    for (index, c) in text.char_indices() {
        let code;
        let escaped = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\0'..'\u{20}' => {
                code = format!("\\u{:04x}", u32::from(c));
                &code
            }
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' if html => {
                code = format!("\\u{:04x}", u32::from(c));
                &code
            }
            _ => continue,
        };
        write(&text[plain..index])?;
        write(escaped)?;
        plain = index + c.len_utf8();
    }
    write(&text[plain..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_like_the_hosts() {
        let mut out = Vec::new();
        write_quoted("a\"\\\n\u{1}<&>\u{2028}é", &mut out);
        assert_eq!(
            out,
            r#""a\"\\\n\u0001\u003c\u0026\u003e\u2028é""#.as_bytes()
        );
        assert_eq!(Quoted("<\t>").to_string(), r#""<\t>""#);
    }
}
