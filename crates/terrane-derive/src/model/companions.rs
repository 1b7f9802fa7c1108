//! The structs that belong to a model: draft, key, computed fields and paths.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::{Field, Model, assertion, over, parts};
use crate::messages;

/// Allows unused companion structs, and long types in them: not every provider uses each companion, and nobody writes their types.
fn no_lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            clippy::type_complexity,
            reason = "not every provider needs every companion of a model, and their types follow from the fields'"
        )]
    }
}

/// Generates the impls of `#[derive(Clone, Debug)]`. Compiler messages about a field's type point at the type.
fn clone_and_debug<'a>(
    companion: &Ident,
    fields: impl Iterator<Item = &'a Field<'a>> + Clone,
) -> TokenStream {
    let name = companion.to_string();
    // The tokens of a type may come from a macro's arguments, where `self` does not exist.
    let this = quote!(self);
    let clones: Vec<_> = fields
        .clone()
        .map(|field| {
            let ident = field.ident;
            let clone = over(
                &field.ty,
                |span| quote_spanned!(span=> ::core::clone::Clone::clone(&#this.#ident)),
            );
            (ident, clone)
        })
        .collect();
    let cloned = parts::build(&quote!(Self), &clones);
    let shown = fields.map(|field| {
        let (ident, name) = (field.ident, field.ident.unraw().to_string());
        let value = over(&field.ty, |span| quote_spanned!(span=> &#this.#ident));
        quote!((#name, #value))
    });
    quote! {
        #[automatically_derived]
        impl ::core::clone::Clone for #companion {
            #[inline]
            fn clone(&self) -> Self {
                #cloned
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #companion {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::terrane::generated::debug(f, #name, &[#(#shown),*])
            }
        }
    }
}

impl Model<'_> {
    pub(super) fn draft(&self) -> TokenStream {
        let (vis, draft, allow) = (self.vis, self.companion("Draft"), no_lints());
        let doc = format!(
            "[`{}`] where every attribute may be null or unknown.",
            self.ident
        );
        let fields = self.fields.iter().map(|field| {
            let (vis, ident, inner) = (field.vis, field.ident, field.attr_member("Draft"));
            let value = if field.is_flattened() {
                inner
            } else {
                over(
                    &field.ty,
                    |span| quote_spanned!(span=> ::terrane::Value<#inner>),
                )
            };
            let docs = field.documented();
            quote!(#docs #vis #ident: #value)
        });
        let nulls = self.fields.iter().map(|field| {
            let ident = field.ident;
            over(&field.ty, |span| {
                if field.is_flattened() {
                    quote_spanned!(span=> #ident: ::core::default::Default::default())
                } else {
                    quote_spanned!(span=> #ident: ::terrane::Value::Null)
                }
            })
        });
        let shared = clone_and_debug(&draft, self.fields.iter());
        quote! {
            #[doc = #doc]
            #allow
            #vis struct #draft { #(#fields),* }

            #shared

            /// A draft where everything is null.
            #[automatically_derived]
            impl ::core::default::Default for #draft {
                #[inline]
                fn default() -> Self {
                    Self { #(#nulls),* }
                }
            }

            #[automatically_derived]
            impl ::terrane::generated::Known for #draft {
                type Known = Self;

                #[inline]
                fn known(&self) -> ::core::option::Option<&Self> {
                    ::core::option::Option::Some(self)
                }
            }
        }
    }

    /// The type of the key: a struct, or the key of models without one.
    pub(super) fn key_type(&self) -> TokenStream {
        if self.key_fields().next().is_none() {
            return quote!(::terrane::generated::NoFieldIsMarkedKey);
        }
        let key = self.companion("Key");
        quote!(#key)
    }

    pub(super) fn key(&self) -> TokenStream {
        if self.key_fields().next().is_none() {
            return quote!();
        }
        let (vis, key, allow) = (self.vis, self.companion("Key"), no_lints());
        let doc = format!("What identifies a [`{}`].", self.ident);
        let fields = self.key_fields().map(|field| {
            let ident = field.ident;
            let key = if field.is_flattened() {
                field.model_member("Key")
            } else {
                field.peeled_type(field.member_of(&field.key_kind(), "Key"))
            };
            let docs = field.documented();
            quote!(#docs #vis #ident: #key)
        });
        let shared = clone_and_debug(&key, self.key_fields());
        quote! {
            #[doc = #doc]
            #allow
            #vis struct #key { #(#fields),* }

            #shared
        }
    }

    /// The type of the function that takes the struct of computed fields, or `()` without computed fields.
    pub(super) fn filled_type(&self) -> TokenStream {
        if self.computed().next().is_none() {
            return quote!(());
        }
        let computed = self.companion("Computed");
        quote!(fn(#computed))
    }

    /// Compile-time assertions that nested models have no computed fields, which `filled` cannot fill.
    pub(super) fn filled_assertions(&self) -> TokenStream {
        if self.options.filled.is_none() {
            return quote!();
        }
        let own = self.fields.iter().filter(|field| !field.is_flattened());
        let assertions = own.map(|field| {
            let facts = field.attr_member("FACTS");
            let message = messages::filled_with_nested_computed(&field.ident.unraw().to_string());
            assertion(field.ident.span(), &quote!(!#facts.computed), &message)
        });
        assertions.collect()
    }

    pub(super) fn computed_struct(&self) -> TokenStream {
        if self.computed().next().is_none() {
            return quote!();
        }
        let (model, vis, computed, allow) =
            (self.ident, self.vis, self.companion("Computed"), no_lints());
        let doc = format!("The attributes of [`{model}`] that the provider fills.");
        let fields = self.computed().map(|field| {
            let (vis, ident) = (field.vis, field.ident);
            let filled = if field.is_flattened() {
                field.flattened_type()
            } else {
                let filled = field.member_of(&quote!(::terrane::generated::Fill), "Filled");
                field.peeled_type(filled)
            };
            let docs = field.documented();
            quote!(#docs #vis #ident: #filled)
        });
        let draft = self.companion("Draft");
        let body = self.filled(|field, value| {
            let fill = if field.is_foreign() {
                quote!(::terrane::Computed::fill)
            } else {
                field.member_of(&quote!(::terrane::generated::Fill), "fill")
            };
            let field = field.borrowed();
            quote!(#fill(#field, #value);)
        });
        let drafted = self.filled(|field, value| {
            let ident = field.ident;
            if field.is_foreign() {
                let (attr, filled) = (
                    field.attr(),
                    field.member_of(&quote!(::terrane::generated::Fill), "Filled"),
                );
                let encoded = quote!(<#filled as ::terrane::generated::Peel>::into_value(#value));
                return quote!(::terrane::generated::fill_draft::<#attr>(&mut self.#ident, || #encoded););
            }
            let fill = field.member_of(&quote!(::terrane::generated::Fill), "fill_draft");
            quote!(#fill(&mut self.#ident, #value);)
        });
        let for_create = self.options.filled.map(|_| {
            quote! {
                /// Fills all computed attributes, for `create`.
                #allow
                #[must_use]
                #vis fn filled(self, computed: #computed) -> ::terrane::Filled<Self> {
                    ::terrane::generated::filled(self.with_computed(computed))
                }
            }
        });
        let this = (!self.broken).then(|| quote!(mut));
        let argument = self.binding(quote!(computed));
        quote! {
            #[doc = #doc]
            #allow
            #vis struct #computed { #(#fields),* }

            #[automatically_derived]
            impl #model {
                /// Fills the computed attributes that are unknown. Configured and kept values stay unchanged.
                #allow
                #[must_use]
                #vis fn with_computed(#this self, #argument: #computed) -> Self {
                    #body
                }

                #for_create
            }

            #[automatically_derived]
            impl #draft {
                /// Fills the computed attributes that are null or unknown. Known values stay unchanged.
                #allow
                #[inline]
                #[must_use]
                #vis fn with_computed(#this self, #argument: #computed) -> Self {
                    #drafted
                }
            }
        }
    }

    /// Fills each computed field with its value.
    fn filled(&self, fill: impl Fn(&Field<'_>, TokenStream) -> TokenStream) -> TokenStream {
        let fills = self.computed().map(|field| {
            let ident = field.ident;
            let value = quote!(computed.#ident);
            if field.is_flattened() {
                field.flattened_filled(&value)
            } else {
                fill(field, value)
            }
        });
        self.body(quote!(#(#fills)* self))
    }

    pub(super) fn paths(&self) -> TokenStream {
        let (vis, paths, allow) = (self.vis, self.companion("Paths"), no_lints());
        let doc = format!("The paths below a [`{}`].", self.ident);
        let methods = self.fields.iter().map(|field| {
            let (vis, ident, name, paths) = (
                field.vis,
                field.ident,
                &field.name,
                field.attr_member("Paths"),
            );
            let (doc, path) = if field.is_flattened() {
                (
                    format!("The paths of the attributes that stand in `{name}`."),
                    quote!(self.0),
                )
            } else {
                (
                    format!("The path of `{name}`."),
                    quote!(self.0.attribute(#name)),
                )
            };
            quote! {
                #[doc = #doc]
                #[inline]
                #[must_use]
                #vis fn #ident(self) -> #paths {
                    ::terrane::generated::PathNode::new(#path)
                }
            }
        });
        quote! {
            #[doc = #doc]
            #[derive(::core::clone::Clone, ::core::fmt::Debug)]
            #allow
            #vis struct #paths(::terrane::Path);

            #allow
            #[automatically_derived]
            impl #paths { #(#methods)* }

            #[automatically_derived]
            impl ::terrane::generated::PathNode for #paths {
                type Element = Self;

                fn new(path: ::terrane::Path) -> Self {
                    Self(path)
                }

                fn into_path(self) -> ::terrane::Path {
                    self.0
                }
            }
        }
    }
}
