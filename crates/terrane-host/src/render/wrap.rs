//! Lines of a limited width.

/// Breaks the lines of a text at blanks, so that no line is wider unless it is one word.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| wrap_line(line, width))
        .collect();
    lines.join("\n")
}

fn wrap_line(line: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(line.len());
    let mut column = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if column > 0 {
            if column + 1 + length > width {
                wrapped.push('\n');
                column = 0;
            } else {
                wrapped.push(' ');
                column += 1;
            }
        }
        wrapped += word;
        column += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrap("a bc def\ngh", 4), "a bc\ndef\ngh");
        assert_eq!(wrap("abcdef g", 4), "abcdef\ng");
        assert_eq!(wrap("", 4), "");
    }
}
