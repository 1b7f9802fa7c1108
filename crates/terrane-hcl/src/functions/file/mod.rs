//! Functions on files and paths.

mod content;
mod glob;
mod names;
mod path;
mod set;

use super::signature::Function;

pub(super) use content::read_text;

pub(super) static FUNCTIONS: &[&[Function]] =
    &[content::FUNCTIONS, names::FUNCTIONS, set::FUNCTIONS];
