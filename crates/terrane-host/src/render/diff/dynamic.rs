//! The comparison of values whose type only the values know: outputs, attributes of dynamic type, and texts in JSON.

use super::{Change, Diff, Shape};
use crate::render::kind::Kind;
use crate::render::part::{Content, Part};

/// The forms of a value that are shown alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Null,
    Bool,
    Number,
    String,
    List,
    Map,
}

fn form(part: &Part) -> Form {
    match &part.content {
        Content::Null | Content::Unknown => Form::Null,
        Content::Bool(_) => Form::Bool,
        Content::Number(_) => Form::Number,
        Content::String(_) => Form::String,
        Content::List(_) => Form::List,
        Content::Map(_) => Form::Map,
    }
}

/// Compares two values of any type. Sets are compared like lists, and maps like objects.
pub(in crate::render) fn dynamic<'a>(change: &Change<'a>) -> Diff<'a> {
    if let Some(diff) = change.sensitive(false, dynamic) {
        return diff;
    }
    if let Some(diff) = change.unknown(dynamic) {
        return diff;
    }
    let (before, after) = (form(change.before), form(change.after));
    let is_added = before == Form::Null && !change.before_is_explicit;
    let is_removed = after == Form::Null && !change.after_is_explicit;
    if before == after || is_added || is_removed {
        let form = if before == Form::Null { after } else { before };
        return of_form(change, form);
    }
    let removed = of_form(&change.as_delete(), before);
    let added = of_form(&change.as_create(), after);
    Diff {
        shape: Shape::TypeChange(Box::new(removed), Box::new(added)),
        kind: Kind::Update,
        replaces: change.replaces(),
    }
}

fn of_form<'a>(change: &Change<'a>, form: Form) -> Diff<'a> {
    match form {
        Form::Null | Form::Bool | Form::Number | Form::String => change.primitive(),
        Form::List => {
            let is_object = |part: &Part| form_is_map(part);
            let (elements, kind) = change.paired(
                |before, after| is_object(before) && is_object(after),
                dynamic,
            );
            let shape = Shape::List {
                elements,
                has_context: true,
            };
            change.diff_of(shape, kind)
        }
        Form::Map => {
            let (attributes, kind) = change.entries(dynamic);
            let shape = Shape::Object {
                attributes,
                is_nested: false,
            };
            change.diff_of(shape, kind)
        }
    }
}

fn form_is_map(part: &Part) -> bool {
    form(part) == Form::Map
}
