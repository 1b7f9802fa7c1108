//! Tests of the conversion between neutral messages and those of protobuf.

mod flags;
mod malformed;
