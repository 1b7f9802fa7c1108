//! Options of fields about plans.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Expr, Ident};

use super::{Field, Model, at};
use crate::errors::Errors;
use crate::messages;
use crate::planning::{Refined, Replace, Timeout};

impl Model<'_> {
    /// Refuses `changes_with` with missing fields, and cycles.
    pub(super) fn check_dependencies(&mut self, errors: &mut Errors) {
        let mut wrong = BTreeSet::new();
        for (at, field) in self.fields.iter().enumerate() {
            for path in field.dependencies() {
                if !self.has_path(path, errors) {
                    wrong.insert(at);
                }
            }
        }
        for (at, field) in self.fields.iter().enumerate() {
            if wrong.is_empty() && self.reaches(at, at, &mut BTreeSet::new()) {
                if let Some(word) = field.options.word("changes_with") {
                    let ident = field.ident.unraw().to_string();
                    errors.push(word.span(), messages::changes_with_itself(&ident));
                }
                wrong.insert(at);
            }
        }
        for at in wrong {
            self.fields[at].options.remove("changes_with");
        }
    }

    /// Whether a field depends on another one, directly or through others.
    fn reaches(&self, from: usize, to: usize, seen: &mut BTreeSet<usize>) -> bool {
        let firsts = self.fields[from].depends_on();
        let positions =
            firsts.filter_map(|first| self.fields.iter().position(|it| it.ident == first));
        positions
            .collect::<Vec<_>>()
            .into_iter()
            .any(|next| next == to || seen.insert(next) && self.reaches(next, to, seen))
    }
}

impl Field<'_> {
    /// The paths in `changes_with`.
    fn dependencies(&self) -> impl Iterator<Item = &Vec<Ident>> {
        self.options.changes_with.iter().flatten()
    }

    /// The first field of each path in `changes_with`.
    fn depends_on(&self) -> impl Iterator<Item = &Ident> {
        self.dependencies().filter_map(|path| path.first())
    }

    pub(super) fn changes_with(&self, model: &Ident, paths: &[Vec<Ident>]) -> TokenStream {
        let paths = paths.iter().map(|path| {
            let root = quote!(<<#model as ::terrane::generated::Attr>::Paths as ::terrane::generated::PathNode>::new(::terrane::Path::root()));
            let node = path.iter().fold(root, |node, step| quote_spanned!(step.span()=> #node.#step()));
            quote!(::terrane::generated::PathNode::into_path(#node))
        });
        quote!(.changes_with([#(#paths),*]))
    }

    pub(super) fn refinements(&self, refined: &[Refined]) -> TokenStream {
        let attr = self.attr();
        let refinements = refined.iter().map(|refined| match refined {
            Refined::Prefix(text) => {
                let prefix =
                    quote_spanned!(at(text.span())=> ::terrane::generated::prefix::<#attr>);
                quote!(.refine(#prefix(#text)))
            }
            Refined::Len(range) => {
                let len = quote_spanned!(at(range.span())=> ::terrane::generated::len::<#attr>);
                quote!(.refine(#len(#range)))
            }
            Refined::Range(range) => {
                let function =
                    quote_spanned!(at(range.span())=> ::terrane::generated::range::<#attr, _>);
                quote!(.refine(#function(#range)))
            }
        });
        refinements.collect()
    }

    /// Whether each update replaces the object if the field is computed: no option keeps or plans its value.
    pub(super) fn is_replaced_by_updates(&self) -> bool {
        let mut planned = ["keep", "changes_with", "plan", "optional", "counts"].into_iter();
        !matches!(self.options.replace, Some(Replace::IfConfigured))
            && !planned.any(|name| self.options.word(name).is_some())
    }

    pub(super) fn replace_if(&self, function: &Expr) -> TokenStream {
        let attr = self.attr();
        let condition =
            quote_spanned!(at(function.span())=> ::terrane::generated::condition::<#attr>);
        quote!(.replace_when(::terrane::schema::Replace::If(#condition(#function))))
    }

    pub(super) fn modifier(&self, modify: &Expr) -> TokenStream {
        let attr = self.attr();
        let model = self.model;
        let modifier =
            quote_spanned!(at(modify.span())=> ::terrane::generated::modifier::<#attr, #model, _>);
        quote!(.modify(#modifier(#modify)))
    }

    /// The attribute's name comes from the element's paths, so that a field that is missing does not compile.
    pub(super) fn align(&self, by: &Ident) -> TokenStream {
        let attr = self.attr();
        let elements =
            quote_spanned!(at(by.span())=> <#attr as ::terrane::generated::Aligned>::Paths);
        let path = quote_spanned!(by.span()=> <#elements as ::terrane::generated::PathNode>::new(::terrane::Path::root()).#by());
        quote!(.align(::std::string::ToString::to_string(&::terrane::generated::PathNode::into_path(#path))))
    }

    pub(super) fn timeouts(&self, timeouts: &[Timeout]) -> TokenStream {
        let all = timeouts.iter().map(|timeout| {
            let operation = timeout.operation.unraw().to_string();
            let default = match &timeout.default {
                Some(default) => {
                    let parse = quote_spanned!(at(default.span())=> ::terrane::timeouts::parse);
                    let message = messages::not_a_duration(&default.value());
                    let refuse = quote_spanned!(default.span()=> ::core::panic!("{}", #message));
                    // An item, unlike a `const` block, is evaluated even by `cargo check`.
                    quote!(::core::option::Option::Some({
                        const DEFAULT: ::core::time::Duration = match #parse(#default) {
                            ::core::option::Option::Some(default) => default,
                            ::core::option::Option::None => #refuse,
                        };
                        DEFAULT
                    }))
                }
                None => quote!(::core::option::Option::None),
            };
            quote!((#operation, #default))
        });
        quote!(.timeouts(&[#(#all),*]))
    }
}
