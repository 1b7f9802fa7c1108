//! `#[derive(Attr)]` on a struct with one unnamed field: an attribute type over another one.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{DataStruct, DeriveInput, Ident, Type};

use crate::errors::Errors;
use crate::model::{binding, body, nesting};
use crate::options::Options;
use crate::place::Place;
use crate::validators::validators;
use crate::{crate_path, messages};

/// Generates the code for a struct with unnamed fields.
pub(crate) fn derive(input: &DeriveInput, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    let options = Options::of(&input.attrs, Place::Tuple, errors);
    if !input.generics.params.is_empty() {
        errors.over(&input.generics.params, messages::GENERICS);
        return quote!();
    }
    let mut fields = data.fields.iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        errors.push(data.fields.span(), messages::TRANSPARENT_FIELDS);
        return quote!();
    };
    if let Some(wrong) = nesting::attribute(&field.ty) {
        let (right, ty) = (nesting::show(&wrong.right), nesting::show(&field.ty));
        errors.over(&field.ty, messages::wrong_type(wrong.why, &right, &ty));
        return expand(&input.ident, &wrong.right, &options, true);
    }
    expand(&input.ident, &field.ty, &options, false)
}

/// Generates the impls. If the inner type was corrected, they contain no code for values.
fn expand(ident: &Ident, inner: &Type, options: &Options, broken: bool) -> TokenStream {
    let attr = quote_spanned!(inner.span()=> <#inner as ::terrane::generated::Attr>);
    let validators = validators(&options.validators, &quote!(#inner));
    let equality = match options.equal {
        Some(span) => {
            let of = quote_spanned!(span=> ::terrane::generated::equality_of::<Self>);
            quote!(::core::option::Option::Some(#of(#attr::equality())))
        }
        None => quote!(#attr::equality()),
    };
    let body = |code| body(broken, code);
    let decode = body(quote!(#attr::decode(data).map(Self)));
    let take_value = body(quote!(#attr::take_value(&mut self.0)));
    let blank = body(quote!(#attr::blank().map(Self)));
    let checked = body(quote!(#attr::checked(&self.0)));
    let data = binding(!broken, quote!(data));
    let code = quote! {
        #[automatically_derived]
        impl ::terrane::generated::Attr for #ident {
            type Draft = #attr::Draft;
            type Paths = #attr::Paths;
            type Checked = #attr::Checked;
            const SENSITIVE: bool = #attr::SENSITIVE;
            const WHOLE: ::core::option::Option<(i128, i128)> = #attr::WHOLE;
            const IS_MODEL: bool = #attr::IS_MODEL;
            const IS_COLLECTION: bool = #attr::IS_COLLECTION;
            const FACTS: ::terrane::generated::TypeFacts = #attr::FACTS;

            fn shape() -> ::terrane::schema::Shape {
                #attr::shape()
            }

            #[inline]
            fn blank() -> ::core::option::Option<Self> {
                #blank
            }

            fn validators() -> ::std::vec::Vec<::terrane::schema::Validator> {
                let mut validators = #attr::validators();
                validators.extend(#validators);
                validators
            }

            fn equality() -> ::core::option::Option<::terrane::schema::Equality> {
                #equality
            }

            fn decode(#data: &::terrane::generated::Data) -> ::terrane::generated::Decoded<Self> {
                #decode
            }

            fn draft(data: &::terrane::generated::Data) -> ::terrane::generated::Decoded<Self::Draft> {
                #attr::draft(data)
            }

            fn take_value(&mut self) -> ::terrane::Value {
                #take_value
            }

            fn encode_draft(draft: Self::Draft) -> ::terrane::Value {
                #attr::encode_draft(draft)
            }

            fn checked(&self) -> &Self::Checked {
                #checked
            }

            fn find_null(
                data: &::terrane::generated::Data,
            ) -> ::core::option::Option<::terrane::generated::DecodeError> {
                #attr::find_null(data)
            }
        }

        // With the lifetime, the compiler checks the bound only where it is used: the inner type need not be an element.
        #[automatically_derived]
        impl ::terrane::generated::Nestable for #ident where for<'inner> #inner: ::terrane::generated::Nestable {}

        #[automatically_derived]
        impl ::terrane::generated::Plain for #ident where for<'inner> #inner: ::terrane::generated::Plain {}

        #[automatically_derived]
        impl ::terrane::generated::IdentityAttr for #ident where for<'inner> #inner: ::terrane::generated::IdentityAttr {}
    };
    crate_path::replace(code, options.crate_path.as_ref())
}
