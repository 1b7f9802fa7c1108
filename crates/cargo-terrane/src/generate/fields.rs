//! From attributes and nested blocks to fields.

use terrane_protocol::schema::{
    Attribute, AttributeKind, BlockNesting, Description, DescriptionKind, NestedBlock,
    NestedObject, Nesting, Parameter,
};
use terrane_value::{ObjectType, Type};

use super::contents::Contents;
use super::item::Kind;
use super::model::Field;
use super::names::identifier;
use super::render::literal;
use super::sharing::{SHARED, Structs};
use super::timeouts;

/// The struct whose fields are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) structs: &'a Structs,
    /// The module of the struct.
    pub(super) module: &'a str,
    /// The kind of the item that has the struct. A shared struct belongs to the first of its items.
    pub(super) kind: Kind,
    /// Whether it is the item's own struct.
    pub(super) is_item: bool,
}

impl Scope<'_> {
    /// The fields of some contents.
    ///
    /// # Errors
    ///
    /// Fails if a part cannot be a field, with its path and the reason.
    pub(super) fn fields(&self, contents: Contents<'_>) -> Result<Vec<Field>, String> {
        match contents {
            Contents::Block(attributes, blocks) => {
                let attributes = attributes.iter().map(|one| self.attribute(one));
                let blocks = blocks.iter().map(|one| self.block(one));
                attributes.chain(blocks).collect()
            }
            Contents::Nested(attributes) => {
                attributes.iter().map(|one| self.attribute(one)).collect()
            }
            Contents::Object(object) => self.parts(object),
        }
    }

    /// The type of a function's parameter.
    pub(super) fn parameter(&self, parameter: &Parameter) -> Result<String, String> {
        let ty = in_part(&parameter.name, self.ty(&parameter.name, &parameter.ty))?;
        Ok(match parameter {
            Parameter {
                allow_unknown: true,
                ..
            } => format!("Value<{ty}>"),
            Parameter {
                allow_null: true, ..
            } => format!("Option<{ty}>"),
            _ => ty,
        })
    }

    /// The fields of an object type. Its parts have a type alone.
    fn parts(&self, object: &ObjectType) -> Result<Vec<Field>, String> {
        let field = |(name, ty): (&terrane_value::Name, &Type)| {
            let field = self.named(name.as_str())?;
            let ty = in_part(name.as_str(), self.ty(name.as_str(), ty))?;
            Ok(Field {
                ty: format!("Option<{ty}>"),
                ..field
            })
        };
        object.iter().map(field).collect()
    }

    /// A field with the identifier for a name.
    fn named(&self, name: &str) -> Result<Field, String> {
        let is_valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty()
            || name.starts_with(|c: char| c.is_ascii_digit())
            || !name.chars().all(is_valid)
        {
            return Err(format!("{name}: hosts refuse this name in a configuration"));
        }
        let (ident, is_other) = identifier(name);
        let options = match is_other {
            true => vec![format!("name = {}", literal(name))],
            false => Vec::new(),
        };
        Ok(Field {
            ident,
            options,
            ..Field::default()
        })
    }

    fn attribute(&self, attribute: &Attribute) -> Result<Field, String> {
        let name = &*attribute.name;
        if let Some(timeouts) = timeouts::of_attribute(attribute) {
            return self.timeouts(timeouts, name, &attribute.description);
        }
        let mut field = self.named(name)?;
        field.description = attribute.description.clone();
        field
            .options
            .extend(deprecated(attribute.deprecation.as_deref()));
        let value = in_part(name, self.kind(name, &attribute.kind))?;
        let value = match attribute.sensitive {
            true => format!("Sensitive<{value}>"),
            false => value,
        };
        let is_id =
            self.is_item && self.kind == Kind::Resource && name == "id" && attribute.computed;
        field.ty = match attribute {
            Attribute {
                write_only: true, ..
            } => {
                field
                    .options
                    .extend(attribute.required.then(|| "required".to_owned()));
                format!("WriteOnly<{value}>")
            }
            Attribute { computed: true, .. } => {
                field.options.extend(is_id.then(|| "key".to_owned()));
                field
                    .options
                    .extend(attribute.optional.then(|| "optional".to_owned()));
                match is_id {
                    true => format!("Computed<{value}>"),
                    false => format!("Computed<Option<{value}>>"),
                }
            }
            Attribute { required: true, .. } => value,
            _ => format!("Option<{value}>"),
        };
        field.questions = self.questions(attribute);
        Ok(field)
    }

    /// Returns the questions about an attribute that the author has to answer, because no schema does.
    fn questions(&self, attribute: &Attribute) -> Vec<&'static str> {
        let is_configurable = attribute.required || attribute.optional;
        let is_resource = self.kind == Kind::Resource;
        let is_object = self.kind != Kind::Provider;
        let asked = [
            (attribute.computed && is_resource, "keep?"),
            (
                is_configurable && is_resource && !attribute.write_only,
                "replace?",
            ),
            (
                attribute.optional && is_object && !attribute.write_only,
                "default?",
            ),
            (is_configurable && !is_object, "env?"),
            (is_configurable, "validate?"),
            (
                matches!(attribute.kind, AttributeKind::Type(Type::Number)),
                "i64?",
            ),
            (may_have_null_elements(&attribute.kind), NULL_ELEMENTS),
        ];
        let asked = asked.into_iter().filter(|(applies, _)| *applies);
        asked.map(|(_, question)| question).collect()
    }

    fn kind(&self, name: &str, kind: &AttributeKind) -> Result<String, String> {
        match kind {
            AttributeKind::Type(ty) => self.ty(name, ty),
            AttributeKind::Nested(NestedObject {
                nesting,
                attributes,
            }) => {
                let model = self.model(Contents::Nested(attributes))?;
                Ok(match nesting {
                    Nesting::Single => model,
                    Nesting::List => format!("Vec<{model}>"),
                    Nesting::Set => format!("Set<{model}>"),
                    Nesting::Map => format!("BTreeMap<String, {model}>"),
                })
            }
        }
    }

    /// The Rust type of a type.
    pub(super) fn ty(&self, name: &str, ty: &Type) -> Result<String, String> {
        Ok(match ty {
            Type::String => "String".to_owned(),
            Type::Number => "Number".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Dynamic => "Dynamic".to_owned(),
            Type::List(element) => format!("Vec<{}>", self.element(name, element)?),
            Type::Set(element) => format!("Set<{}>", self.element(name, element)?),
            Type::Map(element) => format!("BTreeMap<String, {}>", self.element(name, element)?),
            Type::Object(object) => self.model(Contents::Object(object))?,
            Type::Tuple(parts) => {
                let parts = parts.iter().map(|part| match part.is_primitive() {
                    true => self.ty(name, part),
                    false => {
                        Err("a tuple with a part that is no string, number or bool".to_owned())
                    }
                });
                let parts: Vec<String> = parts.collect::<Result<_, _>>()?;
                format!("({},)", parts.join(", "))
            }
        })
    }

    fn element(&self, name: &str, ty: &Type) -> Result<String, String> {
        match ty {
            Type::Dynamic => Err("a collection of values of any type".to_owned()),
            _ => self.ty(name, ty),
        }
    }

    /// The struct of some contents.
    fn model(&self, contents: Contents<'_>) -> Result<String, String> {
        let place = self.structs.place(contents).ok_or("unknown contents")?;
        Ok(match place.module == self.module {
            true => place.name.clone(),
            false if place.module == SHARED => format!("shared::{}", place.name),
            false => format!("crate::models::{}::{}", place.module, place.name),
        })
    }

    fn block(&self, nested: &NestedBlock) -> Result<Field, String> {
        let name = &*nested.name;
        let block = &nested.block;
        if let Some(timeouts) = timeouts::of_block(nested) {
            let mut field = self.timeouts(timeouts, name, &block.description)?;
            field.options.insert(0, "block".to_owned());
            return Ok(field);
        }
        let model = self.model(Contents::of_block(block))?;
        let mut field = self.named(name)?;
        field.options.insert(0, "block".to_owned());
        field.ty = match nested.nesting {
            BlockNesting::Group => {
                field.options.push("group".to_owned());
                model
            }
            BlockNesting::Single if nested.min_items > 0 => model,
            BlockNesting::Single => format!("Option<{model}>"),
            BlockNesting::List => format!("Vec<{model}>"),
            BlockNesting::Set => format!("Set<{model}>"),
            BlockNesting::Map => format!("BTreeMap<String, {model}>"),
        };
        if matches!(nested.nesting, BlockNesting::List | BlockNesting::Set) {
            field
                .options
                .extend(items(nested.min_items, nested.max_items));
        }
        if block.computed {
            field.ty = format!("Computed<{}>", field.ty);
        }
        field.description = block.description.clone();
        field
            .options
            .extend(deprecated(block.deprecation.as_deref()));
        if self.kind == Kind::Resource {
            field.questions = vec!["replace?", "validate?"];
        }
        Ok(field)
    }

    fn timeouts(
        &self,
        attributes: &[Attribute],
        name: &str,
        description: &Description,
    ) -> Result<Field, String> {
        let mut field = self.named(name)?;
        let operations: Vec<&str> = attributes.iter().map(|one| &*one.name).collect();
        field
            .options
            .push(format!("timeouts({})", operations.join(", ")));
        if let Some(first) = attributes.first() {
            let Description { text, kind } = &first.description;
            field
                .options
                .push(format!("timeout_description = {}", literal(text)));
            field.plain_timeouts = !text.is_empty() && *kind == DescriptionKind::Plain;
        }
        field.description = description.clone();
        field.ty = "Timeouts".to_owned();
        Ok(field)
    }
}

/// The question whether elements of a collection can be null, which Go's SDK and framework allow.
pub(super) const NULL_ELEMENTS: &str = "null elements?";

/// Whether a value has a collection whose elements can be an `Option`. Elements with a struct cannot.
fn may_have_null_elements(kind: &AttributeKind) -> bool {
    fn has_struct(ty: &Type) -> bool {
        match ty {
            Type::List(element) | Type::Set(element) | Type::Map(element) => has_struct(element),
            Type::Object(_) => true,
            _ => false,
        }
    }
    let AttributeKind::Type(Type::List(element) | Type::Set(element) | Type::Map(element)) = kind
    else {
        return false;
    };
    !has_struct(element)
}

/// The option that deprecates an item.
pub(super) fn deprecated(message: Option<&str>) -> Option<String> {
    Some(match message? {
        "" => "deprecated".to_owned(),
        message => format!("deprecated = {}", literal(message)),
    })
}

fn items(min: u64, max: u64) -> Option<String> {
    match (min, max) {
        (0, 0) => None,
        (0, max) => Some(format!("items(..={max})")),
        (min, 0) => Some(format!("items({min}..)")),
        (min, max) => Some(format!("items({min}..={max})")),
    }
}

fn in_part<T>(name: &str, result: Result<T, String>) -> Result<T, String> {
    result.map_err(|problem| format!("{name}: {problem}"))
}
