//! Counts of the changes of write-only fields.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::{Field, Model, assertion, nesting, requirement};
use crate::errors::Errors;
use crate::messages;

impl Model<'_> {
    /// Refuses `counts` of fields that are missing.
    pub(super) fn check_counts(&mut self, errors: &mut Errors) {
        for at in 0..self.fields.len() {
            let Some(counted) = &self.fields[at].options.counts else {
                continue;
            };
            if !self.has_attribute(counted, errors) {
                self.fields[at].options.remove("counts");
            }
        }
    }

    /// Compile-time assertions that the counted field is write-only, and that the counting field can count.
    pub(super) fn count_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        for field in &self.fields {
            let Some(counted) = &field.options.counts else {
                continue;
            };
            all.extend(requirement(&field.ty, "is_counter", &field.adapted));
            let Some(other) = self.fields.iter().find(|it| it.ident == counted) else {
                continue;
            };
            let message =
                messages::not_write_only(&counted.unraw().to_string(), &nesting::show(&other.ty));
            all.extend(assertion(counted.span(), &other.is_write_only(), &message));
        }
        all
    }
}

impl Field<'_> {
    /// Generates the call that sets the counted attribute. Its name comes from the model's paths.
    pub(super) fn counts(&self, model: &Ident, counted: &Ident) -> TokenStream {
        let root = quote!(<<#model as ::terrane::generated::Attr>::Paths as ::terrane::generated::PathNode>::new(::terrane::Path::root()));
        let node = quote_spanned!(counted.span()=> #root.#counted());
        quote!(.counts(::std::string::ToString::to_string(&::terrane::generated::PathNode::into_path(#node))))
    }
}
