//! The schema member of a field, and assertions about the field's type.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprUnary, Ident, Lit, UnOp};

use super::{Field, Model, at, nesting, over};
use crate::messages;
use crate::settings::{Argument, Kind, Setting};
use crate::validators::validators;

impl Model<'_> {
    /// The functions that make the members of the schema, sorted by name. There may be hundreds, and one function for all of them would need more
    /// stack than a thread has in a debug build.
    pub(super) fn members(&self) -> TokenStream {
        let members = self.own().map(|field| self.member(field));
        quote!(const { &[#(|| #members),*] })
    }

    /// The calls that make a field's member.
    fn member(&self, field: &Field<'_>) -> TokenStream {
        let is_plain = match self.settings.has(Kind::Plain) {
            true => !field.settings.has(Kind::Markdown),
            false => field.settings.has(Kind::Plain),
        };
        let describe = match is_plain {
            true => quote!(plain_description),
            false => quote!(description),
        };
        let (name, member) = (&field.name, field.member_of(&field.kind(), "member"));
        let description = field.docs.text().map(|text| quote!(.#describe(#text)));
        let settings = field
            .settings
            .iter()
            .map(|setting| field.setting(self.ident, setting));
        let validators = field.settings.has(Kind::Validate).then(|| {
            let validators = validators(&field.settings, &field.attr());
            quote!(.validators(#validators))
        });
        quote!(#member(#name) #description #(#settings)* #validators)
    }
}

impl Field<'_> {
    fn setting(&self, model: &Ident, setting: &Setting) -> TokenStream {
        match (setting.kind, &setting.argument) {
            (Kind::Deprecated, Argument::Text(text)) => quote!(.deprecated(#text)),
            (Kind::Deprecated, _) => quote!(.deprecated("")),
            (Kind::Since, Argument::Text(version)) => quote!(.since(#version)),
            (Kind::Env, Argument::Texts(variables)) => quote!(#(.env(#variables))*),
            (Kind::Default, Argument::Value(value)) => self.default(value),
            (Kind::Keep, _) => quote!(.keep()),
            (Kind::ChangesWith, Argument::Paths(paths)) => self.changes_with(model, paths),
            (Kind::Unknown, Argument::Refined(refined)) => self.refinements(refined),
            (Kind::Plan, Argument::Value(modify)) => self.modifier(modify),
            (Kind::Align, Argument::Fields(by)) => by.iter().map(|by| self.align(by)).collect(),
            (Kind::Counts, Argument::Fields(counted)) => {
                let counts = counted.iter().map(|counted| self.counts(model, counted));
                counts.collect()
            }
            (Kind::Timeouts, Argument::Timeouts(timeouts)) => {
                let plain = self.settings.has(Kind::Plain);
                let description = self.settings.text(Kind::TimeoutDescription);
                let description =
                    description.map(|text| quote!(.timeout_description(#text, #plain)));
                let timeouts = self.timeouts(timeouts);
                quote!(#timeouts #description)
            }
            (Kind::Replace, Argument::Value(function)) => self.replace_if(function),
            (Kind::Replace, Argument::IfConfigured) => quote!(.replace_if_configured()),
            (Kind::Replace, _) => quote!(.replace()),
            (Kind::Key, _) => self.key_setting(quote!(.key()), quote!(.key_optional())),
            (Kind::Identity, _) => {
                self.key_setting(quote!(.identity()), quote!(.identity_optional()))
            }
            (Kind::Optional, _) => quote!(.optional()),
            (Kind::Required, _) => quote!(.set_required()),
            (Kind::EmptyIsNull, _) => quote!(.empty_is_null()),
            (Kind::Group, _) => quote!(.group()),
            (Kind::Items, Argument::Items(min, max)) => quote!(.items(#min, #max)),
            _ => quote!(),
        }
    }

    /// The calls that make the member a part of the key or of the identity.
    fn key_setting(&self, required: TokenStream, optional: TokenStream) -> TokenStream {
        let Some(options) = self.key_options() else {
            return required;
        };
        let part = if options.optional { optional } else { required };
        let mutable = options.mutable.then(|| quote!(.identity_mutable()));
        let only = options.only.map(|_| quote!(.identity_only()));
        let name = options.name.as_ref();
        let name = name.map(|name| quote!(.identity_name(#name)));
        let description = options.description.as_ref();
        let description = description.map(|text| quote!(.identity_description(#text)));
        quote!(#part #mutable #only #name #description)
    }

    /// The facts about the field's contents for which hosts have rules.
    pub(super) fn facts(&self) -> TokenStream {
        let facts = self.attr_member("FACTS");
        if self.is_flattened() {
            return facts;
        }
        if self.is_block() {
            let is_computed = self.member_of(&self.kind(), "COMPUTED");
            return quote!(#facts.of_block(#is_computed));
        }
        let (write_only, presence) = (
            self.member_of(&self.kind(), "WRITE_ONLY"),
            self.member_of(&self.kind(), "PRESENCE"),
        );
        let is_computed = quote!(::terrane::attr::generated::is_computed(#presence));
        let or_default = self
            .settings
            .has(Kind::Default)
            .then(|| quote!(.or_default()));
        quote!(#facts.of_field(#write_only, #is_computed)#or_default)
    }

    fn default(&self, value: &Expr) -> TokenStream {
        let ty = &self.ty;
        let value = if is_plain_literal(value) {
            quote!(#value)
        } else {
            let into = quote_spanned!(at(value.span())=> ::core::convert::Into::<#ty>::into);
            quote!(#into(#value))
        };
        let adapted = &self.adapted;
        let encode = match self.is_foreign() {
            true => quote!(<#adapted as ::terrane::attr::Peel>::into_value),
            false => quote!(<#adapted as ::terrane::attr::Field>::encode),
        };
        let default = self.pass("take", quote!(default));
        quote!(.default(|| {
            let default: #ty = #value;
            #encode(#default)
        }))
    }

    /// Compile-time assertions that the type supports the options. Each points at the option.
    pub(super) fn assertions(&self) -> TokenStream {
        if self.is_flattened() {
            return self.flatten_assertions();
        }
        let shown = nesting::show(&self.ty);
        let mut all = TokenStream::new();
        if self.settings.has(Kind::Identity) {
            let (attr, identity_check) = (self.attr(), quote!(::terrane::identity::is_identity));
            all.extend(quote!(const _: () =));
            all.extend(over(
                &self.ty,
                |span| quote_spanned!(span=> #identity_check::<#attr>();),
            ));
        }
        let mut assert = |span: Span, check: TokenStream, message: String| {
            let assertion = quote_spanned!(at(span)=> ::core::assert!(#check, #message));
            all.extend(quote!(const _: () = #assertion;));
        };
        let facts = self.attr_member("FACTS");
        let span = self.ty.span();
        assert(
            span,
            quote!(!#facts.write_only_in_set),
            messages::write_only_in_set(&shown),
        );
        assert(
            span,
            quote!(!#facts.dynamic_in_collection),
            messages::dynamic_in_collection(&shown),
        );
        assert(
            span,
            quote!(!#facts.unknown_parts),
            messages::partial_attribute(&shown),
        );
        if self.is_block() {
            let nesting = self.member_of(&self.kind(), "NESTING");
            if let Some(span) = self.settings.span(Kind::Items) {
                assert(
                    span,
                    quote!(::terrane::attr::generated::is_counted(#nesting)),
                    messages::items_not_counted(&shown),
                );
            }
            if let Some(span) = self.settings.span(Kind::Group) {
                let nullable = self.member_of(&self.kind(), "NULLABLE");
                let check = quote!(::terrane::attr::generated::is_single(#nesting, #nullable));
                assert(span, check, messages::group_not_single(&shown));
            }
            let is_computed = self.member_of(&self.kind(), "COMPUTED");
            if !self.is_marked_computed() {
                let message = messages::hidden_computed_block(&shown);
                assert(span, quote!(!#is_computed), message);
                return all;
            }
            let (is_filled, message) = (
                quote!(!#facts.configured_only),
                messages::not_filled_in_block(&shown),
            );
            assert(span, is_filled, message);
            if let Some(Setting {
                word,
                argument: Argument::Items(1.., _),
                ..
            }) = self.settings.get(Kind::Items)
            {
                assert(
                    word.span(),
                    quote!(false),
                    messages::ITEMS_OF_COMPUTED.to_owned(),
                );
            }
            return all;
        }
        assert(
            span,
            quote!(!#facts.blocks),
            messages::blocks_in_attribute(&shown),
        );
        let presence = self.member_of(&self.kind(), "PRESENCE");
        let is_computed = quote!(::terrane::attr::generated::is_computed(#presence));
        let must_be_computed = [Kind::Keep, Kind::Optional, Kind::ChangesWith, Kind::Unknown]
            .map(|kind| self.settings.get(kind));
        for setting in must_be_computed.iter().flatten() {
            assert(
                setting.word.span(),
                is_computed.clone(),
                messages::not_computed(&setting.word.to_string(), &shown),
            );
        }
        if let Some(only) = self.key_options().and_then(|options| options.only) {
            let message = messages::not_computed("identity(only)", &shown);
            assert(only, is_computed.clone(), message);
        }
        let write_only = self.member_of(&self.kind(), "WRITE_ONLY");
        assert(
            span,
            quote!(!(#is_computed && #facts.write_only)),
            messages::write_only_computed(&shown),
        );
        assert(
            span,
            quote!(!(#write_only && #facts.computed)),
            messages::computed_in_write_only(&shown),
        );
        assert(
            span,
            quote!(!(#write_only && #facts.sets_of_models)),
            messages::sets_in_write_only(&shown),
        );
        if let Some(required) = self.settings.get(Kind::Required) {
            assert(
                required.word.span(),
                write_only.clone(),
                messages::required_by_type(&shown),
            );
        }
        if let Some(replace) = self.settings.get(Kind::Replace) {
            assert(
                replace.word.span(),
                quote!(!#write_only),
                messages::change_unseen(&replace.word.to_string()),
            );
            if self.is_replaced_by_updates(replace) {
                assert(
                    replace.word.span(),
                    quote!(!#is_computed),
                    messages::REPLACED_BY_UPDATES.to_owned(),
                );
            }
        }
        if let Some(span) = self.settings.span(Kind::EmptyIsNull) {
            let nullable = self.member_of(&self.kind(), "NULLABLE");
            let collection = self.attr_member("IS_COLLECTION");
            assert(
                span,
                quote!(#nullable && !#write_only && #collection),
                messages::never_empty_or_null(&shown),
            );
        }
        if self.settings.has(Kind::Default) {
            let is_required = quote!(::terrane::attr::generated::is_required(#presence));
            assert(
                self.ty.span(),
                is_required,
                messages::default_not_plain(&shown),
            );
        }
        if self.settings.has(Kind::Env) {
            assert(
                self.ty.span(),
                quote!(!#is_computed),
                messages::env_not_configurable(&shown),
            );
        } else if !self.is_marked_computed() {
            assert(
                self.ty.span(),
                quote!(!#is_computed),
                messages::hidden_computed(&shown),
            );
        }
        all
    }
}

/// Whether a literal has the field's type by itself: numbers and bools, but not strings.
fn is_plain_literal(value: &Expr) -> bool {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => matches!(lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => is_plain_literal(expr),
        _ => false,
    }
}
