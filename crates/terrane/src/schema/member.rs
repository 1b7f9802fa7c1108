//! One attribute or nested block of a schema.

use std::fmt;
use std::sync::Arc;

use terrane_protocol::schema::{BlockNesting, Description};
use terrane_value::{Data, Path, Text, Type, Unknown, Value};

use super::said::Said;
use super::{Shape, Validator};
use crate::attr::{self, DecodeError};

/// What an attribute says of which object it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Identifies {
    /// Nothing.
    #[default]
    Nothing,
    /// It is a part of the key, by which the provider finds the object again.
    Key,
    /// The same, but an older state, or one that was imported, may lack it.
    OptionalKey,
    /// It is a part of the key, and of the identity that hosts know.
    Required,
    /// The same, but an import may leave it out.
    Optional,
}

impl Identifies {
    /// Whether hosts know of it.
    #[must_use]
    pub const fn is_published(self) -> bool {
        matches!(self, Self::Required | Self::Optional)
    }
}

/// The value that an attribute has when the configuration leaves it out.
#[derive(Clone)]
pub struct Default(Arc<dyn Fn() -> Value + Send + Sync>);

impl Default {
    /// Makes a default of what `value` returns each time.
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
    pub(super) said: Option<Box<Said>>,
}

impl Member {
    /// Makes the attribute that a field of type `F` stands for.
    pub fn of<F: attr::Field>(name: impl Into<Text>) -> Self {
        let presence = F::PRESENCE;
        let mut member = Self::new(name, <F::Attr as attr::Attr>::shape());
        member.required = presence == attr::Presence::Required;
        member.optional = presence == attr::Presence::Optional;
        member.computed = presence == attr::Presence::Computed;
        member.nullable = F::NULLABLE;
        member.sensitive = <F::Attr as attr::Attr>::SENSITIVE;
        if let Some(whole) = <F::Attr as attr::Attr>::WHOLE {
            member.say().whole = Some(whole);
        }
        let validators = <F::Attr as attr::Attr>::validators();
        if !validators.is_empty() {
            member.say().validators = validators;
        }
        if let Some(equality) = <F::Attr as attr::Attr>::equality() {
            member.say().equality = Some(equality);
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

    /// Makes the nested block that a field of type `F` stands for.
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

    /// Makes an optional attribute or a nested block of any shape: for schemas that are made at run time.
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
            identifies: Identifies::Nothing,
            empty_is_null: false,
            unknown: Unknown::new(),
            find_null: |_| None,
            description: Description::default(),
            said: None,
        }
    }

    /// Lets the provider fill the attribute, and with `optional` the configuration too.
    #[must_use]
    pub fn set_computed(mut self, optional: bool) -> Self {
        (self.required, self.optional, self.computed) = (false, optional, true);
        self
    }

    /// Demands the attribute in the configuration.
    #[must_use]
    pub fn set_required(mut self) -> Self {
        (self.required, self.optional, self.computed, self.nullable) = (true, false, false, false);
        self
    }

    /// Lets a computed attribute be configured too.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// Makes the attribute a part of what the provider finds the object by.
    #[must_use]
    pub fn key(mut self) -> Self {
        self.identifies = Identifies::Key;
        self
    }

    /// Makes the attribute a part of what the provider finds the object by, if the state has it.
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

    /// Makes the attribute a part of the object's identity that an import may leave out.
    #[must_use]
    pub fn identity_optional(mut self) -> Self {
        self.identifies = Identifies::Optional;
        self
    }

    /// Lets the part of the key or of the identity change while the object stays the same.
    ///
    /// Without this an update keeps a computed part, and a read or an update that returns another identity is refused.
    #[must_use]
    pub fn identity_mutable(mut self) -> Self {
        self.say().identity.mutable = true;
        self
    }

    /// Names the part of the identity, where that is not the attribute's name.
    #[must_use]
    pub fn identity_name(mut self, name: impl Into<Text>) -> Self {
        self.say().identity.name = Some(name.into());
        self
    }

    /// Makes a computed attribute a part of the identity alone: hosts know no such attribute, and no state has it.
    ///
    /// The provider's objects have its value like that of any other attribute.
    #[must_use]
    pub fn identity_only(mut self) -> Self {
        self.say().identity.only = true;
        self
    }

    /// Gives the attribute a value where the configuration leaves it out: it becomes optional and computed.
    #[must_use]
    pub fn default(mut self, value: impl Fn() -> Value + Send + Sync + 'static) -> Self {
        (self.required, self.optional, self.computed) = (false, true, true);
        self.say().default = Some(Default::new(value));
        self
    }

    /// Takes the attribute from an environment variable where the provider's configuration leaves it out.
    #[must_use]
    pub fn env(mut self, variable: &'static str) -> Self {
        (self.required, self.optional) = (false, true);
        self.say().env = Some(variable);
        self
    }

    /// Hides the value from the user's screen.
    #[must_use]
    pub fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Adds a check of known values.
    #[must_use]
    pub fn validator(mut self, validator: Validator) -> Self {
        self.say().validators.push(validator);
        self
    }

    /// Adds checks of known values.
    #[must_use]
    pub fn validators(mut self, validators: impl IntoIterator<Item = Validator>) -> Self {
        self.say().validators.extend(validators);
        self
    }

    /// Limits the number of nested blocks; 0 is no limit. Only a block in a list or set has a number.
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

    /// Makes a single nested block one that is always there: without one in the configuration its attributes are null.
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

    /// Says what it is, in Markdown.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Description::markdown(text);
        self
    }

    /// Deprecates it, saying what to use instead.
    #[must_use]
    pub fn deprecated(mut self, message: impl Into<String>) -> Self {
        self.say().deprecated = Some(message.into());
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

    /// What it says of which object it is.
    #[must_use]
    pub fn identifies(&self) -> Identifies {
        self.identifies
    }

    /// The name of the part in the identity.
    pub(crate) fn part_name(&self) -> &Text {
        self.said().identity.name.as_ref().unwrap_or(&self.name)
    }

    /// Whether it is a part of the identity alone, and no attribute.
    pub(crate) fn is_identity_only(&self) -> bool {
        self.said().identity.only
    }

    /// Whether it stays the same for as long as the object exists.
    pub(crate) fn is_permanent(&self) -> bool {
        self.identifies != Identifies::Nothing && !self.said().identity.mutable
    }

    /// Whether the provider finds no object without it.
    pub(crate) fn is_needed_to_find(&self) -> bool {
        matches!(self.identifies, Identifies::Key | Identifies::Required)
            && !self.nullable
            && !self.is_identity_only()
    }

    /// Whether there must be a nested block, or a value once defaults are in.
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

    /// The path, below the member, of a null inside a plain value where the model has none.
    pub(crate) fn null_inside(&self, value: &Value) -> Option<Path> {
        Some((self.find_null)(value.known()?)?.path())
    }

    pub(crate) fn default_value(&self) -> Option<Value> {
        self.said().default.as_ref().map(Default::value)
    }

    pub(crate) fn has_default(&self) -> bool {
        self.said().default.is_some()
    }

    pub(crate) fn variable(&self) -> Option<&'static str> {
        self.said().env
    }

    /// The smallest and the largest number that its Rust type has, if that is a whole number.
    pub(crate) fn whole(&self) -> Option<(i128, i128)> {
        self.said().whole
    }

    pub(crate) fn checks(&self) -> &[Validator] {
        &self.said().validators
    }

    pub(crate) fn described(&self) -> &Description {
        &self.description
    }

    pub(crate) fn deprecation(&self) -> Option<&str> {
        self.said().deprecated.as_deref()
    }
}
