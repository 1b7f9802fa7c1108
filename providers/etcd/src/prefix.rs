//! The function `prefix_end`.

use terrane::prelude::*;

/// Returns the end of the range of all keys with a prefix, for a permission of a role. For an empty prefix, that is the end of all keys.
#[function]
pub fn prefix_end(
    /// The prefix.
    prefix: String,
) -> String {
    let mut characters: Vec<char> = prefix.chars().collect();
    while let Some(last) = characters.pop() {
        if let Some(next) = (last..=char::MAX).nth(1) {
            return characters.into_iter().chain([next]).collect();
        }
    }
    "\0".to_owned()
}
