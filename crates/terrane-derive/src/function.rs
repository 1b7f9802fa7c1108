//! `#[function]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemFn;

use crate::errors::Errors;

/// Makes the code for a function.
pub(crate) fn expand(_arguments: TokenStream, item: ItemFn, _errors: &mut Errors) -> TokenStream {
    quote!(#item)
}
