//! The zoo without a host, and the stub of its API.

mod imports;
mod reset;
mod zoo_api;
