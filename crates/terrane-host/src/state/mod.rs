//! States of version 4: the model, reading, writing, and files.
//!
//! A state keeps the attributes of objects as JSON, because only the schema of a provider gives them types. [`State::parse`] and
//! [`State::to_json`] are functions on bytes. [`StateFile`] reads and writes a file.

mod document;
mod file;
mod file_error;
mod indent;
mod lock;
mod lock_info;
mod model;
mod read;
mod replace;
mod uuid;
mod write;

pub use file::StateFile;
pub use file_error::StateFileError;
pub use lock::LockRequest;
pub use lock_info::LockInfo;
pub use model::{
    Attributes, CheckObject, CheckResult, CheckStatus, Instance, Json, Object, Output, Resource,
    ResourceKey, State,
};
pub use read::StateError;

pub(crate) use read::path_from_json;
pub(crate) use write::path_to_json;
