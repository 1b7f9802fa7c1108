//! The comparison of attributes by the types of their schema.

use terrane_protocol::schema::{Attribute, AttributeKind, NestedObject, Nesting};
use terrane_value::{Text, Type};

use super::{Change, Diff, Part, Shape, dynamic};
use crate::render::kind::Kind;
use crate::render::part::UNKNOWN;

/// Compares an attribute.
pub(super) fn attribute<'a>(change: &Change<'a>, attribute: &'a Attribute) -> Diff<'a> {
    match &attribute.kind {
        AttributeKind::Type(ty) => typed(change, ty),
        AttributeKind::Nested(nested) => self::nested(change, nested),
    }
}

fn typed<'a>(change: &Change<'a>, ty: &'a Type) -> Diff<'a> {
    let again = |change: &Change<'a>| typed(change, ty);
    if let Some(diff) = change.sensitive(false, again) {
        return diff;
    }
    if let Some(diff) = change.unknown(again) {
        return diff;
    }
    let (shape, kind) = match ty {
        // Hosts do not say which part of a dynamic value replaces the object.
        Type::Dynamic => return dynamic(&change.without_replacement()),
        Type::String | Type::Number | Type::Bool => return change.primitive(),
        Type::List(element) => {
            let are_objects = matches!(**element, Type::Object(_));
            let (elements, kind) =
                change.paired(|_, _| are_objects, |change| typed(change, element));
            (Shape::list(elements), kind)
        }
        Type::Set(element) => {
            let (elements, kind) = change.matched(|change| typed(change, element));
            let is_nested = false;
            (
                Shape::Set {
                    elements,
                    is_nested,
                },
                kind,
            )
        }
        Type::Map(element) => {
            let (elements, kind) = change.entries(|change| typed(change, element));
            let is_nested = false;
            (
                Shape::Map {
                    elements,
                    is_nested,
                },
                kind,
            )
        }
        Type::Object(object) => {
            let (attributes, kind) = members_of(change, object.iter(), typed);
            let is_nested = false;
            (
                Shape::Object {
                    attributes,
                    is_nested,
                },
                kind,
            )
        }
        Type::Tuple(types) => {
            let (elements, kind) = elements_of_tuple(change, types);
            (Shape::list(elements), kind)
        }
    };
    change.diff_of(shape, kind)
}

/// Compares the elements of tuples by position.
fn elements_of_tuple<'a>(change: &Change<'a>, types: &'a [Type]) -> (Vec<Diff<'a>>, Kind) {
    let mut kind = change.kind_of_collection();
    let has = |part: &Part, at: usize| (at < part.elements().len()).then_some(at);
    let elements = types.iter().enumerate().map(|(at, ty)| {
        let (before, after) = (has(change.before, at), has(change.after, at));
        let element = typed(&change.element(before, after), ty);
        kind = kind.and(element.kind);
        element
    });
    (elements.collect(), kind)
}

fn nested<'a>(change: &Change<'a>, nested: &'a NestedObject) -> Diff<'a> {
    let again = |change: &Change<'a>| self::nested(change, nested);
    if let Some(diff) = change.sensitive(false, again) {
        return diff;
    }
    let is_single = nested.nesting == Nesting::Single;
    let before = |change: &Change<'a>| {
        if is_single {
            unknown_object(change, nested)
        } else {
            again(change)
        }
    };
    if let Some(diff) = change.unknown(before) {
        return diff;
    }
    let object = |change: &Change<'a>| nested_object(change, nested);
    let (shape, kind) = match nested.nesting {
        Nesting::Single => return nested_known(change, nested),
        Nesting::List => {
            let (elements, kind) = change.positions(object);
            let has_context = false;
            (
                Shape::List {
                    elements,
                    has_context,
                },
                kind,
            )
        }
        Nesting::Set => {
            let (elements, kind) = change.matched(object);
            let is_nested = true;
            (
                Shape::Set {
                    elements,
                    is_nested,
                },
                kind,
            )
        }
        Nesting::Map => {
            let (elements, kind) = change.entries(object);
            let is_nested = true;
            (
                Shape::Map {
                    elements,
                    is_nested,
                },
                kind,
            )
        }
    };
    change.diff_of(shape, kind)
}

/// Compares one object of a nested attribute.
fn nested_object<'a>(change: &Change<'a>, nested: &'a NestedObject) -> Diff<'a> {
    let again = |change: &Change<'a>| nested_object(change, nested);
    if let Some(diff) = change.sensitive(false, again) {
        return diff;
    }
    if let Some(diff) = change.unknown(again) {
        return diff;
    }
    nested_known(change, nested)
}

fn nested_known<'a>(change: &Change<'a>, nested: &'a NestedObject) -> Diff<'a> {
    let members = nested.attributes.iter().map(|it| (&it.name, it));
    let (mut attributes, kind) = members_of(change, members, attribute);
    let write_only = nested.attributes.iter().filter(|it| it.write_only);
    set_write_only(change, &mut attributes, kind, write_only);
    let shape = Shape::Object {
        attributes,
        is_nested: true,
    };
    change.diff_of(shape, kind)
}

/// Compares an object with one whose attributes are unknown.
fn unknown_object<'a>(change: &Change<'a>, nested: &'a NestedObject) -> Diff<'a> {
    let attributes = nested.attributes.iter().map(|member| {
        let unknown = Change {
            after: &UNKNOWN,
            ..change.attribute(&member.name)
        };
        (&member.name, attribute(&unknown, member))
    });
    let shape = Shape::Object {
        attributes: attributes.collect(),
        is_nested: true,
    };
    change.diff_of(shape, Kind::Update)
}

/// Compares the attributes of an object. Those that are null before and after are left out.
fn members_of<'a, T>(
    change: &Change<'a>,
    members: impl Iterator<Item = (&'a Text, T)>,
    compare: impl Fn(&Change<'a>, T) -> Diff<'a>,
) -> (Vec<(&'a Text, Diff<'a>)>, Kind) {
    let mut kind = change.kind_of_collection();
    let attributes = members.filter_map(|(name, member)| {
        let change = change.attribute(name);
        let attribute = compare(&change, member);
        if attribute.kind == Kind::NoOp && change.is_null() {
            return None;
        }
        kind = kind.and(attribute.kind);
        Some((name, attribute))
    });
    let attributes = attributes.collect();
    (attributes, kind)
}

/// Replaces write-only attributes by a note. They share the action of the object around them, but a change of it does not show them.
pub(super) fn set_write_only<'a>(
    change: &Change<'a>,
    attributes: &mut Vec<(&'a Text, Diff<'a>)>,
    kind: Kind,
    write_only: impl Iterator<Item = &'a Attribute>,
) {
    let note_kind = if kind == Kind::Update {
        Kind::NoOp
    } else {
        kind
    };
    for attribute in write_only {
        let member = change.attribute(&attribute.name);
        attributes.retain(|(name, _)| **name != attribute.name);
        attributes.push((&attribute.name, member.diff_of(Shape::WriteOnly, note_kind)));
    }
}
