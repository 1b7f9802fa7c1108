//! Functions on strings.

mod cases;
mod parts;
mod search;
mod trim;

use super::signature::Function;

pub(super) static FUNCTIONS: &[&[Function]] = &[
    cases::FUNCTIONS,
    parts::FUNCTIONS,
    search::FUNCTIONS,
    trim::FUNCTIONS,
];
