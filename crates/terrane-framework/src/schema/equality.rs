//! Equality of values with different forms.

use std::fmt;

use terrane_value::{Data, Value};

/// The equality of values of an attribute's type that have different forms.
///
/// The Rust type of an attribute creates its equality, and the schema stores it. So values of any resource can be compared.
#[derive(Clone)]
pub struct Equality {
    whole: Option<Same>,
    elements: Option<Box<Equality>>,
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
    /// Compares whole values by a function of the new and the prior value. If they differ, their elements are compared by the element equality of
    /// `inside`.
    #[must_use]
    pub fn compared(equal: fn(&Data, &Data) -> bool, inside: Option<Self>) -> Self {
        Self {
            whole: Some(Same::Compared(equal)),
            elements: inside.and_then(|inside| inside.elements),
        }
    }

    /// Compares values by their canonical form.
    #[must_use]
    pub fn of_form(form: fn(&Data) -> Option<Value>) -> Self {
        Self {
            whole: Some(Same::Form(form)),
            elements: None,
        }
    }

    /// Compares the elements of a collection.
    #[must_use]
    pub fn of_elements(self) -> Self {
        Self {
            whole: None,
            elements: Some(Box::new(self)),
        }
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

    /// Returns the canonical form of a value, if it has one.
    pub(crate) fn form(&self, value: &Value) -> Value {
        match (self.whole, value) {
            (Some(Same::Form(form)), Value::Known(data)) => form(data).unwrap_or_default(),
            _ => Value::Null,
        }
    }

    /// Returns the equality of the elements of a collection.
    pub(crate) fn elements(&self) -> Option<&Self> {
        self.elements.as_deref()
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
            .field("elements", &self.elements)
            .finish()
    }
}
