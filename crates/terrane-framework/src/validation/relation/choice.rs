//! Chooses the elements whose members a relation compares.

use terrane_value::{Data, Object, Path, Step, Text, Value};

use super::operand::Operand;
use super::place::Place;
use crate::schema::{Block, Member, Relation, Shape};

/// A value on the path of a member.
#[derive(Debug, Clone)]
enum Found<'a> {
    Known(&'a Value),
    /// The configuration has no value.
    Missing,
    /// The configuration has no value. The schema sets this one, or a value around it.
    Default(Value),
    /// The configuration has no value. The provider may choose one.
    Provided,
    Unknown,
}

impl<'a> Found<'a> {
    fn of(value: &'a Value) -> Self {
        match value {
            Value::Unknown(_) => Self::Unknown,
            Value::Null => Self::Missing,
            Value::Known(Data::Dynamic(typed)) => Self::of(&typed.value),
            Value::Known(_) => Self::Known(value),
        }
    }

    fn attribute(&self, name: &str) -> Self {
        match self {
            Self::Known(Value::Known(Data::Object(object))) => {
                object.get(name).map_or(Self::Missing, Self::Known)
            }
            Self::Default(Value::Known(Data::Object(object))) => {
                let value = object.get(name).cloned();
                value.map_or(Self::Missing, Self::Default)
            }
            Self::Known(_) | Self::Default(_) => Self::Missing,
            Self::Missing | Self::Provided | Self::Unknown => self.clone(),
        }
    }

    /// The value of a nested object or collection, set by the configuration or the provider.
    fn resolved(self, member: &Member) -> Self {
        let is_absent = |value: &Value| match member.shape() {
            Shape::Block { nesting, .. } => value.is_null() || *value == nesting.absent(),
            _ => value.is_null(),
        };
        match &self {
            Self::Known(value) if !is_absent(value) => Self::of(value),
            Self::Default(value) if !is_absent(value) => self,
            Self::Known(_) | Self::Default(_) => match member.default_value() {
                Some(default) => Self::Default(default),
                None if member.computed() => Self::Provided,
                None => Self::Missing,
            },
            Self::Missing | Self::Provided | Self::Unknown => self,
        }
    }
}

/// A member whose operand is searched, with the rest of its path.
#[derive(Debug, Clone, Copy)]
struct Search<'a> {
    /// The position among the members of the relation.
    at: usize,
    names: &'a [Text],
}

/// An object on the paths of members.
#[derive(Debug, Clone)]
struct Scope<'a> {
    block: &'a Block,
    object: Found<'a>,
    place: Place,
    is_secret: bool,
}

/// A collection that several members share.
struct Shared<'a> {
    block: &'a Block,
    collection: Found<'a>,
    place: Place,
    is_secret: bool,
    searches: Vec<Search<'a>>,
}

/// The operands of a relation for one choice of elements.
type Operands<'a> = Vec<Option<Operand<'a>>>;

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
    let members = relation.members();
    let searches = members.iter().enumerate().map(|(at, member)| Search {
        at,
        names: member.names(),
    });
    let place = Place::at(path.clone());
    let mut choice = Choice {
        members: members.len(),
        found,
    };
    let (mut operands, mut shared) = (vec![None; members.len()], Vec::new());
    let searches: Vec<_> = searches.collect();
    descend_into(object, block, &place, &searches, &mut operands, &mut shared);
    choice.choose(operands, shared, &place);
}

/// Searches the members of the relation's own object, which is known.
fn descend_into<'a>(
    object: &'a Object,
    block: &'a Block,
    place: &Place,
    searches: &[Search<'a>],
    operands: &mut Operands<'a>,
    shared: &mut Vec<Shared<'a>>,
) {
    for_each_name(searches, |name, searches| {
        let value = object.get(name).map_or(Found::Missing, Found::Known);
        if let Some(member) = block.member(name) {
            let place = place.attribute(name);
            follow(member, value, place, false, &searches, operands, shared);
        }
    });
}

fn descend<'a>(
    scope: &Scope<'a>,
    searches: &[Search<'a>],
    operands: &mut Operands<'a>,
    shared: &mut Vec<Shared<'a>>,
) {
    for_each_name(searches, |name, searches| {
        if let Some(member) = scope.block.member(name) {
            let (value, place) = (scope.object.attribute(name), scope.place.attribute(name));
            follow(
                member,
                value,
                place,
                scope.is_secret,
                &searches,
                operands,
                shared,
            );
        }
    });
}

/// Groups searches by the next name.
fn for_each_name<'a>(searches: &[Search<'a>], mut each: impl FnMut(&'a Text, Vec<Search<'a>>)) {
    let mut done: Vec<&Text> = Vec::new();
    for search in searches {
        let Some(name) = search.names.first().filter(|name| !done.contains(name)) else {
            continue;
        };
        done.push(name);
        let same = searches.iter().filter(|it| it.names.first() == Some(name));
        each(name, same.copied().collect());
    }
}

/// Finds the operands of members at a member or below it. Collections that several members share are added to `shared`.
fn follow<'a>(
    member: &'a Member,
    value: Found<'a>,
    place: Place,
    is_secret: bool,
    searches: &[Search<'a>],
    operands: &mut Operands<'a>,
    shared: &mut Vec<Shared<'a>>,
) {
    let is_secret = is_secret || member.is_sensitive() || member.is_write_only();
    let mut inner = Vec::new();
    for search in searches {
        match search.names {
            [_] => {
                operands[search.at] = Some(Operand {
                    member,
                    place: place.clone(),
                    values: match value {
                        Found::Known(value) => vec![(place.clone(), value)],
                        _ => Vec::new(),
                    },
                    defaults: match &value {
                        Found::Default(value) => vec![value.clone()],
                        _ => Vec::new(),
                    },
                    is_provided: matches!(value, Found::Provided),
                    is_partial: matches!(value, Found::Unknown),
                    is_secret,
                });
            }
            names => inner.push(Search {
                at: search.at,
                names: &names[1..],
            }),
        }
    }
    let Some(block) = member.shape().nested() else {
        return;
    };
    let value = value.resolved(member);
    if member.shape().single().is_some() {
        let scope = Scope {
            block,
            object: value,
            place,
            is_secret,
        };
        descend(&scope, &inner, operands, shared);
    } else if let [alone] = inner.as_slice() {
        let mut operand = None;
        gather(block, value, &place, is_secret, alone.names, &mut operand);
        operands[alone.at] = operand;
    } else if !inner.is_empty() {
        shared.push(Shared {
            block,
            collection: value,
            place,
            is_secret,
            searches: inner,
        });
    }
}

/// The elements of a collection, with their steps. An error is an element that stands for all, which are not known.
fn elements<'a>(collection: &Found<'a>) -> Result<Vec<(Option<Step>, Found<'a>)>, Found<'a>> {
    Ok(match collection {
        Found::Known(value) => with_steps(value)
            .map(|(step, element)| (step, Found::of(element)))
            .collect(),
        Found::Default(value) => with_steps(value)
            // The configuration has no such element, so there is no address.
            .map(|(_, element)| (None, Found::Default(element.clone())))
            .collect(),
        Found::Missing => Vec::new(),
        Found::Provided | Found::Unknown => return Err(collection.clone()),
    })
}

fn with_steps(collection: &Value) -> Box<dyn Iterator<Item = (Option<Step>, &Value)> + '_> {
    match collection {
        Value::Known(Data::List(elements)) => {
            let elements = elements.iter().enumerate();
            Box::new(elements.map(|(at, element)| (Some(Step::Index(at)), element)))
        }
        Value::Known(Data::Map(elements)) => {
            let elements = elements.iter();
            Box::new(elements.map(|(key, element)| (Some(Step::Key(key.clone())), element)))
        }
        Value::Known(Data::Set(elements)) => Box::new(elements.iter().map(|it| (None, it))),
        Value::Known(_) | Value::Null | Value::Unknown(_) => Box::new(std::iter::empty()),
    }
}

/// Collects the values of a member that is alone in a collection, from all elements.
fn gather<'a>(
    block: &'a Block,
    collection: Found<'a>,
    place: &Place,
    is_secret: bool,
    names: &'a [Text],
    all: &mut Option<Operand<'a>>,
) {
    // `all` starts with the member in an absent element, and extends it by the values of each element.
    let mut add = |found: Found<'a>, at: Place| {
        let scope = Scope {
            block,
            object: found,
            place: at,
            is_secret,
        };
        let (mut operands, mut shared) = (vec![None], Vec::new());
        descend(
            &scope,
            &[Search { at: 0, names }],
            &mut operands,
            &mut shared,
        );
        if let Some(one) = operands.pop().flatten() {
            match all {
                Some(all) => {
                    all.values.extend(one.values);
                    all.defaults.extend(one.defaults);
                    all.is_provided |= one.is_provided;
                    all.is_partial |= one.is_partial;
                }
                None => *all = Some(one),
            }
        }
    };
    let any = place.element(None);
    match elements(&collection) {
        Err(any_element) => add(any_element, any),
        Ok(elements) => {
            add(Found::Missing, any);
            for (step, element) in elements {
                add(element, place.element(step));
            }
        }
    }
}

struct Choice<'a, 'f> {
    members: usize,
    found: &'f mut dyn FnMut(&[Operand<'a>], &Place),
}

impl<'a> Choice<'a, '_> {
    /// Chooses elements of the shared collections.
    fn choose(&mut self, operands: Operands<'a>, mut shared: Vec<Shared<'a>>, place: &Place) {
        let Some(collection) = shared.pop() else {
            let operands: Option<Vec<Operand<'a>>> = operands.into_iter().collect();
            if let Some(operands) = operands {
                (self.found)(&operands, place);
            }
            return;
        };
        if !shared.is_empty() {
            // Such a relation is a schema error.
            return;
        }
        // A relation between members of the elements holds if there are no elements, or none that is configured.
        let has_others = collection.searches.len() < self.members;
        let is_configured = !matches!(collection.collection, Found::Default(_));
        let mut all = match elements(&collection.collection) {
            Ok(elements) if is_configured || has_others => elements,
            Ok(_) => Vec::new(),
            Err(any_element) if has_others => vec![(None, any_element)],
            Err(_) => Vec::new(),
        };
        all.retain(|(_, element)| !matches!(element, Found::Missing | Found::Default(Value::Null)));
        if all.is_empty() && has_others {
            all.push((None, Found::Missing));
        }
        for (step, element) in all {
            let place = collection.place.element(step);
            self.choose_element(&collection, element, &operands, &place);
        }
    }

    fn choose_element(
        &mut self,
        collection: &Shared<'a>,
        element: Found<'a>,
        operands: &Operands<'a>,
        place: &Place,
    ) {
        let scope = Scope {
            block: collection.block,
            object: element,
            place: place.clone(),
            is_secret: collection.is_secret,
        };
        let (mut operands, mut shared) = (operands.clone(), Vec::new());
        descend(&scope, &collection.searches, &mut operands, &mut shared);
        self.choose(operands, shared, place);
    }
}
