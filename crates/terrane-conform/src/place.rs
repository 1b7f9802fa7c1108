//! The places of a schema and of an object.

use terrane_protocol::schema::{Attribute, AttributeKind, Block};
use terrane_value::{Data, Object, Path, Step, Type, Value};

/// An attribute of an object, at any depth, with its value.
#[derive(Debug, Clone)]
pub(crate) struct Member<'a> {
    /// The path of the value.
    pub(crate) path: Path,
    pub(crate) attribute: &'a Attribute,
    pub(crate) value: Value,
}

/// Returns the attributes of an object whose values are not null, in nested attributes and blocks too.
pub(crate) fn members<'a>(block: &'a Block, object: &Object) -> Vec<Member<'a>> {
    let mut search = Search {
        found: Vec::new(),
        path: Path::root(),
    };
    search.block(block, object);
    search.found
}

struct Search<'a> {
    found: Vec<Member<'a>>,
    path: Path,
}

impl<'a> Search<'a> {
    fn block(&mut self, block: &'a Block, object: &Object) {
        self.attributes(&block.attributes, object);
        for nested in &block.blocks {
            if let Some(value) = object.get(&nested.name) {
                self.path.push(Step::Attribute(nested.name.clone()));
                self.each(value, &|search, object| search.block(&nested.block, object));
                self.path.pop();
            }
        }
    }

    fn attributes(&mut self, attributes: &'a [Attribute], object: &Object) {
        for attribute in attributes {
            let Some(value) = object.get(&attribute.name).filter(|it| !it.is_null()) else {
                continue;
            };
            self.path.push(Step::Attribute(attribute.name.clone()));
            self.found.push(Member {
                path: self.path.clone(),
                attribute,
                value: value.clone(),
            });
            if let AttributeKind::Nested(nested) = &attribute.kind {
                self.each(value, &|search, object| {
                    search.attributes(&nested.attributes, object);
                });
            }
            self.path.pop();
        }
    }

    fn each(&mut self, value: &Value, visit: &dyn Fn(&mut Self, &Object)) {
        let Value::Known(data) = value else { return };
        let inside = |search: &mut Self, step: Step, value: &Value| {
            search.path.push(step);
            search.each(value, visit);
            search.path.pop();
        };
        match data {
            Data::Object(object) => visit(self, object),
            Data::List(elements) | Data::Tuple(elements) => {
                for (index, value) in elements.iter().enumerate() {
                    inside(self, Step::Index(index), value);
                }
            }
            Data::Map(elements) => {
                for (key, value) in elements.iter() {
                    inside(self, Step::Key(key.clone()), value);
                }
            }
            Data::Set(elements) => {
                for value in elements {
                    inside(self, Step::Element(Box::new(value.clone())), value);
                }
            }
            Data::Dynamic(typed) => self.each(&typed.value, visit),
            Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        }
    }
}

/// Returns an object in which the value at a path is another one.
pub(crate) fn with(object: &Object, path: &Path, value: &Value) -> Object {
    let changed = Value::from(object.clone())
        .transform(|at, old| Ok::<_, ()>(if at == path { value.clone() } else { old }));
    match changed {
        Ok(Value::Known(Data::Object(object))) => object,
        _ => object.clone(),
    }
}

/// Returns the names of the attributes and blocks on a path, without the steps into collections.
pub(crate) fn names(path: &Path) -> Vec<&str> {
    let steps = path.steps().iter();
    steps
        .filter_map(|step| match step {
            Step::Attribute(name) => Some(name.as_str()),
            Step::Index(_) | Step::Key(_) | Step::Element(_) => None,
        })
        .collect()
}

/// Returns the attribute that names lead to.
pub(crate) fn attribute<'a>(block: &'a Block, names: &[&str]) -> Option<&'a Attribute> {
    let (first, rest) = names.split_first()?;
    if let Some(nested) = block.blocks.iter().find(|it| it.name == **first) {
        return attribute(&nested.block, rest);
    }
    let mut found = block.attribute(first)?;
    for name in rest {
        let AttributeKind::Nested(nested) = &found.kind else {
            break;
        };
        found = nested.attributes.iter().find(|it| it.name == **name)?;
    }
    Some(found)
}

/// Whether a path leads to a place in a schema.
pub(crate) fn exists(block: &Block, path: &Path) -> bool {
    let [Step::Attribute(first), rest @ ..] = path.steps() else {
        return path.is_root();
    };
    if let Some(attribute) = block.attribute(first) {
        return exists_in_attribute(attribute, rest);
    }
    let nested = block.blocks.iter().find(|it| it.name == *first);
    nested.is_some_and(|nested| {
        let rest: Path = without_element(rest).iter().cloned().collect();
        exists(&nested.block, &rest)
    })
}

fn exists_in_attribute(attribute: &Attribute, rest: &[Step]) -> bool {
    match &attribute.kind {
        AttributeKind::Type(ty) => exists_in_type(ty, rest),
        AttributeKind::Nested(nested) => {
            let rest: Path = without_element(rest).iter().cloned().collect();
            let block = Block {
                attributes: nested.attributes.clone(),
                ..Block::default()
            };
            exists(&block, &rest)
        }
    }
}

/// Removes the step into a collection of objects.
fn without_element(steps: &[Step]) -> &[Step] {
    match steps {
        [Step::Index(_) | Step::Key(_) | Step::Element(_), rest @ ..] => rest,
        steps => steps,
    }
}

fn exists_in_type(ty: &Type, steps: &[Step]) -> bool {
    let [step, rest @ ..] = steps else {
        return true;
    };
    match (ty, step) {
        (Type::Dynamic, _) => true,
        (Type::Object(object), Step::Attribute(name)) => object
            .attribute(name)
            .is_some_and(|ty| exists_in_type(ty, rest)),
        (Type::Map(element), Step::Key(_) | Step::Attribute(_))
        | (Type::List(element), Step::Index(_))
        | (Type::Set(element), Step::Element(_)) => exists_in_type(element, rest),
        // The protocol has no step into a set, so a path may continue in the element.
        (Type::Set(element), Step::Attribute(_)) => exists_in_type(element, steps),
        (Type::Tuple(elements), Step::Index(at)) => {
            elements.get(*at).is_some_and(|ty| exists_in_type(ty, rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use terrane_protocol::schema::{BlockNesting, NestedBlock};

    use super::*;

    fn block() -> Block {
        let inner = Block {
            attributes: vec![Attribute::new("size", Type::Number)],
            ..Block::default()
        };
        Block {
            attributes: vec![
                Attribute::new("tags", Type::map(Type::String)),
                Attribute::new("toys", Type::set(Type::object([("name", Type::String)]))),
            ],
            blocks: vec![NestedBlock {
                name: "cage".into(),
                nesting: BlockNesting::List,
                block: inner,
                min_items: 0,
                max_items: 0,
            }],
            ..Block::default()
        }
    }

    #[test]
    fn paths_of_diagnostics_are_compared_with_the_schema() {
        let root = Path::root;
        let cage = || root().attribute("cage");
        for path in [
            root(),
            root().attribute("tags"),
            root().attribute("tags").key("x"),
            root().attribute("toys").attribute("name"),
            cage(),
            cage().index(0),
            cage().index(0).attribute("size"),
        ] {
            assert!(exists(&block(), &path), "{path}");
        }
        for path in [
            root().attribute("tag"),
            root().attribute("tags").index(0),
            root().attribute("toys").attribute("size"),
            cage().index(0).attribute("height"),
            root().index(0),
        ] {
            assert!(!exists(&block(), &path), "{path}");
        }
    }

    #[test]
    fn members_in_blocks_are_found_and_replaced() {
        let cage = Object::from_pairs([("size", 1)]);
        let object = Object::from_pairs([
            ("cage", Value::list([Value::from(cage)])),
            ("tags", Value::Null),
        ]);
        let block = block();
        let found = members(&block, &object);
        assert_eq!(found.len(), 1);
        assert_eq!(names(&found[0].path), ["cage", "size"]);
        let changed = with(&object, &found[0].path, &2.into());
        assert_eq!(Value::from(changed).at(&found[0].path), Some(&2.into()));
    }
}
