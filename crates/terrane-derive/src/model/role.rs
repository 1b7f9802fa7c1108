//! What a model cannot have as a resource or data source.
//!
//! A derive sees the struct, not what it is used for. But the compiler knows which traits it implements, so the compiled code asks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{Field, Model, at};
use crate::errors::Errors;
use crate::message;
use crate::settings::Kind;

/// What every resource, data source and ephemeral resource may have in a configuration beside its attributes.
const RESERVED: [&str; 7] = [
    "connection",
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "provider",
    "provisioner",
];

/// What every provider may have in a configuration beside its settings.
const RESERVED_OF_PROVIDERS: [&str; 8] = [
    "alias",
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "locals",
    "source",
    "version",
];

impl Model<'_> {
    /// Whether hosts leave the names of the fields to the settings of a provider.
    pub(super) fn names_are_free(&self) -> TokenStream {
        let mut names = self.own().map(|field| field.name.as_str());
        let own = !names.any(|name| RESERVED_OF_PROVIDERS.contains(&name));
        if !self.flattens() {
            return quote!(#own);
        }
        let flattened = self.flattened().map(Field::names_are_free);
        quote!({ #own #(&& #flattened)* })
    }

    /// Refuses the names that hosts keep in settings, which a field with a variable gives away.
    pub(super) fn check_setting_names(&self, errors: &mut Errors) {
        for field in self.own() {
            if RESERVED_OF_PROVIDERS.contains(&field.name.as_str()) {
                errors.push(field.name_span(), message::reserved_setting(&field.name));
            }
        }
    }

    /// Compile-time assertions of what the settings ask of the model's role, at the word that is wrong.
    pub(super) fn role_assertions(&self) -> TokenStream {
        let assertions: TokenStream = self.own().map(Field::role_assertions).collect();
        if assertions.is_empty() {
            return quote!();
        }
        let model = self.ident;
        // Of two constants of one name the inherent one wins, but only where its bound holds.
        quote! {
            const _: () = {
                #[allow(dead_code, reason = "only its constants matter")]
                struct TerraneRole<T>(::core::marker::PhantomData<T>);

                #[allow(dead_code, reason = "each model has one role")]
                trait TerraneNoRole {
                    const IS_RESOURCE: bool = false;
                    const IS_DATA_SOURCE: bool = false;
                    const IS_EPHEMERAL: bool = false;
                }

                impl<T> TerraneNoRole for TerraneRole<T> {}

                #[allow(dead_code, reason = "not every model is a resource")]
                impl<T: ::terrane::Resource> TerraneRole<T> {
                    const IS_RESOURCE: bool = true;
                }

                #[allow(dead_code, reason = "not every model is a data source")]
                impl<T: ::terrane::DataSource> TerraneRole<T> {
                    const IS_DATA_SOURCE: bool = true;
                }

                #[allow(dead_code, reason = "not every model is an ephemeral resource")]
                impl<T: ::terrane::Ephemeral> TerraneRole<T> {
                    const IS_EPHEMERAL: bool = true;
                }

                #[allow(dead_code, reason = "not every setting asks for it")]
                const IS_EPHEMERAL: bool = TerraneRole::<#model>::IS_EPHEMERAL;
                const IS_RESOURCE: bool = TerraneRole::<#model>::IS_RESOURCE;
                const IS_DATA_SOURCE: bool = TerraneRole::<#model>::IS_DATA_SOURCE;
                #assertions
            };
        }
    }
}

impl Field<'_> {
    fn role_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        let mut assert = |span: Span, check: TokenStream, message: String| {
            let assertion = quote_spanned!(at(span)=> ::core::assert!(#check, #message));
            all.extend(quote!(const _: () = #assertion;));
        };
        let neither = quote!(!IS_RESOURCE && !IS_DATA_SOURCE);
        if self.is_block() && self.says_computed() {
            assert(
                self.ty.span(),
                quote!(IS_RESOURCE || (!IS_DATA_SOURCE && !IS_EPHEMERAL)),
                message::COMPUTED_BLOCK_OF_OTHERS.to_owned(),
            );
        }
        if RESERVED.contains(&self.name.as_str()) {
            assert(
                self.name_span(),
                quote!(#neither && !IS_EPHEMERAL),
                message::reserved(&self.name),
            );
        }
        if let Some(env) = self.settings.get(Kind::Env) {
            let message = message::env_of_object(&env.word.to_string());
            assert(env.word.span(), neither, message);
        }
        for kind in [
            Kind::Replace,
            Kind::Keep,
            Kind::ChangesWith,
            Kind::Unknown,
            Kind::Plan,
            Kind::Align,
            Kind::Counts,
        ] {
            if let Some(setting) = self.settings.get(kind) {
                let message = message::nothing_changes(&setting.word.to_string());
                let changes = quote!(IS_RESOURCE || !IS_DATA_SOURCE && !IS_EPHEMERAL);
                assert(setting.word.span(), changes, message);
            }
        }
        all
    }
}
