//! `#[derive(Attr)]` on an enum: a string that is one of the variants' names.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{DataEnum, DeriveInput, Fields};

use crate::errors::Errors;
use crate::options::Options;
use crate::place::Place;
use crate::{crate_path, messages, name};

/// Makes the code for an enum.
pub(crate) fn derive(input: &DeriveInput, data: &DataEnum, errors: &mut Errors) -> TokenStream {
    let options = Options::of(&input.attrs, Place::Enum, errors);
    if !input.generics.params.is_empty() {
        errors.over(&input.generics.params, messages::GENERICS);
        return quote!();
    }
    if data.variants.is_empty() {
        errors.push(input.ident.span(), messages::ENUM_WITHOUT_VARIANTS);
        return quote!();
    }
    let mut names = Vec::new();
    let mut idents = Vec::new();
    let mut taken = BTreeSet::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            errors.push(variant.fields.span(), messages::ENUM_WITH_FIELDS);
            return quote!();
        }
        let options = Options::of(&variant.attrs, Place::Variant, errors);
        let name = options.name_or(name::snake_case(&variant.ident.unraw().to_string()));
        if !taken.insert(name.clone()) {
            let span = options.name_span(&variant.ident);
            errors.push(span, messages::taken("variant", &name));
        }
        names.push(name);
        idents.push(&variant.ident);
    }
    let (choice, first) = (&input.ident, idents.first());
    let code = quote! {
        #[automatically_derived]
        impl ::terrane::generated::Attr for #choice {
            type Draft = Self;
            type Paths = ::terrane::generated::Leaf;
            type Checked = Self;

            fn shape() -> ::terrane::schema::Shape {
                <::std::string::String as ::terrane::generated::Attr>::shape()
            }

            #[inline]
            fn blank() -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self::#first)
            }

            fn validators() -> ::std::vec::Vec<::terrane::schema::Validator> {
                ::std::vec![::terrane::generated::one_of(&[#(#names),*])]
            }

            fn decode(data: &::terrane::generated::Data) -> ::terrane::generated::Decoded<Self> {
                match ::terrane::generated::text(data)? {
                    #(#names => ::core::result::Result::Ok(Self::#idents),)*
                    other => ::core::result::Result::Err(::terrane::generated::not_one_of(&[#(#names),*], other)),
                }
            }

            fn draft(data: &::terrane::generated::Data) -> ::terrane::generated::Decoded<Self> {
                <Self as ::terrane::generated::Attr>::decode(data)
            }

            fn take_value(&mut self) -> ::terrane::Value {
                ::terrane::Value::from(match self { #(Self::#idents => #names),* })
            }

            fn encode_draft(draft: Self) -> ::terrane::Value {
                ::terrane::generated::Attr::encode(draft)
            }

            fn checked(&self) -> &Self {
                self
            }
        }

        #[automatically_derived]
        impl ::terrane::generated::Nestable for #choice {}

        #[automatically_derived]
        impl ::terrane::generated::IdentityAttr for #choice {}

        #[automatically_derived]
        impl ::terrane::generated::Plain for #choice {}

        #[automatically_derived]
        impl ::terrane::generated::Scalar for #choice {}
    };
    crate_path::replace(code, options.crate_path.as_ref())
}
