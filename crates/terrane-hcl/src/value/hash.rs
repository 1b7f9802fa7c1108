//! Hashes of values.

use std::hash::{BuildHasher, Hash as _, Hasher};

use crate::stack::deeper;

use super::tree::{Content, Value};

impl Value {
    /// Hashes the content, without types and marks. Equal values have equal hashes.
    pub(crate) fn content_hash(&self, state: &impl BuildHasher) -> u64 {
        let mut hasher = state.build_hasher();
        write(self, state, &mut hasher);
        hasher.finish()
    }
}

fn write<S: BuildHasher>(value: &Value, state: &S, hasher: &mut S::Hasher) {
    match value.content() {
        Content::Null => hasher.write_u8(0),
        Content::Unknown(_) => hasher.write_u8(1),
        Content::Bool(value) => value.hash(hasher),
        Content::Number(number) => number.hash_content(hasher),
        Content::String(text) => text.as_str().hash(hasher),
        Content::Type(ty) => ty.hash(hasher),
        Content::Parts(parts) => {
            parts.keys.hash(hasher);
            hasher.write_usize(parts.values.len());
            if matches!(value.ty(), terrane_value::Type::Set(_)) {
                // Equal sets may have their elements in different orders.
                let hashes = parts
                    .values
                    .iter()
                    .map(|part| deeper(|| part.content_hash(state)));
                hasher.write_u64(hashes.fold(0, u64::wrapping_add));
                return;
            }
            for part in &parts.values {
                deeper(|| write(part, state, hasher));
            }
        }
    }
}
