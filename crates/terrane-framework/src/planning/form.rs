//! Canonical forms of values: values with the same form are equal in the model's types, such as numbers with the same nearest float.

use terrane_value::{Object, Value};

use crate::elements;
use crate::schema::{Block, Member};

/// Returns the canonical form of a value of a member. `otherwise` replaces values whose type has no canonical form.
pub(super) fn form(member: &Member, value: &Value, otherwise: fn(&Value) -> Value) -> Value {
    if member.equates_null_and_empty(&Value::Null, value) {
        return otherwise(value);
    }
    if let Some(equality) = member.equality() {
        return equality.form(value, otherwise);
    }
    let mut form = value.clone();
    if let Some(block) = member.shape().nested().filter(|block| block.has_equality()) {
        elements::each_of_all_mut(&mut form, |object| form_of_object(block, object, otherwise));
    }
    form
}

fn form_of_object(block: &Block, object: &mut Object, otherwise: fn(&Value) -> Value) {
    for (at, member) in block.members().iter().enumerate() {
        if has_form(member) {
            *object.at_mut(at) = form(member, object.at(at), otherwise);
        }
    }
}

/// Returns the canonical form of a value. A value without a canonical form is its own one.
pub(super) fn form_or_value(member: &Member, value: &Value) -> Value {
    if has_form(member) {
        form(member, value, Value::clone)
    } else {
        value.clone()
    }
}

/// Whether two values are equal, or have the same canonical form.
pub(super) fn is_same(member: &Member, one: &Value, other: &Value) -> bool {
    one == other || has_form(member) && form_or_value(member, one) == form_or_value(member, other)
}

/// Whether values of a member may differ from their canonical form.
pub(super) fn has_form(member: &Member) -> bool {
    let nested = member.shape().nested();
    member.has_equality() || nested.is_some_and(Block::has_equality)
}
