//! Equality of values with different forms.

use std::fmt;
use std::sync::Arc;

use terrane_value::{Data, Value};

/// The equality of values of an attribute's type that have different forms.
///
/// The Rust type of an attribute creates its equality, and the schema stores it. So values of any resource can be compared.
#[derive(Clone)]
pub struct Equality {
    /// The comparisons of whole values, of which one suffices.
    whole: Vec<Same>,
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
    /// Of the attributes of an object or the parts of a tuple, in their order.
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
            whole: vec![Same::Compared(equal)],
            parts: inside.map(|inside| inside.parts).unwrap_or_default(),
        }
    }

    /// Compares values by their canonical form.
    #[must_use]
    pub fn of_form(form: fn(&Data) -> Option<Value>) -> Self {
        Self {
            whole: vec![Same::Form(form)],
            parts: Parts::None,
        }
    }

    /// Also treats values as equal that `other` compares as equal, and compares their parts by `other`.
    ///
    /// It is for a type that is made from another one. The canonical form of this equality must be the same for values with the same canonical form
    /// of `other`, so only the comparisons of `other` by a function are added.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_framework::schema::Equality;
    /// use terrane_value::{Data, Value};
    ///
    /// let lower = |data: &Data| match data {
    ///     Data::String(text) => Some(Value::from(text.to_lowercase())),
    ///     _ => None,
    /// };
    /// let compared = Equality::compared(|new, prior| new == prior, None);
    /// let either = Equality::of_form(lower).or(Some(compared));
    /// # let _ = either;
    /// ```
    #[must_use]
    pub fn or(mut self, other: Option<Self>) -> Self {
        if let Some(other) = other {
            let compared = other.whole.into_iter();
            self.whole
                .extend(compared.filter(|it| matches!(it, Same::Compared(_))));
            self.parts = other.parts;
        }
        self
    }

    /// Compares the elements of a collection.
    #[must_use]
    pub fn of_elements(self) -> Self {
        Self {
            whole: Vec::new(),
            parts: Parts::Elements(Box::new(self)),
        }
    }

    /// Compares the attributes of an object or the parts of a tuple, in their order. Returns `None` if none of them has an equality.
    #[must_use]
    pub fn of_attributes(attributes: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let attributes: Arc<[_]> = attributes.into_iter().collect();
        attributes.iter().any(Option::is_some).then_some(Self {
            whole: Vec::new(),
            parts: Parts::Attributes(attributes),
        })
    }

    /// Whether two whole values are equal (rules S2, S4 and S5: null and unknown values are never equal to others).
    pub(crate) fn holds(&self, new: &Value, prior: &Value) -> bool {
        let (Value::Known(new), Value::Known(prior)) = (new, prior) else {
            return false;
        };
        self.whole.iter().any(|same| match same {
            Same::Compared(equal) => has_meaning(new) && has_meaning(prior) && equal(new, prior),
            Same::Form(form) => {
                form(new).is_some_and(|form_of_new| Some(form_of_new) == form(prior))
            }
        })
    }

    /// Returns the canonical form of a value, in which its parts have their canonical forms. `otherwise` replaces values without a canonical form.
    pub(crate) fn form(&self, value: &Value, otherwise: fn(&Value) -> Value) -> Value {
        let Value::Known(data) = value else {
            return value.clone();
        };
        let part = |at, value: &Value| match self.attribute(at) {
            Some(part) => part.form(value, otherwise),
            None => value.clone(),
        };
        match (self.whole.as_slice(), &self.parts, data) {
            ([Same::Form(form)], _, _) => form(data).unwrap_or_else(|| otherwise(value)),
            ([], Parts::Elements(element), Data::List(elements)) => {
                Value::list(elements.iter().map(|it| element.form(it, otherwise)))
            }
            ([], Parts::Elements(element), Data::Set(elements)) => {
                Value::set(elements.iter().map(|it| element.form(it, otherwise)))
            }
            ([], Parts::Elements(element), Data::Map(elements)) => {
                let elements = elements.iter();
                Value::mapping(elements.map(|(key, it)| (key.clone(), element.form(it, otherwise))))
            }
            ([], Parts::Attributes(_), Data::Object(object)) => {
                let mut form = object.clone();
                for at in 0..form.len() {
                    *form.at_mut(at) = part(at, object.at(at));
                }
                Value::Known(Data::Object(form))
            }
            ([], Parts::Attributes(_), Data::Tuple(parts)) => {
                let parts = parts.iter().enumerate();
                Value::tuple(parts.map(|(at, value)| part(at, value)))
            }
            _ => otherwise(value),
        }
    }

    /// Returns the equality of the elements of a collection.
    pub(crate) fn elements(&self) -> Option<&Self> {
        match &self.parts {
            Parts::Elements(elements) => Some(elements),
            Parts::None | Parts::Attributes(_) => None,
        }
    }

    /// Returns the equality of an attribute of an object or of a part of a tuple.
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
            .field("whole", &!self.whole.is_empty())
            .field("parts", &self.parts)
            .finish()
    }
}
