//! `#[tf(crate = toolkit::terrane)]`: the path of the crate in generated code.
//!
//! Generated code names the crate `::terrane`. An author whose own crate re-exports it has no such dependency, and names another path.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::Path;

/// Replaces `::terrane` by the path.
pub(crate) fn replace(code: TokenStream, path: Option<&Path>) -> TokenStream {
    match path {
        Some(path) => replaced(code, &path.to_token_stream()),
        None => code,
    }
}

fn replaced(code: TokenStream, path: &TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), replaced(group.stream(), path));
                inside.set_span(group.span());
                out.push(inside.into());
            }
            TokenTree::Ident(word) if word == "terrane" && follows_root(&out) => {
                out.truncate(out.len() - 2);
                out.extend(path.clone());
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// Whether the tokens end in a `::` that starts a path: there is no name before it.
fn follows_root(tokens: &[TokenTree]) -> bool {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == ':');
    let is_name =
        |token: &TokenTree| matches!(token, TokenTree::Ident(it) if !is_keyword(&it.to_string()));
    match tokens {
        [before @ .., first, second] if is_colon(first) && is_colon(second) => {
            !before.last().is_some_and(is_name)
        }
        _ => false,
    }
}

/// Whether a word is a keyword that a path can follow.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "as" | "impl"
            | "for"
            | "where"
            | "dyn"
            | "mut"
            | "return"
            | "in"
            | "else"
            | "match"
            | "if"
            | "use"
            | "const"
    )
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn only_paths_that_start_with_the_crate_are_replaced() {
        let path: Path = syn::parse_quote!(crate::toolkit::terrane);
        let code = quote! {
            impl ::terrane::generated::Attr for A where B: ::terrane::generated::Model {
                fn f(x: &::terrane::Value) -> ::core::option::Option<<T as ::terrane::Attr>::Draft> {
                    self::terrane::f(terrane::g, [::terrane::h()])
                }
            }
        };
        let expected = quote! {
            impl crate::toolkit::terrane::generated::Attr for A where B: crate::toolkit::terrane::generated::Model {
                fn f(x: &crate::toolkit::terrane::Value) -> ::core::option::Option<<T as crate::toolkit::terrane::Attr>::Draft> {
                    self::terrane::f(terrane::g, [crate::toolkit::terrane::h()])
                }
            }
        };
        let found = replace(code.clone(), Some(&path));
        assert_eq!(found.to_string(), expected.to_string());
        assert_eq!(replace(code.clone(), None).to_string(), code.to_string());
    }
}
