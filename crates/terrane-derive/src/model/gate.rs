//! Gates: generated aliases by which the compiler reports a wrong field type only once.
//!
//! If a field's type lacks a trait, each generated use of the type would be an error. A gate is an alias of the type if it has the traits, and of a
//! placeholder otherwise. One assertion then reports the error.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{Ident, Type, parse_quote_spanned};

use super::{Field, nesting, requirement};

impl Field<'_> {
    /// Whether the type might lack the traits of a field. Flattened models and fields with an adapter module have their own assertions.
    pub(super) fn is_gated(&self) -> bool {
        let is_plain = !self.is_flattened() && !self.is_foreign();
        is_plain && (self.is_block() || self.in_object || !nesting::is_known(&self.ty))
    }

    /// Whether the type must have a text form.
    fn is_text(&self) -> bool {
        self.options.text_form.is_some()
    }

    pub(super) fn gate(&self) -> Ident {
        format_ident!("TerraneGate{}_{}", self.model, self.ident)
    }

    /// The type that replaces the field's type in generated code.
    pub(super) fn passed(&self) -> Type {
        let passed = format_ident!("TerraneType{}_{}", self.model, self.ident);
        parse_quote_spanned!(self.ty.span()=> #passed)
    }

    /// Calls a function of the gate with a value of the field, if the field has a gate.
    pub(super) fn pass(&self, function: &str, value: TokenStream) -> TokenStream {
        if !self.is_gated() {
            return value;
        }
        let (gate, ty, function) = (self.gate(), &self.ty, format_ident!("{function}"));
        quote!(<#gate as ::terrane::generated::Pass<#ty>>::#function(#value))
    }

    /// Borrows the field of a model.
    pub(super) fn borrowed(&self) -> TokenStream {
        let ident = self.ident;
        self.pass("borrow", quote!(&mut self.#ident))
    }

    /// The type that replaces the field's type, and the assertions that report a wrong type.
    pub(super) fn gate_items(&self) -> TokenStream {
        let (gate, gated) = (self.gate(), self.is_gated());
        let (ty, asked) = if self.is_text() {
            (nesting::core(&self.ty), vec![("IS_TEXT", "is_text")])
        } else if gated {
            (&self.ty, self.asked())
        } else {
            return quote!();
        };
        // A wrong element type has a more specific message than the whole type.
        let parts = if self.is_block() || self.is_key() || self.is_text() {
            Vec::new()
        } else {
            nesting::parts(&self.ty)
        };
        let holds = asked
            .iter()
            .map(|(constant, _)| format_ident!("{constant}"));
        let whole = asked.iter().map(|(_, report)| (*report, ty));
        let reports = match nesting::report_of_std(ty) {
            Some(report) if !self.is_block() && !self.is_text() => {
                vec![(report, nesting::core(ty))]
            }
            _ => parts.into_iter().chain(whole).collect(),
        };
        let reports = reports.into_iter();
        let reports = reports.map(|(report, ty)| requirement(ty, report, ty));
        let passed = gated.then(|| {
            let passed = self.passed();
            quote! {
                #[doc(hidden)]
                #[allow(non_camel_case_types, dead_code, reason = "nobody writes the name")]
                type #passed = <#gate as ::terrane::generated::Pass<#ty>>::Or;
            }
        });
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code, reason = "nobody writes the name")]
            type #gate = ::terrane::generated::Gate<{
                #[allow(unused_imports, reason = "a type with the traits has inherent constants, which take precedence")]
                use ::terrane::generated::NoField as _;
                true #(&& ::terrane::generated::Probe::<#ty>::#holds)*
            }>;
            #passed
            #(#reports)*
        }
    }

    /// The traits that the type must have: for each, the constant that detects it, and the function that reports it.
    fn asked(&self) -> Vec<(&'static str, &'static str)> {
        let mut asked = vec![if self.is_block() {
            ("IS_BLOCK", "is_block")
        } else if self.in_object {
            ("IS_OBJECT_FIELD", "is_object_field")
        } else {
            ("IS_FIELD", "is_field")
        }];
        if self.is_key() {
            asked.push(("IS_KEY", "is_key"));
        }
        let is_named = nesting::last_segment(&self.ty).is_some_and(|word| word == "Computed");
        if self.is_marked_computed() && !is_named && !self.is_block() {
            asked.push(("IS_FILLED", "is_filled"));
        }
        asked
    }
}
