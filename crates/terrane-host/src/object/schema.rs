//! What a schema says about bodies, sensitive values and write-only values.

use terrane_hcl::decode;
use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, NestedObject, Nesting, TypeKind,
};
use terrane_value::{Data, ObjectType, Path, Step, Type, Value};

use crate::address::ResourceMode;

/// Returns the kind of the schemas of a mode.
pub(crate) const fn type_kind(mode: ResourceMode) -> TypeKind {
    match mode {
        ResourceMode::Managed => TypeKind::Resource,
        ResourceMode::Data => TypeKind::DataSource,
        ResourceMode::Ephemeral => TypeKind::Ephemeral,
        ResourceMode::Action => TypeKind::Action,
    }
}

/// Returns the schema with which the body of a resource, a provider or another item is evaluated.
///
/// ```
/// use terrane_host::body_schema;
/// use terrane_protocol::schema::{Attribute, Block};
/// use terrane_value::Type;
///
/// let name = Attribute { required: true, ..Attribute::new("name", Type::String) };
/// let schema = body_schema(&Block { attributes: vec![name], ..Block::default() });
/// assert!(schema.attributes[0].is_required);
/// ```
#[must_use]
pub fn body_schema(block: &Block) -> decode::Schema {
    let attributes = block.attributes.iter().map(|attribute| decode::Attribute {
        name: attribute.name.clone(),
        ty: match &attribute.kind {
            AttributeKind::Type(ty) => ty.clone(),
            AttributeKind::Nested(nested) => nested_type(nested),
        },
        is_required: attribute.required,
        is_nested: matches!(attribute.kind, AttributeKind::Nested(_)),
    });
    let blocks = block.blocks.iter().map(|nested| decode::NestedBlock {
        name: nested.name.clone(),
        nesting: match nested.nesting {
            BlockNesting::Single => decode::Nesting::Single,
            BlockNesting::Group => decode::Nesting::Group,
            BlockNesting::List => decode::Nesting::List,
            BlockNesting::Set => decode::Nesting::Set,
            BlockNesting::Map => decode::Nesting::Map,
        },
        schema: body_schema(&nested.block),
        min_items: usize::try_from(nested.min_items).unwrap_or(usize::MAX),
        max_items: match nested.max_items {
            0 => None,
            most => usize::try_from(most).ok(),
        },
        is_computed: nested.block.computed,
    });
    decode::Schema {
        attributes: attributes.collect(),
        blocks: blocks.collect(),
    }
}

/// Returns the type of a nested attribute, with the attributes that a configuration may leave out.
fn nested_type(nested: &NestedObject) -> Type {
    let attributes = nested.attributes.iter().map(|attribute| {
        let ty = match &attribute.kind {
            AttributeKind::Type(ty) => ty.clone(),
            AttributeKind::Nested(nested) => nested_type(nested),
        };
        (attribute.name.clone(), ty, !attribute.required)
    });
    let object = Type::Object(ObjectType::with_optional(attributes));
    match nested.nesting {
        Nesting::Single => object,
        Nesting::List => Type::list(object),
        Nesting::Set => Type::set(object),
        Nesting::Map => Type::map(object),
    }
}

/// Returns the paths of the values whose attributes the schema calls sensitive.
pub(crate) fn sensitive_paths(block: &Block, value: &Value) -> Vec<Path> {
    paths(block, value, |attribute| attribute.sensitive)
}

/// Returns the paths of the values whose attributes the schema calls write-only.
pub(crate) fn write_only_paths(block: &Block, value: &Value) -> Vec<Path> {
    paths(block, value, |attribute| attribute.write_only)
}

/// Removes write-only values.
pub(crate) fn null_write_only(block: &Block, value: &mut Value) {
    let paths = write_only_paths(block, value);
    if paths.is_empty() {
        return;
    }
    let nulled = std::mem::take(value).transform(|path, part| {
        let is_write_only = paths.iter().any(|it| it == path);
        Ok::<_, ()>(if is_write_only { Value::Null } else { part })
    });
    *value = nulled.unwrap_or_default();
}

fn paths(block: &Block, value: &Value, chosen: fn(&Attribute) -> bool) -> Vec<Path> {
    let mut search = Search {
        chosen,
        path: Path::root(),
        paths: Vec::new(),
    };
    search.block(block, value);
    search.paths
}

struct Search {
    chosen: fn(&Attribute) -> bool,
    path: Path,
    paths: Vec<Path>,
}

impl Search {
    fn block(&mut self, block: &Block, value: &Value) {
        self.attributes(&block.attributes, value);
        for nested in &block.blocks {
            let Some(part) = value.as_object().and_then(|it| it.get(&nested.name)) else {
                continue;
            };
            self.path.push(Step::Attribute(nested.name.clone()));
            self.each(part, |search, part| search.block(&nested.block, part));
            self.path.pop();
        }
    }

    fn attributes(&mut self, attributes: &[Attribute], value: &Value) {
        let Some(object) = value.as_object() else {
            return;
        };
        for attribute in attributes {
            self.path.push(Step::Attribute(attribute.name.clone()));
            if (self.chosen)(attribute) {
                self.paths.push(self.path.clone());
            } else if let AttributeKind::Nested(nested) = &attribute.kind
                && let Some(part) = object.get(&attribute.name)
            {
                self.each(part, |search, part| {
                    search.attributes(&nested.attributes, part);
                });
            }
            self.path.pop();
        }
    }

    /// Visits the objects of a collection, or a single one. A choice inside a set is one of the whole set.
    fn each(&mut self, value: &Value, visit: impl Fn(&mut Self, &Value)) {
        let Value::Known(data) = value else {
            return;
        };
        let inside = |search: &mut Self, step: Step, part: &Value| {
            search.path.push(step);
            visit(search, part);
            search.path.pop();
        };
        match data {
            Data::List(elements) | Data::Tuple(elements) => {
                for (index, part) in elements.iter().enumerate() {
                    inside(self, Step::Index(index), part);
                }
            }
            Data::Map(entries) => {
                for (key, part) in entries.iter() {
                    inside(self, Step::Key(key.clone()), part);
                }
            }
            Data::Set(elements) => {
                let before = self.paths.len();
                for part in elements {
                    inside(self, Step::Element(Box::new(part.clone())), part);
                }
                if self.paths.len() > before {
                    self.paths.truncate(before);
                    self.paths.push(self.path.clone());
                }
            }
            Data::Object(_) => visit(self, value),
            Data::Dynamic(typed) => self.each(&typed.value, visit),
            Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        }
    }
}
