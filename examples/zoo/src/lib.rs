//! The example provider: animals in a zoo.

pub mod zoo_api;
