//! The value: its type, its marks and its content.

use std::fmt;
use std::sync::Arc;

use terrane_value::{ObjectType, Text, Type, Unknown};

use crate::stack::deeper;

use super::marks::{Mark, Marks};
use super::number::Number;

/// The steps of reading a value without its text.
pub(super) const NODE_STEPS: u64 = 8;

/// A value of the language.
///
/// Each node of a value has a type, and may be null, unknown or marked. A null or unknown value may have the type [`Type::Dynamic`]: its type
/// is not known. Cloning is cheap.
///
/// ```
/// use terrane_hcl::value::{Mark, Value};
///
/// let password = Value::from("hunter2").with_mark(Mark::Sensitive);
/// let login = Value::object([("user", Value::from("me")), ("password", password)]);
/// assert!(login.contains_marks() && login.marks().is_empty());
/// assert_eq!(login.ty().to_string(), "object({password = string, user = string})");
/// ```
#[derive(Clone)]
pub struct Value {
    ty: Type,
    marks: Marks,
    content: Content,
}

/// The content of a value.
#[derive(Clone)]
pub(super) enum Content {
    Null,
    Unknown(Unknown),
    Bool(bool),
    Number(Number),
    String(Text),
    /// The elements of a list, a set, a tuple, a map or an object.
    Parts(Arc<Parts>),
    /// The result of `type(..)`. The type of such a value is [`Type::Dynamic`].
    Type(Type),
}

/// The elements of a collection, or the attributes of an object.
#[derive(Default)]
pub(super) struct Parts {
    /// The sorted keys of a map. Other values have none: the names of an object are in its type.
    pub(super) keys: Vec<Text>,
    /// The elements in the order of the index or the key. Those of a set are sorted.
    pub(super) values: Vec<Value>,
    /// Whether an element contains a mark.
    has_marks: bool,
    /// Whether an element contains an unknown value.
    has_unknown: bool,
    /// The greatest number of nested collections, with this one.
    depth: usize,
    /// The number of values, with this one.
    pub(super) nodes: u64,
    /// The number of bytes of all texts, numbers, names and collections.
    pub(super) bytes: u64,
    /// The steps of reading the value, as for a comparison.
    pub(super) effort: u64,
}

/// The bytes of a collection, without its elements.
const COLLECTION_BYTES: u64 = 100;

/// The bytes of the names of an object with its type, or of the keys of a map, without each name.
const NAME_LIST_BYTES: u64 = 500;

/// The bytes of a name in an object, in its type, and while both are made. A key of a map counts the same.
const NAME_BYTES: u64 = 200;

/// The greatest depth of a value that is dropped by recursion.
const SHALLOW: usize = 32;

impl Drop for Parts {
    /// Drops nested values without recursion, because they may be deeper than the stack.
    fn drop(&mut self) {
        if self.depth <= SHALLOW {
            return;
        }
        let mut pending = std::mem::take(&mut self.values);
        while let Some(value) = pending.pop() {
            if let Content::Parts(parts) = value.content
                && let Some(mut parts) = Arc::into_inner(parts)
            {
                pending.append(&mut parts.values);
            }
        }
    }
}

impl Parts {
    /// Creates the elements of a collection or a tuple. Only those of a map have keys.
    pub(super) fn new(keys: Vec<Text>, values: Vec<Value>) -> Arc<Self> {
        let name_bytes = bytes_of_names(&keys);
        Self::with_name_bytes(name_bytes, keys, values)
    }

    /// Creates the attributes of an object with these names.
    fn of_object(names: &[Text], values: Vec<Value>) -> Arc<Self> {
        Self::with_name_bytes(bytes_of_names(names), Vec::new(), values)
    }

    fn with_name_bytes(name_bytes: u64, keys: Vec<Text>, values: Vec<Value>) -> Arc<Self> {
        let (mut has_marks, mut has_unknown, mut depth) = (false, false, 0);
        let (mut nodes, mut effort): (u64, u64) = (1, NODE_STEPS);
        let mut bytes = name_bytes.saturating_add(COLLECTION_BYTES);
        for value in &values {
            nodes = nodes.saturating_add(value.nodes());
            bytes = bytes.saturating_add(value.bytes());
            effort = effort.saturating_add(value.effort());
            has_marks |= value.contains_marks();
            has_unknown |= !value.is_wholly_known();
            depth = depth.max(value.depth());
        }
        Arc::new(Self {
            keys,
            values,
            has_marks,
            has_unknown,
            depth: depth + 1,
            nodes,
            bytes,
            effort,
        })
    }
}

/// Returns the bytes of the names of an object or the keys of a map.
fn bytes_of_names(names: &[Text]) -> u64 {
    let list_bytes = if names.is_empty() { 0 } else { NAME_LIST_BYTES };
    names.iter().fold(list_bytes, |sum, name| {
        let length = u64::try_from(name.len()).unwrap_or(u64::MAX);
        sum.saturating_add(length.saturating_add(NAME_BYTES))
    })
}

impl Value {
    pub(super) fn new(ty: Type, content: Content) -> Self {
        Self {
            ty,
            marks: Marks::new(),
            content,
        }
    }

    /// Creates a null value.
    pub fn null(ty: Type) -> Self {
        Self::new(ty, Content::Null)
    }

    /// Creates an unknown value.
    pub fn unknown(ty: Type) -> Self {
        Self::new(ty, Content::Unknown(Unknown::new()))
    }

    /// Creates an unknown value of unknown type.
    pub fn dynamic() -> Self {
        Self::unknown(Type::Dynamic)
    }

    /// Creates an unknown value that will not be null.
    pub fn unknown_not_null(ty: Type) -> Self {
        let unknown = match ty {
            Type::Dynamic => Unknown::new(),
            _ => Unknown::new().not_null(),
        };
        Self::new(ty, Content::Unknown(unknown))
    }

    /// Creates a list. Elements of unknown type get the type of the others, which must be of one type.
    pub fn list(elements: Vec<Self>) -> Self {
        let element = common_type(&elements);
        Self::list_of(element, elements)
    }

    /// Creates a list of a type, which may be empty.
    pub fn list_of(element: Type, elements: Vec<Self>) -> Self {
        let typed_elements = with_element_type(elements, &element);
        Self::new(
            Type::list(element),
            Content::Parts(Parts::new(Vec::new(), typed_elements)),
        )
    }

    /// Creates a map. Values of unknown type get the type of the others, which must be of one type. Of equal keys the last one counts.
    pub fn map<K: Into<Text>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        let (keys, values) = sorted(entries);
        let element = common_type(&values);
        Self::map_sorted(element, keys, values)
    }

    /// Creates a map of a type, which may be empty. Of equal keys the last one counts.
    pub fn map_of<K: Into<Text>>(
        element: Type,
        entries: impl IntoIterator<Item = (K, Self)>,
    ) -> Self {
        let (keys, values) = sorted(entries);
        Self::map_sorted(element, keys, values)
    }

    fn map_sorted(element: Type, keys: Vec<Text>, values: Vec<Self>) -> Self {
        let typed_values = with_element_type(values, &element);
        Self::new(
            Type::map(element),
            Content::Parts(Parts::new(keys, typed_values)),
        )
    }

    /// Creates an object. Of equal names the last one counts.
    pub fn object<N: Into<Text>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        let (names, values) = sorted(attributes);
        let types = values.iter().map(|value| value.ty.clone()).collect();
        let ty = ObjectType::from_parts(names, types);
        let parts = Parts::of_object(ty.names(), values);
        Self::new(Type::Object(ty), Content::Parts(parts))
    }

    /// Creates a tuple.
    pub fn tuple(elements: Vec<Self>) -> Self {
        let ty = Type::tuple(elements.iter().map(|value| value.ty.clone()));
        Self::new(ty, Content::Parts(Parts::new(Vec::new(), elements)))
    }

    /// Creates the result of `type(..)`, which is marked with [`Mark::Type`].
    pub(crate) fn type_value(ty: Type) -> Self {
        Self::new(Type::Dynamic, Content::Type(ty)).with_mark(Mark::Type)
    }

    /// Returns the type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Returns whether the value is null.
    pub fn is_null(&self) -> bool {
        matches!(self.content, Content::Null)
    }

    /// Returns whether the value is unknown. The elements of a known collection may be unknown.
    pub fn is_unknown(&self) -> bool {
        matches!(self.content, Content::Unknown(_))
    }

    /// Returns whether the value is neither unknown nor contains an unknown value.
    pub fn is_wholly_known(&self) -> bool {
        match &self.content {
            Content::Unknown(_) => false,
            Content::Parts(parts) => !parts.has_unknown,
            _ => true,
        }
    }

    /// Returns the refinement of an unknown value.
    pub fn as_unknown(&self) -> Option<&Unknown> {
        match &self.content {
            Content::Unknown(unknown) => Some(unknown),
            _ => None,
        }
    }

    /// Returns the bool, if the value is a known one.
    pub fn as_bool(&self) -> Option<bool> {
        match &self.content {
            Content::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the number, if the value is a known one.
    pub fn as_number(&self) -> Option<&Number> {
        match &self.content {
            Content::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the string, if the value is a known one.
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(Text::as_str)
    }

    /// Returns the string, if the value is a known one.
    pub fn as_text(&self) -> Option<&Text> {
        match &self.content {
            Content::String(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the type that a result of `type(..)` describes.
    pub fn as_type(&self) -> Option<&Type> {
        match &self.content {
            Content::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// Returns the elements of a known list, set or tuple, the values of a known map, or those of a known object, in their order.
    pub fn elements(&self) -> Option<&[Self]> {
        match &self.content {
            Content::Parts(parts) => Some(&parts.values),
            _ => None,
        }
    }

    /// Returns the sorted keys of a known map, or the names of an object.
    pub fn keys(&self) -> Option<&[Text]> {
        match (&self.ty, &self.content) {
            (Type::Object(object), _) => Some(object.names()),
            (Type::Map(_), Content::Parts(parts)) => Some(&parts.keys),
            _ => None,
        }
    }

    /// Iterates over the keys and values of a known map or object. Other values have none.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Text, &Self)> + DoubleEndedIterator {
        let (keys, values) = match (self.keys(), self.elements()) {
            (Some(keys), Some(values)) => (keys, values),
            _ => (&[][..], &[][..]),
        };
        keys.iter().zip(values)
    }

    /// Returns the value of a key of a known map, or an attribute of a known object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let index = self
            .keys()?
            .binary_search_by(|own| own.as_str().cmp(key))
            .ok()?;
        self.elements()?.get(index)
    }

    /// Returns how deeply collections are nested: 0 for a string.
    pub fn depth(&self) -> usize {
        match &self.content {
            Content::Parts(parts) => parts.depth,
            _ => 0,
        }
    }

    /// Returns the marks of this node, without those of its elements.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns whether the value or one of its elements is marked.
    pub fn contains_marks(&self) -> bool {
        !self.marks.is_empty() || matches!(&self.content, Content::Parts(parts) if parts.has_marks)
    }

    /// Adds a mark to this node.
    #[must_use]
    pub fn with_mark(mut self, mark: Mark) -> Self {
        self.marks.insert(mark);
        self
    }

    /// Adds marks to this node.
    #[must_use]
    pub fn with_marks(mut self, marks: &Marks) -> Self {
        self.marks.merge(marks);
        self
    }

    /// Removes the marks of this node, and returns them.
    pub fn unmark(mut self) -> (Self, Marks) {
        let marks = std::mem::take(&mut self.marks);
        (self, marks)
    }

    /// Removes all marks, also those of elements, and returns them.
    pub fn unmark_deep(self) -> (Self, Marks) {
        let mut marks = Marks::new();
        let value = self.without_marks(&mut marks);
        (value, marks)
    }

    fn without_marks(mut self, marks: &mut Marks) -> Self {
        marks.merge(&std::mem::take(&mut self.marks));
        if !self.contains_marks() {
            return self;
        }
        deeper(|| self.map_elements(|_, value| value.without_marks(marks)))
    }

    /// Adds the marks of this node and of its elements to a set.
    pub(super) fn collect_marks(&self, marks: &mut Marks) {
        marks.merge(&self.marks);
        if let Content::Parts(parts) = &self.content
            && parts.has_marks
        {
            for value in &parts.values {
                deeper(|| value.collect_marks(marks));
            }
        }
    }

    /// Replaces each element of a collection by another one of the same type. Other values are returned unchanged.
    pub(crate) fn map_elements(self, mut function: impl FnMut(usize, Self) -> Self) -> Self {
        let Content::Parts(parts) = &self.content else {
            return self;
        };
        let values = parts
            .values
            .iter()
            .cloned()
            .enumerate()
            .map(|(index, value)| function(index, value))
            .collect();
        let parts = match &self.ty {
            Type::Object(object) => Parts::of_object(object.names(), values),
            _ => Parts::new(parts.keys.clone(), values),
        };
        let content = Content::Parts(parts);
        Self { content, ..self }
    }

    /// Returns the value with a type that describes it more exactly than [`Type::Dynamic`].
    pub(super) fn with_type(mut self, ty: &Type) -> Self {
        if self.ty == Type::Dynamic && *ty != Type::Dynamic && self.as_type().is_none() {
            self.ty = ty.clone();
        }
        self
    }

    pub(super) fn content(&self) -> &Content {
        &self.content
    }
}

/// Returns the type of the first element whose type is known.
pub(super) fn common_type(elements: &[Value]) -> Type {
    let mut types = elements.iter().map(Value::ty);
    let known = types.find(|ty| **ty != Type::Dynamic);
    known.cloned().unwrap_or(Type::Dynamic)
}

/// Gives elements of unknown type the type of their collection.
pub(super) fn with_element_type(elements: Vec<Value>, ty: &Type) -> Vec<Value> {
    if elements.iter().all(|element| element.ty != Type::Dynamic) {
        return elements;
    }
    elements
        .into_iter()
        .map(|element| element.with_type(ty))
        .collect()
}

/// Sorts entries by their keys. Of equal keys the last one counts.
fn sorted<K: Into<Text>>(entries: impl IntoIterator<Item = (K, Value)>) -> (Vec<Text>, Vec<Value>) {
    let mut owned_entries: Vec<(Text, Value)> = entries
        .into_iter()
        .map(|(key, value)| (key.into(), value))
        .collect();
    if !owned_entries.is_sorted_by(|(a, _), (b, _)| a < b) {
        owned_entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        owned_entries.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                std::mem::swap(later, earlier);
            }
            same
        });
    }
    owned_entries.into_iter().unzip()
}

impl PartialEq for Value {
    /// Compares types, marks and contents. Unknown values are equal if their refinements are.
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.marks == other.marks && self.content == other.content
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Unknown(a), Self::Unknown(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Type(a), Self::Type(b)) => a == b,
            (Self::Parts(a), Self::Parts(b)) => {
                Arc::ptr_eq(a, b) || a.keys == b.keys && deeper(|| a.values == b.values)
            }
            _ => false,
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.marks.contains(&Mark::Sensitive) {
            return write!(f, "(sensitive {})", self.ty);
        }
        match &self.content {
            Content::Null => write!(f, "null({})", self.ty),
            Content::Unknown(_) => write!(f, "unknown({})", self.ty),
            Content::Bool(value) => fmt::Debug::fmt(value, f),
            Content::Number(value) => fmt::Debug::fmt(value, f),
            Content::String(value) => fmt::Debug::fmt(value, f),
            Content::Type(ty) => fmt::Display::fmt(ty, f),
            Content::Parts(_) if self.keys().is_some() => {
                f.debug_map().entries(self.entries()).finish()
            }
            Content::Parts(parts) => f.debug_list().entries(&parts.values).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_an_object_take_as_much_memory_as_the_keys_of_a_map() {
        let entries = || (0..10).map(|n| (format!("k{n}"), Value::from(true)));
        let (object, map) = (Value::object(entries()), Value::map(entries()));
        assert_eq!(object.size(), map.size());
        assert_eq!(object.map_elements(|_, value| value).size(), map.size());
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let map = Value::map([
            ("b", Value::from(1_i64)),
            ("a", 2_i64.into()),
            ("b", 3_i64.into()),
        ]);
        assert_eq!(map.get("b"), Some(&3_i64.into()));
        assert_eq!(map.keys().map(<[_]>::len), Some(2));
    }

    #[test]
    fn marks_are_found_and_removed_at_any_depth() {
        let value = Value::tuple(vec![Value::from("x").with_mark(Mark::Sensitive)]);
        let value = Value::object([("a", value)]);
        assert!(value.contains_marks());
        let (value, marks) = value.unmark_deep();
        assert!(!value.contains_marks() && marks.contains(&Mark::Sensitive));
    }

    #[test]
    fn deep_values_are_dropped() {
        let deep = (0..200_000).fold(Value::from(1_i64), |value, _| {
            Value::list_of(Type::Dynamic, vec![value])
        });
        assert_eq!(deep.depth(), 200_000);
    }
}
