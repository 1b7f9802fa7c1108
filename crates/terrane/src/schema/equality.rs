//! When two values mean the same though they are written differently.

use std::fmt;

use terrane_value::{Data, Value};

use super::{Block, Member};
use crate::attr::{Attr, Equal};

/// When two values of an attribute's type mean the same though they are written differently.
///
/// It is made by [`Attr::equality`], and lives in the schema so that values of any resource can be compared.
#[derive(Clone)]
pub struct Equality {
    whole: Option<Same>,
    elements: Option<Box<Equality>>,
}

/// How values are compared as a whole.
#[derive(Clone, Copy)]
enum Same {
    /// By code that looks at both: the new one, and the one before.
    Told(fn(&Data, &Data) -> bool),
    /// By the one form that all have that mean the same; none for what has no such form.
    Form(fn(&Data) -> Option<Value>),
}

impl Equality {
    /// Compares values as `T` does, and where they differ as the type inside does.
    #[must_use]
    pub fn of<T: Attr + Equal>(inside: Option<Self>) -> Self {
        Self {
            whole: Some(Same::Told(|new, prior| {
                let (new, prior) = (T::decode(new), T::decode(prior));
                matches!((new, prior), (Ok(new), Ok(prior)) if new.equal(&prior))
            })),
            elements: inside.and_then(|inside| inside.elements),
        }
    }

    /// Compares values by the form that all have in common that mean the same.
    pub(crate) fn of_form(form: fn(&Data) -> Option<Value>) -> Self {
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

    /// Whether two values mean the same as a whole (rules S2, S4 and S5: what is null or unknown means nothing).
    pub(crate) fn holds(&self, new: &Value, prior: &Value) -> bool {
        match (self.whole, new, prior) {
            (Some(Same::Told(equal)), Value::Known(new), Value::Known(prior)) => {
                says_something(new) && says_something(prior) && equal(new, prior)
            }
            (Some(Same::Form(form)), Value::Known(new), Value::Known(prior)) => {
                form(new).is_some_and(|form_of_new| Some(form_of_new) == form(prior))
            }
            _ => false,
        }
    }

    /// What is the same for all values that mean the same, as far as that can be said without comparing them.
    pub(crate) fn form(&self, value: &Value) -> Value {
        match (self.whole, value) {
            (Some(Same::Form(form)), Value::Known(data)) => form(data).unwrap_or_default(),
            _ => Value::Null,
        }
    }

    /// How the elements of a collection are compared.
    pub(crate) fn elements(&self) -> Option<&Self> {
        self.elements.as_deref()
    }
}

/// Whether data is more than a dynamic value that holds a null.
fn says_something(data: &Data) -> bool {
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

impl Member {
    /// Lets an empty collection and none mean the same: in what calls return, the form of the plan or the state is kept.
    ///
    /// In a plan it changes nothing: hosts demand what is configured.
    #[must_use]
    pub fn empty_is_null(mut self) -> Self {
        self.empty_is_null = true;
        self
    }

    /// When two values of the attribute mean the same, if being equal is not all there is to it.
    pub(crate) fn equality(&self) -> Option<&Equality> {
        self.said().equality.as_ref()
    }

    /// Whether two values, of which one is null and the other an empty collection, mean the same.
    pub(crate) fn means_nothing(&self, one: &Value, other: &Value) -> bool {
        self.empty_is_null
            && match (one, other) {
                (Value::Null, Value::Known(data)) | (Value::Known(data), Value::Null) => {
                    is_empty(data)
                }
                _ => false,
            }
    }

    /// Whether values of the attribute itself may mean the same though they are written differently.
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

impl Block {
    /// Whether any attribute, at any depth, has values that mean the same though they are written differently.
    pub(crate) fn has_equality(&self) -> bool {
        self.inside().equality
    }
}
