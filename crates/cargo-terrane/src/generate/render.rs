//! Generated structs as text.

use std::fmt::Write as _;

use terrane_protocol::schema::{Description, DescriptionKind};

use super::model::{Field, Struct};

/// Formats a text as a string literal.
pub(super) fn literal(text: &str) -> String {
    proc_macro2::Literal::string(text).to_string()
}

/// Adds a description as a doc comment.
pub(super) fn docs(out: &mut String, indent: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    // The derive trims a comment, editors trim lines, and the compiler refuses invisible characters. Such a text is written as an expression.
    let literal = literal(text);
    let is_trimmed = text == text.trim() && text.lines().all(|line| line == line.trim_end());
    let is_visible = !literal.contains("\\u{") && !literal.contains("\\r") && !text.contains('\0');
    if !is_trimmed || !is_visible {
        let _ = writeln!(out, "{indent}#[doc = concat!({literal})]");
        return;
    }
    for line in text.lines() {
        let separator = if line.is_empty() { "" } else { " " };
        let _ = writeln!(out, "{indent}///{separator}{line}");
    }
}

/// Adds the options of `#[tf(..)]`.
fn write_options(out: &mut String, indent: &str, options: &[String]) {
    if !options.is_empty() {
        let _ = writeln!(out, "{indent}#[tf({})]", options.join(", "));
    }
}

pub(super) fn is_plain(description: &Description) -> bool {
    !description.text.is_empty() && description.kind == DescriptionKind::Plain
}

fn is_markdown(description: &Description) -> bool {
    !description.text.is_empty() && description.kind == DescriptionKind::Markdown
}

impl Struct {
    /// Adds the struct.
    pub(super) fn render(&self, out: &mut String) {
        let described = self.fields.iter().map(|field| &field.description);
        let any_plain = described.clone().any(is_plain);
        let plain = is_plain(&self.description)
            || (any_plain
                && !described.clone().any(is_markdown)
                && !is_markdown(&self.description));
        let mut of_struct = self.options.clone();
        if plain {
            of_struct.push("plain".to_owned());
        }
        out.push('\n');
        docs(out, "", &self.description.text);
        let derived = if self.is_object { "Attr" } else { "Model" };
        let _ = writeln!(out, "#[derive(Clone, Debug, {derived})]");
        write_options(out, "", &of_struct);
        let _ = writeln!(out, "pub struct {} {{", self.name);
        for field in &self.fields {
            field.render(out, plain);
        }
        out.push_str("}\n");
    }
}

impl Field {
    fn render(&self, out: &mut String, plain_struct: bool) {
        const INDENT: &str = "    ";
        docs(out, INDENT, &self.description.text);
        let mut all = self.options.clone();
        if self.plain_timeouts || (!plain_struct && is_plain(&self.description)) {
            all.push("plain".to_owned());
        } else if plain_struct && is_markdown(&self.description) {
            all.push("markdown".to_owned());
        }
        write_options(out, INDENT, &all);
        if !self.questions.is_empty() {
            let _ = writeln!(out, "{INDENT}// {}", self.questions.join(" "));
        }
        let _ = writeln!(out, "{INDENT}pub {}: {},", self.ident, self.ty);
    }
}
