//! Options of serde on an item that serde does not derive.
//!
//! The item may derive traits of serde, too, which a derive does not see. So the generated code checks whether it implements one.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput};

use crate::errors::Errors;
use crate::options::Options;
use crate::place::Place;
use crate::{crate_path, messages};

/// Generates the assertion that the item implements a trait of serde, if it has an option of serde.
pub(crate) fn assertion(input: &DeriveInput, place: Place) -> Option<TokenStream> {
    let members: Vec<&[Attribute]> = match &input.data {
        Data::Struct(data) => data.fields.iter().map(|it| it.attrs.as_slice()).collect(),
        Data::Enum(data) => data.variants.iter().map(|it| it.attrs.as_slice()).collect(),
        Data::Union(_) => Vec::new(),
    };
    let attributes = members
        .into_iter()
        .chain([input.attrs.as_slice()])
        .flatten();
    let attribute = attributes
        .into_iter()
        .find(|attribute| attribute.path().is_ident("serde"))?;
    if !input.generics.params.is_empty() {
        return None;
    }
    let is_rename = attribute
        .meta
        .require_list()
        .is_ok_and(|list| list.tokens.to_string().starts_with("rename"));
    let message = if is_rename {
        messages::SERDE_RENAME
    } else {
        messages::SERDE_WITHOUT_DERIVE
    };
    let ident = &input.ident;
    let span = Span::call_site().located_at(attribute.meta.span());
    let options = Options::of(&input.attrs, place, &mut Errors::default());
    let code = quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports, reason = "a type with the traits has inherent constants, which take precedence")]
            use ::terrane::generated::NoField as _;
            ::core::assert!(
                ::terrane::generated::Probe::<#ident>::IS_SERIALIZE
                    || ::terrane::generated::Probe::<#ident>::IS_DESERIALIZE,
                #message
            );
        };
    };
    Some(crate_path::replace(code, options.crate_path.as_ref()))
}
