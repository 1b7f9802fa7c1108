//! Functions on lists, sets, tuples, maps and objects.

mod choice;
mod flatten;
mod kind;
mod list;
mod lookup;
mod map;
mod merge;
mod product;
mod range;
mod search;
mod seen;
mod set;
mod slice;
mod zip;

use super::signature::Function;

pub(super) use kind::is_sequence;

pub(super) static FUNCTIONS: &[&[Function]] = &[
    choice::FUNCTIONS,
    flatten::FUNCTIONS,
    list::FUNCTIONS,
    lookup::FUNCTIONS,
    map::FUNCTIONS,
    merge::FUNCTIONS,
    product::FUNCTIONS,
    range::FUNCTIONS,
    search::FUNCTIONS,
    set::FUNCTIONS,
    slice::FUNCTIONS,
    zip::FUNCTIONS,
];
