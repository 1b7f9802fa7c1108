//! Values in the notation of the vectors: that of Go's `%#v`.

use std::fmt::Write as _;

use super::quote::quote;
use terrane_hcl::value::{Mark, Number, Value};
use terrane_value::Type;

/// Writes a value as `cty.StringVal("x")`.
pub(crate) fn go_string(value: &Value) -> String {
    let marks: Vec<&str> = value
        .marks()
        .iter()
        .map(|mark| match mark {
            Mark::Sensitive => "marks.Sensitive",
            Mark::Ephemeral => "marks.Ephemeral",
            Mark::Type => "marks.TypeType",
            _ => "other",
        })
        .collect();
    let plain = unmarked(value);
    match marks.as_slice() {
        [] => plain,
        [mark] => format!("{plain}.Mark({mark})"),
        marks => format!("{plain}.WithMarks(cty.NewValueMarks({}))", marks.join(", ")),
    }
}

fn unmarked(value: &Value) -> String {
    if let Some(ty) = value.as_type() {
        return format!(
            "cty.CapsuleVal(cty.Capsule(\"type\", reflect.TypeOf(cty.NilType)), {})",
            type_string(ty)
        );
    }
    let ty = value.ty();
    if value.is_null() {
        return format!("cty.NullVal({})", type_string(ty));
    }
    if let Some(unknown) = value.as_unknown() {
        if *ty == Type::Dynamic {
            return "cty.DynamicVal".to_owned();
        }
        return format!("cty.UnknownVal({}){}", type_string(ty), refinement(unknown));
    }
    if let Some(value) = value.as_bool() {
        return if value { "cty.True" } else { "cty.False" }.to_owned();
    }
    if let Some(number) = value.as_number() {
        return number_string(number);
    }
    if let Some(text) = value.as_str() {
        return format!("cty.StringVal({})", quote(text));
    }
    let elements: Vec<String> = value
        .elements()
        .unwrap_or_default()
        .iter()
        .map(go_string)
        .collect();
    let entries: Vec<String> = value
        .keys()
        .unwrap_or_default()
        .iter()
        .zip(&elements)
        .map(|(key, value)| format!("{}:{value}", quote(key)))
        .collect();
    let (list, map) = (elements.join(", "), entries.join(", "));
    let list = |kind: &str| format!("cty.{kind}Val([]cty.Value{{{list}}})");
    let map = |kind: &str| format!("cty.{kind}Val(map[string]cty.Value{{{map}}})");
    let is_empty = elements.is_empty();
    match ty {
        Type::List(element) if is_empty => format!("cty.ListValEmpty({})", type_string(element)),
        Type::Set(element) if is_empty => format!("cty.SetValEmpty({})", type_string(element)),
        Type::Map(element) if is_empty => format!("cty.MapValEmpty({})", type_string(element)),
        Type::Tuple(_) if is_empty => "cty.EmptyTupleVal".to_owned(),
        Type::Object(_) if is_empty => "cty.EmptyObjectVal".to_owned(),
        Type::List(_) => list("List"),
        Type::Set(_) => list("Set"),
        Type::Tuple(_) => list("Tuple"),
        Type::Map(_) => map("Map"),
        _ => map("Object"),
    }
}

fn number_string(number: &Number) -> String {
    let digits = || format!("{number:?}");
    if number.is_integer() {
        return format!("cty.NumberIntVal({})", digits());
    }
    let float = Number::from_f64(number.to_f64());
    if float.is_some_and(|float| float.cmp(number).is_eq()) {
        return format!("cty.NumberFloatVal({})", digits());
    }
    format!("cty.MustParseNumberVal(\"{number}\")")
}

fn refinement(unknown: &terrane_value::Unknown) -> String {
    let mut calls = String::new();
    if unknown.is_not_null() {
        calls += ".NotNull()";
    }
    if let Some(prefix) = unknown.string_prefix() {
        _ = write!(calls, ".StringPrefixFull({})", quote(prefix));
    }
    for (name, bound) in [
        ("Lower", unknown.number_lower()),
        ("Upper", unknown.number_upper()),
    ] {
        if let Some(bound) = bound {
            let number = number_string(&Number::from_exchange(&bound.number));
            _ = write!(calls, ".Number{name}Bound({number}, {})", bound.inclusive);
        }
    }
    if unknown.length_lower() > 0 {
        _ = write!(
            calls,
            ".CollectionLengthLowerBound({})",
            unknown.length_lower()
        );
    }
    if let Some(most) = unknown.length_upper() {
        _ = write!(calls, ".CollectionLengthUpperBound({most})");
    }
    match calls.as_str() {
        "" => calls,
        ".NotNull()" => ".RefineNotNull()".to_owned(),
        _ => format!(".Refine(){calls}.NewValue()"),
    }
}

fn type_string(ty: &Type) -> String {
    match ty {
        Type::String => "cty.String".to_owned(),
        Type::Number => "cty.Number".to_owned(),
        Type::Bool => "cty.Bool".to_owned(),
        Type::Dynamic => "cty.DynamicPseudoType".to_owned(),
        Type::List(element) => format!("cty.List({})", type_string(element)),
        Type::Set(element) => format!("cty.Set({})", type_string(element)),
        Type::Map(element) => format!("cty.Map({})", type_string(element)),
        Type::Tuple(types) if types.is_empty() => "cty.EmptyTuple".to_owned(),
        Type::Tuple(types) => {
            let types: Vec<String> = types.iter().map(type_string).collect();
            format!("cty.Tuple([]cty.Type{{{}}})", types.join(", "))
        }
        Type::Object(object) if object.is_empty() => "cty.EmptyObject".to_owned(),
        Type::Object(object) => {
            let types: Vec<String> = object
                .iter()
                .map(|(name, ty)| format!("{}:{}", quote(name), type_string(ty)))
                .collect();
            format!("cty.Object(map[string]cty.Type{{{}}})", types.join(", "))
        }
    }
}
