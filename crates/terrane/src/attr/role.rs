//! Detects at compile time which kinds a model implements.

use std::marker::PhantomData;

use crate::data_source::DataSource;
use crate::ephemeral::Ephemeral;
use crate::resource::{Resource, StateOnly};

/// Detects which kinds a model implements, which the derive does not see.
///
/// Of two constants with one name the inherent one wins, if its bound holds. Otherwise the constant of [`NoRole`] is used.
#[derive(Debug)]
pub struct Role<T>(PhantomData<T>);

impl<T: Resource> Role<T> {
    /// Whether it is a resource.
    pub const IS_RESOURCE: bool = true;
}

impl<T: StateOnly> Role<T> {
    /// Whether it is a resource whose objects exist in the state alone.
    pub const IS_STATE_ONLY: bool = true;
}

impl<T: DataSource> Role<T> {
    /// Whether it is a data source.
    pub const IS_DATA_SOURCE: bool = true;
}

impl<T: Ephemeral> Role<T> {
    /// Whether it is an ephemeral resource.
    pub const IS_EPHEMERAL: bool = true;
}

/// The constants of models without the kinds: see [`Role`].
pub trait NoRole {
    /// Whether it is a resource.
    const IS_RESOURCE: bool = false;
    /// Whether it is a resource whose objects exist in the state alone.
    const IS_STATE_ONLY: bool = false;
    /// Whether it is a data source.
    const IS_DATA_SOURCE: bool = false;
    /// Whether it is an ephemeral resource.
    const IS_EPHEMERAL: bool = false;
}

impl<T> NoRole for Role<T> {}
