//! Creates a state from a key.

use proc_macro2::TokenStream;
use quote::quote;

use super::Model;

impl Model<'_> {
    /// The function of `Model` that creates a state from a key. Empty for a model without a key.
    pub(super) fn keyed(&self) -> TokenStream {
        if self.key_fields().next().is_none() {
            return quote!();
        }
        let parts = self.key_fields().map(|field| {
            if field.is_flattened() {
                return field.flattened_keyed();
            }
            let (ident, name, kind) = (field.ident, &field.name, field.key_kind());
            let value = if field.is_foreign() {
                let key = field.member_of(&kind, "Key");
                quote!(<#key as ::terrane::generated::Peel>::into_value)
            } else {
                field.member_of(&kind, "value")
            };
            quote!(state.set(#name, #value(key.#ident));)
        });
        quote! {
            fn keyed(key: Self::Key) -> ::terrane::generated::Object {
                let mut state = ::terrane::generated::Object::new(
                    <Self as ::terrane::generated::ObjectModel>::block().object_type(),
                );
                #(#parts)*
                state
            }
        }
    }
}
