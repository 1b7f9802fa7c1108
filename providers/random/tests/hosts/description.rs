//! The schema that the program prints.

use terrane_test::schema_is_printed_as_by_hosts;

use super::SOURCE;

#[test]
fn the_program_prints_the_schema_that_hosts_print() {
    schema_is_printed_as_by_hosts(SOURCE, env!("CARGO_BIN_EXE_terraform-provider-random"));
}
