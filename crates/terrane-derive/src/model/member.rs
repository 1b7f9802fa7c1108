//! What the schema says of a field, and what its type must be for that.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use super::{Field, Model};
use crate::message;
use crate::settings::{Argument, Kind, Setting};

impl Model<'_> {
    /// The members of the schema, sorted by name.
    pub(super) fn members(&self) -> TokenStream {
        let members = self.fields.iter().map(Field::member);
        quote!([#(#members),*])
    }
}

impl Field<'_> {
    fn member(&self) -> TokenStream {
        let (ty, name) = (self.ty, &self.name);
        let constructor = if self.is_block() { quote!(block_of) } else { quote!(of) };
        let description = self.docs.text().map(|text| quote!(.description(#text)));
        let settings = self.settings.iter().map(|setting| self.setting(setting));
        quote!(::terrane::schema::Member::#constructor::<#ty>(#name) #description #(#settings)*)
    }

    fn setting(&self, setting: &Setting) -> TokenStream {
        match (setting.kind, &setting.argument) {
            (Kind::Deprecated, Argument::Text(text)) => quote!(.deprecated(#text)),
            (Kind::Env, Argument::Text(variable)) => quote!(.env(#variable)),
            (Kind::Default, Argument::Value(value)) => self.default(value),
            (Kind::Validate, Argument::Values(validators)) => {
                let attr = self.attr();
                validators
                    .iter()
                    .map(|validator| {
                        quote!(.validator({
                            #[allow(unused_imports, reason = "a validator may be the author's own")]
                            use ::terrane::validate::*;
                            ::terrane::validate::on::<#attr, _>(#validator)
                        }))
                    })
                    .collect()
            }
            (Kind::Keep, _) => quote!(.keep()),
            (Kind::Replace, Argument::IfConfigured) => quote!(.replace_if_configured()),
            (Kind::Replace, _) => quote!(.replace()),
            (Kind::Identity, _) => quote!(.identity()),
            (Kind::Optional, _) => quote!(.optional()),
            (Kind::Group, _) => quote!(.group()),
            (Kind::Items, Argument::Items(min, max)) => quote!(.items(#min, #max)),
            _ => quote!(),
        }
    }

    fn default(&self, value: &Expr) -> TokenStream {
        let ty = self.ty;
        let value = if is_plain_literal(value) {
            quote!(#value)
        } else {
            let into = quote_spanned!(at(value.span())=> ::core::convert::Into::<#ty>::into);
            quote!(#into(#value))
        };
        quote!(.default(|| {
            let default: #ty = #value;
            <#ty as ::terrane::attr::Field>::encode(default)
        }))
    }

    /// Compile-time assertions of what the settings ask of the type, at the word that is wrong.
    pub(super) fn assertions(&self) -> TokenStream {
        let shown = self.ty.to_token_stream().to_string().replace(' ', "");
        let ty = self.ty;
        let mut all = TokenStream::new();
        let mut assert = |span: Span, check: &str, message: String| {
            let check = syn::Ident::new(check, Span::call_site());
            let assertion = quote_spanned! {at(span)=> ::core::assert!(::terrane::attr::generated::#check::<#ty>(), #message) };
            all.extend(quote!(const _: () = #assertion;));
        };
        if self.is_block() {
            if let Some(span) = self.settings.span(Kind::Items) {
                assert(span, "is_counted", message::items_not_counted(&shown));
            }
            if let Some(span) = self.settings.span(Kind::Group) {
                assert(span, "is_single", message::group_not_single(&shown));
            }
            return all;
        }
        for kind in [Kind::Keep, Kind::Optional] {
            if let Some(setting) = self.settings.get(kind) {
                assert(setting.word.span(), "is_computed", message::not_computed(&setting.word.to_string(), &shown));
            }
        }
        if self.settings.has(Kind::Default) {
            assert(self.ty.span(), "is_required", message::default_not_plain(&shown));
        }
        if self.settings.has(Kind::Env) {
            assert(self.ty.span(), "is_not_computed", message::env_not_configurable(&shown));
        } else if !self.says_computed() && !self.settings.has(Kind::Keep) && !self.settings.has(Kind::Optional) {
            assert(self.ty.span(), "is_not_computed", message::hidden_computed(&shown));
        }
        all
    }
}

/// The place of a word for code of the macro: messages point there, lints do not.
fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Whether a literal has the field's type by itself: numbers and bools, but not strings.
fn is_plain_literal(value: &Expr) -> bool {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => matches!(lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => is_plain_literal(expr),
        _ => false,
    }
}
