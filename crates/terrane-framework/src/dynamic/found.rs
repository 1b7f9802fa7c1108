//! The result of reading an object.

/// The result of reading an object.
///
/// # Examples
///
/// ```
/// use terrane_framework::dynamic::Found;
///
/// /// Finds a pet in the answer of an API.
/// fn pet(status: u16, name: &str) -> Found<String> {
///     match status {
///         304 => Found::Unchanged,
///         404 => Found::Gone,
///         _ => Found::Object(name.to_owned()),
///     }
/// }
///
/// assert_eq!(pet(200, "Tom"), Found::Object("Tom".to_owned()));
/// assert_eq!(pet(404, ""), Found::Gone);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Found<T> {
    /// The object exists, and this is what it is now. It becomes the new state.
    Object(T),
    /// The object exists, as far as is known. The state stays unchanged, even if it has missing attributes because an older version of the provider
    /// wrote it.
    Unchanged,
    /// The object does not exist any more. The state loses it, and the host plans to create it again.
    Gone,
}

impl<T> Found<T> {
    /// Creates the result of a search: [`Gone`](Self::Gone) if it has found nothing.
    #[must_use]
    pub fn or_gone(found: Option<T>) -> Self {
        found.map_or(Self::Gone, Self::Object)
    }
}
