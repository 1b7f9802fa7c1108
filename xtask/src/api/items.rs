//! The lines of an item.

use quote::ToTokens;
use syn::{Attribute, Fields, Generics, Item, Signature, TraitItem, Visibility};

use super::text::line;
use crate::modules::{is_hidden, is_public};

/// Adds the lines of an item that is visible as `path`.
pub(super) fn add(item: &Item, path: &str, lines: &mut Vec<String>) {
    match item {
        Item::Const(it) => lines.push(format!("const {path}: {}", line(&it.ty))),
        Item::Static(it) => lines.push(format!("static {path}: {}", line(&it.ty))),
        Item::Type(it) => lines.push(format!(
            "type {path}{} = {}",
            generics(&it.generics),
            line(&it.ty)
        )),
        Item::Fn(it) => lines.push(function(path, &it.sig)),
        Item::Struct(it) => {
            let private = it
                .fields
                .iter()
                .any(|field| !shows(&field.vis, &field.attrs));
            let marks = marks(&it.attrs);
            let rest = if private { " (private fields)" } else { "" };
            let generics = generics(&it.generics);
            lines.push(format!("{marks}struct {path}{generics}{rest}"));
            fields(path, &it.fields, true, lines);
            derives(path, &it.attrs, lines);
        }
        Item::Enum(it) => {
            let (marks, generics) = (marks(&it.attrs), generics(&it.generics));
            lines.push(format!("{marks}enum {path}{generics}"));
            for variant in it.variants.iter().filter(|it| !is_hidden(&it.attrs)) {
                let path = format!("{path}::{}", variant.ident);
                lines.push(format!("{}variant {path}", self::marks(&variant.attrs)));
                fields(&path, &variant.fields, false, lines);
            }
            derives(path, &it.attrs, lines);
        }
        Item::Trait(it) => {
            let (generics, supers) = (generics(&it.generics), line(&it.supertraits));
            let supers = if supers.is_empty() {
                supers
            } else {
                format!(": {supers}")
            };
            lines.push(format!("trait {path}{generics}{supers}"));
            for item in &it.items {
                member(item, path, lines);
            }
        }
        _ => {}
    }
}

/// Returns the line of a function or method.
pub(super) fn function(path: &str, signature: &Signature) -> String {
    let mut signature = signature.clone();
    // The name is part of the path.
    let words = line(&{
        signature.ident = syn::Ident::new("f", signature.ident.span());
        signature
    });
    let (before, after) = words.split_once("fn f").unwrap_or(("", &words));
    format!("{before}fn {path}{after}")
}

/// Returns type parameters and their conditions.
fn generics(generics: &Generics) -> String {
    let conditions = generics
        .where_clause
        .as_ref()
        .map(|it| format!(" {}", line(it)));
    format!("{}{}", line(generics), conditions.unwrap_or_default())
}

/// Returns the attributes that change how an item can be used.
fn marks(attributes: &[Attribute]) -> &'static str {
    if attributes
        .iter()
        .any(|it| it.path().is_ident("non_exhaustive"))
    {
        "#[non_exhaustive] "
    } else {
        ""
    }
}

fn shows(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    is_public(visibility, attributes)
}

fn fields(path: &str, fields: &Fields, by_visibility: bool, lines: &mut Vec<String>) {
    for (at, field) in fields.iter().enumerate() {
        if by_visibility && !shows(&field.vis, &field.attrs) || is_hidden(&field.attrs) {
            continue;
        }
        let name = field
            .ident
            .as_ref()
            .map_or_else(|| at.to_string(), ToString::to_string);
        lines.push(format!("field {path}.{name}: {}", line(&field.ty)));
    }
}

fn derives(path: &str, attributes: &[Attribute], lines: &mut Vec<String>) {
    for attribute in attributes.iter().filter(|it| it.path().is_ident("derive")) {
        let Ok(list) = attribute.meta.require_list() else {
            continue;
        };
        let text = line(&list.tokens);
        for name in text.split(',') {
            let name = name.trim().rsplit("::").next().unwrap_or_default();
            if !name.is_empty() {
                lines.push(format!("impl {name} for {path} (derived)"));
            }
        }
    }
}

fn member(item: &TraitItem, path: &str, lines: &mut Vec<String>) {
    let provided = |is_provided: bool| if is_provided { " (provided)" } else { "" };
    match item {
        TraitItem::Fn(it) if !is_hidden(&it.attrs) => {
            let path = format!("{path}::{}", it.sig.ident);
            let line = function(&path, &it.sig);
            lines.push(format!("{line}{}", provided(it.default.is_some())));
        }
        TraitItem::Const(it) if !is_hidden(&it.attrs) => lines.push(format!(
            "const {path}::{}: {}{}",
            it.ident,
            line(&it.ty),
            provided(it.default.is_some())
        )),
        TraitItem::Type(it) if !is_hidden(&it.attrs) => lines.push(format!(
            "type {path}::{}{}",
            it.ident,
            bounds(it.bounds.to_token_stream())
        )),
        _ => {}
    }
}

fn bounds(bounds: impl ToTokens) -> String {
    let text = line(bounds);
    if text.is_empty() {
        text
    } else {
        format!(": {text}")
    }
}
