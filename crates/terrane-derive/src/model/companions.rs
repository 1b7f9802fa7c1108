//! The structs that belong to a model: draft, key, computed fields and paths.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::{Field, Model, over};

/// Companions are there for whom they help: one that nobody uses is no mistake. Nor is a long type, because nobody has to write it.
fn no_lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            clippy::type_complexity,
            reason = "not every provider needs every companion of a model, and their types follow from the fields'"
        )]
    }
}

/// The impls that `#[derive(Clone, Debug)]` makes, but with what the compiler says of a field's type at the type.
fn clone_and_debug<'a>(
    companion: &Ident,
    fields: impl Iterator<Item = &'a Field<'a>> + Clone,
) -> TokenStream {
    let name = companion.to_string();
    // A type may be written outside of the code that derives, in a macro's arguments, where nothing is called `self`.
    let this = quote!(self);
    let clones = fields.clone().map(|field| {
        let ident = field.ident;
        over(
            &field.ty,
            |span| quote_spanned!(span=> #ident: ::core::clone::Clone::clone(&#this.#ident)),
        )
    });
    let shown = fields.map(|field| {
        let (ident, name) = (field.ident, field.ident.unraw().to_string());
        let value = over(&field.ty, |span| quote_spanned!(span=> &#this.#ident));
        quote!(.field(#name, #value))
    });
    quote! {
        #[automatically_derived]
        impl ::core::clone::Clone for #companion {
            fn clone(&self) -> Self {
                Self { #(#clones),* }
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #companion {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(#name)#(#shown)*.finish()
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
            let value = over(
                &field.ty,
                |span| quote_spanned!(span=> ::terrane::Value<#inner>),
            );
            let docs = field
                .docs
                .attributes_or(&format!("The attribute `{}`.", field.name));
            quote!(#docs #vis #ident: #value)
        });
        let nulls = self.fields.iter().map(|field| {
            let ident = field.ident;
            over(
                &field.ty,
                |span| quote_spanned!(span=> #ident: ::terrane::Value::Null),
            )
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
                fn default() -> Self {
                    Self { #(#nulls),* }
                }
            }
        }
    }

    /// The type of the key: a struct, or nothing.
    pub(super) fn key_type(&self) -> TokenStream {
        if self.key_fields().next().is_none() {
            return quote!(());
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
            let (ident, key) = (field.ident, field.member_of(&field.key_kind(), "Key"));
            let key = field.peeled_type(key);
            let docs = field
                .docs
                .attributes_or(&format!("The attribute `{}`.", field.name));
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

    pub(super) fn computed_struct(&self) -> TokenStream {
        if self.computed().next().is_none() {
            return quote!();
        }
        let (model, vis, computed, allow) =
            (self.ident, self.vis, self.companion("Computed"), no_lints());
        let doc = format!("The attributes of [`{model}`] that the provider fills.");
        let fields = self.computed().map(|field| {
            let (vis, ident, filled) = (
                field.vis,
                field.ident,
                field.member_of(&quote!(::terrane::attr::Fill), "Filled"),
            );
            let filled = field.peeled_type(filled);
            let docs = field
                .docs
                .attributes_or(&format!("The attribute `{}`.", field.name));
            quote!(#docs #vis #ident: #filled)
        });
        let fills = self.computed().map(|field| {
            let (ident, fill) = (
                field.ident,
                field.member_of(&quote!(::terrane::attr::Fill), "fill"),
            );
            if field.is_foreign() {
                return quote!(::terrane::Computed::fill(&mut self.#ident, computed.#ident););
            }
            quote!(#fill(&mut self.#ident, computed.#ident);)
        });
        let draft = self.companion("Draft");
        let drafted = self.computed().map(|field| {
            let (ident, fill) = (
                field.ident,
                field.member_of(&quote!(::terrane::attr::Fill), "fill_draft"),
            );
            let mut value = quote!(computed.#ident);
            if field.is_foreign() {
                let filled = field.member_of(&quote!(::terrane::attr::Fill), "Filled");
                value = quote!(<#filled as ::terrane::attr::Peel>::wrap(#value));
            }
            quote!(#fill(&mut self.#ident, #value);)
        });
        let drafted = self.body(quote!(#(#drafted)* self));
        let body = self.body(quote!(#(#fills)* self));
        let binding = if self.broken {
            quote!(self, _)
        } else {
            quote!(mut self, computed)
        };
        quote! {
            #[doc = #doc]
            #allow
            #vis struct #computed { #(#fields),* }

            #[automatically_derived]
            impl #model {
                /// Fills the computed attributes that are not known yet; what is configured or kept stays as it is.
                #allow
                #[must_use]
                #vis fn with_computed(#binding: #computed) -> Self {
                    #body
                }
            }

            #[automatically_derived]
            impl #draft {
                /// Fills the computed attributes that are null or unknown; what is known stays as it is.
                #allow
                #[must_use]
                #vis fn with_computed(#binding: #computed) -> Self {
                    #drafted
                }
            }
        }
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
            let doc = format!("The path of `{name}`.");
            quote! {
                #[doc = #doc]
                #[must_use]
                #vis fn #ident(self) -> #paths {
                    ::terrane::path::PathNode::new(self.0.attribute(#name))
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
            impl ::terrane::path::PathNode for #paths {
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
