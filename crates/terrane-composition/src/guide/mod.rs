//! Chapters about providers that are put together from others. All examples are compiled and run as tests.
//!
//! | chapter | what it explains |
//! |---|---|
//! | [`composition`] | several providers as one, both protocol versions, layers around a provider |
//! | [`one_resource_at_a_time`] | a Go provider and a Rust provider under one address |
//!
//! The [guide of `terrane`](https://docs.rs/terrane/latest/terrane/guide/) has the chapters about writing a provider.

#[doc = include_str!("composition.md")]
pub mod composition {}

#[doc = include_str!("one_resource_at_a_time.md")]
pub mod one_resource_at_a_time {}
