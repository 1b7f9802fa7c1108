//! The generated configuration of an existing object, changed until it satisfies the relations of its schema (rule I10).

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use terrane_protocol::schema::BlockNesting;
use terrane_value::{Data, Map, Object, Path, Step, Value};

use super::relation::{Broken, broken};
use crate::elements::{ElementAddress, each_mut, each_of_all_mut, value_at};
use crate::schema::{Block, Member, RelationKind, Shape};

/// A relation that a generated configuration violates.
pub(crate) struct Violated {
    pub(crate) detail: String,
    /// Whether the relation holds if the host writes sensitive values.
    pub(crate) is_written_alone: bool,
}

/// The most repairs that are tried for one configuration if the first choice for each relation is not enough.
const MOST_TRIED: usize = 1000;

/// Removes optional values from a generated configuration until all relations are true. It adds an `id` that is omitted, if a relation needs it.
///
/// A value that the provider computes is removed before another one, and a later member before an earlier one. If that violates other relations, other
/// choices are tried. `config` is the configuration that hosts generate from the state. Returns the relations that are still violated, too.
///
/// Hosts do not write sensitive values into a configuration, so relations hold with and without them.
pub(crate) fn satisfy(
    block: &Block,
    state: &Object,
    mut config: Object,
) -> (Object, Vec<Violated>) {
    if let Some(id) = state.get("id").filter(|_| needs_id(block, &config)) {
        config.set("id", id.clone());
    }
    // Paths lead to the elements of lists.
    convert_sets(block, &mut config, to_list);
    let repair = Repair { block };
    let (mut repaired, mut violations) = repair.first_choices(config.clone());
    if !violations.is_empty()
        && let Some(found) = repair.search(&mut config, &mut MOST_TRIED.clone())
    {
        (repaired, violations) = (found, Vec::new());
    }
    convert_sets(block, &mut repaired, to_set);
    let violated = violations.into_iter().map(|it| it.violated);
    (repaired, violated.collect())
}

/// Whether a relation of the whole object is violated because its `id` is omitted.
fn needs_id(block: &Block, config: &Object) -> bool {
    let is_configurable = block.member("id").is_some_and(Member::configurable);
    is_configurable
        && block.relations().iter().any(|relation| {
            let mut members = relation.members().iter();
            let has_id = members.any(|path| path.to_string() == "id");
            has_id
                && broken(relation, block, config)
                    .iter()
                    .any(|it| it.set.is_empty())
        })
}

/// A relation that a configuration violates, with the ways to satisfy it.
struct Violation {
    violated: Violated,
    /// The best way comes first.
    ways: Vec<Vec<Removal>>,
}

/// The removal of an optional value, or of an element of a collection.
#[derive(Clone)]
struct Removal {
    path: Path,
    /// The value of the absent attribute or block. `None` for an element.
    absent: Option<Value>,
}

/// Changes a configuration of a block.
struct Repair<'a> {
    block: &'a Block,
}

impl Repair<'_> {
    /// Satisfies each relation in the best way for it alone. Returns the relations that are still violated.
    fn first_choices(&self, mut config: Object) -> (Object, Vec<Violation>) {
        loop {
            let violations = self.violations(&mut config);
            let ways = violations.iter().filter_map(|it| it.ways.first());
            let removals: Vec<Removal> = ways.flatten().cloned().collect();
            if !remove(removals, &mut config) {
                return (config, violations);
            }
        }
    }

    /// Finds a configuration without violations. A way that leads to none is taken back.
    ///
    /// Values are only removed, so each valid part of the configuration is a part of what remains after one of the ways to satisfy a relation.
    fn search(&self, config: &mut Object, tries: &mut usize) -> Option<Object> {
        let mut violations = self.violations(config);
        if violations.is_empty() {
            return Some(config.clone());
        }
        let first = violations.iter_mut().find(|it| !it.ways.is_empty())?;
        for way in std::mem::take(&mut first.ways) {
            *tries = tries.checked_sub(1)?;
            let mut next = config.clone();
            if remove(way, &mut next)
                && let Some(found) = self.search(&mut next, tries)
            {
                return Some(found);
            }
        }
        None
    }

    fn violations(&self, config: &mut Object) -> Vec<Violation> {
        let mut found = Vec::new();
        self.find(self.block, config, &mut Path::root(), &mut found);
        found
    }

    /// Finds violated relations: those that nothing satisfies, and at most one other of each object. Returns whether it found such another one.
    fn find(
        &self,
        block: &Block,
        object: &mut Object,
        path: &mut Path,
        found: &mut Vec<Violation>,
    ) -> bool {
        let mut is_repairable = false;
        for member in block.members() {
            let (Some(nested), Some(value)) =
                (member.shape().nested(), object.get_mut(member.name()))
            else {
                continue;
            };
            path.push(Step::Attribute(member.name().clone()));
            each_mut(value, |address, object| {
                let step = match address {
                    ElementAddress::Single => None,
                    ElementAddress::Index(at) => Some(Step::Index(at)),
                    ElementAddress::Key(key) => Some(Step::Key(key.clone())),
                };
                let mut path = step.into_iter().fold(path.clone(), Path::step);
                is_repairable |= self.find(nested, object, &mut path, found);
            });
            path.pop();
        }
        // A change of a nested object may satisfy the relations around it.
        is_repairable || self.find_own(block, object, path, found)
    }

    /// Does the same for the relations of the object itself.
    fn find_own(
        &self,
        block: &Block,
        object: &Object,
        path: &Path,
        found: &mut Vec<Violation>,
    ) -> bool {
        if block.relations().is_empty() {
            return false;
        }
        let mut written = object.clone();
        remove_secrets(block, &mut written);
        for relation in block.relations() {
            if relation.is_warning() || relation.kind() == RelationKind::PreferWriteOnly {
                continue;
            }
            let of_object = broken(relation, block, object);
            let is_written_alone = of_object.is_empty();
            let all = if is_written_alone {
                broken(relation, block, &written)
            } else {
                of_object
            };
            for broken in all {
                let ways = self.ways(relation.kind(), &broken, path);
                let is_repairable = !ways.is_empty();
                found.push(Violation {
                    violated: Violated {
                        detail: broken.detail,
                        is_written_alone,
                    },
                    ways,
                });
                if is_repairable {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the ways to satisfy a violated relation of the object at a path by removing values.
    fn ways(&self, kind: RelationKind, broken: &Broken<'_>, path: &Path) -> Vec<Vec<Removal>> {
        let set: Vec<_> = (broken.set.iter())
            .map(|(member, paths)| {
                let removals = paths.iter().map(|it| self.removal(&path.clone().join(it)));
                (*member, removals.collect::<Option<Vec<_>>>())
            })
            .collect();
        let without = |removed: &dyn Fn(usize) -> bool| {
            let removed = set.iter().enumerate().filter(|(at, _)| removed(*at));
            let removals = removed.map(|(_, (_, removals))| removals.clone());
            Some(removals.collect::<Option<Vec<_>>>()?.concat())
        };
        let ways = match kind {
            RelationKind::ExactlyOneOf | RelationKind::AtMostOneOf => {
                let mut kept: Vec<usize> = (0..set.len()).collect();
                kept.sort_by_key(|at| Reverse(importance(set[*at].0)));
                let ways = kept.into_iter().map(|kept| without(&|at| at != kept));
                ways.collect()
            }
            RelationKind::Requires => vec![without(&|at| at == 0)],
            RelationKind::AllOrNone
            | RelationKind::AtLeastOneOf
            | RelationKind::PreferWriteOnly => vec![without(&|_| true)],
        };
        // A relation of an object that is absent holds.
        let place = path.clone().join(&broken.place);
        let without_object = || self.removal(&place).map(|it| vec![it]);
        let ways = ways.into_iter().flatten().filter(|way| !way.is_empty());
        ways.chain(without_object()).collect()
    }

    /// Returns how a value is removed: the innermost optional attribute, block or element that contains it goes.
    fn removal(&self, path: &Path) -> Option<Removal> {
        let (mut block, mut removal) = (self.block, None);
        let mut parent = Path::root();
        let mut has_optional_elements = false;
        for step in path.steps() {
            parent.push(step.clone());
            let absent = if let Step::Attribute(name) = step {
                let member = block.member(name)?;
                if let Some(nested) = member.shape().nested() {
                    block = nested;
                }
                has_optional_elements = match member.shape() {
                    Shape::Block { min_items, .. } => *min_items == 0,
                    Shape::Type(_) | Shape::Nested { .. } => true,
                };
                is_optional(member).then(|| Some(absent(member)))
            } else {
                has_optional_elements.then_some(None)
            };
            if let Some(absent) = absent {
                let path = parent.clone();
                removal = Some(Removal { path, absent });
            }
        }
        removal
    }
}

/// Removes values from a configuration, and returns whether it had one of them. Elements of lists go last, from the end, so that no path changes before it
/// is used.
fn remove(mut removals: Vec<Removal>, config: &mut Object) -> bool {
    removals.sort_by_key(|it| {
        let index = match it.path.last() {
            Some(Step::Index(at)) => *at,
            _ => 0,
        };
        (
            it.absent.is_none(),
            Reverse(it.path.steps().len()),
            Reverse(index),
        )
    });
    removals.dedup_by(|a, b| a.path == b.path);
    let mut is_changed = false;
    for Removal { path, absent } in removals {
        let Some((last, parent)) = path.steps().split_last() else {
            continue;
        };
        if let Some(absent) = absent {
            if let Some(value) = value_at(config, path.steps()) {
                is_changed |= *value != absent;
                *value = absent;
            }
            continue;
        }
        match (value_at(config, parent).and_then(Value::known_mut), last) {
            (Some(Data::List(elements)), Step::Index(at)) if *at < elements.len() => {
                elements.remove(*at);
                is_changed = true;
            }
            (Some(Data::Map(elements)), Step::Key(key)) => {
                is_changed |= elements.remove(key).is_some();
            }
            _ => {}
        }
    }
    is_changed
}

/// How important it is that a configuration contains a member: the plan may not show a removed value, or a configuration without it is invalid.
fn importance(member: &Member) -> u8 {
    let is_planned = member.computed() || member.default_value().is_some();
    match (is_optional(member), is_planned || member.is_sensitive()) {
        (false, _) => 2,
        (true, false) => 1,
        (true, true) => 0,
    }
}

/// Whether a configuration may omit a member.
fn is_optional(member: &Member) -> bool {
    match member.shape() {
        Shape::Block {
            nesting, min_items, ..
        } => *min_items == 0 && *nesting != BlockNesting::Group,
        Shape::Type(_) | Shape::Nested { .. } => !member.required(),
    }
}

/// The value of a member that a configuration does not contain.
fn absent(member: &Member) -> Value {
    match member.shape() {
        Shape::Block { nesting, .. } => nesting.absent(),
        Shape::Type(_) | Shape::Nested { .. } => Value::Null,
    }
}

/// Replaces sensitive values by what a host writes instead. A nested attribute is written without contents.
fn remove_secrets(block: &Block, object: &mut Object) {
    for_each_nested(block, object, &mut remove_secrets);
    let secrets = block.members().iter().filter(|it| it.is_sensitive());
    for member in secrets {
        let written = match (object.get(member.name()), member.shape()) {
            (Some(Value::Known(data)), Shape::Nested { object, .. }) => Value::Known(match data {
                Data::Object(_) => Data::Object(Object::new(object.object_type())),
                Data::Map(_) => Data::Map(Map::new()),
                _ => Data::List(Vec::new()),
            }),
            _ => absent(member),
        };
        object.set(member.name(), written);
    }
}

/// Calls a function for each object in the nested attributes and blocks of an object.
fn for_each_nested(block: &Block, object: &mut Object, each: &mut dyn FnMut(&Block, &mut Object)) {
    for member in block.members() {
        if let (Some(nested), Some(value)) =
            (member.shape().nested(), object.get_mut(member.name()))
        {
            each_of_all_mut(value, |object| each(nested, object));
        }
    }
}

/// Turns the sets of objects into lists, or back.
fn convert_sets(block: &Block, object: &mut Object, convert: fn(&mut Value)) {
    for_each_nested(block, object, &mut |nested, object| {
        convert_sets(nested, object, convert);
    });
    for member in block.members() {
        let value = object.get_mut(member.name());
        if let Some(value) = value.filter(|_| member.shape().is_set()) {
            convert(value);
        }
    }
}

fn to_list(value: &mut Value) {
    if let Value::Known(Data::Set(elements)) = value {
        *value = Value::Known(Data::List(std::mem::take(elements).into_iter().collect()));
    }
}

fn to_set(value: &mut Value) {
    if let Value::Known(Data::List(elements)) = value {
        *value = Value::Known(Data::Set(std::mem::take(elements).into_iter().collect()));
    }
}
