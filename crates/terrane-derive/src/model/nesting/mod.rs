//! Types that a field cannot have, and their corrections.
//!
//! The compiler refuses them, too, because they do not implement the traits. But its messages are long and far from the error. So the usual errors
//! are found in the tokens of the type. Types behind an alias are left to the compiler.

use quote::ToTokens as _;
use syn::{GenericArgument, PathArguments, Type, parse_quote};

use crate::messages;

/// An error in a type: the reason, and the type to write instead.
pub(crate) struct Wrong {
    pub(crate) why: &'static str,
    pub(crate) right: Type,
}

fn corrected(why: &'static str, right: Type) -> Option<Wrong> {
    Some(Wrong { why, right })
}

/// A generic type that wraps one other type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrapper {
    Option,
    Computed,
    Value,
    WriteOnly,
    Sensitive,
    Vec,
    Set,
    Map,
}

use Wrapper::{Computed, Map, Option as Optional, Sensitive, Set, Value, Vec as List, WriteOnly};

impl Wrapper {
    fn around(self, inner: &Type) -> Type {
        match self {
            Optional => parse_quote!(::core::option::Option<#inner>),
            Computed => parse_quote!(::terrane::Computed<#inner>),
            Value => parse_quote!(::terrane::Value<#inner>),
            WriteOnly => parse_quote!(::terrane::WriteOnly<#inner>),
            Sensitive => parse_quote!(::terrane::Sensitive<#inner>),
            List => parse_quote!(::std::vec::Vec<#inner>),
            Set => parse_quote!(::terrane::Set<#inner>),
            Map => parse_quote!(::std::collections::BTreeMap<::std::string::String, #inner>),
        }
    }

    /// Returns why this wrapper cannot contain another one, and the correct form of both around a type.
    fn refuses(self, other: Wrapper, core: &Type) -> Option<Wrong> {
        let (why, right) = match (self, other) {
            (Optional, Computed)
            | (Sensitive, Optional | Computed | Value | WriteOnly)
            | (List | Set | Map, Computed | Value | WriteOnly) => {
                (messages::WRONG_ORDER, other.around(&self.around(core)))
            }
            (Optional, Optional)
            | (Computed, Computed)
            | (Value, Value)
            | (WriteOnly, WriteOnly)
            | (Sensitive, Sensitive) => (messages::DUPLICATE_WRAPPER, self.around(core)),
            (Optional | Value, WriteOnly) | (WriteOnly, Optional | Value) => {
                (messages::WRITE_ONLY_IS_OPTIONAL, WriteOnly.around(core))
            }
            (Computed, WriteOnly) | (WriteOnly, Computed) => {
                (messages::WRITE_ONLY_IS_CONFIGURED, WriteOnly.around(core))
            }
            (Optional, Value) | (Value, Optional) => {
                (messages::VALUE_IS_OPTIONAL, Value.around(core))
            }
            (Computed, Value) | (Value, Computed) => (
                messages::COMPUTED_IS_UNKNOWN,
                Computed.around(&Optional.around(core)),
            ),
            _ => return None,
        };
        corrected(why, right)
    }
}

/// Finds the usual errors in the type of an attribute.
pub(crate) fn attribute(ty: &Type) -> Option<Wrong> {
    let mut found: Option<Wrong> = None;
    // A correction may uncover the next error: the message shows the type in which all are gone.
    for _ in 0..8 {
        match step(found.as_ref().map_or(ty, |wrong| &wrong.right)) {
            Some(next) => found = corrected(found.map_or(next.why, |first| first.why), next.right),
            None => break,
        }
    }
    found
}

/// Finds the usual errors in the wrappers around a type of another crate, which may be any.
pub(super) fn foreign_attribute(ty: &Type) -> Option<Wrong> {
    let plain = around_core(ty, &|_| parse_quote!(::std::string::String));
    let wrong = attribute(&plain)?;
    Some(Wrong {
        right: around_core(&wrong.right, &|_| core(ty).clone()),
        ..wrong
    })
}

/// Finds the usual errors in the type of a nested block.
pub(super) fn block(ty: &Type) -> Option<Wrong> {
    match unwrap(ty)? {
        (Computed, inner) if unwrap(inner).is_none_or(|(other, _)| other != Computed) => {
            let wrong = block(inner)?;
            corrected(wrong.why, Computed.around(&wrong.right))
        }
        (outer @ (Optional | List | Set | Map), inner)
            if matches!(unwrap(inner), Some((Computed, _))) =>
        {
            let (_, core) = unwrap(inner)?;
            corrected(messages::WRONG_ORDER, Computed.around(&outer.around(core)))
        }
        (Optional, inner) if matches!(unwrap(inner), Some((List | Set | Map, _))) => {
            corrected(messages::BLOCKS_ARE_EMPTY, inner.clone())
        }
        (Computed | Value | WriteOnly | Sensitive, inner) => {
            corrected(messages::BLOCK_IS_PLAIN, inner.clone())
        }
        _ => None,
    }
}

/// Finds a wrapper in the type of an object's field that only an attribute can have.
pub(super) fn object_field(ty: &Type) -> Option<Wrong> {
    let (outer, inner) = unwrap(ty)?;
    let rest = object_field(inner);
    let right = rest.as_ref().map_or(inner, |rest| &rest.right);
    let (why, right) = match outer {
        Computed => (messages::OBJECT_IS_SET_AS_WHOLE, right.clone()),
        Value | WriteOnly => (messages::OBJECT_IS_SET_AS_WHOLE, Optional.around(right)),
        Sensitive => (messages::OBJECT_IS_HIDDEN_AS_WHOLE, right.clone()),
        Optional | List | Set | Map => (rest.as_ref()?.why, outer.around(right)),
    };
    corrected(why, right)
}

/// Finds a wrapper around a flattened model.
pub(super) fn flattened(ty: &Type) -> Option<Wrong> {
    unwrap(ty)?;
    corrected(messages::FLATTENED_IS_PLAIN, core(ty).clone())
}

/// Finds what can be null in the type of a key's field.
pub(super) fn key(ty: &Type) -> Option<Wrong> {
    if let (WriteOnly, inner) = unwrap(ty)? {
        return corrected(messages::WRITE_ONLY_IS_NO_KEY, inner.clone());
    }
    let right = match unwrap(ty)? {
        (Optional | Value, inner) => inner.clone(),
        (Computed, inner) => match unwrap(inner)? {
            (Optional, core) => Computed.around(core),
            _ => return None,
        },
        _ => return None,
    };
    corrected(messages::KEY_IS_NEVER_NULL, right)
}

/// Finds what can be null or unknown in the type of a field with a default.
pub(super) fn default(ty: &Type) -> Option<Wrong> {
    let (Optional | Computed | Value | WriteOnly, inner) = unwrap(ty)? else {
        return None;
    };
    corrected(
        messages::DEFAULT_IS_PLAIN,
        default(inner).map_or_else(|| inner.clone(), |wrong| wrong.right),
    )
}

fn step(ty: &Type) -> Option<Wrong> {
    let Some((outer, inner)) = unwrap(ty) else {
        return foreign(ty);
    };
    if let Some(wrong) = step(inner) {
        return corrected(wrong.why, outer.around(&wrong.right));
    }
    if matches!(outer, List | Set | Map)
        && last_segment(inner).is_some_and(|word| word == "Dynamic")
    {
        return corrected(messages::DYNAMIC_ELEMENT, inner.clone());
    }
    let (other, core) = unwrap(inner)?;
    outer.refuses(other, core)
}

/// Types of Rust that the type system of the configuration language does not have.
fn foreign(ty: &Type) -> Option<Wrong> {
    let (why, right) = match ty {
        Type::Reference(reference) => {
            let owned = match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => {
                    parse_quote!(::std::string::String)
                }
                elem => elem.clone(),
            };
            (messages::OWNED, owned)
        }
        Type::Array(array) => (messages::NO_ARRAY, List.around(&array.elem)),
        Type::Slice(slice) => (messages::NO_ARRAY, List.around(&slice.elem)),
        Type::Path(_) => match (last_segment(ty)?.as_str(), arguments(ty).as_slice()) {
            ("usize", []) => (messages::FIXED_SIZE, parse_quote!(u64)),
            ("isize", []) => (messages::FIXED_SIZE, parse_quote!(i64)),
            ("i128" | "u128", []) => (messages::EXACT, parse_quote!(::terrane::Number)),
            ("char", []) => (messages::NO_CHAR, parse_quote!(::std::string::String)),
            ("HashMap", [_, value, ..]) => (messages::SORTED, Map.around(value)),
            ("HashSet" | "BTreeSet", [element, ..]) => (messages::OWN_SET, Set.around(element)),
            ("Box" | "Rc" | "Arc", [inner]) => (messages::OWNED, (*inner).clone()),
            _ => return None,
        },
        _ => return None,
    };
    corrected(why, right)
}

/// The parts of a collection or a tuple, with the function that reports a type that cannot be such a part.
pub(super) fn parts(ty: &Type) -> Vec<(&'static str, &Type)> {
    match (unwrap(ty), ty) {
        (Some((List | Set | Map, element)), _) => vec![("is_element", element)],
        (Some((_, inner)), _) => parts(inner),
        (None, Type::Tuple(tuple)) => tuple.elems.iter().map(|it| ("is_part", it)).collect(),
        (None, _) => Vec::new(),
    }
}

/// The function that reports a type of the standard library or of `serde_json` inside all wrappers, and names what to write. It accepts a type of the author
/// with the same name that can be an attribute.
pub(super) fn report_of_std(ty: &Type) -> Option<&'static str> {
    let core = core(ty);
    match (last_segment(core)?.as_str(), arguments(core).as_slice()) {
        ("Duration", []) => Some("is_duration"),
        ("PathBuf", []) => Some("is_file_path"),
        ("Value", []) => Some("is_json"),
        _ => None,
    }
}

/// Whether a type can always be an attribute's, by the names in it.
pub(super) fn is_known(ty: &Type) -> bool {
    const SCALARS: [&str; 15] = [
        "String", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64",
        "Number", "Dynamic", "Timeouts",
    ];
    let is = |ty: &Type, names: &[&str]| last_segment(ty).is_some_and(|it| names.contains(&&*it));
    match (unwrap(ty), arguments(ty).as_slice()) {
        (Some((Map, inner)), [key, _]) => is(key, &["String"]) && is_known(inner),
        (Some((_, inner)), _) => is_known(inner),
        (None, _) => is(ty, &SCALARS),
    }
}

fn unwrap(ty: &Type) -> Option<(Wrapper, &Type)> {
    match (last_segment(ty)?.as_str(), arguments(ty).as_slice()) {
        ("Option", [inner]) => Some((Optional, inner)),
        ("Computed", [inner]) => Some((Computed, inner)),
        ("Value", [inner]) => Some((Value, inner)),
        ("WriteOnly", [inner]) => Some((WriteOnly, inner)),
        ("Sensitive", [inner]) => Some((Sensitive, inner)),
        ("Vec", [inner]) => Some((List, inner)),
        ("Set", [inner]) => Some((Set, inner)),
        ("BTreeMap", [_, inner]) => Some((Map, inner)),
        _ => None,
    }
}

/// The type inside all wrappers.
pub(super) fn core(ty: &Type) -> &Type {
    unwrap(ty).map_or(ty, |(_, inner)| core(inner))
}

/// Replaces the type inside all wrappers.
pub(super) fn around_core(ty: &Type, change: &impl Fn(&Type) -> Type) -> Type {
    match unwrap(ty) {
        Some((outer, inner)) => outer.around(&around_core(inner, change)),
        None => change(ty),
    }
}

/// The type as it is written, without the group that a macro puts around its arguments.
pub(super) fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        ty => ty,
    }
}

/// The last part of a path without its arguments: `Option` of `std::option::Option<T>`.
pub(super) fn last_segment(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            Some(path.path.segments.last()?.ident.to_string())
        }
        _ => None,
    }
}

fn arguments(ty: &Type) -> Vec<&Type> {
    let last = match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    let Some(PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments) else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Formats a type as people write it.
pub(crate) fn show(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut shown = String::with_capacity(text.len());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for word in text.split_whitespace() {
        if shown.ends_with(',') || (shown.ends_with(is_word) && word.starts_with(is_word)) {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    for path in [
        "::core::option::",
        "::std::vec::",
        "::std::string::",
        "::std::collections::",
        "::terrane::",
    ] {
        shown = shown.replace(path, "");
    }
    shown
}

#[cfg(test)]
mod tests;
