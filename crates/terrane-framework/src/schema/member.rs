//! One attribute or nested block of a schema.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use terrane_protocol::schema::{BlockNesting, Description};
use terrane_value::{Data, Path, Text, Type, Unknown, Value};

use super::options::MemberOptions;
use super::{Equality, Shape, Validator};
use crate::decode_error::DecodeError;

/// Whether an attribute is part of the key or identity.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Identifies {
    /// Neither.
    #[default]
    Neither,
    /// A part of the key, by which the provider finds the object.
    Key,
    /// A part of the key that may be missing in an older or imported state.
    OptionalKey,
    /// A part of the key and of the identity.
    Required,
    /// A part of the key and of the identity that is optional in an import.
    Optional,
}

impl Identifies {
    /// Whether the attribute is part of the identity.
    #[must_use]
    pub(crate) const fn is_published(self) -> bool {
        matches!(self, Self::Required | Self::Optional)
    }
}

/// The default value of an attribute.
#[derive(Clone)]
pub(crate) struct Default(Arc<dyn Fn() -> Value + Send + Sync>);

impl Default {
    /// Creates a default from a function, which is called for each use.
    pub(crate) fn new(value: impl Fn() -> Value + Send + Sync + 'static) -> Self {
        Self(Arc::new(value))
    }

    /// Returns the default value.
    pub(crate) fn value(&self) -> Value {
        (self.0)()
    }
}

impl fmt::Debug for Default {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Default").field(&self.value()).finish()
    }
}

/// Who sets an attribute: configuration or provider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Presence {
    /// The configuration must set it.
    Required,
    /// The configuration may set it.
    Optional,
    /// The provider sets it.
    Computed,
}

/// The properties of an attribute that its Rust type determines.
#[derive(Debug)]
pub struct MemberType {
    /// The type or nested schema of the attribute.
    pub shape: Shape,
    /// Whether the configuration or the provider sets the attribute.
    pub presence: Presence,
    /// Whether its known value may be null.
    pub nullable: bool,
    /// Whether author code accepts an unknown value where it gets known values otherwise.
    pub accepts_unknown: bool,
    /// Whether the host hides the value.
    pub sensitive: bool,
    /// Whether the value is write-only.
    pub write_only: bool,
    /// The minimum and maximum of a whole number.
    pub whole: Option<(i128, i128)>,
    /// The validators of the type.
    pub validators: Vec<Validator>,
    /// The equality of values with different forms.
    pub equality: Option<Equality>,
    /// Finds a null in a plain value that the type does not allow.
    pub find_null: fn(&Data) -> Option<DecodeError>,
}

/// One attribute or nested block.
///
/// # Examples
///
/// ```
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_value::Type;
///
/// let block = Block::new([
///     Member::new("name", Shape::Type(Type::String)).set_required().description("Name on the fence.").replace(),
///     Member::new("id", Shape::Type(Type::String)).set_computed(false).keep(),
/// ]);
/// assert!(block.member("id").is_some_and(Member::computed));
/// ```
#[derive(Debug, Clone)]
pub struct Member {
    pub(super) name: Text,
    pub(crate) shape: Shape,
    required: bool,
    optional: bool,
    pub(super) computed: bool,
    sensitive: bool,
    pub(super) write_only: bool,
    nullable: bool,
    accepts_unknown: bool,
    identifies: Identifies,
    pub(super) empty_is_null: bool,
    pub(super) unknown: Unknown,
    find_null: fn(&Data) -> Option<DecodeError>,
    description: Description,
    pub(super) options: Option<Box<MemberOptions>>,
}

impl Member {
    /// Creates the attribute of a Rust type.
    pub fn of_type(name: impl Into<Text>, ty: MemberType) -> Self {
        let mut member = Self::new(name, ty.shape);
        member.required = ty.presence == Presence::Required;
        member.optional = ty.presence == Presence::Optional;
        member.computed = ty.presence == Presence::Computed;
        member.nullable = ty.nullable;
        member.accepts_unknown = ty.accepts_unknown;
        member.sensitive = ty.sensitive;
        if let Some(whole) = ty.whole {
            member.options_mut().whole = Some(whole);
        }
        if !ty.validators.is_empty() {
            member.options_mut().validators = ty.validators;
        }
        if let Some(equality) = ty.equality {
            member.options_mut().equality = Some(equality);
        }
        if ty.write_only {
            member = member.write_only();
        }
        if let Shape::Type(_) = member.shape {
            member.find_null = ty.find_null;
        }
        if ty.nullable || matches!(member.shape, Shape::Type(Type::Dynamic)) {
            member
        } else {
            member.refine_not_null()
        }
    }

    /// Creates the nested block of a Rust type.
    pub fn block_of_type(
        name: impl Into<Text>,
        shape: Shape,
        computed: bool,
        nullable: bool,
    ) -> Self {
        let mut member = Self::new(name, shape);
        member.nullable = nullable;
        match (computed, nullable) {
            (true, true) => member.computed_block(),
            (true, false) => member.computed_block().refine_not_null(),
            (false, _) => member,
        }
    }

    /// Creates an optional attribute or a nested block of any shape, for schemas that are made at run time.
    pub fn new(name: impl Into<Text>, shape: Shape) -> Self {
        let optional = !matches!(shape, Shape::Block { .. });
        Self {
            name: name.into(),
            shape,
            required: false,
            optional,
            computed: false,
            sensitive: false,
            write_only: false,
            nullable: true,
            accepts_unknown: false,
            identifies: Identifies::Neither,
            empty_is_null: false,
            unknown: Unknown::new(),
            find_null: |_| None,
            description: Description::default(),
            options: None,
        }
    }

    /// Makes the attribute computed, and with `optional` also configurable.
    #[must_use]
    pub fn set_computed(mut self, optional: bool) -> Self {
        (self.required, self.optional, self.computed) = (false, optional, true);
        self
    }

    /// Makes the attribute required.
    #[must_use]
    pub fn set_required(mut self) -> Self {
        (self.required, self.optional, self.computed, self.nullable) = (true, false, false, false);
        self
    }

    /// Makes a computed attribute also configurable.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// Accepts an unknown value of a provider's setting. Otherwise the provider is not configured while the value is unknown.
    #[must_use]
    pub fn accept_unknown(mut self) -> Self {
        self.accepts_unknown = true;
        self
    }

    /// Makes the attribute a part of the key, by which the provider finds the object.
    #[must_use]
    pub fn key(mut self) -> Self {
        self.identifies = Identifies::Key;
        self
    }

    /// Makes the attribute an optional part of the key, which may be missing in a state.
    #[must_use]
    pub fn key_optional(mut self) -> Self {
        self.identifies = Identifies::OptionalKey;
        self
    }

    /// Makes the attribute a part of the object's identity, by which it can be imported.
    #[must_use]
    pub fn identity(mut self) -> Self {
        self.identifies = Identifies::Required;
        self
    }

    /// Makes the attribute a part of the object's identity that is optional in an import.
    #[must_use]
    pub fn identity_optional(mut self) -> Self {
        self.identifies = Identifies::Optional;
        self
    }

    /// Allows the part of the key or identity to change while the object stays the same.
    ///
    /// Without this option an update keeps a computed part. A read or update that returns another value, or a plan that changes a configured part
    /// without a replacement, is refused.
    #[must_use]
    pub fn identity_mutable(mut self) -> Self {
        self.options_mut().identity.mutable = true;
        self
    }

    /// Sets the name of the part of the identity, if it differs from the attribute's name.
    #[must_use]
    pub fn identity_name(mut self, name: impl Into<Text>) -> Self {
        self.options_mut().identity.name = Some(name.into());
        self
    }

    /// Sets the description of the part of the identity, if it differs from that of the attribute. It may be empty.
    #[must_use]
    pub fn identity_description(mut self, text: impl Into<String>) -> Self {
        self.options_mut().identity.description = Some(text.into());
        self
    }

    /// Makes a computed attribute a part of the identity alone: neither the host's schema nor a state contains it.
    ///
    /// The provider's objects contain it like any other attribute.
    #[must_use]
    pub fn identity_only(mut self) -> Self {
        self.options_mut().identity.only = true;
        self
    }

    /// Promises that the value is never null where author code gets it: not in a plan with a default, and not in a result.
    ///
    /// The unknown value of a computed attribute carries the promise to the host.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_framework::schema::{Member, Shape};
    /// use terrane_value::{Type, Value};
    ///
    /// let id = Member::new("id", Shape::Type(Type::String)).set_computed(false).not_null();
    /// let legs = Member::new("legs", Shape::Type(Type::Number)).default(|| Value::from(4)).not_null();
    /// # let _ = (id, legs);
    /// ```
    #[must_use]
    pub fn not_null(mut self) -> Self {
        self.nullable = false;
        self.refine_not_null()
    }

    /// Describes that the attribute is a whole number of a range.
    #[must_use]
    pub fn whole_number(mut self, range: RangeInclusive<i128>) -> Self {
        self.options_mut().whole = Some(range.into_inner());
        self
    }

    /// Sets a custom equality: a result that is equal to the plan or to the state keeps its form.
    #[must_use]
    pub fn equal_by(mut self, equality: Equality) -> Self {
        self.options_mut().equality = Some(equality);
        self
    }

    /// Sets a default value. The attribute becomes optional and computed.
    #[must_use]
    pub fn default(mut self, value: impl Fn() -> Value + Send + Sync + 'static) -> Self {
        (self.required, self.optional, self.computed) = (false, true, true);
        self.options_mut().default = Some(Default::new(value));
        self
    }

    /// Reads the attribute from an environment variable if the provider's configuration does not set it. Further calls add variables, which
    /// are read if those before are not set.
    #[must_use]
    pub fn env(mut self, variable: impl Into<Cow<'static, str>>) -> Self {
        (self.required, self.optional) = (false, true);
        self.options_mut().env.push(variable.into());
        self
    }

    /// Marks the attribute as sensitive, so that hosts hide its value.
    #[must_use]
    pub fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Adds a validator.
    #[must_use]
    pub fn validator(mut self, validator: Validator) -> Self {
        self.options_mut().validators.push(validator);
        self
    }

    /// Adds validators.
    #[must_use]
    pub fn validators(mut self, validators: impl IntoIterator<Item = Validator>) -> Self {
        self.options_mut().validators.extend(validators);
        self
    }

    /// Limits the number of nested blocks in a list or set. 0 means no limit.
    #[must_use]
    pub fn items(mut self, min: u64, max: u64) -> Self {
        if let Shape::Block {
            min_items,
            max_items,
            ..
        } = &mut self.shape
        {
            (*min_items, *max_items) = (min, max);
        }
        self
    }

    /// Makes a single nested block a group, which always exists: without a configured block its attributes are null.
    #[must_use]
    pub fn group(mut self) -> Self {
        if let Shape::Block {
            nesting,
            min_items,
            max_items,
            ..
        } = &mut self.shape
        {
            (*nesting, *min_items, *max_items) = (BlockNesting::Group, 0, 0);
        }
        self
    }

    /// Sets the description, in Markdown.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Description::markdown(text);
        self
    }

    /// Sets the description, in plain text.
    #[must_use]
    pub fn plain_description(mut self, text: impl Into<String>) -> Self {
        self.description = Description::plain(text);
        self
    }

    /// Deprecates the attribute or block, with a message about its replacement.
    #[must_use]
    pub fn deprecated(mut self, message: impl Into<String>) -> Self {
        self.options_mut().deprecated = Some(message.into());
        self
    }

    /// Sets the version of the provider that added the attribute or block, for the documentation.
    #[must_use]
    pub fn since(mut self, version: impl Into<String>) -> Self {
        self.options_mut().since = Some(version.into());
        self
    }

    /// Its name in the configuration.
    #[must_use]
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// The type or nested schema of the values.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The type of its values.
    #[must_use]
    pub fn ty(&self) -> Type {
        self.shape.ty()
    }

    /// Whether the configuration must set it.
    #[must_use]
    pub fn required(&self) -> bool {
        self.required
    }

    /// Whether the configuration may set it.
    #[must_use]
    pub fn configurable(&self) -> bool {
        self.required || self.optional || matches!(self.shape, Shape::Block { .. })
    }

    /// Whether the provider may fill it.
    #[must_use]
    pub fn computed(&self) -> bool {
        self.computed
    }

    /// Whether the host hides its value.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    pub(crate) fn is_nullable(&self) -> bool {
        self.nullable
    }

    /// Whether author code accepts an unknown value where it gets known values otherwise.
    pub(crate) fn accepts_unknown(&self) -> bool {
        self.accepts_unknown
    }

    /// Whether it is part of the key or identity.
    #[must_use]
    pub fn is_key(&self) -> bool {
        self.identifies != Identifies::Neither
    }

    pub(crate) fn identifies(&self) -> Identifies {
        self.identifies
    }

    /// The name of the part in the identity.
    pub(crate) fn part_name(&self) -> &Text {
        self.options().identity.name.as_ref().unwrap_or(&self.name)
    }

    /// The description of the part in the identity.
    pub(crate) fn part_description(&self) -> &str {
        let own = self.options().identity.description.as_deref();
        own.unwrap_or(&self.description.text)
    }

    /// Whether the member is a part of the identity alone, without an attribute in the host's schema.
    pub(crate) fn is_identity_only(&self) -> bool {
        self.options().identity.only
    }

    /// Whether it is a part of the key or identity that never changes.
    pub(crate) fn is_permanent(&self) -> bool {
        self.identifies != Identifies::Neither && !self.options().identity.mutable
    }

    /// Whether it is a required part of the key.
    pub(crate) fn is_needed_to_find(&self) -> bool {
        matches!(self.identifies, Identifies::Key | Identifies::Required)
            && !self.nullable
            && !self.is_identity_only()
    }

    /// Whether a plan must contain a value: the attribute is required or has a default, or the nested block is required.
    pub(crate) fn must_be(&self) -> bool {
        let block = matches!(
            self.shape,
            Shape::Block {
                nesting: BlockNesting::Single,
                min_items: 1..,
                ..
            }
        );
        (self.required && !self.write_only) || self.has_default() || block
    }

    /// Returns the path, below the member, of a null in a plain value that the model does not allow.
    pub(crate) fn null_within(&self, value: &Value) -> Option<Path> {
        Some(self.null_in(value.known()?)?.path())
    }

    /// Finds a null in a plain value that the model does not allow.
    pub(super) fn null_in(&self, data: &Data) -> Option<DecodeError> {
        let in_objects = || self.options().objects.as_ref()?.null_in_objects(data);
        (self.find_null)(data).or_else(in_objects)
    }

    pub(crate) fn default_value(&self) -> Option<Value> {
        self.options().default.as_ref().map(Default::value)
    }

    pub(crate) fn has_default(&self) -> bool {
        self.options().default.is_some()
    }

    pub(crate) fn variables(&self) -> &[Cow<'static, str>] {
        &self.options().env
    }

    /// Returns the minimum and maximum, if it is a whole number.
    pub(crate) fn whole(&self) -> Option<(i128, i128)> {
        self.options().whole
    }

    pub(crate) fn checks(&self) -> &[Validator] {
        &self.options().validators
    }

    pub(crate) fn described(&self) -> &Description {
        &self.description
    }

    pub(crate) fn deprecation(&self) -> Option<&str> {
        self.options().deprecated.as_deref()
    }
}

impl Member {
    /// Makes an empty collection equal to null: results of calls keep the form of the plan or the state.
    ///
    /// Plans are not affected, because hosts require the configured value.
    #[must_use]
    pub fn empty_is_null(mut self) -> Self {
        self.empty_is_null = true;
        self
    }

    /// Returns the custom equality of the attribute, if it has one.
    pub(crate) fn equality(&self) -> Option<&Equality> {
        self.options().equality.as_ref()
    }

    /// Whether one value is null, the other an empty collection, and both are equal.
    pub(crate) fn equates_null_and_empty(&self, one: &Value, other: &Value) -> bool {
        self.empty_is_null
            && match (one, other) {
                (Value::Null, Value::Known(data)) | (Value::Known(data), Value::Null) => {
                    is_empty(data)
                }
                _ => false,
            }
    }

    /// Whether the attribute itself has a custom equality.
    pub(crate) fn has_equality(&self) -> bool {
        self.equality().is_some() || self.empty_is_null
    }
}

fn is_empty(data: &Data) -> bool {
    match data {
        Data::List(elements) => elements.is_empty(),
        Data::Map(elements) => elements.is_empty(),
        Data::Set(elements) => elements.is_empty(),
        _ => false,
    }
}
