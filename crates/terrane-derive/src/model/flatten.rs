//! Fields that are models whose fields are attributes of this one: `flatten`.
//!
//! The values of an object are sorted by the attributes' names, so the values of a flattened model are mixed with the others. A model that flattens
//! others is decoded and encoded by a layout, which is created once. Other models are decoded and encoded by position.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{Field, Model, assertion, nesting, over};
use crate::arguments::KeyOptions;
use crate::errors::Errors;
use crate::messages;

impl Model<'_> {
    /// The fields that are attributes or blocks themselves.
    pub(super) fn own(&self) -> impl Iterator<Item = &Field<'_>> {
        self.fields.iter().filter(|field| !field.is_flattened())
    }

    /// The fields whose fields are attributes of this model.
    pub(super) fn flattened(&self) -> impl Iterator<Item = &Field<'_>> {
        self.fields.iter().filter(|field| field.is_flattened())
    }

    /// Whether the model flattens others.
    pub(super) fn flattens(&self) -> bool {
        self.flattened().next().is_some()
    }

    /// The constant with the attributes' names, with which assertions detect a name that two models have.
    pub(super) fn names(&self) -> TokenStream {
        let own = self.own().map(|field| &field.name);
        let flattened = self.flattened().map(|field| field.model_member("NAMES"));
        quote!(::terrane::generated::Names {
            own: &[#(#own),*],
            flattened: &[#(#flattened),*],
        })
    }

    /// The schemas of the flattened models, if there are any.
    pub(super) fn flattened_blocks(&self) -> Option<TokenStream> {
        let blocks = self
            .flattened()
            .map(|field| field.model_member("flattened_block"));
        self.flattens().then(|| quote!(#(#blocks()),*))
    }

    /// The function that returns the positions of the values in an object.
    pub(super) fn layout(&self) -> TokenStream {
        let Some(blocks) = self.flattened_blocks().filter(|_| !self.broken) else {
            return quote!();
        };
        quote! {
            fn layout() -> ::core::option::Option<&'static ::terrane::generated::Layout> {
                static LAYOUT: ::std::sync::OnceLock<::terrane::generated::Layout> = ::std::sync::OnceLock::new();
                ::core::option::Option::Some(LAYOUT.get_or_init(|| ::terrane::generated::Layout::new(
                    <Self as ::terrane::generated::ObjectModel>::block(),
                    &[#blocks],
                )))
            }
        }
    }

    /// Compile-time assertions that no two attributes have the same name.
    pub(super) fn name_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        let mut assert = |span: Span, check: TokenStream, message: String| {
            all.extend(assertion(span, &check, &message));
        };
        for (place, flattened) in self.flattened().enumerate() {
            let (names, shown) = (
                flattened.model_member("NAMES"),
                nesting::show(&flattened.ty),
            );
            for field in self.own() {
                let name = &field.name;
                let message = messages::taken_by_flattened(name, &shown);
                assert(field.name_span(), quote!(!#names.has(#name)), message);
            }
            for other in self.flattened().skip(place + 1) {
                let others = other.model_member("NAMES");
                let message = messages::taken_by_both(&shown, &nesting::show(&other.ty));
                assert(
                    other.ty.span(),
                    quote!(#names.are_disjoint(&#others)),
                    message,
                );
            }
        }
        all
    }
}

impl Field<'_> {
    pub(super) fn is_flattened(&self) -> bool {
        self.options.flatten.is_some()
    }

    /// Removes options that a flattened model cannot have: nearly all.
    pub(super) fn check_flattened(&mut self, errors: &mut Errors) {
        let is_bare = self.options.key.as_ref().is_none_or(KeyOptions::is_empty);
        if let Some(key) = self.options.word("key").filter(|_| !is_bare) {
            errors.push(key.span(), messages::form(key, ""));
        }
        let is_refused = |name: &str| !matches!(name, "flatten" | "computed" | "key");
        self.options
            .refuse(is_refused, messages::not_with_flatten, errors);
    }

    /// A member of the model that is flattened: a type, a constant or a function.
    pub(super) fn model_member(&self, member: &str) -> TokenStream {
        self.member_of(&quote!(::terrane::generated::Model), member)
    }

    /// Whether the settings of a provider can have the names of the flattened model.
    pub(super) fn names_are_free(&self) -> TokenStream {
        let names = self.model_member("Names");
        over(
            &self.ty,
            |span| quote_spanned!(span=> <#names as ::terrane::generated::AreFree>::FREE),
        )
    }

    /// The type of the flattened model's computed fields.
    pub(super) fn flattened_type(&self) -> TokenStream {
        let filled = self.model_member("Filled");
        over(
            &self.ty,
            |span| quote_spanned!(span=> <#filled as ::terrane::generated::Takes>::Argument),
        )
    }

    /// Fills the computed fields of the flattened model, or of its draft.
    pub(super) fn flattened_filled(&self, value: &TokenStream) -> TokenStream {
        let ident = self.ident;
        quote! {
            self.#ident = {
                // A model without computed fields has been refused already, with one message.
                #[allow(unused_imports, reason = "an inherent method takes precedence over that of the trait")]
                use ::terrane::generated::NoComputedFields as _;
                self.#ident.with_computed(#value)
            };
        }
    }

    /// Reads the key of the flattened model.
    pub(super) fn flattened_key(&self) -> TokenStream {
        let (ident, key) = (self.ident, self.model_member("key"));
        quote!(#ident: #key(state)?)
    }

    /// Writes the key of the flattened model into a state.
    pub(super) fn flattened_keyed(&self) -> TokenStream {
        let (ident, keyed) = (self.ident, self.model_member("keyed"));
        quote!(::terrane::generated::merge(&mut state, #keyed(key.#ident));)
    }

    /// Compile-time assertions that the options `computed` and `key` are set if, and only if, the flattened model needs them.
    pub(super) fn flatten_assertions(&self) -> TokenStream {
        let shown = nesting::show(&self.ty);
        let mut all = TokenStream::new();
        let names = ["computed", "key"];
        for (name, member, nothing, there, missing) in [
            (
                "computed",
                "Filled",
                quote!(IsUnit),
                "computed fields",
                "no computed fields",
            ),
            ("key", "Key", quote!(Keyless), "a key", "no key"),
        ] {
            let member = self.model_member(member);
            let is_nothing = quote!({
                #[allow(unused_imports, reason = "an inherent constant takes precedence over that of the trait")]
                use ::terrane::generated::Flattenable as _;
                ::terrane::generated::#nothing::<#member>::IS
            });
            // This option is the wrong one; the others stay.
            let meant = names
                .iter()
                .filter(|it| (**it == name) != self.options.word(it).is_some())
                .fold("flatten".to_owned(), |all, name| all + ", " + name);
            let (span, check, what) = match self.options.word(name) {
                Some(word) => (word.span(), quote!(!#is_nothing), missing),
                None => (self.ty.span(), is_nothing, there),
            };
            let message = messages::flattened_has(&shown, what, &meant);
            all.extend(assertion(span, &check, &message));
        }
        all
    }
}
