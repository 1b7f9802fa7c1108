//! Equality of values with different forms.

use std::fmt;
use std::sync::Arc;

use terrane_value::{Data, Value};

/// The equality of values of an attribute's type that have different forms.
///
/// The Rust type of an attribute creates its equality, and the schema stores it. So values of any resource can be compared.
#[derive(Clone)]
pub struct Equality {
    whole: Option<Same>,
    parts: Parts,
}

/// The equality of the parts of a value that is not equal as a whole.
#[derive(Clone, Debug, Default)]
enum Parts {
    /// The parts are not compared.
    #[default]
    None,
    /// Of each element of a collection.
    Elements(Box<Equality>),
    /// Of the attributes of an object, in their order.
    Attributes(Arc<[Option<Equality>]>),
}

/// The comparison of whole values.
#[derive(Clone, Copy)]
enum Same {
    /// By a function of the new and the prior value.
    Compared(fn(&Data, &Data) -> bool),
    /// By a canonical form. `None` for values without a canonical form.
    Form(fn(&Data) -> Option<Value>),
}

impl Equality {
    /// Compares whole values by a function of the new and the prior value. If they differ, their elements or attributes are compared by the equality
    /// of `inside`.
    #[must_use]
    pub fn compared(equal: fn(&Data, &Data) -> bool, inside: Option<Self>) -> Self {
        Self {
            whole: Some(Same::Compared(equal)),
            parts: inside.map(|inside| inside.parts).unwrap_or_default(),
        }
    }

    /// Compares values by their canonical form.
    #[must_use]
    pub fn of_form(form: fn(&Data) -> Option<Value>) -> Self {
        Self {
            whole: Some(Same::Form(form)),
            parts: Parts::None,
        }
    }

    /// Compares the elements of a collection.
    #[must_use]
    pub fn of_elements(self) -> Self {
        Self {
            whole: None,
            parts: Parts::Elements(Box::new(self)),
        }
    }

    /// Compares the attributes of an object, in their order. Returns `None` if no attribute has an equality.
    #[must_use]
    pub fn of_attributes(attributes: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let attributes: Arc<[_]> = attributes.into_iter().collect();
        attributes.iter().any(Option::is_some).then_some(Self {
            whole: None,
            parts: Parts::Attributes(attributes),
        })
    }

    /// Whether two whole values are equal (rules S2, S4 and S5: null and unknown values are never equal to others).
    pub(crate) fn holds(&self, new: &Value, prior: &Value) -> bool {
        match (self.whole, new, prior) {
            (Some(Same::Compared(equal)), Value::Known(new), Value::Known(prior)) => {
                has_meaning(new) && has_meaning(prior) && equal(new, prior)
            }
            (Some(Same::Form(form)), Value::Known(new), Value::Known(prior)) => {
                form(new).is_some_and(|form_of_new| Some(form_of_new) == form(prior))
            }
            _ => false,
        }
    }

    /// Returns the canonical form of a value, if it has one. The form of an object has the forms of its attributes.
    pub(crate) fn form(&self, value: &Value) -> Value {
        match (self.whole, &self.parts, value) {
            (Some(Same::Form(form)), _, Value::Known(data)) => form(data).unwrap_or_default(),
            (None, Parts::Attributes(_), Value::Known(Data::Object(object))) => {
                let mut form = object.clone();
                for at in 0..form.len() {
                    if let Some(attribute) = self.attribute(at) {
                        *form.at_mut(at) = attribute.form(object.at(at));
                    }
                }
                Value::Known(Data::Object(form))
            }
            _ => Value::Null,
        }
    }

    /// Returns the equality of the elements of a collection.
    pub(crate) fn elements(&self) -> Option<&Self> {
        match &self.parts {
            Parts::Elements(elements) => Some(elements),
            Parts::None | Parts::Attributes(_) => None,
        }
    }

    /// Returns the equality of an attribute of an object.
    pub(crate) fn attribute(&self, at: usize) -> Option<&Self> {
        match &self.parts {
            Parts::Attributes(attributes) => attributes.get(at)?.as_ref(),
            Parts::None | Parts::Elements(_) => None,
        }
    }
}

/// Whether data is not a dynamic null.
fn has_meaning(data: &Data) -> bool {
    !matches!(data, Data::Dynamic(typed) if typed.value.is_null())
}

impl fmt::Debug for Equality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equality")
            .field("whole", &self.whole.is_some())
            .field("parts", &self.parts)
            .finish()
    }
}
