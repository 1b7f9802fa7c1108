//! The guide: how to write, test and release a provider.
//!
//! Read the first four chapters in order. The other chapters can be read in any order. All examples are compiled and run as tests.
//!
//! | chapter | what it explains |
//! |---|---|
//! | [`first_provider`] | a complete provider, from an empty folder to `terraform apply` |
//! | [`attributes`] | which field type makes which attribute |
//! | [`computed_values`] | planned values of computed attributes, and replacement |
//! | [`nested_data`] | objects inside objects: nested attributes, collections and blocks |
//! | [`errors`] | errors, warnings and validation |
//! | [`apis`] | a provider of an HTTP API: client, credentials, creations, waiting, errors, lists; and what every client needs |
//! | [`testing_apis`] | a fake API, faults, recorded answers |
//! | [where an API differs](https://docs.rs/terrane-api/latest/terrane_api/guide/) | other credentials, addresses, creations, refusals and lists |
//! | [`state_over_time`] | identity, import, upgrades and moves |
//! | [`secrets`] | sensitive, write-only and ephemeral values |
//! | [`functions`] | functions of the configuration language |
//! | [`other_kinds`] | data sources, actions, lists, and resources that exist in the state alone |
//! | [composition](https://docs.rs/terrane-composition/latest/terrane_composition/guide/composition/) | several providers as one, both protocol versions, layers around a provider |
//! | [`run_time_schemas`] | schemas that are made when the provider starts |
//! | [`testing`] | tests in process and under real hosts |
//! | [`debugging`] | logs, a debugger, and the raw messages |
//! | [`from_the_go_framework`] | each concept of the Go framework, next to ours |
//! | [`from_sdkv2`] | moving a provider from SDKv2 |
//! | [one resource at a time](https://docs.rs/terrane-composition/latest/terrane_composition/guide/one_resource_at_a_time/) | a Go provider and a Rust provider under one address |
//! | [`documentation`] | pages for registries, examples, templates and a preview |
//! | [`checking`] | lint, breaking changes, and old states |
//! | [`conformance`] | conformance tests for a provider in any language |
//! | [`releasing`] | the path from a new package to a signed release: versions, platforms and registries |

macro_rules! chapters {
    ($($name:ident)*) => {
        $(
            #[doc = include_str!(concat!(stringify!($name), ".md"))]
            pub mod $name {}
        )*
    };
}

chapters! {
    first_provider
    attributes
    computed_values
    nested_data
    errors
    apis
    state_over_time
    secrets
    functions
    other_kinds
    run_time_schemas
    testing
    testing_apis
    debugging
    from_the_go_framework
    from_sdkv2
    documentation
    checking
    conformance
    releasing
}
