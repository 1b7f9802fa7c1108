//! Schemas that are made at run time.

use std::process::Command;

use super::program;

/// What a program prints of its schema, also what no host prints.
fn printed(major: u32, schemas: &str) -> String {
    let output = Command::new(program(major))
        .args(["schema", "--format", "terrane-json"])
        .env("SINK_SCHEMAS", schemas)
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_schema_made_at_run_time_equals_the_schema_of_the_models() {
    for major in [6, 5] {
        let (typed, made) = (printed(major, "typed"), printed(major, "run-time"));
        assert!(typed.contains("sink_rack"), "{typed}");
        for (at, (typed, made)) in typed.lines().zip(made.lines()).enumerate() {
            assert_eq!(made, typed, "line {at}, protocol {major}");
        }
        assert_eq!(made.len(), typed.len());
    }
}
