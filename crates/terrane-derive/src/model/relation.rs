//! Relations between fields of a model, at any depth.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::{Field, Model, at};
use crate::errors::Errors;
use crate::messages::relation as texts;
use crate::relation::{Literal, Member, Relation, RelationKind};
use crate::settings::{Argument, Kind, Settings};
use crate::{messages, name};

impl Model<'_> {
    /// Refuses fields that are missing, or that one relation names twice.
    pub(super) fn check_relations(&mut self, errors: &mut Errors) {
        let mut sound = true;
        for relation in relations(&self.settings).flat_map(Relation::all) {
            let mut seen = BTreeSet::new();
            let third = relation.members.get(2).and_then(|member| member.first());
            if let (RelationKind::PreferWriteOnly, Some(third)) = (relation.kind, third) {
                errors.push(third.span(), texts::PREFER_WRITE_ONLY);
                sound = false;
            }
            for member in &relation.members {
                let exists = match member.as_slice() {
                    [alone] => self.has_attribute(alone, errors),
                    [first, ..] => self.has_field(first, errors),
                    [] => true,
                };
                let text = shown(member);
                if !exists {
                    sound = false;
                } else if !seen.insert(text.clone()) {
                    errors.push(span(member), messages::duplicate_field(&text));
                    sound = false;
                }
            }
        }
        if !sound {
            self.settings.remove(Kind::Relation);
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
        let relations = relations(&self.settings).map(|relation| {
            let relation = self.relation(relation);
            quote!(.relation(#relation))
        });
        relations.collect()
    }

    fn relation(&self, relation: &Relation) -> TokenStream {
        let of = quote!(::terrane::schema::Relation);
        let constructor = format_ident!("{}", relation.kind.constructor());
        let mut members = relation
            .members
            .iter()
            .map(|member| self.member_path(member));
        let mut parts = relation.parts.iter().map(|part| self.relation(part));
        match relation.kind {
            kind if kind.is_arithmetic() => {
                let result = members.next();
                quote!(#of::#constructor(#result, [#(#members),*]))
            }
            RelationKind::PreferWriteOnly | RelationKind::Set => {
                quote!(#of::#constructor(#(#members),*))
            }
            RelationKind::Equals => {
                let value = relation.value.as_ref().map(literal);
                quote!(#of::#constructor(#(#members),*, #value))
            }
            RelationKind::AllOf | RelationKind::AnyOf => quote!(#of::#constructor([#(#parts),*])),
            RelationKind::Not | RelationKind::When => quote!(#of::#constructor(#(#parts),*)),
            RelationKind::Warn => {
                let part = parts.next();
                quote!(#part.warn())
            }
            _ => quote!(#of::#constructor([#(#members),*])),
        }
    }

    /// The path of a member in the schema. A nested path comes from the model's paths, so that a field that is missing does not compile.
    fn member_path(&self, member: &Member) -> TokenStream {
        if let [alone] = member.as_slice() {
            let name = self.field(alone).map(|field| &field.name);
            return quote!(::terrane::schema::MemberPath::from(#name));
        }
        let model = self.ident;
        let root = quote!(<<#model as ::terrane::attr::Attr>::Paths as ::terrane::path::PathNode>::new(::terrane::Path::root()));
        let node = member.iter().fold(root, |node, step| {
            let node = quote_spanned!(step.span()=> #node.#step());
            quote!(::terrane::path::PathNode::into_element(#node))
        });
        quote!(::terrane::schema::MemberPath::from(::terrane::path::PathNode::into_path(#node)))
    }

    /// Compile-time assertions that each field can be set and left out, at the field's name in the relation.
    pub(super) fn relation_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        for relation in relations(&self.settings).flat_map(Relation::all) {
            for (place, member) in relation.members.iter().enumerate() {
                let [ident] = member.as_slice() else {
                    continue;
                };
                let Some(field) = self.field(ident) else {
                    continue;
                };
                let (name, word) = (ident.unraw().to_string(), relation.word.to_string());
                let can_be_set = (field.can_be_set(), messages::never_set(&name, &word));
                let checks = match (relation.kind, place) {
                    (kind, _) if kind.is_arithmetic() => [
                        (field.is_whole(), messages::not_whole(&name, &word)),
                        can_be_set,
                    ],
                    (RelationKind::Equals, _) => {
                        let (write_only, sensitive) = (field.is_write_only(), field.is_sensitive());
                        [
                            (quote!(!#write_only && !#sensitive), texts::secret(&name)),
                            can_be_set,
                        ]
                    }
                    (RelationKind::PreferWriteOnly, 0) => {
                        let plain = field.is_write_only();
                        [
                            (quote!(!#plain), messages::write_only_twin(&name)),
                            can_be_set,
                        ]
                    }
                    (RelationKind::PreferWriteOnly, _) => [
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

    fn is_sensitive(&self) -> TokenStream {
        if self.is_block() {
            return quote!(false);
        }
        self.attr_member("SENSITIVE")
    }

    fn can_be_set(&self) -> TokenStream {
        if self.is_block() || self.settings.has(Kind::Optional) {
            return quote!(true);
        }
        let presence = self.member_of(&self.kind(), "PRESENCE");
        quote!(!::terrane::attr::generated::is_computed(#presence))
    }
}

fn relations(settings: &Settings) -> impl Iterator<Item = &Relation> {
    settings
        .iter()
        .filter_map(|setting| match &setting.argument {
            Argument::Relation(relation) => Some(relation),
            _ => None,
        })
}

/// The value that a field is compared with.
fn literal(literal: &Literal) -> TokenStream {
    let lit = &literal.lit;
    match (lit, literal.negative) {
        (syn::Lit::Int(_), true) => quote!(-#lit as i64),
        (syn::Lit::Int(_), false) => quote!(#lit as i64),
        _ => quote!(#lit),
    }
}

fn shown(member: &Member) -> String {
    let names: Vec<String> = member
        .iter()
        .map(|ident| ident.unraw().to_string())
        .collect();
    names.join(".")
}

fn span(member: &Member) -> Span {
    member.last().map_or_else(Span::call_site, Ident::span)
}
