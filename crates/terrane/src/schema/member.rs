//! One attribute or nested block of a schema.

use std::fmt;
use std::sync::Arc;

use terrane_protocol::schema::{BlockNesting, Description};
use terrane_value::{Data, Path, Text, Type, Unknown, Value};

use super::options::MemberOptions;
use super::{Shape, Validator};
use crate::attr::{self, DecodeError};

/// Whether an attribute is part of the key or identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Identifies {
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
    /// Whether it is part of the identity.
    #[must_use]
    pub const fn is_published(self) -> bool {
        matches!(self, Self::Required | Self::Optional)
    }
}

/// The default value of an attribute.
#[derive(Clone)]
pub struct Default(Arc<dyn Fn() -> Value + Send + Sync>);

impl Default {
    /// Creates a default from a function, which is called for each use.
    pub fn new(value: impl Fn() -> Value + Send + Sync + 'static) -> Self {
        Self(Arc::new(value))
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> Value {
        (self.0)()
    }
}

impl fmt::Debug for Default {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Default").field(&self.value()).finish()
    }
}

/// One attribute or nested block.
///
/// # Examples
///
/// ```
/// use terrane::schema::{Block, Member};
///
/// let block = Block::new([
///     Member::of::<String>("name").description("Name on the fence.").replace(),
///     Member::of::<terrane::Computed<String>>("id").keep(),
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
    identifies: Identifies,
    pub(super) empty_is_null: bool,
    pub(super) unknown: Unknown,
    find_null: fn(&Data) -> Option<DecodeError>,
    description: Description,
    pub(super) options: Option<Box<MemberOptions>>,
}

impl Member {
    /// Creates the attribute of a field of type `F`.
    pub fn of<F: attr::Field>(name: impl Into<Text>) -> Self {
        let presence = F::PRESENCE;
        let mut member = Self::new(name, <F::Attr as attr::Attr>::shape());
        member.required = presence == attr::Presence::Required;
        member.optional = presence == attr::Presence::Optional;
        member.computed = presence == attr::Presence::Computed;
        member.nullable = F::NULLABLE;
        member.sensitive = <F::Attr as attr::Attr>::SENSITIVE;
        if let Some(whole) = <F::Attr as attr::Attr>::WHOLE {
            member.options_mut().whole = Some(whole);
        }
        let validators = <F::Attr as attr::Attr>::validators();
        if !validators.is_empty() {
            member.options_mut().validators = validators;
        }
        if let Some(equality) = <F::Attr as attr::Attr>::equality() {
            member.options_mut().equality = Some(equality);
        }
        if F::WRITE_ONLY {
            member = member.write_only();
        }
        if let Shape::Type(_) = member.shape {
            member.find_null = <F::Attr as attr::Attr>::find_null;
        }
        if F::NULLABLE || matches!(member.shape, Shape::Type(Type::Dynamic)) {
            member
        } else {
            member.refine_not_null()
        }
    }

    /// Creates the nested block of a field of type `F`.
    pub fn block_of<F: attr::BlockField>(name: impl Into<Text>) -> Self {
        let mut member = Self::new(
            name,
            Shape::Block {
                nesting: F::NESTING,
                block: F::block(),
                min_items: F::MIN_ITEMS,
                max_items: F::MAX_ITEMS,
            },
        );
        member.nullable = F::NULLABLE;
        match (F::COMPUTED, F::NULLABLE) {
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
    /// Without this option an update keeps a computed part, and a read or update that returns another value is refused.
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

    /// Makes a computed attribute a part of the identity alone: it is not in the host's schema, and in no state.
    ///
    /// The provider's objects have it like any other attribute.
    #[must_use]
    pub fn identity_only(mut self) -> Self {
        self.options_mut().identity.only = true;
        self
    }

    /// Sets a default value. The attribute becomes optional and computed.
    #[must_use]
    pub fn default(mut self, value: impl Fn() -> Value + Send + Sync + 'static) -> Self {
        (self.required, self.optional, self.computed) = (false, true, true);
        self.options_mut().default = Some(Default::new(value));
        self
    }

    /// Reads the attribute from an environment variable if the provider's configuration does not set it.
    #[must_use]
    pub fn env(mut self, variable: &'static str) -> Self {
        (self.required, self.optional) = (false, true);
        self.options_mut().env = Some(variable);
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

    /// Deprecates it, with a message about its replacement.
    #[must_use]
    pub fn deprecated(mut self, message: impl Into<String>) -> Self {
        self.options_mut().deprecated = Some(message.into());
        self
    }

    /// Its name in the configuration.
    #[must_use]
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// What it holds.
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

    /// Whether it is part of the key or identity.
    #[must_use]
    pub fn identifies(&self) -> Identifies {
        self.identifies
    }

    /// The name of the part in the identity.
    pub(crate) fn part_name(&self) -> &Text {
        self.options().identity.name.as_ref().unwrap_or(&self.name)
    }

    /// Whether it is a part of the identity alone, and no attribute.
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

    /// Whether a nested block, or a value after defaults, is required.
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
        Some((self.find_null)(value.known()?)?.path())
    }

    pub(crate) fn default_value(&self) -> Option<Value> {
        self.options().default.as_ref().map(Default::value)
    }

    pub(crate) fn has_default(&self) -> bool {
        self.options().default.is_some()
    }

    pub(crate) fn variable(&self) -> Option<&'static str> {
        self.options().env
    }

    /// Returns the minimum and maximum of its Rust type, if that is a whole number.
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
