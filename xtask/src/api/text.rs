//! Source code as one line.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

/// Returns source code as one line with stable spaces: it does not depend on how the source is formatted.
pub(super) fn line(source: impl ToTokens) -> String {
    let mut text = String::new();
    write(&mut text, source.to_token_stream());
    text.replace("-> ", "->").replace("->", " -> ")
}

fn write(text: &mut String, source: TokenStream) {
    for token in source {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                if text.ends_with(',') {
                    text.push(' ');
                }
                text.push_str(open);
                write(text, group.stream());
                // A list may end with a comma if its source has several lines.
                if text.ends_with(',') && group.delimiter() == Delimiter::Parenthesis {
                    text.pop();
                }
                text.push_str(close);
            }
            TokenTree::Punct(punct) => {
                let sign = punct.as_char();
                let spaced = matches!(sign, '=' | '+') && punct.spacing() == Spacing::Alone;
                if spaced || text.ends_with(',') {
                    text.push(' ');
                }
                text.push(sign);
                if spaced {
                    text.push(' ');
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if text.ends_with(|last: char| last.is_alphanumeric() || "_,>)]\"".contains(last)) {
                    text.push(' ');
                }
                text.push_str(&token.to_string());
            }
        }
    }
}

/// Finds names of types in source.
pub(super) fn type_names(source: TokenStream, names: &mut BTreeSet<String>) {
    for token in source {
        match token {
            TokenTree::Ident(ident) => {
                let name = ident.unraw().to_string();
                if name.starts_with(char::is_uppercase) {
                    names.insert(name);
                }
            }
            TokenTree::Group(group) => type_names(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(source: &str) -> String {
        line(source.parse::<TokenStream>().unwrap())
    }

    #[test]
    fn the_format_of_the_source_does_not_matter() {
        let one =
            "pub fn f<'a, T: Into<String>>(it: &'a mut T, other: [u8; 4]) -> Result<T, Error>";
        let other = "pub  fn f <'a, T : Into<String>>(\n  it: &'a mut T,\n  other: [u8; 4],\n) -> Result<T, Error>";
        assert_eq!(written(one), written(other));
    }

    #[test]
    fn names_stay_apart() {
        assert_eq!(
            written("pub struct A<T> where T: Send + 'static"),
            "pub struct A<T> where T:Send + 'static"
        );
    }
}
