//! The kitchen sink without a host: all of the framework is used, and what no host shows works.

mod coverage;
mod wire;
