//! The function `concat`.

use terrane::prelude::*;

#[function]
pub(crate) fn concat(parts: Vec<String>) -> String {
    parts.concat()
}
