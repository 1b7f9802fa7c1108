//! Checks options against each other. The generated code checks options against types: see `member`.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

use super::{Field, Model, nesting};
use crate::errors::Errors;
use crate::options::Options;
use crate::{messages, name};

impl Model<'_> {
    /// Checks the model and removes invalid options. Returns whether code can be generated from the rest.
    pub(super) fn check(&mut self, errors: &mut Errors) -> bool {
        let model = self;
        model.check_object(errors);
        if !name::is_valid(&model.name) {
            let span = model.options.name_span(model.ident);
            errors.push(span, messages::bad_name(&model.name));
        }
        let options = &mut model.options;
        type_name(options, errors);
        if options.version.is_none() {
            for past in ["previous", "history"] {
                options.refuse_one(past, messages::PREVIOUS_WITHOUT_VERSION, errors);
            }
        }
        if options.previous.is_some() {
            options.refuse_one("history", messages::HISTORY_AND_PREVIOUS, errors);
        }
        identity_versions(model, errors);
        if model.fields.iter().any(|field| field.options.env.is_some()) {
            refuse_settings_of_objects(model, errors);
            model.check_setting_names(errors);
        }
        let mut finite = true;
        let mut names = BTreeSet::new();
        let mut parts = BTreeSet::new();
        for field in &mut model.fields {
            let name_span = field.name_span();
            // The names in the type of a value are free.
            if !field.is_flattened() && !field.in_object && !name::is_valid(&field.name) {
                errors.push(name_span, messages::bad_name(&field.name));
            }
            if !field.is_flattened() && !names.insert(field.name.clone()) {
                errors.push(name_span, messages::taken("field", &field.name));
            }
            if let Some(span) = mentions(field.ty.to_token_stream(), &model.ident.to_string()) {
                errors.push(span, messages::contains_itself(&model.ident.to_string()));
                finite = false;
            }
            check_options(field, errors);
            identity_name(field, &mut parts, errors);
            model.broken |= ty(field, errors);
        }
        if model.computed().next().is_none() {
            let message = messages::FILLED_WITHOUT_COMPUTED;
            model.options.refuse_one("filled", message, errors);
        }
        model.check_relations(errors);
        model.check_dependencies(errors);
        model.check_counts(errors);
        finite
    }
}

/// Refuses a full name of a type that hosts do not accept, or next to a name that is a part of it.
fn type_name(options: &mut Options, errors: &mut Errors) {
    let Some(full) = &options.type_name else {
        return;
    };
    if !name::is_valid(&full.value()) {
        errors.push(full.span(), messages::bad_type_name(&full.value()));
    }
    let message = messages::exclusive_options("type_name", "name", messages::TYPE_NAME_IS_FULL);
    options.refuse_one("name", &message, errors);
}

/// Refuses a part of an identity with a name that hosts do not accept, or that another part has.
fn identity_name(field: &Field<'_>, parts: &mut BTreeSet<String>, errors: &mut Errors) {
    let Some(identity) = &field.options.identity else {
        return;
    };
    let given = identity.name.as_ref();
    let (part, span) = match given {
        Some(name) => (name.value(), name.span()),
        None => (field.name.clone(), field.name_span()),
    };
    if given.is_some() && !name::is_valid(&part) {
        errors.push(span, messages::bad_name(&part));
    }
    if !parts.insert(part.clone()) {
        errors.push(span, messages::taken_in_identity(&part));
    }
}

/// Removes the version of an identity that does not exist, and a history without a version.
fn identity_versions(model: &mut Model<'_>, errors: &mut Errors) {
    let options = &mut model.options;
    if options.identity_version.is_none() {
        let message = messages::IDENTITY_HISTORY_WITHOUT_VERSION;
        options.refuse_one("identity_history", message, errors);
    }
    let mut fields = model.fields.iter();
    if !fields.any(|field| field.options.identity.is_some() || field.is_flattened()) {
        let message = messages::IDENTITY_VERSION_WITHOUT_IDENTITY;
        options.refuse_one("identity_version", message, errors);
        options.remove("identity_history");
    }
}

/// Removes options that fields of a provider's settings cannot have. A field with `env` shows that the model is a provider's settings.
fn refuse_settings_of_objects(model: &mut Model<'_>, errors: &mut Errors) {
    for field in model.fields.iter_mut().filter(|field| !field.is_block()) {
        for name in OF_OBJECTS.split(' ') {
            if let Some(word) = field.options.word(name) {
                let message = messages::not_in_settings(name, &model.ident.to_string());
                errors.push(word.span(), message);
            }
            field.options.remove(name);
        }
    }
}

/// Replaces a type that a field cannot have by its correction, and reports it.
fn ty(field: &mut Field<'_>, errors: &mut Errors) -> bool {
    let in_object = field.in_object.then(|| nesting::object_field(&field.ty));
    let wrong = if let Some(Some(wrong)) = in_object {
        Some(wrong)
    } else if field.is_flattened() {
        nesting::flattened(&field.ty)
    } else if field.is_block() {
        nesting::block(&field.ty)
    } else if field.is_key() {
        nesting::key(&field.ty).or_else(|| nesting::attribute(&field.ty))
    } else if field.options.default.is_some() {
        nesting::default(&field.ty).or_else(|| nesting::attribute(&field.ty))
    } else if field.is_foreign() {
        nesting::foreign_attribute(&field.ty)
    } else {
        nesting::attribute(&field.ty)
    };
    let Some(wrong) = wrong else { return false };
    let message = messages::wrong_type(
        wrong.why,
        &nesting::show(&wrong.right),
        &nesting::show(&field.ty),
    );
    errors.over(&field.ty, message);
    field.ty = wrong.right;
    true
}

/// Options that exclude each other, with the message.
const EXCLUSIVE_OPTIONS: [(&str, &str, &str); 7] = [
    ("counts", "keep", messages::COUNTS_ALONE),
    ("counts", "changes_with", messages::COUNTS_ALONE),
    ("counts", "optional", messages::COUNTS_ALONE),
    ("keep", "changes_with", messages::KEEP_AND_CHANGES_WITH),
    ("as", "with", messages::AS_AND_WITH),
    ("default", "optional", messages::DEFAULT_AND_OPTIONAL),
    ("identity", "key", messages::IDENTITY_AND_KEY),
];

/// Options for objects, which are planned and identified.
const OF_OBJECTS: &str = "counts empty_is_null changes_with unknown plan align timeouts keep replace key identity optional computed";

/// Options that a nested block cannot have.
const NOT_WITH_BLOCK: &str =
    "counts empty_is_null unknown required as with default key identity optional computed env";

fn check_options(field: &mut Field<'_>, errors: &mut Errors) {
    if field.is_flattened() {
        field.check_flattened(errors);
        return;
    }
    let is_computed = field.is_marked_computed();
    let options = &mut field.options;
    if options.block.is_some() {
        let not_with_block = |name: &str| {
            let is_planned = !is_computed && matches!(name, "keep" | "changes_with");
            name::is_listed(name, NOT_WITH_BLOCK) || is_planned
        };
        options.refuse(not_with_block, messages::not_with_block, errors);
        if is_computed {
            options.refuse_one("group", &messages::not_with_computed_block("group"), errors);
        }
        if options.group.is_some() {
            options.refuse_one("items", messages::ITEMS_OF_GROUP, errors);
        }
        return;
    }
    if options
        .identity
        .as_ref()
        .is_some_and(|it| it.only.is_some())
    {
        let why = messages::IDENTITY_ONLY_IS_FILLED;
        let message = messages::exclusive_options("identity(only)", "optional", why);
        options.refuse_one("optional", &message, errors);
    }
    options.refuse_one("group", &messages::needs_block("group"), errors);
    options.refuse_one("items", &messages::needs_block("items(..)"), errors);
    for (one, other, why) in EXCLUSIVE_OPTIONS {
        if let (Some(_), Some(second)) = (options.word(one), options.word(other)) {
            errors.push(second.span(), messages::exclusive_options(one, other, why));
            options.remove(other);
        }
    }
}

/// Finds a word in a type, unless it is part of a path: `Pet` and `Vec<Self>`, but not `api::Pet`.
fn mentions(ty: TokenStream, word: &str) -> Option<proc_macro2::Span> {
    let mut in_path = false;
    for token in ty {
        match &token {
            TokenTree::Group(group) => {
                if let Some(span) = mentions(group.stream(), word) {
                    return Some(span);
                }
            }
            TokenTree::Ident(ident) if !in_path && (ident == word || ident == "Self") => {
                return Some(ident.span());
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        in_path = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
    }
    None
}
