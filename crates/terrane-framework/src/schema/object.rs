//! A schema as the type of a value: an object whose attributes are set together, in one attribute.

use terrane_value::{Data, Step, Type, Value};

use super::{Block, Equality, Member, Shape, Validator};
use crate::decode_error::DecodeError;

impl Member {
    /// Creates a plain attribute of objects, or of collections of objects, whose attributes are set together.
    ///
    /// `of` makes the type of the attribute from the type of the objects. The attributes of the objects keep their validators and equalities, and
    /// required ones must not be null. Unlike nested attributes, such attributes exist in protocol 5, too.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_framework::schema::{Block, Member, Shape};
    /// use terrane_value::Type;
    ///
    /// let text = |name: &str| Member::new(name, Shape::Type(Type::String));
    /// let certificate = Block::new([text("name").set_required(), text("valid")]);
    /// let by_host = Member::objects("by_host", &certificate, |object| Type::map(Type::list(object)));
    /// assert_eq!(by_host.shape().ty().to_string(), "map(list(object({name = string, valid = string})))");
    /// ```
    pub fn objects(
        name: impl Into<terrane_value::Text>,
        object: &Block,
        of: impl FnOnce(Type) -> Type,
    ) -> Self {
        let ty = of(object.ty());
        let mut depth = 0;
        let mut element = &ty;
        while let Type::List(inner) | Type::Set(inner) | Type::Map(inner) = element {
            (depth, element) = (depth + 1, inner);
        }
        let validators = object
            .object_validators()
            .into_iter()
            .map(|it| (0..depth).fold(it, |it, _| it.of_elements()));
        let equality = object
            .object_equality()
            .map(|it| (0..depth).fold(it, |it, _| it.of_elements()));
        let mut member = Self::new(name, Shape::Type(ty.clone())).validators(validators);
        let options = member.options_mut();
        (options.objects, options.equality) = (Some(object.clone()), equality);
        member
    }
}

impl Block {
    /// Finds a null that the type does not allow in a collection, or in collections of collections, of values of this type.
    pub(super) fn null_in_objects(&self, data: &Data) -> Option<DecodeError> {
        let null_in = |element: &Value| match element {
            Value::Null => Some(DecodeError::null()),
            Value::Known(data) => self.null_in_objects(data),
            Value::Unknown(_) => None,
        };
        match data {
            Data::List(elements) => {
                let mut elements = elements.iter().enumerate();
                elements.find_map(|(at, it)| Some(null_in(it)?.prepend(Step::Index(at))))
            }
            Data::Map(elements) => {
                let mut elements = elements.iter();
                elements.find_map(|(key, it)| Some(null_in(it)?.prepend(Step::Key(key.clone()))))
            }
            Data::Set(elements) => {
                let found = elements.iter().find_map(null_in);
                found.map(DecodeError::in_element)
            }
            _ => self.null_in_object(data),
        }
    }

    /// Returns the validators of a value of this type: those of its attributes.
    #[must_use]
    pub fn object_validators(&self) -> Vec<Validator> {
        let mut all = Vec::new();
        for member in self.members() {
            let of_member = member.checks().iter().cloned();
            all.extend(of_member.map(|validator| validator.of_attribute(member.name().clone())));
        }
        all
    }

    /// Returns the equality of values of this type, if an attribute has one.
    #[must_use]
    pub fn object_equality(&self) -> Option<Equality> {
        Equality::of_attributes(self.members().iter().map(|it| it.equality().cloned()))
    }

    /// Finds a null in a value of this type that the type does not allow.
    #[must_use]
    pub fn null_in_object(&self, data: &Data) -> Option<DecodeError> {
        let object = match data {
            Data::Object(object) if self.describes(object) => object,
            _ => return None,
        };
        let mut values = self.members().iter().zip(object.values());
        values.find_map(|(member, value)| {
            let found = match value {
                Value::Null if !member.is_nullable() => DecodeError::null(),
                Value::Known(data) => member.null_in(data)?,
                Value::Null | Value::Unknown(_) => return None,
            };
            Some(found.in_attribute(member.name().clone()))
        })
    }
}
