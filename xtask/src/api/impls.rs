//! The methods and the implemented traits of public types.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{ImplItem, ItemImpl, Type};

use super::items::function;
use super::text::{line, type_names};
use crate::modules::{is_hidden, is_public};

/// Adds the lines of an `impl` of a public type. `own` are the names of the crate's types and traits, `public` those that are visible outside.
pub(super) fn add(
    item: &ItemImpl,
    own: &BTreeSet<String>,
    public: &BTreeSet<String>,
    lines: &mut Vec<String>,
) {
    if is_hidden(&item.attrs) {
        return;
    }
    let is_private = |name: &str| own.contains(name) && !public.contains(name);
    let (ty, name) = (line(&item.self_ty), name_of(&item.self_ty));
    if name.as_deref().is_some_and(is_private) {
        return;
    }
    match &item.trait_ {
        Some((path, _)) => {
            let last = path.segments.last().map(|it| it.ident.to_string());
            let mut names = BTreeSet::new();
            type_names(path.to_token_stream(), &mut names);
            type_names(item.self_ty.to_token_stream(), &mut names);
            if last.as_deref().is_some_and(is_private) || names.is_disjoint(public) {
                return;
            }
            let generics = line(&item.generics);
            let conditions = item
                .generics
                .where_clause
                .as_ref()
                .map(|it| format!(" {}", line(it)));
            lines.push(format!(
                "impl{generics} {} for {ty}{}",
                line(path),
                conditions.unwrap_or_default()
            ));
        }
        None if name.is_some_and(|name| public.contains(&name)) => {
            for item in &item.items {
                match item {
                    ImplItem::Fn(it) if is_public(&it.vis, &it.attrs) => {
                        lines.push(function(&format!("{ty}::{}", it.sig.ident), &it.sig));
                    }
                    ImplItem::Const(it) if is_public(&it.vis, &it.attrs) => {
                        lines.push(format!("const {ty}::{}: {}", it.ident, line(&it.ty)));
                    }
                    _ => {}
                }
            }
        }
        None => {}
    }
}

/// Returns the name of a type, without its module.
fn name_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|it| it.ident.to_string()),
        Type::Reference(reference) => name_of(&reference.elem),
        _ => None,
    }
}
