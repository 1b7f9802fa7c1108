//! Relations between fields of a model, at any depth.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt as _;

use super::{Field, Model, assertion};
use crate::errors::Errors;
use crate::relation::{MemberNames, Relation};
use crate::{messages, name};

impl Model<'_> {
    /// Refuses fields that are missing, or that one relation names twice.
    pub(super) fn check_relations(&mut self, errors: &mut Errors) {
        let mut sound = true;
        for relation in &self.options.relations {
            let mut seen = BTreeSet::new();
            for member in &relation.members {
                let text = shown(member);
                if !self.has_path(member, errors) {
                    sound = false;
                } else if !seen.insert(text.clone()) {
                    errors.push(span(member), messages::duplicate_field(&text));
                    sound = false;
                }
            }
        }
        if !sound {
            self.options.relations.clear();
        }
    }

    fn field(&self, ident: &Ident) -> Option<&Field<'_>> {
        self.fields.iter().find(|field| field.ident == ident)
    }

    /// Whether a field exists that an option names. If not, reports an error, which suggests a similar name.
    fn has_field(&self, named: &Ident, errors: &mut Errors) -> bool {
        let exists = self.field(named).is_some();
        if !exists {
            let text = named.unraw().to_string();
            let idents: Vec<String> = self
                .fields
                .iter()
                .map(|it| it.ident.unraw().to_string())
                .collect();
            let meant = name::nearest(&text, idents.iter().map(String::as_str));
            let model = self.ident.to_string();
            errors.push(named.span(), messages::no_field(&text, &model, meant));
        }
        exists
    }

    /// The same for a path, whose first field is an attribute if it is alone. The compiler checks the others.
    pub(super) fn has_path(&self, path: &[Ident], errors: &mut Errors) -> bool {
        match path {
            [alone] => self.has_attribute(alone, errors),
            [first, ..] => self.has_field(first, errors),
            [] => true,
        }
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
        let relations = self.options.relations.iter().map(|relation| {
            let relation = self.relation(relation);
            quote!(.relation(#relation))
        });
        relations.collect()
    }

    fn relation(&self, relation: &Relation) -> TokenStream {
        let constructor = relation.word.unraw();
        let members = relation
            .members
            .iter()
            .map(|member| self.member_path(member));
        let members = if relation.is_hint() {
            quote!(#(#members),*)
        } else {
            quote!([#(#members),*])
        };
        let warn = relation.warns.then(|| quote!(.warn()));
        quote!(::terrane::schema::Relation::#constructor(#members) #warn)
    }

    /// The path of a member in the schema. A nested path comes from the model's paths, so that a field that is missing does not compile.
    fn member_path(&self, member: &MemberNames) -> TokenStream {
        if let [alone] = member.as_slice() {
            let name = self.field(alone).map(|field| &field.name);
            return quote!(::terrane::schema::MemberPath::from(#name));
        }
        let model = self.ident;
        let root = quote!(<<#model as ::terrane::generated::Attr>::Paths as ::terrane::generated::PathNode>::new(::terrane::Path::root()));
        let node = member.iter().fold(root, |node, step| {
            let node = quote_spanned!(step.span()=> #node.#step());
            quote!(::terrane::generated::PathNode::into_element(#node))
        });
        quote!(::terrane::schema::MemberPath::from(::terrane::generated::PathNode::into_path(#node)))
    }

    /// Compile-time assertions that each field can be set and left out, at the field's name in the relation.
    pub(super) fn relation_assertions(&self) -> TokenStream {
        let mut all = TokenStream::new();
        for relation in &self.options.relations {
            for (place, member) in relation.members.iter().enumerate() {
                let [ident] = member.as_slice() else {
                    continue;
                };
                let Some(field) = self.field(ident) else {
                    continue;
                };
                let (name, word) = (ident.unraw().to_string(), relation.word.to_string());
                let can_be_set = (field.can_be_set(), messages::never_set(&name, &word));
                let check = match (relation.is_hint(), place) {
                    (false, _) => (field.can_be_left_out(), messages::always_set(&name, &word)),
                    (true, 0) => {
                        let write_only = field.is_write_only();
                        (quote!(!#write_only), messages::write_only_twin(&name))
                    }
                    (true, _) => (field.is_write_only(), messages::no_write_only_twin(&name)),
                };
                for (check, message) in [check, can_be_set] {
                    all.extend(assertion(ident.span(), &check, &message));
                }
            }
        }
        all
    }
}

impl Field<'_> {
    fn can_be_left_out(&self) -> TokenStream {
        if self.options.default.is_some() || self.options.env.is_some() {
            return quote!(true);
        }
        if self.options.required.is_some() {
            return quote!(false);
        }
        if self.is_block() {
            let group = self.options.group.is_some();
            let [nesting, nullable] = ["NESTING", "NULLABLE"].map(|it| self.kind_member(it));
            return quote!(!#group && !::terrane::generated::is_single(#nesting, #nullable));
        }
        let is_required = self.is_required();
        quote!(!#is_required)
    }

    /// Whether the field is never stored.
    pub(super) fn is_write_only(&self) -> TokenStream {
        if self.is_block() {
            return quote!(false);
        }
        self.kind_member("WRITE_ONLY")
    }

    fn can_be_set(&self) -> TokenStream {
        if self.is_block() || self.options.optional.is_some() {
            return quote!(true);
        }
        let is_computed = self.is_computed();
        quote!(!#is_computed)
    }
}

fn shown(member: &MemberNames) -> String {
    let names: Vec<String> = member
        .iter()
        .map(|ident| ident.unraw().to_string())
        .collect();
    names.join(".")
}

fn span(member: &MemberNames) -> Span {
    member.last().map_or_else(Span::call_site, Ident::span)
}
