//! The targets.

mod attributes;
mod functions;
mod hcl;
mod lab;
mod plugin;
mod server;
mod setup;
mod values;
mod wire;

use crate::{Format, Target};

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "msgpack",
        format: Format::TypedMsgpack,
        seeds: values::msgpack_seeds,
        run: values::msgpack,
    },
    Target {
        name: "json",
        format: Format::TypedJson,
        seeds: values::json_seeds,
        run: values::json,
    },
    Target {
        name: "types",
        format: Format::Json,
        seeds: values::type_seeds,
        run: values::types,
    },
    Target {
        name: "paths",
        format: Format::Text,
        seeds: values::path_seeds,
        run: values::paths,
    },
    Target {
        name: "numbers",
        format: Format::Text,
        seeds: values::number_seeds,
        run: values::numbers,
    },
    Target {
        name: "refinements",
        format: Format::TypedMsgpack,
        seeds: values::refinement_seeds,
        run: values::refinements,
    },
    Target {
        name: "durations",
        format: Format::Text,
        seeds: server::duration_seeds,
        run: server::durations,
    },
    Target {
        name: "json_texts",
        format: Format::Json,
        seeds: attributes::json_seeds,
        run: attributes::json,
    },
    Target {
        name: "texts",
        format: Format::Text,
        seeds: attributes::time_seeds,
        run: attributes::others,
    },
    Target {
        name: "handshake",
        format: Format::Text,
        seeds: plugin::handshake_seeds,
        run: plugin::handshake,
    },
    Target {
        name: "reattach",
        format: Format::Json,
        seeds: plugin::reattach_seeds,
        run: plugin::reattach,
    },
    Target {
        name: "hclog",
        format: Format::Json,
        seeds: plugin::hclog_seeds,
        run: plugin::hclog,
    },
    Target {
        name: "certificate",
        format: Format::Bytes,
        seeds: plugin::certificate_seeds,
        run: plugin::certificate,
    },
    Target {
        name: "environment",
        format: Format::Text,
        seeds: plugin::environment_seeds,
        run: plugin::environment,
    },
    Target {
        name: "raw_state",
        format: Format::Json,
        seeds: server::raw_state_seeds,
        run: server::raw_state,
    },
    Target {
        name: "flat_state",
        format: Format::Text,
        seeds: server::flat_state_seeds,
        run: server::flat_state,
    },
    Target {
        name: "raw_identity",
        format: Format::Json,
        seeds: server::raw_identity_seeds,
        run: server::raw_identity,
    },
    Target {
        name: "private_state",
        format: Format::Json,
        seeds: server::private_state_seeds,
        run: server::private_state,
    },
    Target {
        name: "import_id",
        format: Format::Text,
        seeds: server::import_id_seeds,
        run: server::import_id,
    },
    Target {
        name: "server",
        format: Format::Value,
        seeds: server::call_seeds,
        run: server::call,
    },
    Target {
        name: "protobuf",
        format: Format::Call,
        seeds: wire::seeds,
        run: wire::run,
    },
    Target {
        name: "hcl",
        format: Format::Text,
        seeds: hcl::seeds,
        run: hcl::run,
    },
    Target {
        name: "hcl_json",
        format: Format::Json,
        seeds: hcl::json_seeds,
        run: hcl::json,
    },
    Target {
        name: "hcl_template",
        format: Format::Text,
        seeds: hcl::template_seeds,
        run: hcl::template,
    },
    Target {
        name: "hcl_functions",
        format: Format::Text,
        seeds: functions::seeds,
        run: functions::run,
    },
];
