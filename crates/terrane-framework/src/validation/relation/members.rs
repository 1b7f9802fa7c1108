//! The members of a relation, in each choice of elements of the collections that they share.

use terrane_value::{Data, Object, Path, Step, Text, Value};

use super::place::Place;
use crate::schema::{Block, Member, MemberPath, Relation, Shape, is_in};

static NULL: Value = Value::Null;
static UNKNOWN: Value = Value::unknown();

/// A member of a relation, with its values in one choice of elements.
#[derive(Debug, Clone)]
pub(super) struct Operand<'a> {
    pub(super) member: &'a Member,
    /// The place of the member. For a member that is alone in a collection, it stands for all elements.
    pub(super) place: Place,
    /// The values. A member that is alone in a collection has one for each element.
    pub(super) values: Vec<(Place, &'a Value)>,
}

impl Operand<'_> {
    /// Whether the member is configured, once that is certain.
    pub(super) fn is_set(&self) -> Option<bool> {
        let states: Vec<Option<bool>> = self
            .values
            .iter()
            .map(|(_, it)| is_set(self.member, it))
            .collect();
        let is_set = states.contains(&Some(true));
        (is_set || !states.contains(&None)).then_some(is_set)
    }

    /// The place of the first value that is certainly set.
    pub(super) fn set_at(&self) -> Option<&Place> {
        let mut values = self.values.iter();
        let set = values.find(|(_, value)| is_set(self.member, value) == Some(true));
        set.map(|(place, _)| place)
    }
}

/// Whether a member is configured, once that is certain. A collection of blocks is set if it has a block.
pub(in crate::validation) fn is_set(member: &Member, value: &Value) -> Option<bool> {
    let block = matches!(member.shape(), Shape::Block { .. });
    match value {
        Value::Unknown(unknown) if block => (unknown.length_lower() > 0).then_some(true),
        Value::Unknown(unknown) => (unknown.is_not_null()).then_some(true),
        Value::Known(Data::Dynamic(typed)) if typed.value.is_unknown() => {
            is_set(member, &typed.value)
        }
        Value::Known(Data::List(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Set(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Map(blocks)) if block => Some(!blocks.is_empty()),
        value => Some(!value.is_absent()),
    }
}

/// Calls a function with the operands of each choice of elements, and with the place of the innermost chosen element or object.
///
/// Members that share a collection have the same element. A member that is alone in a collection has the values of all elements.
pub(super) fn each_choice<'a>(
    relation: &'a Relation,
    block: &'a Block,
    object: &'a Object,
    path: &Path,
    found: &mut dyn FnMut(&[Operand<'a>], &Place),
) {
    let root = Scope {
        names: &[],
        block,
        object: Ok(object),
        place: Place::at(path.clone()),
    };
    let shared = relation.shared_collections(block);
    choose(relation.members(), &shared, &mut vec![root], found);
}

/// Chooses an element of the outermost collection, and then of the collections in it.
fn choose<'a>(
    members: &'a [MemberPath],
    shared: &[&'a [Text]],
    scopes: &mut Vec<Scope<'a>>,
    found: &mut dyn FnMut(&[Operand<'a>], &Place),
) {
    let Some(innermost) = scopes.last() else {
        return;
    };
    let Some((names, shared)) = shared.split_first() else {
        let operands = members.iter().map(|path| {
            let mut scopes = scopes.iter().rev();
            let scope = scopes.find(|scope| is_in(path, scope.names))?;
            scope.find(&path.names()[scope.names.len()..])
        });
        if let Some(operands) = operands.collect::<Option<Vec<_>>>() {
            found(&operands, &innermost.place);
        }
        return;
    };
    let Some(collection) = innermost.find(&names[innermost.names.len()..]) else {
        return;
    };
    let Some(block) = collection.member.shape().nested() else {
        return;
    };
    let mut all: Vec<_> = collection.values.into_iter().flat_map(elements).collect();
    all.retain(|(_, element)| !element.is_null());
    // A relation between members of the elements holds if there are no elements.
    if all.is_empty() && !members.iter().all(|path| is_in(path, names)) {
        all.push((collection.place.element(None), &NULL));
    }
    for (place, element) in all {
        scopes.push(Scope {
            names,
            block,
            object: object(element),
            place,
        });
        choose(members, shared, scopes, found);
        scopes.pop();
    }
}

/// An object from which the paths of members are followed: that of the relation, or an element that was chosen.
struct Scope<'a> {
    /// The path of the collection of the element.
    names: &'a [Text],
    block: &'a Block,
    /// The object. An error is the value of all attributes, null or unknown.
    object: Result<&'a Object, &'a Value>,
    place: Place,
}

impl<'a> Scope<'a> {
    /// Finds a member, with its values in all elements of the collections on its path.
    fn find(&self, names: &[Text]) -> Option<Operand<'a>> {
        let (first, rest) = names.split_first()?;
        let place = self.place.attribute(first);
        let mut found = Operand {
            member: self.block.member(first)?,
            place: place.clone(),
            values: vec![(place, attribute(self.object, first))],
        };
        for name in rest {
            if found.member.shape().single().is_none() {
                found.values = found.values.into_iter().flat_map(elements).collect();
                found.place = found.place.element(None);
            }
            found.member = found.member.shape().nested()?.member(name)?;
            found.place = found.place.attribute(name);
            for (place, value) in &mut found.values {
                *value = attribute(object(value), name);
                *place = place.attribute(name);
            }
        }
        Some(found)
    }
}

fn object(value: &Value) -> Result<&Object, &Value> {
    match value {
        Value::Known(Data::Object(object)) => Ok(object),
        Value::Known(Data::Dynamic(typed)) => object(&typed.value),
        Value::Unknown(_) => Err(&UNKNOWN),
        Value::Known(_) | Value::Null => Err(&NULL),
    }
}

fn attribute<'a>(object: Result<&'a Object, &'a Value>, name: &str) -> &'a Value {
    object.map_or_else(|all| all, |object| object.get(name).unwrap_or(&NULL))
}

/// The elements of a collection. If the collection is unknown, one unknown element stands for all.
fn elements((place, collection): (Place, &Value)) -> Vec<(Place, &Value)> {
    let at = |(step, element)| (place.element(step), element);
    match collection {
        Value::Known(Data::List(elements)) => {
            let elements = elements.iter().enumerate();
            elements
                .map(|(index, it)| at((Some(Step::Index(index)), it)))
                .collect()
        }
        Value::Known(Data::Map(elements)) => {
            let elements = elements.iter();
            elements
                .map(|(key, it)| at((Some(Step::Key(key.clone())), it)))
                .collect()
        }
        Value::Known(Data::Set(elements)) => elements.iter().map(|it| at((None, it))).collect(),
        Value::Unknown(_) => vec![at((None, &UNKNOWN))],
        Value::Known(_) | Value::Null => Vec::new(),
    }
}
