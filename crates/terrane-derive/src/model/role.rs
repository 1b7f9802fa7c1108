//! Names and options that a resource, a data source or the settings of a provider cannot have.
//!
//! A derive sees the struct, but not the traits that it implements. The compiler knows these traits, so the generated code checks them.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{Field, Model, assertion, at, nesting};
use crate::errors::Errors;
use crate::{messages, name};

/// Names that hosts reserve in the configuration of every resource, data source and ephemeral resource.
const RESERVED: &str = "connection count depends_on for_each lifecycle provider provisioner";

/// Names that hosts reserve in the configuration of every provider.
const RESERVED_OF_PROVIDERS: &str =
    "alias count depends_on for_each lifecycle locals source version";

impl Model<'_> {
    /// Whether the settings of a provider can have the names of the fields.
    pub(super) fn names_are_free(&self) -> TokenStream {
        let mut names = self.own().map(|field| field.name.as_str());
        let own = !names.any(|name| name::is_listed(name, RESERVED_OF_PROVIDERS));
        if !self.flattens() {
            return quote!(#own);
        }
        let flattened = self.flattened().map(Field::names_are_free);
        quote!({ #own #(&& #flattened)* })
    }

    /// Refuses names that hosts reserve in the settings of a provider. Called only for a model with an `env` field, which must be settings.
    pub(super) fn check_setting_names(&self, errors: &mut Errors) {
        for field in self.own() {
            if name::is_listed(&field.name, RESERVED_OF_PROVIDERS) {
                errors.push(field.name_span(), messages::reserved_setting(&field.name));
            }
        }
    }

    /// Compile-time assertions that the model's role supports the options. Each points at the option.
    pub(super) fn role_assertions(&self) -> TokenStream {
        let assertions: TokenStream = self.fields.iter().map(Field::role_assertions).collect();
        let model = self.ident;
        let message = messages::resource_and_state_only(&model.to_string());
        let one_kind = quote_spanned! {at(model.span())=>
            const _: () = ::core::assert!(
                !(IS_STATE_ONLY && ::terrane::generated::Role::<#model>::IS_RESOURCE),
                #message
            );
        };
        quote! {
            #[allow(dead_code, unused_imports, reason = "the fields decide which constants are used")]
            const _: () = {
                use ::terrane::generated::NoRole as _;
                const IS_STATE_ONLY: bool = ::terrane::generated::Role::<#model>::IS_STATE_ONLY;
                const IS_RESOURCE: bool = ::terrane::generated::Role::<#model>::IS_RESOURCE || IS_STATE_ONLY;
                #one_kind
                const IS_DATA_SOURCE: bool = ::terrane::generated::Role::<#model>::IS_DATA_SOURCE;
                const IS_EPHEMERAL: bool = ::terrane::generated::Role::<#model>::IS_EPHEMERAL;
                #assertions
            };
        }
    }
}

impl Field<'_> {
    fn role_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        let mut assert = |span: Span, check: TokenStream, message: String| {
            all.extend(assertion(span, &check, &message));
        };
        let neither = quote!(!IS_RESOURCE && !IS_DATA_SOURCE);
        let (facts, fills_blocks) = (self.facts(), quote!(!IS_DATA_SOURCE && !IS_EPHEMERAL));
        assert(
            self.ty.span(),
            quote!(#fills_blocks || !#facts.computed_blocks),
            if self.is_block() && self.is_marked_computed() {
                messages::COMPUTED_BLOCK_OF_OTHERS.to_owned()
            } else {
                messages::nested_computed_block(&nesting::show(&self.ty))
            },
        );
        if self.is_flattened() {
            return all;
        }
        if name::is_listed(&self.name, RESERVED) {
            assert(
                self.name_span(),
                quote!(#neither && !IS_EPHEMERAL),
                messages::reserved(&self.name),
            );
        }
        if let Some(env) = self.options.word("env") {
            let message = messages::env_of_object(&env.to_string());
            assert(env.span(), neither, message);
        }
        for name in "replace keep changes_with unknown plan align counts".split(' ') {
            if let Some(word) = self.options.word(name) {
                let message = messages::no_effect_on_plans(&word.to_string());
                let changes = quote!(IS_RESOURCE || !IS_DATA_SOURCE && !IS_EPHEMERAL);
                assert(word.span(), changes, message);
            }
        }
        all
    }
}
