//! Identities: the data by which hosts identify an object, stored next to its state.
//!
//! An identity is a view of the provider's object: the members marked `identity`. So authors handle it through the fields of their models. If a host
//! has no identity, because the host or an earlier version of the provider was too old, it is derived from the state. No state contains the parts
//! without an attribute: they come from the identity that the host sends, or else from the private state.

use terrane_protocol::DynamicValue;
use terrane_protocol::schema::{IdentityAttribute, IdentitySchema};
use terrane_value::{Data, Error, Name, Object, ObjectType, Path, Type, Value, json, msgpack};

use crate::error::Error as AuthorError;
use crate::messages::values as messages;
use crate::schema::{Block, Identifies, Member, Shape};

/// The identity of a resource, derived from its schema.
///
/// Its parts are sorted by their names, which may differ from those of the members.
#[derive(Debug)]
pub(crate) struct Identity {
    parts: Vec<Part>,
    /// The type of the objects of the schema.
    of: ObjectType,
    ty: ObjectType,
}

/// A part of an identity.
#[derive(Debug)]
struct Part {
    name: Name,
    /// The position of its value in an object of the schema.
    at: usize,
    optional: bool,
    /// Whether the part exists in the identity alone, without an attribute.
    only: bool,
}

/// A part of the key or identity in which two objects differ, with both values as text.
#[derive(Debug)]
pub(crate) struct Difference<'a> {
    /// The member of the schema.
    pub(crate) member: &'a Member,
    pub(crate) old: String,
    pub(crate) new: String,
}

impl Identity {
    /// Finds the identity in a schema, if it has one.
    pub(crate) fn of(block: &Block) -> Option<Self> {
        let mut parts: Vec<Part> = parts(block)
            .map(|(at, member)| Part {
                name: member.part_name().clone(),
                at,
                optional: member.identifies() == Identifies::Optional,
                only: member.is_identity_only(),
            })
            .collect();
        if parts.is_empty() {
            return None;
        }
        parts.sort_by(|a, b| a.name.cmp(&b.name));
        parts.dedup_by(|later, first| later.name == first.name);
        let members = block.members();
        let ty = ObjectType::new(
            parts
                .iter()
                .map(|part| (part.name.clone(), members[part.at].ty())),
        );
        Some(Self {
            parts,
            of: block.object_type().clone(),
            ty,
        })
    }

    /// Returns the identity of an object. `None` if all parts are null, or if the object has another schema.
    pub(crate) fn of_state(&self, state: &Object) -> Option<Object> {
        if state.names() != self.of.names() {
            return None;
        }
        let parts = self.parts.iter();
        let values: Vec<Value> = parts.map(|part| state.at(part.at).clone()).collect();
        some(Object::aligned(&self.ty, values))
    }

    /// Returns the parts without an attribute as JSON. `None` while one of them is unknown.
    pub(crate) fn encode_own_parts(&self, identity: &Object) -> Option<String> {
        let mut own = Object::new(&self.ty);
        for (_, at) in self.only() {
            *own.at_mut(at) = identity.at(at).clone();
        }
        let own = some(own).filter(Object::is_wholly_known)?;
        let value = Value::Known(Data::Object(own));
        String::from_utf8(json::encode(&value, &Type::Object(self.ty.clone())).ok()?).ok()
    }

    /// Sets the parts of an identity in a state.
    pub(crate) fn fill(&self, identity: Object, state: &mut Object) {
        for (part, value) in self.parts.iter().zip(identity.into_values()) {
            *state.at_mut(part.at) = value;
        }
    }

    /// The positions of the parts without an attribute, in an object and in the identity.
    pub(crate) fn only(&self) -> impl Iterator<Item = (usize, usize)> {
        let parts = self.parts.iter().enumerate();
        parts
            .filter(|(_, part)| part.only)
            .map(|(in_identity, part)| (part.at, in_identity))
    }

    /// Returns the name of the first part that an import requires and that an identity does not set.
    pub(crate) fn missing<'a>(&'a self, identity: &Object) -> Option<&'a Name> {
        let mut parts = self.parts.iter().zip(identity.values());
        let (part, _) = parts
            .find(|(part, value)| value.is_unknown() || (value.is_null() && !part.optional))?;
        Some(&part.name)
    }

    /// Decodes the identity of a request. An identity without any part is absent.
    pub(crate) fn decode(&self, identity: Option<&DynamicValue>) -> Result<Option<Object>, Error> {
        let decoded = identity.map(|identity| identity.decode(&Type::Object(self.ty.clone())));
        Ok(decoded.transpose()?.and_then(some_object))
    }

    /// Decodes a stored identity.
    pub(crate) fn decode_stored(&self, stored: &[u8]) -> Result<Option<Object>, Error> {
        let options = json::Options {
            ignore_unknown_attributes: true,
            ..json::Options::default()
        };
        let ty = Type::Object(self.ty.clone());
        Ok(some_object(json::decode_with(stored, &ty, &options)?))
    }

    /// Encodes an identity.
    ///
    /// # Errors
    ///
    /// Fails if a part cannot be encoded, such as an infinite number. The error has the name of the part as its path.
    pub(crate) fn encode(&self, identity: Object) -> Result<DynamicValue, Error> {
        let value = Value::Known(Data::Object(identity));
        DynamicValue::encode_finite(&value, &Type::Object(self.ty.clone()))
    }

    /// Encodes an absent identity.
    pub(crate) fn encode_null(&self) -> DynamicValue {
        DynamicValue::encode(&Value::Null, &Type::Object(self.ty.clone())).unwrap_or_default()
    }

    /// Fills missing parts of an identity from another one.
    pub(crate) fn complete(&self, identity: &mut Object, other: Object) {
        for (at, value) in other.into_values().into_iter().enumerate() {
            if identity.at(at).is_null() {
                *identity.at_mut(at) = value;
            }
        }
    }
}

/// Returns the first part of the key or identity by which the new object is another one: a changed permanent part, or a required part that was set
/// and is missing.
///
/// A value that is not wholly known differs from no value, and a missing part may be added.
pub(crate) fn difference<'a>(
    block: &'a Block,
    old: &Object,
    new: &Object,
) -> Option<Difference<'a>> {
    if !block.describes(old) || !block.describes(new) {
        return None;
    }
    let values = old.values().iter().zip(new.values());
    let mut members = block.members().iter().zip(values);
    let (member, (old, new)) = members.find(|(member, (old, new))| {
        let identifies = member.identifies();
        let optional = matches!(identifies, Identifies::OptionalKey | Identifies::Optional);
        let gone = new.is_null() && !optional;
        identifies != Identifies::Neither
            && (member.is_permanent() || gone)
            && !old.is_null()
            && old != new
            && old.is_wholly_known()
            && new.is_wholly_known()
    })?;
    Some(Difference {
        member,
        old: shown_part(member, old),
        new: shown_part(member, new),
    })
}

/// Formats the key and identity of an object for a message: `id = "pet-1", region = "eu"`.
pub(crate) fn shown_key(block: &Block, object: &Object) -> String {
    let members = block.members().iter().zip(object.values());
    let known = members
        .filter(|(member, value)| member.is_key() && value.is_wholly_known() && !value.is_null());
    let parts: Vec<String> = known
        .map(|(member, value)| format!("{} = {}", member.part_name(), shown_part(member, value)))
        .collect();
    parts.join(", ")
}

/// Formats a part of a key for a message. Secrets are hidden, and long values are cut, because a key may have any type.
fn shown_part(member: &Member, value: &Value) -> String {
    const LENGTH: usize = 200;
    let nested = member.shape().nested();
    if member.is_sensitive() || nested.is_some_and(Block::has_secrets) {
        return "a sensitive value".to_owned();
    }
    let mut text = shown(value, &member.ty());
    if let Some((at, _)) = text.char_indices().nth(LENGTH) {
        text.truncate(at);
        text.push_str("..");
    }
    text
}

/// Formats a value for a message.
fn shown(value: &Value, ty: &Type) -> String {
    match json::encode(value, ty) {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => "a value that is not known".to_owned(),
    }
}

/// Returns the error for the first part of an object's key that cannot be encoded.
pub(crate) fn lost_key(block: &Block, object: &Object) -> Option<AuthorError> {
    key_values(block, object).find_map(|(member, value)| {
        let error = msgpack::encode_finite(value, &member.ty()).err()?;
        let (name, known) = (member.name(), known_of(block, object));
        let error = messages::unencodable_key(name, &error, &known);
        Some(error.at(Path::root().attribute(name.clone())))
    })
}

/// Returns whether an object has all parts of its key, and they can be encoded.
pub(crate) fn has_key(block: &Block, object: &Object) -> bool {
    let mut key = key_values(block, object);
    key.all(|(_, value)| !value.is_null() && value.is_wholly_known())
        && lost_key(block, object).is_none()
}

/// Returns the parts of the key that an object must have so that the provider finds it again.
fn key_values<'a>(
    block: &'a Block,
    object: &'a Object,
) -> impl Iterator<Item = (&'a Member, &'a Value)> {
    let values = if block.describes(object) {
        object.values()
    } else {
        &[]
    };
    let members = block.members().iter().zip(values);
    members.filter(|(member, _)| member.is_needed_to_find())
}

/// Formats the first plain attributes that are known and not secret, so that a user can find an object without its key.
pub fn known_of(block: &Block, object: &Object) -> String {
    const ATTRIBUTES: usize = 8;
    const LENGTH: usize = 80;
    if !block.describes(object) {
        return "nothing".to_owned();
    }
    let members = block.members().iter().zip(object.values());
    let plain = members.filter(|(member, value)| {
        let is_scalar = matches!(
            member.shape(),
            Shape::Type(Type::String | Type::Number | Type::Bool)
        );
        let is_secret = member.is_sensitive() || member.is_write_only();
        is_scalar && !is_secret && value.is_known()
    });
    let known: Vec<String> = plain
        .map(|(member, value)| (member.name(), shown(value, &member.ty())))
        .filter(|(_, value)| value.len() <= LENGTH)
        .take(ATTRIBUTES)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if known.is_empty() {
        "nothing".to_owned()
    } else {
        known.join(", ")
    }
}

/// Describes a schema's identity to hosts.
#[must_use]
pub fn schema(block: &Block, version: i64) -> Option<IdentitySchema> {
    let attributes: Vec<IdentityAttribute> = parts(block)
        .map(|(_, part)| IdentityAttribute {
            name: part.part_name().clone(),
            ty: part.ty(),
            required_for_import: part.identifies() == Identifies::Required,
            optional_for_import: part.identifies() == Identifies::Optional,
            description: part.part_description().to_owned(),
        })
        .collect();
    (!attributes.is_empty()).then_some(IdentitySchema {
        version,
        attributes,
    })
}

/// Returns the names of the key's parts that are not part of the identity.
pub(crate) fn hidden_key(block: &Block) -> Vec<String> {
    let members = block.members().iter();
    let key = members.filter(|member| member.identifies() == Identifies::Key);
    key.map(|member| format!("`{}`", member.name())).collect()
}

/// Returns the attribute whose value is the id of an import without author code, with its position. `None` if an id cannot contain the identity.
pub(crate) fn id_member(block: &Block) -> Option<(usize, &Member)> {
    let mut required =
        parts(block).filter(|(_, member)| member.identifies() == Identifies::Required);
    let mut any = parts(block);
    match (required.next(), required.next(), any.next(), any.next()) {
        (Some(one), None, ..) | (None, _, Some(one), None) => Some(one),
        _ => None,
    }
}

fn parts(block: &Block) -> impl Iterator<Item = (usize, &Member)> {
    let members = block.members().iter().enumerate();
    members.filter(|(_, member)| member.identifies().is_published())
}

fn some_object(identity: Value) -> Option<Object> {
    match identity {
        Value::Known(Data::Object(object)) => some(object),
        Value::Known(_) | Value::Null | Value::Unknown(_) => None,
    }
}

fn some(identity: Object) -> Option<Object> {
    let null = identity.values().iter().all(Value::is_null);
    (!null).then_some(identity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Nesting;

    /// Makes a member a part of a key, or not.
    type Role = fn(Member) -> Member;

    /// A block with a part of each kind, all of which are texts or lists.
    fn block(part: impl Fn(Member) -> Member) -> Block {
        let texts = Shape::Type(Type::list(Type::String));
        Block::new([
            part(Member::new("part", texts)),
            Member::new("other", Shape::Type(Type::String)),
        ])
    }

    #[test]
    fn a_permanent_part_of_a_key_differs_unless_a_value_is_missing_or_not_wholly_known() {
        let (a, b) = (Value::list(["a"]), Value::list(["b"]));
        let partly = Value::list([Value::unknown()]);
        let kinds: [(Role, bool, bool); 8] = [
            (Member::key, true, true),
            (Member::key_optional, true, true),
            (Member::identity, true, true),
            (Member::identity_optional, true, true),
            (|it| it.key().identity_mutable(), false, true),
            (|it| it.identity().identity_mutable(), false, true),
            (|it| it.key_optional().identity_mutable(), false, false),
            (|it| it, false, false),
        ];
        for (at, (part, changed, gone)) in kinds.into_iter().enumerate() {
            let block = block(part);
            let object = |value: &Value, other: &str| {
                let mut object = Object::new(block.object_type());
                object.set("part", value.clone());
                object.set("other", other);
                object
            };
            let differs = |old: &Value, new: &Value| {
                difference(&block, &object(old, "x"), &object(new, "y")).is_some()
            };
            assert_eq!(differs(&a, &b), changed, "{at}");
            assert_eq!(differs(&a, &Value::Null), gone, "{at}");
            for (old, new) in [
                (&a, &a),
                (&Value::Null, &a),
                (&Value::unknown(), &a),
                (&partly, &a),
                (&a, &partly),
                (&a, &Value::unknown()),
            ] {
                assert!(!differs(old, new), "{at}: {old:?} {new:?}");
            }
            let foreign = Object::from_pairs([("more", a.clone()), ("part", b.clone())]);
            assert!(difference(&block, &object(&a, "x"), &foreign).is_none());
            assert!(difference(&block, &foreign, &object(&a, "x")).is_none());
        }
    }

    #[test]
    fn an_object_of_another_schema_has_no_identity_and_shows_nothing() {
        let text = |name: &'static str| Member::new(name, Shape::Type(Type::String));
        let block = Block::new([text("id").identity(), text("name")]);
        let own = Object::from_pairs([("id", Value::from("7")), ("name", "Rex".into())]);
        let foreign = Object::from_pairs([("key", Value::from("7")), ("name", "Rex".into())]);
        let identity = Identity::of(&block).unwrap();
        assert!(identity.of_state(&own).is_some());
        assert_eq!(identity.of_state(&foreign), None);
        assert_eq!(known_of(&block, &own), "id = \"7\", name = \"Rex\"");
        assert_eq!(known_of(&block, &foreign), "nothing");
    }

    #[test]
    fn an_attribute_of_up_to_80_bytes_is_shown() {
        let block = Block::new([Member::new("name", Shape::Type(Type::String))]);
        // The quotes are bytes, too.
        for (length, is_shown) in [(78, true), (79, false)] {
            let name = "x".repeat(length);
            let object = Object::from_pairs([("name", name.as_str())]);
            let expected = if is_shown {
                format!("name = {name:?}")
            } else {
                "nothing".to_owned()
            };
            assert_eq!(known_of(&block, &object), expected);
        }
    }

    #[test]
    fn an_identity_is_completed_where_a_part_is_missing_and_only_there() {
        let text = |name: &'static str| Member::new(name, Shape::Type(Type::String)).identity();
        let block = Block::new([text("account"), text("id"), text("region")]);
        let identity = Identity::of(&block).unwrap();
        let parts = |account: Value, id: Value, region: Value| {
            Object::aligned(&identity.ty, vec![account, id, region])
        };
        let mut stored = parts("acme".into(), Value::Null, Value::unknown());
        identity.complete(&mut stored, parts("other".into(), "7".into(), "eu".into()));
        assert_eq!(stored, parts("acme".into(), "7".into(), Value::unknown()));
    }

    #[test]
    fn a_key_is_shown_without_secrets_and_cut() {
        let secret = Block::new([Member::new("pin", Shape::Type(Type::String)).sensitive()]);
        let block = Block::new([
            Member::new("account", Shape::Type(Type::String))
                .identity()
                .identity_name("owner"),
            Member::new("id", Shape::Type(Type::String)).key(),
            Member::new(
                "lock",
                Shape::Nested {
                    nesting: Nesting::Single,
                    object: secret.clone(),
                },
            )
            .key(),
            Member::new("next", Shape::Type(Type::String)).key(),
            Member::new("none", Shape::Type(Type::String)).key_optional(),
            Member::new("note", Shape::Type(Type::String)),
            Member::new("pin", Shape::Type(Type::String))
                .key()
                .sensitive(),
        ]);
        let mut lock = Object::new(secret.object_type());
        lock.set("pin", "1234");
        let mut object = Object::new(block.object_type());
        object.set("account", "acme");
        object.set("id", "ä".repeat(300));
        object.set("lock", lock);
        object.set("next", Value::unknown());
        object.set("note", "noted");
        object.set("pin", "5678");
        let id = "ä".repeat(199);
        assert_eq!(
            shown_key(&block, &object),
            format!(
                "owner = \"acme\", id = \"{id}.., lock = a sensitive value, pin = a sensitive value"
            )
        );
    }
}
