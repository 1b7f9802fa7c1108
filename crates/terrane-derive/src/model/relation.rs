//! Relations between fields of one model.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::{Field, Model, at};
use crate::errors::Errors;
use crate::settings::{Argument, Kind, Setting, Settings};
use crate::{messages, name};

impl Model<'_> {
    /// Refuses fields that are missing, or that one relation names twice.
    pub(super) fn check_relations(&mut self, errors: &mut Errors) {
        let mut sound = true;
        for (setting, fields) in relations(&self.settings) {
            let mut seen = BTreeSet::new();
            if let (Kind::PreferWriteOnly, Some(third)) = (setting.kind, fields.get(2)) {
                errors.push(third.span(), messages::PREFER_WRITE_ONLY);
                sound = false;
            }
            for field in fields {
                let text = field.unraw().to_string();
                if !self.has_attribute(field, errors) {
                    sound = false;
                } else if !seen.insert(text.clone()) {
                    errors.push(field.span(), messages::duplicate_field(&text));
                    sound = false;
                }
            }
        }
        if !sound {
            for kind in Kind::RELATIONS {
                self.settings.remove(kind);
            }
        }
    }

    fn field(&self, ident: &Ident) -> Option<&Field<'_>> {
        self.fields.iter().find(|field| field.ident == ident)
    }

    /// Whether a field exists that an option names. If not, reports an error, which suggests a similar name.
    pub(super) fn has_field(&self, named: &Ident, errors: &mut Errors) -> bool {
        let exists = self.field(named).is_some();
        if !exists {
            let text = named.unraw().to_string();
            let idents = self.fields.iter().map(|it| it.ident.unraw().to_string());
            let idents: Vec<String> = idents.collect();
            let meant = name::nearest(&text, idents.iter().map(String::as_str));
            let model = self.ident.to_string();
            errors.push(named.span(), messages::no_field(&text, &model, meant));
        }
        exists
    }

    /// The same as `has_field`, for a field that must itself be an attribute.
    pub(super) fn has_attribute(&self, named: &Ident, errors: &mut Errors) -> bool {
        let flattened = self.field(named).is_some_and(Field::is_flattened);
        if flattened {
            let text = named.unraw().to_string();
            errors.push(named.span(), messages::flattened_field(&text));
        }
        !flattened && self.has_field(named, errors)
    }

    /// The relations of the schema.
    pub(super) fn relations(&self) -> TokenStream {
        let relations = relations(&self.settings).map(|(setting, fields)| {
            let relation = format_ident!("{}", constructor(setting.kind));
            let mut names = fields
                .iter()
                .filter_map(|field| Some(&self.field(field)?.name));
            let arguments = match setting.kind {
                Kind::SumOf | Kind::AtLeastSumOf | Kind::AtMostSumOf | Kind::ProductOf => {
                    let result = names.next();
                    quote!(#result, [#(#names),*])
                }
                Kind::PreferWriteOnly => quote!(#(#names),*),
                _ => quote!([#(#names),*]),
            };
            quote!(.relation(::terrane::schema::Relation::#relation(#arguments)))
        });
        relations.collect()
    }

    /// Compile-time assertions that each field can be set and left out, at the field's name in the relation.
    pub(super) fn relation_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        for (setting, fields) in relations(&self.settings) {
            for (place, ident) in fields.iter().enumerate() {
                let Some(field) = self.field(ident) else {
                    continue;
                };
                let (name, word) = (ident.unraw().to_string(), setting.word.to_string());
                let can_be_set = (field.can_be_set(), messages::never_set(&name, &word));
                let checks = match (setting.kind, place) {
                    (Kind::SumOf | Kind::AtLeastSumOf | Kind::AtMostSumOf | Kind::ProductOf, _) => {
                        [
                            (field.is_whole(), messages::not_whole(&name, &word)),
                            can_be_set,
                        ]
                    }
                    (Kind::PreferWriteOnly, 0) => {
                        let plain = field.is_write_only();
                        [
                            (quote!(!#plain), messages::write_only_twin(&name)),
                            can_be_set,
                        ]
                    }
                    (Kind::PreferWriteOnly, _) => [
                        (field.is_write_only(), messages::no_write_only_twin(&name)),
                        can_be_set,
                    ],
                    _ => [
                        (field.can_be_left_out(), messages::always_set(&name, &word)),
                        can_be_set,
                    ],
                };
                for (check, message) in checks {
                    let assertion =
                        quote_spanned!(at(ident.span())=> ::core::assert!(#check, #message));
                    all.extend(quote!(const _: () = #assertion;));
                }
            }
        }
        all
    }
}

impl Field<'_> {
    fn can_be_left_out(&self) -> TokenStream {
        if self.settings.has(Kind::Default) || self.settings.has(Kind::Env) {
            return quote!(true);
        }
        if self.settings.has(Kind::Required) {
            return quote!(false);
        }
        if self.is_block() {
            let group = self.settings.has(Kind::Group);
            let (nesting, nullable) = (
                self.member_of(&self.kind(), "NESTING"),
                self.member_of(&self.kind(), "NULLABLE"),
            );
            return quote!(!#group && !::terrane::attr::generated::is_single(#nesting, #nullable));
        }
        let presence = self.member_of(&self.kind(), "PRESENCE");
        quote!(!::terrane::attr::generated::is_required(#presence))
    }

    fn is_whole(&self) -> TokenStream {
        if self.is_block() {
            return quote!(false);
        }
        let whole = self.attr_member("WHOLE");
        quote!(#whole.is_some())
    }

    fn is_write_only(&self) -> TokenStream {
        if self.is_block() {
            return quote!(false);
        }
        self.member_of(&self.kind(), "WRITE_ONLY")
    }

    fn can_be_set(&self) -> TokenStream {
        if self.is_block() || self.settings.has(Kind::Optional) {
            return quote!(true);
        }
        let presence = self.member_of(&self.kind(), "PRESENCE");
        quote!(!::terrane::attr::generated::is_computed(#presence))
    }
}

fn relations(settings: &Settings) -> impl Iterator<Item = (&Setting, &[Ident])> {
    settings
        .iter()
        .filter_map(|setting| match &setting.argument {
            Argument::Fields(fields) if Kind::RELATIONS.contains(&setting.kind) => {
                Some((setting, fields.as_slice()))
            }
            _ => None,
        })
}

fn constructor(kind: Kind) -> &'static str {
    match kind {
        Kind::AtLeastOneOf => "at_least_one_of",
        Kind::AtMostOneOf => "at_most_one_of",
        Kind::AllOrNone => "all_or_none",
        Kind::Requires => "requires",
        Kind::SumOf => "sum_of",
        Kind::AtLeastSumOf => "at_least_sum_of",
        Kind::AtMostSumOf => "at_most_sum_of",
        Kind::ProductOf => "product_of",
        Kind::PreferWriteOnly => "prefer_write_only",
        _ => "exactly_one_of",
    }
}
