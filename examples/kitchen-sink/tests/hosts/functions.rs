//! Functions: every kind of argument, and what is wrong with one.

use serde_json::json;
use terrane_test::Feature;

use super::{line, on_hosts_with};

/// F1 to F5, F8.
#[test]
fn f1_f8_functions_are_called_with_all_kinds_of_arguments() {
    on_hosts_with(Feature::Functions, |sink| {
        sink.config(
            r#"
            resource "terraform_data" "later" {
              input = "later"
            }
            output "all" {
              value = [
                provider::sink::count("plate", "cup", "plate"),
                provider::sink::count(),
                provider::sink::divide(7, 2),
                provider::sink::first(null, "b", "c"),
                provider::sink::first(null),
                provider::sink::or(null, "other"),
                provider::sink::kind([1, "a"]),
                provider::sink::kind(true),
                provider::sink::shout(terraform_data.later.output),
                provider::sink::murmur("Quiet"),
              ]
            }
            output "known" {
              value = [provider::sink::either(terraform_data.later.output == "x", true), provider::sink::either(terraform_data.later.output == "x", false)]
            }
            "#,
        )?;
        let plan = sink.plan()?;
        assert_eq!(
            plan.json()["output_changes"]["known"]["after_unknown"],
            json!([false, true])
        );
        sink.apply_plan(&plan)?;
        assert_eq!(*sink.state()?.output("known"), json!([true, false]));
        assert_eq!(
            *sink.state()?.output("all"),
            json!([
                { "cup": 1, "plate": 2 }, {}, 3, "b", null, "other", "tuple([number, string])", "bool", "LATER", "quiet",
            ])
        );
        sink.assert_settled()?;
        let calls = [
            ("divide(7,\n0)", "0)", "expected at least one guest"),
            ("divide(7.5,\n2)", "divide(7.5", "expected a whole number"),
            ("shout(\n\" \")", "\" \")", "blank"),
            ("or(\"a\",\nnull)", "null)", "null"),
        ];
        let mut config = String::new();
        for (at, (call, ..)) in calls.iter().enumerate() {
            config += &format!("output \"o{at}\" {{\nvalue = provider::sink::{call}\n}}\n");
        }
        sink.config(&config)?;
        let failure = sink.plan().expect_err("an argument is wrong");
        for (_, at, says) in calls {
            let place = Some(("main.tf".to_owned(), line(&config, at)));
            assert!(
                failure
                    .errors()
                    .any(|it| it.place == place && it.mentions(says)),
                "no error at `{at}` says {says:?}\n{failure}"
            );
        }
        Ok(())
    });
}

/// F4.
#[test]
fn f4_arguments_that_are_unknown_in_part_do_not_fail_the_plan() {
    on_hosts_with(Feature::Functions, |sink| {
        sink.config(
            r#"
            resource "terraform_data" "later" {
              input = "later"
            }
            locals {
              later = terraform_data.later.output
            }
            output "values" {
              value = [
                provider::sink::any([local.later == "x", true]),
                provider::sink::any([local.later == "x", false]),
                provider::sink::any([false, false]),
                provider::sink::size(["plate", local.later]),
                provider::sink::size(local.later == "x" ? [] : ["plate"]),
                provider::sink::size(null),
                provider::sink::kind({ a = local.later }),
                provider::sink::count("plate", local.later),
              ]
            }
            "#,
        )?;
        let plan = sink.plan()?;
        assert_eq!(
            plan.json()["output_changes"]["values"]["after_unknown"],
            json!([false, true, false, true, true, false, true, true])
        );
        sink.apply_plan(&plan)?;
        assert_eq!(
            *sink.state()?.output("values"),
            json!([true, false, false, 2, 1, 0, "object({a = string})", { "plate": 1, "later": 1 }])
        );
        Ok(())
    });
}
