//! Values that no answer can contain: infinite numbers, values of another type, values that the provider's code could not express, and values that are
//! too large.

use std::cmp::Reverse;

use terrane_protocol::Diagnostic;
use terrane_value::msgpack::Size;
use terrane_value::{Data, Error, ErrorKind, Limits, Object, Path, Step, Text, Type, Value};

use super::place::{AtValue as _, place};
use crate::elements::value_at;
use crate::messages;
use crate::schema::{Block, Member};

/// The largest number of values that get a diagnostic of their own.
const NAMED: usize = 16;

/// The size of a nested value that is removed alone. A smaller value is removed together with the value around it.
const SEPARATE: usize = 256 << 10;

/// The limits of an object in an answer.
///
/// Hosts accept messages of 256 MiB. An answer also has private state, an identity and diagnostics.
pub(crate) const LIMITS: Limits = Limits {
    depth: 128,
    size: 200 << 20,
    memory: 64 << 20,
};

/// The values of an object that cannot be encoded. Each error has the path of its value.
#[derive(Debug, Default)]
pub(crate) struct Unencodable {
    named: Vec<Error>,
    more: usize,
}

impl Unencodable {
    /// Adds a value.
    pub(crate) fn push(&mut self, path: &Path, error: Error) {
        if self.named.len() == NAMED {
            self.more += 1;
            return;
        }
        let steps = path.steps().iter().rev().cloned();
        self.named.push(steps.fold(error, Error::inside));
    }

    /// Removes values from an object until it can be encoded: unknown values replace them.
    ///
    /// The attribute with a value that cannot be encoded is removed, at any depth of the schema. If the object is too large, its largest values are
    /// removed. If `keeps_key` is set, the parts of the key stay.
    pub(crate) fn take(&mut self, object: &mut Object, block: &Block, keeps_key: bool) {
        if !block.describes(object) {
            return;
        }
        let mut search = Search {
            key: block
                .members()
                .iter()
                .filter(|it| keeps_key && it.is_needed_to_find())
                .collect(),
            path: Path::root(),
            slots: Vec::new(),
            separate: Size::default(),
            found: self,
        };
        let size = search.object(object, block);
        search.shrink(object, size);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Returns the diagnostics. `kept` is a sentence about the object, after a blank, or empty.
    pub(crate) fn report(
        self,
        type_name: &str,
        block: &Block,
        kept: &str,
    ) -> impl Iterator<Item = Diagnostic> {
        let more =
            (self.more > 0).then(|| messages::values::more_unencodable(type_name, self.more, kept));
        let named = self.named.into_iter();
        named
            .map(move |error| report(&error, type_name, block, kept))
            .chain(more)
    }
}

/// Returns the diagnostic of a value that cannot be encoded.
pub(crate) fn report(error: &Error, type_name: &str, block: &Block, kept: &str) -> Diagnostic {
    let place = place(error.path(), block);
    let diagnostic = messages::values::unencodable(type_name, &place, error, kept);
    diagnostic.at_value(error.path(), block)
}

/// An attribute or block whose value can be removed.
struct Slot {
    path: Path,
    /// The size of the value without nested slots.
    own: Size,
}

struct Search<'a> {
    /// The members whose values stay.
    key: Vec<&'a Member>,
    path: Path,
    slots: Vec<Slot>,
    /// The size of the slots in the current value.
    separate: Size,
    found: &'a mut Unencodable,
}

impl Search<'_> {
    /// Removes the values of an object that cannot be encoded, and returns the size of the rest.
    fn object(&mut self, object: &mut Object, block: &Block) -> Size {
        let members = block.members();
        let mut size = Size {
            message: head(members.len()),
            memory: members.len() * size_of::<Value>(),
        };
        for (at, member) in members.iter().enumerate() {
            self.path.push(Step::Attribute(member.name().clone()));
            let value = object.at_mut(at);
            let (slots, around) = (self.slots.len(), std::mem::take(&mut self.separate));
            let part = match self.value(value, member) {
                Ok(part) => part,
                // Without its key, the object would be lost. The caller has checked the key.
                Err(_) if self.is_key() => Size::default(),
                Err(error) => {
                    self.slots.truncate(slots);
                    self.separate = Size::default();
                    self.found.push(&self.path, error);
                    *value = Value::unknown();
                    Size::default()
                }
            };
            let is_slot = self.path.steps().len() == 1 || part.message.max(part.memory) >= SEPARATE;
            if is_slot && !self.is_key() {
                self.slots.push(Slot {
                    path: self.path.clone(),
                    own: minus(part, self.separate),
                });
                self.separate = part;
            }
            self.separate = plus(around, self.separate);
            size = plus(size, part);
            size.message += text(member.name());
            self.path.pop();
        }
        size
    }

    /// Removes the attributes in a value that cannot be encoded, and returns the size of the rest. Elements of sets have no address, so nothing is
    /// removed from them.
    fn value(&mut self, value: &mut Value, member: &Member) -> Result<Size, Error> {
        let Some(block) = member.shape().nested() else {
            return Size::of(value, &member.ty());
        };
        match (member.ty(), &mut *value) {
            (Type::Object(_), _) => self.element(value, block),
            (Type::List(_), Value::Known(Data::List(elements))) => {
                let mut size = Size {
                    message: head(elements.len()),
                    memory: elements.len() * size_of::<Value>(),
                };
                for (at, element) in elements.iter_mut().enumerate() {
                    self.path.push(at);
                    let part = self.element(element, block);
                    self.path.pop();
                    size = plus(size, part.map_err(|error| error.inside(at))?);
                }
                Ok(size)
            }
            (Type::Map(_), Value::Known(Data::Map(elements))) => {
                let mut size = Size {
                    message: head(elements.len()),
                    memory: elements.len() * size_of::<(Text, Value)>(),
                };
                for (key, element) in elements.iter_mut() {
                    let step = Step::Key(key.clone());
                    self.path.push(step.clone());
                    let part = self.element(element, block);
                    self.path.pop();
                    size = plus(size, part.map_err(|error| error.inside(step))?);
                    size.message += text(key);
                }
                Ok(size)
            }
            (ty, value) => Size::of(value, &ty),
        }
    }

    fn element(&mut self, element: &mut Value, block: &Block) -> Result<Size, Error> {
        match element {
            Value::Known(Data::Object(object)) if block.describes(object) => {
                Ok(self.object(object, block))
            }
            element => Size::of(element, &block.ty()),
        }
    }

    /// Whether the current path is that of a part of the key.
    fn is_key(&self) -> bool {
        let [Step::Attribute(name)] = self.path.steps() else {
            return false;
        };
        self.key.iter().any(|member| member.name() == name)
    }

    /// Removes the largest values until the object fits.
    fn shrink(mut self, object: &mut Object, mut size: Size) {
        let too_long = |size: Size| size.message > LIMITS.size;
        let weight = |slot: &Slot, size| {
            if too_long(size) {
                slot.own.message
            } else {
                slot.own.memory
            }
        };
        while size.check(&LIMITS).is_err() {
            self.slots.sort_by_key(|slot| Reverse(weight(slot, size)));
            let Some(largest) = self.slots.first() else {
                return;
            };
            let path = largest.path.clone();
            let is_inside = |slot: &Slot| slot.path.starts_with(&path);
            let inside = self.slots.iter().filter(|slot| is_inside(slot));
            let part = inside.fold(Size::default(), |sum, slot| plus(sum, slot.own));
            self.slots.retain(|slot| !is_inside(slot));
            size = minus(size, part);
            let what = if too_long(plus(size, part)) {
                format!(
                    "it has {} bytes, and an object may have {}",
                    part.message, LIMITS.size
                )
            } else {
                format!(
                    "it takes {} bytes of memory, and an object of this size may take {}",
                    part.memory,
                    LIMITS.memory.max(size.message.saturating_mul(6))
                )
            };
            self.found.push(&path, Error::new(ErrorKind::Limit, what));
            if let Some(value) = value_at(object, path.steps()) {
                *value = Value::unknown();
            }
        }
    }
}

/// Returns how many bytes an encoded array or map has without its elements.
fn head(elements: usize) -> usize {
    match elements {
        0..16 => 1,
        16..=0xffff => 3,
        _ => 5,
    }
}

/// Returns how many bytes an encoded text has.
fn text(text: &str) -> usize {
    let head = match text.len() {
        0..32 => 1,
        32..=0xff => 2,
        0x100..=0xffff => 3,
        _ => 5,
    };
    head + text.len()
}

fn plus(one: Size, other: Size) -> Size {
    Size {
        message: one.message.saturating_add(other.message),
        memory: one.memory.saturating_add(other.memory),
    }
}

fn minus(one: Size, other: Size) -> Size {
    Size {
        message: one.message.saturating_sub(other.message),
        memory: one.memory.saturating_sub(other.memory),
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::{Number, Unknown};

    use super::*;
    use crate::schema::{Nesting, Shape};
    use crate::testing::{computed, optional};

    const BOOLS: usize = 40_000;

    /// A block with an id, flags, and a list of objects with flags.
    fn block() -> Block {
        let flags = || Type::list(Type::Bool);
        let part = Block::new([optional("flags", flags()), optional("name", Type::String)]);
        let nested = |nesting| Shape::Nested {
            nesting,
            object: part.clone(),
        };
        Block::new([
            computed("id", Type::String).key(),
            optional("flags", flags()),
            optional("ratios", Type::map(Type::Number)),
            Member::new("part", nested(Nesting::Single)).optional(),
            Member::new("parts", nested(Nesting::List)).optional(),
            Member::new("set", nested(Nesting::Set)).optional(),
        ])
    }

    fn object(values: impl IntoIterator<Item = (&'static str, Value)>) -> Object {
        let mut object = Object::new(block().object_type());
        for (name, value) in values {
            object.set(name, value);
        }
        object
    }

    fn flags(mebibytes: usize) -> Value {
        Value::list(vec![true; mebibytes * (1 << 20) / size_of::<Value>()])
    }

    fn part(name: &str, flags: Value) -> Value {
        Value::object([("flags", flags), ("name", name.into())])
    }

    /// Removes what cannot be encoded. Returns the object and the paths of the removed values.
    fn taken(mut object: Object) -> (Object, Vec<String>) {
        let mut found = Unencodable::default();
        found.take(&mut object, &block(), true);
        let places = found
            .named
            .iter()
            .map(|error| place(error.path(), &block()));
        (object, places.collect())
    }

    fn at(object: &Object, path: &str) -> Value {
        let value = Value::from(object.clone());
        value.at(&path.parse().unwrap()).cloned().unwrap()
    }

    #[test]
    fn the_size_is_that_of_the_encoded_object() {
        let key = "k".repeat(300);
        let ratios = Value::mapping([("a", 1), (key.as_str(), 70_000)]);
        let many = (0..70_000).map(|at| part(&"n".repeat(at % 300), Value::list([true])));
        let parts = Value::list(many.chain([Value::Null]));
        let object = object([("ratios", ratios), ("parts", parts), ("id", "1".into())]);
        let expected = Size::of(&Value::from(object.clone()), &block().ty()).unwrap();
        let mut search = Search {
            key: Vec::new(),
            path: Path::root(),
            slots: Vec::new(),
            separate: Size::default(),
            found: &mut Unencodable::default(),
        };
        let size = search.object(&mut object.clone(), &block());
        assert_eq!(size, expected);
        let own = search.slots.iter().map(|slot| slot.own);
        let slots = own.fold(Size::default(), plus);
        let rest = minus(size, slots);
        assert_eq!(rest.memory, block().members().len() * size_of::<Value>());
    }

    #[test]
    fn only_the_attribute_with_an_infinite_number_is_removed() {
        let ratios = Value::mapping([("a", Number::from(1)), ("b", Number::INFINITY)]);
        let (object, places) = taken(object([("id", "1".into()), ("ratios", ratios)]));
        assert_eq!(places, ["`ratios[\"b\"]`"]);
        assert_eq!(object.get("id"), Some(&"1".into()));
        assert_eq!(object.get("ratios"), Some(&Value::unknown()));
    }

    #[test]
    fn an_attribute_of_another_type_is_removed_at_any_depth() {
        let parts = Value::list([part("a", Value::Null), part("b", "no list".into())]);
        let set = Value::set([part("c", 1.into())]);
        let (object, places) = taken(object([("parts", parts), ("set", set)]));
        assert_eq!(
            places,
            ["`parts[1].flags`", "`flags` in an element of `set`"]
        );
        assert_eq!(at(&object, "parts[1].name"), "b".into());
        assert_eq!(at(&object, "parts[1].flags"), Value::unknown());
        assert_eq!(at(&object, "set"), Value::unknown());
    }

    #[test]
    fn the_largest_values_are_removed_until_the_object_fits() {
        let parts = Value::list([
            part("a", flags(20)),
            part("b", flags(30)),
            part("c", flags(5)),
        ]);
        let all = object([("id", "1".into()), ("flags", flags(25)), ("parts", parts)]);
        let (object, places) = taken(all);
        assert_eq!(places, ["`parts[1].flags`"]);
        assert!(at(&object, "parts[0].flags").is_known());
        assert!(at(&object, "flags").is_known());
        let size = Size::of(&Value::from(object), &block().ty()).unwrap();
        assert_eq!(size.check(&LIMITS), Ok(()));
    }

    #[test]
    fn a_list_of_many_small_objects_is_removed_as_a_whole() {
        let parts = Value::list(vec![
            part("a", Value::Null);
            (80 << 20) / (3 * size_of::<Value>())
        ]);
        let single = part("b", flags(1));
        let (object, places) = taken(object([("parts", parts), ("part", single.clone())]));
        assert_eq!(places, ["`parts`"]);
        assert_eq!(object.get("part"), Some(&single));
    }

    #[test]
    fn the_key_is_never_removed() {
        let (object, places) = taken(object([("id", flags(70)), ("flags", flags(70))]));
        assert!(object.get("id").unwrap().is_known());
        assert_eq!(places, ["`flags`"]);
    }

    #[test]
    fn many_values_have_few_diagnostics() {
        let wrong = (0..BOOLS).map(|_| part("a", 1.into()));
        let mut object = object([("parts", Value::list(wrong))]);
        let mut found = Unencodable::default();
        found.take(&mut object, &block(), true);
        let reported: Vec<_> = found.report("zoo_pet", &block(), "").collect();
        assert_eq!(reported.len(), NAMED + 1);
        let last = &reported[NAMED].detail;
        assert!(last.starts_with("39984 more values of zoo_pet"), "{last}");
    }

    #[test]
    fn a_value_that_could_not_be_expressed_is_reported_once_with_its_cause() {
        let failed = Value::Unknown(Unknown::failed("expected a number, found NaN"));
        let ratios = Value::mapping([("a", Value::from(1)), ("b", failed)]);
        let mut found = Unencodable::default();
        let mut object = object([("flags", Value::unknown()), ("ratios", ratios)]);
        found.take(&mut object, &block(), false);
        assert_eq!(object.get("ratios"), Some(&Value::unknown()));
        let reported: Vec<_> = found.report("zoo_pet", &block(), " It exists.").collect();
        assert_eq!(reported.len(), 1);
        assert_eq!(
            reported[0].detail,
            "`ratios[\"b\"]` of zoo_pet cannot be encoded: expected a number, found NaN. This is a bug in the provider. It exists."
        );
        assert_eq!(
            reported[0].path,
            Some(Path::root().attribute("ratios").key("b"))
        );
    }
}
