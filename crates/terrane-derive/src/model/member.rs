//! The schema member of a field, and assertions about the field's type.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprUnary, Ident, Lit, UnOp};

use super::{Field, Model, assertion, at, nesting, requirement};
use crate::arguments::KeyOptions;
use crate::messages;
use crate::planning::Replace;
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
        let of_model = self.options.plain.is_some() && field.options.markdown.is_none();
        let is_plain = of_model || field.options.plain.is_some();
        let documentation = field.options.documentation(&field.docs, is_plain);
        let (name, member) = (&field.name, field.kind_member("member"));
        let options = field.calls(self.ident);
        let validators = field.options.validators.as_slice();
        let validators = (!validators.is_empty()).then(|| {
            let validators = self::validators(validators, &field.attr());
            quote!(.validators(#validators))
        });
        quote!(#member(#name) #documentation #options #validators)
    }
}

impl Field<'_> {
    /// The calls that set the options of the member.
    fn calls(&self, model: &Ident) -> TokenStream {
        let options = &self.options;
        let flag = |call: TokenStream, option: Option<Span>| option.map(|_| quote!(.#call()));
        let env = options.env.iter().flatten();
        let default = options.default.as_ref().map(|value| self.default(value));
        let keep = flag(quote!(keep), options.keep);
        let paths = options.changes_with.as_ref();
        let changes_with = paths.map(|paths| self.changes_with(model, paths));
        let refined = options.unknown.as_ref();
        let refined = refined.map(|refined| self.refinements(refined));
        let plan = options.plan.iter().map(|modify| self.modifier(modify));
        let align = options.align.as_ref().map(|by| self.align(by));
        let counts = options.counts.as_ref();
        let counts = counts.map(|counted| self.counts(model, counted));
        let timeouts = options.timeouts.as_ref().map(|timeouts| {
            let (timeouts, plain) = (self.timeouts(timeouts), options.plain.is_some());
            let description = options
                .timeout_description
                .as_ref()
                .map(|text| quote!(.timeout_description(#text, #plain)));
            quote!(#timeouts #description)
        });
        let replace = options.replace.as_ref().map(|replace| match replace {
            Replace::Always => quote!(.replace()),
            Replace::IfConfigured => quote!(.replace_if_configured()),
            Replace::If(function) => self.replace_if(function),
        });
        let key = options.key.as_ref();
        let key = key.map(|key| key_calls(key, quote!(.key()), quote!(.key_optional())));
        let identity = options
            .identity
            .as_ref()
            .map(|identity| key_calls(identity, quote!(.identity()), quote!(.identity_optional())));
        let optional = flag(quote!(optional), options.optional);
        let required = flag(quote!(set_required), options.required);
        let empty_is_null = flag(quote!(empty_is_null), options.empty_is_null);
        let group = flag(quote!(group), options.group);
        let items = options.items.map(|(min, max)| quote!(.items(#min, #max)));
        quote! {
            #(.env(#env))* #default #keep #changes_with #refined #(#plan)* #align #counts #timeouts #replace #key #identity
            #optional #required #empty_is_null #group #items
        }
    }

    /// The facts about the field's contents for which hosts have rules.
    pub(super) fn facts(&self) -> TokenStream {
        let facts = self.attr_member("FACTS");
        if self.is_flattened() {
            return facts;
        }
        if self.is_block() {
            let is_computed = self.kind_member("COMPUTED");
            return quote!(#facts.of_block(#is_computed));
        }
        let (write_only, is_computed) = (self.is_write_only(), self.is_computed());
        let or_default = self.options.default.as_ref();
        let or_default = or_default.map(|_| quote!(.or_default()));
        quote!(#facts.of_field(#write_only, #is_computed)#or_default)
    }

    fn default(&self, value: &Expr) -> TokenStream {
        let ty = &self.ty;
        let value = if is_plain_literal(value) {
            quote!(#value)
        } else {
            let default = quote_spanned!(at(value.span())=> ::terrane::generated::DefaultOf);
            let into = quote_spanned!(at(value.span())=> #default::<#ty>::into_default);
            quote!(#into(#value))
        };
        let adapted = &self.adapted;
        let encode = if self.is_foreign() {
            quote!(<#adapted as ::terrane::generated::Peel>::into_value)
        } else {
            quote!(<#adapted as ::terrane::generated::Field>::encode)
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
        if self.options.identity.is_some() {
            all.extend(requirement(&self.ty, "is_identity", &self.attr()));
        }
        let mut assert = |span: Span, check: TokenStream, message: String| {
            all.extend(assertion(span, &check, &message));
        };
        let facts = self.attr_member("FACTS");
        let span = self.ty.span();
        type Message = fn(&str) -> String;
        let refused: [(&str, Message); 3] = [
            ("write_only_in_set", messages::write_only_in_set),
            ("dynamic_in_collection", messages::dynamic_in_collection),
            ("unknown_parts", messages::partial_attribute),
        ];
        for (fact, message) in refused {
            let fact = format_ident!("{fact}");
            assert(span, quote!(!#facts.#fact), message(&shown));
        }
        if self.is_block() {
            let nesting = self.kind_member("NESTING");
            if let Some(items) = self.options.word("items") {
                let check = quote!(::terrane::generated::is_counted(#nesting));
                assert(items.span(), check, messages::items_not_counted(&shown));
            }
            if let Some(span) = self.options.group {
                let nullable = self.kind_member("NULLABLE");
                let check = quote!(::terrane::generated::is_single(#nesting, #nullable));
                assert(span, check, messages::group_not_single(&shown));
            }
            let is_computed = self.kind_member("COMPUTED");
            if !self.is_marked_computed() {
                let message = messages::hidden_computed_block(&shown);
                assert(span, quote!(!#is_computed), message);
                return all;
            }
            let message = messages::not_filled_in_block(&shown);
            assert(span, quote!(!#facts.configured_only), message);
            if let (Some(word), Some((1.., _))) = (self.options.word("items"), self.options.items) {
                let message = messages::ITEMS_OF_COMPUTED.to_owned();
                assert(word.span(), quote!(false), message);
            }
            return all;
        }
        let message = messages::blocks_in_attribute(&shown);
        assert(span, quote!(!#facts.blocks), message);
        let is_computed = self.is_computed();
        for name in ["keep", "optional", "changes_with", "unknown"] {
            if let Some(word) = self.options.word(name) {
                let message = messages::not_computed(name, &shown);
                assert(word.span(), is_computed.clone(), message);
            }
        }
        if let Some(only) = self.key_options().and_then(|options| options.only) {
            let message = messages::not_computed("identity(only)", &shown);
            assert(only, is_computed.clone(), message);
        }
        let write_only = self.is_write_only();
        let message = messages::write_only_computed(&shown);
        assert(span, quote!(!(#is_computed && #facts.write_only)), message);
        let message = messages::computed_in_write_only(&shown);
        assert(span, quote!(!(#write_only && #facts.computed)), message);
        let check = quote!(!(#write_only && #facts.sets_of_models));
        assert(span, check, messages::sets_in_write_only(&shown));
        if let Some(span) = self.options.required {
            let message = messages::required_by_type(&shown);
            assert(span, write_only.clone(), message);
        }
        if let Some(replace) = self.options.word("replace") {
            let message = messages::change_unseen("replace");
            assert(replace.span(), quote!(!#write_only), message);
            if self.is_replaced_by_updates() {
                let message = messages::REPLACED_BY_UPDATES.to_owned();
                assert(replace.span(), quote!(!#is_computed), message);
            }
        }
        if let Some(span) = self.options.empty_is_null {
            let nullable = self.kind_member("NULLABLE");
            let collection = self.attr_member("IS_COLLECTION");
            let check = quote!(#nullable && !#write_only && #collection);
            assert(span, check, messages::never_empty_or_null(&shown));
        }
        if self.options.default.is_some() {
            let message = messages::default_not_plain(&shown);
            assert(span, self.is_required(), message);
        }
        let is_computed_unseen = if self.options.env.is_some() {
            Some(messages::env_not_configurable(&shown))
        } else {
            (!self.is_marked_computed()).then(|| messages::hidden_computed(&shown))
        };
        if let Some(message) = is_computed_unseen {
            assert(span, quote!(!#is_computed), message);
        }
        all
    }
}

/// The calls that make the member a part of the key or of the identity.
fn key_calls(options: &KeyOptions, required: TokenStream, optional: TokenStream) -> TokenStream {
    let part = if options.optional { optional } else { required };
    let mutable = options.mutable.then(|| quote!(.identity_mutable()));
    let only = options.only.map(|_| quote!(.identity_only()));
    let name = options.name.as_ref();
    let name = name.map(|name| quote!(.identity_name(#name)));
    let description = options
        .description
        .as_ref()
        .map(|text| quote!(.identity_description(#text)));
    quote!(#part #mutable #only #name #description)
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
