//! What both majors say alike: this folder is compiled once for each, with `super::pb` as that major's protobuf code.
//!
//! What a major says otherwise is in `v5` and `v6`.

mod diagnostic;
mod dynamic;
mod messages;
mod path;
mod schema;

pub(super) use schema::encode_part;
