//! Structs with `#[derive(Attr)]` and named fields: objects that are one value, or a part of one, without a schema of their own.
//!
//! Its fields have a block like those of a model, from which the type of the value, its validators and its equality follow.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;

use super::{Field, Model, assertion, nesting, requirement};
use crate::errors::Errors;
use crate::messages;

impl Model<'_> {
    /// Refuses and removes the options that only fields of models have.
    pub(super) fn check_object(&mut self, errors: &mut Errors) {
        if !self.in_object {
            return;
        }
        let of_attributes = |name: &str| !matches!(name, "name" | "as" | "with");
        for field in &mut self.fields {
            field
                .options
                .refuse(of_attributes, messages::not_in_object, errors);
        }
    }

    pub(super) fn expand_object(&self) -> TokenStream {
        let ident = self.ident;
        let (object, attr, visited) = (self.object_model_impl(), self.attr_impl(), self.visited());
        let (draft, paths) = (self.draft(), self.paths());
        let adapters = self.fields.iter().map(Field::adapter_impl);
        let gates = self.fields.iter().map(Field::gate_items);
        let fields = self.fields.iter().filter(|_| !self.broken);
        let assertions = fields.map(Field::object_assertions);
        quote! {
            #object #attr #visited #draft #paths #(#adapters)* #(#gates)* #(#assertions)*

            #[automatically_derived]
            impl ::terrane::generated::Plain for #ident {}
        }
    }

    /// The members of `Attr` that follow from the block.
    pub(super) fn object_shape(&self) -> TokenStream {
        let block = quote!(<Self as ::terrane::generated::ObjectModel>::block());
        quote! {
            fn shape() -> ::terrane::schema::Shape {
                ::terrane::schema::Shape::Type(#block.ty())
            }

            fn validators() -> ::std::vec::Vec<::terrane::schema::Validator> {
                #block.object_validators()
            }

            fn equality() -> ::core::option::Option<::terrane::schema::Equality> {
                #block.object_equality()
            }

            fn find_null(
                data: &::terrane::generated::Data,
            ) -> ::core::option::Option<::terrane::generated::DecodeError> {
                #block.null_in_object(data)
            }
        }
    }

    /// The decoding of the draft.
    pub(super) fn object_draft(&self) -> TokenStream {
        if self.broken {
            quote!({
                let _ = data;
                ::core::unreachable!()
            })
        } else {
            quote!(::terrane::generated::draft::<Self>(
                ::terrane::generated::object_in(data)?
            ))
        }
    }
}

impl Field<'_> {
    /// Compile-time assertions that the type can be a part of a value.
    fn object_assertions(&self) -> TokenStream {
        let (sensitive, adapted) = (self.attr_member("SENSITIVE"), &self.adapted);
        let message = messages::hidden_in_object(&nesting::show(&self.ty));
        let is_shown = assertion(self.ty.span(), &quote!(!#sensitive), &message);
        let is_plain = self.is_foreign();
        let is_plain = is_plain.then(|| requirement(&self.ty, "is_object_field", adapted));
        quote!(#is_shown #is_plain)
    }
}
