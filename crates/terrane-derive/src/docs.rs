//! Doc comments, which become descriptions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment of an item.
#[derive(Default)]
pub(crate) struct Docs {
    attributes: Vec<Attribute>,
    parts: Vec<Part>,
}

enum Part {
    Text(String),
    /// The call of a macro, such as `include_str!("pet.md")`.
    Macro(Box<Expr>),
}

impl Docs {
    /// Reads the doc comment among an item's attributes.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut docs = Self::default();
        for attribute in attributes {
            if let Meta::NameValue(meta) = &attribute.meta
                && meta.path.is_ident("doc")
            {
                docs.attributes.push(attribute.clone());
                docs.parts.push(match &meta.value {
                    Expr::Lit(ExprLit {
                        lit: Lit::Str(line),
                        ..
                    }) => {
                        let line = line.value();
                        Part::Text(line.strip_prefix(' ').unwrap_or(&line).to_owned())
                    }
                    other => Part::Macro(Box::new(other.clone())),
                });
            }
        }
        docs
    }

    /// The doc comment as an expression of type `&'static str`, if there is one.
    pub(crate) fn text(&self) -> Option<TokenStream> {
        let mut plain = Vec::new();
        for part in &self.parts {
            match part {
                Part::Text(line) => plain.push(line.as_str()),
                Part::Macro(_) => return Some(self.joined()),
            }
        }
        let joined = plain.join("\n");
        let text = joined.trim();
        (!text.is_empty()).then(|| quote!(#text))
    }

    /// The doc comment as attributes, or another text where there is none.
    pub(crate) fn attributes_or(&self, text: &str) -> TokenStream {
        let attributes = &self.attributes;
        if attributes.is_empty() {
            quote!(#[doc = #text])
        } else {
            quote!(#(#attributes)*)
        }
    }

    fn joined(&self) -> TokenStream {
        let parts = self.parts.iter().enumerate().map(|(at, part)| {
            let separator = (at > 0).then(|| quote!("\n",));
            match part {
                Part::Text(line) => quote!(#separator #line),
                Part::Macro(expr) => quote!(#separator #expr),
            }
        });
        quote!(::core::concat!(#(#parts),*))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn lines_lose_one_leading_space() {
        let docs = Docs::of(&[
            parse_quote!(#[doc = " What it eats:"]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = "   * hay"]),
            parse_quote!(#[tf(keep)]),
        ]);
        assert_eq!(
            docs.text().unwrap().to_string(),
            r#""What it eats:\n\n  * hay""#
        );
    }

    #[test]
    fn included_text_is_joined_by_the_compiler() {
        let docs = Docs::of(&[
            parse_quote!(#[doc = " A"]),
            parse_quote!(#[doc = include_str!("pet.md")]),
        ]);
        let expected = quote!(::core::concat!("A", "\n", include_str!("pet.md")));
        assert_eq!(docs.text().unwrap().to_string(), expected.to_string());
    }

    #[test]
    fn no_comment_is_no_text() {
        assert!(Docs::of(&[]).text().is_none());
        assert!(Docs::of(&[parse_quote!(#[doc = " "])]).text().is_none());
    }
}
