//! Tests of the public API: states, configurations and graphs, compared with Terraform where it is installed.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped comparison is reported")]

mod action_cases;
mod binaries;
mod cases;
mod check_cases;
mod cli_config;
mod configurations;
mod differential;
mod engine;
mod ephemeral;
mod folder;
mod generated;
mod graph;
mod locks;
mod mirrors;
mod move_cases;
mod overrides;
mod provider_cases;
mod providers;
mod provisioner_cases;
mod render;
mod render_cases;
mod rendered;
mod saved;
mod shown;
mod sink_cases;
mod states;
mod target_cases;
mod versions;
