//! Types that the compiler may refuse, of which generated code lets it say so once.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type, parse_quote_spanned};
use syn::spanned::Spanned as _;

use super::{Field, nesting, over};

impl Field<'_> {
    /// Whether the type could lack the traits of a field: it is none of those that are known by name.
    ///
    /// Types with an adapter and flattened models have assertions of their own.
    pub(super) fn is_gated(&self) -> bool {
        !self.is_flattened() && !self.is_foreign() && !nesting::is_known(&self.ty)
    }

    fn gate(&self) -> Ident {
        format_ident!("TerraneGate{}{}", self.model, self.ident)
    }

    /// The type that stands for the field's in generated code.
    pub(super) fn passed(&self) -> Type {
        let passed = format_ident!("TerraneType{}{}", self.model, self.ident);
        parse_quote_spanned!(self.ty.span()=> #passed)
    }

    /// Generated code that works with a value of the field, given as the type that stands for it.
    pub(super) fn pass(&self, function: &str, value: TokenStream) -> TokenStream {
        if !self.is_gated() {
            return value;
        }
        let (gate, ty, function) = (self.gate(), &self.ty, format_ident!("{function}"));
        quote!(<#gate as ::terrane::attr::generated::Pass<#ty>>::#function(#value))
    }

    /// Borrows the field of a model.
    pub(super) fn borrowed(&self) -> TokenStream {
        let ident = self.ident;
        self.pass("borrow", quote!(&mut self.#ident))
    }

    /// The types that stand for the field's, and the one assertion that reports it.
    pub(super) fn gate_items(&self) -> TokenStream {
        if !self.is_gated() {
            return quote!();
        }
        let (gate, passed, ty) = (self.gate(), self.passed(), &self.ty);
        let mut asked = vec![match self.is_block() {
            true => ("IS_BLOCK", "is_block"),
            false => ("IS_FIELD", "is_field"),
        }];
        if self.is_key() {
            asked.push(("IS_KEY", "is_key"));
        }
        if self.says_computed() && !self.is_block() {
            asked.push(("IS_FILLED", "is_filled"));
        }
        let holds = asked.iter().map(|(constant, _)| format_ident!("{constant}"));
        let reports = asked.iter().map(|(_, report)| {
            let report = format_ident!("{report}");
            let call = over(&self.ty, |span| {
                quote::quote_spanned!(span=> ::terrane::attr::generated::#report::<#ty>())
            });
            quote!(const _: () = #call;)
        });
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code, reason = "nobody writes the name")]
            type #gate = ::terrane::attr::generated::Gate<{
                #[allow(unused_imports, reason = "a type that passes has constants of its own")]
                use ::terrane::attr::generated::NoField as _;
                true #(&& ::terrane::attr::generated::Probe::<#ty>::#holds)*
            }>;
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code, reason = "nobody writes the name")]
            type #passed = <#gate as ::terrane::attr::generated::Pass<#ty>>::Or;
            #(#reports)*
        }
    }
}
