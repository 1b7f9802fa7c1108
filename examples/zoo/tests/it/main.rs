//! The zoo without a host, and the stub of its API.

#[path = "../api/mod.rs"]
mod api;
mod faults;
mod held;
mod imports;
mod lines;
mod reset;
mod zoo_api;
