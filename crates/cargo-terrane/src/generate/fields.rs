//! From attributes and nested blocks to fields.

use terrane_protocol::schema::{
    Attribute, AttributeKind, BlockNesting, Description, DescriptionKind, IdentityAttribute,
    IdentitySchema, NestedBlock, NestedObject, Nesting, Parameter,
};
use terrane_value::{ObjectType, Type};

use super::contents::Contents;
use super::kind::Kind;
use super::model::Field;
use super::names::Identifiers;
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
    pub(super) identity: Option<&'a IdentitySchema>,
}

impl Scope<'_> {
    /// The fields of some contents.
    pub(super) fn fields(&self, contents: Contents<'_>) -> Vec<Field> {
        let only = self.identity_only(contents);
        let keys: Vec<(String, String)> = only
            .iter()
            .map(|part| (key_of_part(part), format!("identity_{}", part.name)))
            .collect();
        let names = contents.names().into_iter().map(|name| (name, name));
        let parts = keys.iter().map(|(key, name)| (&**key, &**name));
        let identifiers = Identifiers::of_members(&names.chain(parts).collect::<Vec<_>>());
        if let Contents::Object(object) = contents {
            return self.parts(object, &identifiers);
        }
        let (attributes, blocks, operations) = contents.members();
        let attribute_fields = attributes.iter().map(|attribute| {
            let field = named_field(&attribute.name, &identifiers);
            match timeouts::of_attribute(operations, attribute) {
                Some(timeouts) => with_timeouts(field, timeouts, &attribute.description),
                None => self.attribute(field, attribute),
            }
        });
        let block_fields = blocks.iter().map(|nested| {
            let mut field = named_field(&nested.name, &identifiers);
            field.options.insert(0, "block".to_owned());
            match timeouts::of_block(operations, nested) {
                Some(timeouts) => with_timeouts(field, timeouts, &nested.block.description),
                None => self.block(field, nested),
            }
        });
        let only_fields = only.into_iter().map(|part| Field {
            ident: identifiers.get(&key_of_part(part)).code,
            ty: format!("Computed<{}>", self.ty(&part.ty)),
            options: vec![identity_option(part, "", true)],
            ..Field::default()
        });
        attribute_fields
            .chain(block_fields)
            .chain(only_fields)
            .collect()
    }

    /// The type of a function's parameter.
    pub(super) fn parameter(&self, parameter: &Parameter) -> String {
        let ty = self.ty(&parameter.ty);
        match (parameter.allow_null, parameter.allow_unknown) {
            (false, false) => ty,
            (true, false) => format!("Option<{ty}>"),
            (false, true) => format!("Partial<{ty}>"),
            (true, true) if parameter.ty.is_primitive() => format!("Value<{ty}>"),
            (true, true) => format!("Value<Partial<{ty}>>"),
        }
    }

    /// The fields of an object type. Its parts have a type alone.
    fn parts(&self, object: &ObjectType, identifiers: &Identifiers<'_>) -> Vec<Field> {
        let field = |(name, ty): (&terrane_value::Name, &Type)| Field {
            ty: format!("Option<{}>", self.ty(ty)),
            ..named_field(name.as_str(), identifiers)
        };
        object.iter().map(field).collect()
    }

    fn attribute(&self, mut field: Field, attribute: &Attribute) -> Field {
        field.description = attribute.description.clone();
        field
            .options
            .extend(deprecated(attribute.deprecation.as_deref()));
        let value = self.value(&attribute.kind);
        let value_type = if attribute.sensitive {
            format!("Sensitive<{value}>")
        } else {
            value
        };
        let is_id = self.is_item
            && self.kind == Kind::Resource
            && &*attribute.name == "id"
            && attribute.computed;
        let part = self.part_of(attribute);
        if let Some(part) = part {
            let option = identity_option(part, &attribute.description.text, false);
            field.options.push(option);
        }
        field.ty = match attribute {
            Attribute {
                write_only: true, ..
            } => {
                field
                    .options
                    .extend(attribute.required.then(|| "required".to_owned()));
                format!("WriteOnly<{value_type}>")
            }
            Attribute { computed: true, .. } => {
                let is_key = is_id && self.identity.is_none();
                field.options.extend(is_key.then(|| "key".to_owned()));
                field
                    .options
                    .extend(attribute.optional.then(|| "optional".to_owned()));
                if is_id || part.is_some() {
                    format!("Computed<{value_type}>")
                } else {
                    format!("Computed<Option<{value_type}>>")
                }
            }
            Attribute { required: true, .. } => value_type,
            _ => format!("Option<{value_type}>"),
        };
        field.questions = self.questions(attribute);
        field
    }

    /// Finds the part of the identity that an attribute is. An attribute that may be null, is hidden or has another type is not the part of its name.
    fn part_of(&self, attribute: &Attribute) -> Option<&IdentityAttribute> {
        let mut parts = self.identity.iter().flat_map(|it| &it.attributes);
        let is_set = attribute.required || attribute.computed;
        let is_shown = !attribute.sensitive && !attribute.write_only;
        parts.find(|part| {
            let has_type = matches!(&attribute.kind, AttributeKind::Type(ty) if *ty == part.ty);
            part.name == attribute.name && has_type && is_set && is_shown
        })
    }

    /// Finds the parts of the identity that are no attributes.
    fn identity_only(&self, contents: Contents<'_>) -> Vec<&IdentityAttribute> {
        let (attributes, ..) = contents.members();
        let is_only = |part: &&IdentityAttribute| {
            let mut found = attributes.iter().filter_map(|it| self.part_of(it));
            !found.any(|it| it.name == part.name)
        };
        let parts = self.identity.iter().flat_map(|it| &it.attributes);
        parts.filter(is_only).collect()
    }

    /// Returns the questions about an attribute that the author has to answer, because no schema does.
    fn questions(&self, attribute: &Attribute) -> Vec<&'static str> {
        let is_configurable = attribute.required || attribute.optional;
        let is_resource = self.kind == Kind::Resource;
        let is_object = self.kind != Kind::Provider;
        let conditions = [
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
        let applicable = conditions.into_iter().filter(|(applies, _)| *applies);
        applicable.map(|(_, question)| question).collect()
    }

    fn value(&self, kind: &AttributeKind) -> String {
        match kind {
            AttributeKind::Type(ty) => self.ty(ty),
            AttributeKind::Nested(NestedObject {
                nesting,
                attributes,
            }) => {
                let model = self.model(Contents::Nested(attributes));
                match nesting {
                    Nesting::Single => model,
                    Nesting::List => format!("Vec<{model}>"),
                    Nesting::Set => format!("Set<{model}>"),
                    Nesting::Map => format!("BTreeMap<String, {model}>"),
                }
            }
        }
    }

    /// The Rust type of a type.
    pub(super) fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::String => "String".to_owned(),
            Type::Number => "Number".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Dynamic => "Dynamic".to_owned(),
            Type::List(element) => format!("Vec<{}>", self.ty(element)),
            Type::Set(element) => format!("Set<{}>", self.ty(element)),
            Type::Map(element) => format!("BTreeMap<String, {}>", self.ty(element)),
            Type::Object(object) => self.model(Contents::Object(object)),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.ty(part)).collect();
                format!("({},)", parts.join(", "))
            }
        }
    }

    /// The struct of some contents.
    fn model(&self, contents: Contents<'_>) -> String {
        let Some(place) = self.structs.place(contents) else {
            return "()".to_owned();
        };
        if place.module == self.module {
            place.name.clone()
        } else if place.module == SHARED {
            format!("shared::{}", place.name)
        } else {
            format!("crate::models::{}::{}", place.module, place.name)
        }
    }

    fn block(&self, mut field: Field, nested: &NestedBlock) -> Field {
        let block = &nested.block;
        let model = self.model(Contents::of_block(block));
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
                .extend(items_option(nested.min_items, nested.max_items));
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
        field
    }
}

/// The key of the identifier of a part of the identity that is no attribute. No attribute has such a name.
fn key_of_part(part: &IdentityAttribute) -> String {
    format!("identity {}", part.name)
}

/// A field with the identifier for a name.
fn named_field(name: &str, identifiers: &Identifiers<'_>) -> Field {
    let ident = identifiers.get(name);
    let options = if ident.plain == name {
        Vec::new()
    } else {
        vec![format!("name = {}", literal(name))]
    };
    Field {
        ident: ident.code,
        options,
        ..Field::default()
    }
}

/// The field of the timeouts of operations.
fn with_timeouts(mut field: Field, attributes: &[Attribute], description: &Description) -> Field {
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
    field
}

/// The option that makes a field a part of the identity.
fn identity_option(part: &IdentityAttribute, description: &str, is_only: bool) -> String {
    let mut options = Vec::new();
    if part.optional_for_import {
        options.push("optional".to_owned());
    }
    if is_only {
        options.push("only".to_owned());
        options.push(format!("name = {}", literal(&part.name)));
    }
    if part.description != description {
        options.push(format!("description = {}", literal(&part.description)));
    }
    if options.is_empty() {
        "identity".to_owned()
    } else {
        format!("identity({})", options.join(", "))
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

fn items_option(min: u64, max: u64) -> Option<String> {
    match (min, max) {
        (0, 0) => None,
        (0, max) => Some(format!("items(..={max})")),
        (min, 0) => Some(format!("items({min}..)")),
        (min, max) => Some(format!("items({min}..={max})")),
    }
}
