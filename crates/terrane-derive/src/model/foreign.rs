//! Types of other crates, which are read and written by an adapter: `as = String` and `with = module`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Type, parse_quote, parse_quote_spanned};

use super::{Field, nesting, over};

impl Field<'_> {
    /// The type of the field in the schema: a foreign type is wrapped in an adapter.
    pub(super) fn adapted(&self) -> Type {
        let adapter = |core: &Type| -> Type {
            if self.options.with.is_some() {
                let adapter = self.adapter();
                parse_quote!(#adapter)
            } else {
                let gate = self.gate();
                parse_quote_spanned!(core.span()=> <#gate as ::terrane::generated::PassText<#core>>::Adapter)
            }
        };
        if self.is_gated() {
            return self.passed();
        }
        if !self.is_foreign() {
            return self.ty.clone();
        }
        nesting::around_core(&self.ty, &|core| {
            let adapter = adapter(core);
            parse_quote_spanned!(core.span()=> ::terrane::generated::Foreign<#adapter>)
        })
    }

    pub(super) fn is_foreign(&self) -> bool {
        self.options.text_form.is_some() || self.options.with.is_some()
    }

    fn adapter(&self) -> Ident {
        quote::format_ident!("Terrane{}_{}", self.model, self.ident)
    }

    /// Generates the adapter that calls the functions of a module.
    pub(super) fn adapter_impl(&self) -> TokenStream {
        let Some(module) = &self.options.with else {
            return quote!();
        };
        let (adapter, core) = (self.adapter(), nesting::core(&self.ty));
        let span = module.span();
        let decode = quote_spanned!(span=> #module::decode(value));
        let encode = quote_spanned!(span=> #module::encode(value));
        let attr = quote_spanned!(span=> #module::Attr);
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, unreachable_pub, unnameable_types, dead_code, reason = "nobody writes the name")]
            #[derive(::core::fmt::Debug)]
            pub enum #adapter {}

            #[automatically_derived]
            impl ::terrane::generated::Adapter for #adapter {
                type Rust = #core;
                type Attr = #attr;

                fn decode(value: Self::Attr) -> ::core::result::Result<Self::Rust, ::std::string::String> {
                    #decode.map_err(|error| ::std::string::ToString::to_string(&error))
                }

                fn encode(value: &Self::Rust) -> Self::Attr {
                    #encode
                }
            }
        }
    }

    /// Converts a value of the schema's type to the field's type.
    pub(super) fn peeled(&self, value: TokenStream) -> TokenStream {
        if self.is_foreign() {
            quote!(::terrane::generated::Peel::peel(#value))
        } else {
            value
        }
    }

    /// Converts a type of the schema to the author's type.
    pub(super) fn peeled_type(&self, ty: TokenStream) -> TokenStream {
        if self.is_foreign() {
            over(
                &self.ty,
                |span| quote_spanned!(span=> <#ty as ::terrane::generated::Peel>::Peeled),
            )
        } else {
            ty
        }
    }
}
