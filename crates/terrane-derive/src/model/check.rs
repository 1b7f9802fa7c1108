//! Checks options against each other. The generated code checks options against types: see `member`.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

use super::{Field, Model, nesting};
use crate::errors::Errors;
use crate::settings::{Argument, Kind, Setting, Settings};
use crate::{messages, name};

impl Model<'_> {
    /// Checks the model and removes invalid options. Returns whether code can be generated from the rest.
    pub(super) fn check(&mut self, errors: &mut Errors) -> bool {
        let model = self;
        model.check_object(errors);
        if !name::is_valid(&model.name) {
            errors.push(
                model
                    .settings
                    .text(Kind::Name)
                    .map_or(model.ident.span(), syn::LitStr::span),
                messages::bad_name(&model.name),
            );
        }
        type_name(&mut model.settings, errors);
        for kind in [Kind::Previous, Kind::History] {
            if let (Some(span), false) =
                (model.settings.span(kind), model.settings.has(Kind::Version))
            {
                errors.push(span, messages::PREVIOUS_WITHOUT_VERSION);
                model.settings.remove(kind);
            }
        }
        if let (Some(span), true) = (
            model.settings.span(Kind::History),
            model.settings.has(Kind::Previous),
        ) {
            errors.push(span, messages::HISTORY_AND_PREVIOUS);
            model.settings.remove(Kind::History);
        }
        identity_versions(model, errors);
        if model
            .fields
            .iter()
            .any(|field| field.settings.has(Kind::Env))
        {
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
                errors.push(name_span, messages::taken(&field.name));
            }
            if let Some(span) = mentions(field.ty.to_token_stream(), &model.ident.to_string()) {
                errors.push(span, messages::contains_itself(&model.ident.to_string()));
                finite = false;
            }
            settings(field, errors);
            identity_name(field, &mut parts, errors);
            model.broken |= ty(field, errors);
        }
        let fills_nothing = model.computed().next().is_none();
        if let (Some(span), true) = (model.settings.span(Kind::Filled), fills_nothing) {
            errors.push(span, messages::FILLED_WITHOUT_COMPUTED);
            model.settings.remove(Kind::Filled);
        }
        model.check_relations(errors);
        model.check_dependencies(errors);
        model.check_counts(errors);
        finite
    }
}

/// Refuses a full name of a type that hosts do not accept, or next to a name that is a part of it.
fn type_name(settings: &mut Settings, errors: &mut Errors) {
    let Some(full) = settings.text(Kind::TypeName) else {
        return;
    };
    if !name::is_valid(&full.value()) {
        errors.push(full.span(), messages::bad_type_name(&full.value()));
    }
    if let Some(span) = settings.span(Kind::Name) {
        let message = messages::exclusive_options("type_name", "name", messages::TYPE_NAME_IS_FULL);
        errors.push(span, message);
        settings.remove(Kind::Name);
    }
}

/// Refuses a part of an identity with a name that hosts do not accept, or that another part has.
fn identity_name(field: &Field<'_>, parts: &mut BTreeSet<String>, errors: &mut Errors) {
    if !field.settings.has(Kind::Identity) {
        return;
    }
    let given = field
        .key_options()
        .and_then(|options| options.name.as_ref());
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
    let settings = &mut model.settings;
    if let (Some(span), false) = (
        settings.span(Kind::IdentityHistory),
        settings.has(Kind::IdentityVersion),
    ) {
        errors.push(span, messages::IDENTITY_HISTORY_WITHOUT_VERSION);
        settings.remove(Kind::IdentityHistory);
    }
    let mut fields = model.fields.iter();
    let has_identity =
        fields.any(|field| field.settings.has(Kind::Identity) || field.is_flattened());
    if let (Some(span), false) = (settings.span(Kind::IdentityVersion), has_identity) {
        errors.push(span, messages::IDENTITY_VERSION_WITHOUT_IDENTITY);
        settings.remove(Kind::IdentityVersion);
        settings.remove(Kind::IdentityHistory);
    }
}

/// Removes options that fields of a provider's settings cannot have. A field with `env` shows that the model is a provider's settings.
fn refuse_settings_of_objects(model: &mut Model<'_>, errors: &mut Errors) {
    for field in model.fields.iter_mut().filter(|field| !field.is_block()) {
        for kind in OF_OBJECTS {
            if let Some(setting) = field.settings.get(kind) {
                let message =
                    messages::not_in_settings(&setting.word.to_string(), &model.ident.to_string());
                errors.push(setting.word.span(), message);
            }
            field.settings.remove(kind);
        }
    }
}

/// Replaces a type that a field cannot have by its correction, and reports it.
fn ty(field: &mut Field<'_>, errors: &mut Errors) -> bool {
    let in_object = field.in_object.then(|| nesting::object_field(&field.ty));
    let wrong = match field.is_block() {
        _ if let Some(Some(wrong)) = in_object => Some(wrong),
        _ if field.is_flattened() => nesting::flattened(&field.ty),
        true => nesting::block(&field.ty),
        false if field.is_key() => {
            nesting::key(&field.ty).or_else(|| nesting::attribute(&field.ty))
        }
        false if field.settings.has(Kind::Default) => {
            nesting::default(&field.ty).or_else(|| nesting::attribute(&field.ty))
        }
        false if field.is_foreign() => nesting::foreign_attribute(&field.ty),
        false => nesting::attribute(&field.ty),
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
const EXCLUSIVE_OPTIONS: [(Kind, Kind, &str); 7] = [
    (Kind::Counts, Kind::Keep, messages::COUNTS_ALONE),
    (Kind::Counts, Kind::ChangesWith, messages::COUNTS_ALONE),
    (Kind::Counts, Kind::Optional, messages::COUNTS_ALONE),
    (
        Kind::Keep,
        Kind::ChangesWith,
        messages::KEEP_AND_CHANGES_WITH,
    ),
    (Kind::As, Kind::With, messages::AS_AND_WITH),
    (
        Kind::Default,
        Kind::Optional,
        messages::DEFAULT_AND_OPTIONAL,
    ),
    (Kind::Identity, Kind::Key, messages::IDENTITY_AND_KEY),
];

/// Options for objects, which are planned and identified.
const OF_OBJECTS: [Kind; 13] = [
    Kind::Counts,
    Kind::EmptyIsNull,
    Kind::ChangesWith,
    Kind::Unknown,
    Kind::Plan,
    Kind::Align,
    Kind::Timeouts,
    Kind::Keep,
    Kind::Replace,
    Kind::Key,
    Kind::Identity,
    Kind::Optional,
    Kind::Computed,
];

/// Options that a nested block cannot have.
const NOT_WITH_BLOCK: [Kind; 12] = [
    Kind::Counts,
    Kind::EmptyIsNull,
    Kind::Unknown,
    Kind::Required,
    Kind::As,
    Kind::With,
    Kind::Default,
    Kind::Key,
    Kind::Identity,
    Kind::Optional,
    Kind::Computed,
    Kind::Env,
];

/// Options that only a computed block can have.
const WITH_COMPUTED_BLOCK: [Kind; 2] = [Kind::Keep, Kind::ChangesWith];

fn settings(field: &mut Field<'_>, errors: &mut Errors) {
    if field.is_flattened() {
        field.check_flattened(errors);
        return;
    }
    let is_computed = field.is_marked_computed();
    let settings = &mut field.settings;
    if settings.has(Kind::Block) {
        let mut refuse = |kinds: &[Kind], message: fn(&str) -> String| {
            for kind in kinds {
                if let Some(setting) = settings.get(*kind) {
                    errors.push(setting.word.span(), message(&setting.word.to_string()));
                }
                settings.remove(*kind);
            }
        };
        refuse(&NOT_WITH_BLOCK, messages::not_with_block);
        match is_computed {
            true => refuse(&[Kind::Group], messages::not_with_computed_block),
            false => refuse(&WITH_COMPUTED_BLOCK, messages::not_with_block),
        }
        if let (Some(_), Some(items)) = (settings.get(Kind::Group), settings.span(Kind::Items)) {
            errors.push(items, messages::ITEMS_OF_GROUP);
            settings.remove(Kind::Items);
        }
        return;
    }
    let is_only = matches!(
        settings.get(Kind::Identity),
        Some(Setting { argument: Argument::Key(options), .. }) if options.only.is_some()
    );
    if let (true, Some(optional)) = (is_only, settings.span(Kind::Optional)) {
        let message = messages::exclusive_options(
            "identity(only)",
            "optional",
            messages::IDENTITY_ONLY_IS_FILLED,
        );
        errors.push(optional, message);
        settings.remove(Kind::Optional);
    }
    for kind in [Kind::Group, Kind::Items] {
        if let Some(setting) = settings.get(kind) {
            let (word, rest) = (
                setting.word.to_string(),
                if kind == Kind::Items { "(..)" } else { "" },
            );
            errors.push(
                setting.word.span(),
                messages::needs_block(&format!("{word}{rest}")),
            );
        }
        settings.remove(kind);
    }
    for (one, other, why) in EXCLUSIVE_OPTIONS {
        if let (Some(first), Some(second)) = (settings.get(one), settings.get(other)) {
            errors.push(
                second.word.span(),
                messages::exclusive_options(&first.word.to_string(), &second.word.to_string(), why),
            );
            settings.remove(other);
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
