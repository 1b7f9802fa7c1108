//! Parts of racks: elements of lists and sets that come and go, with an attribute that a change cannot alter in place, and lists that are unknown.

use terrane_test::{Action, TestResult};

use super::{Form, Kitchen, on_oldest_and_newest};

/// A rack with hooks (a list) and bins (a set), each with a mount or without.
fn rack(sink: &Kitchen<'_>, hooks: &[&str], bins: &[&str]) -> String {
    let rack = [
        sink.one("corner", "name = \"corner\""),
        "frame {}\n".to_owned(),
        sink.many("hooks", hooks),
        sink.many("bins", bins),
    ];
    format!("resource \"sink_rack\" \"a\" {{\n{}}}\n", rack.concat())
}

fn configure(sink: &mut Kitchen<'_>, hooks: &[&str], bins: &[&str]) -> TestResult {
    let config = rack(sink, hooks, bins);
    sink.config(&config)?;
    Ok(())
}

const HOOKS: [&str; 2] = ["name = \"a\"", "name = \"b\""];
const BINS: [&str; 2] = ["litres = 1", "litres = 2"];
const MOUNTED: [&str; 2] = [
    "name = \"a\"\nmount = \"screw\"",
    "litres = 1\nmount = \"screw\"",
];

#[test]
fn l20_null_replace_fields_in_a_set_do_not_replace_the_object() {
    on_oldest_and_newest(|sink| -> TestResult {
        configure(sink, &HOOKS[..1], &BINS[..1])?;
        sink.apply()?;
        for (hooks, bins) in [
            (&HOOKS[..1], &BINS[..]),
            (&HOOKS[..1], &BINS[1..]),
            (&HOOKS[..], &BINS[..1]),
        ] {
            configure(sink, hooks, bins)?;
            let plan = sink.plan()?;
            assert_eq!(plan.action("sink_rack.a")?, Action::Update);
            sink.apply_plan(&plan)?;
            sink.plan()?.assert_empty();
        }
        Ok(())
    });
}

#[test]
fn l20_removed_elements_do_not_replace_the_object_and_added_ones_with_a_value_do() {
    on_oldest_and_newest(|sink| -> TestResult {
        let [hook, bin] = MOUNTED;
        configure(sink, &[HOOKS[1], hook], &[BINS[1], bin])?;
        sink.apply()?;
        for (hooks, bins, expected) in [
            (&HOOKS[1..], &[BINS[1], bin][..], Action::Update),
            (&[HOOKS[1], hook], &BINS[1..], Action::Update),
        ] {
            configure(sink, hooks, bins)?;
            let plan = sink.plan()?;
            assert_eq!(plan.action("sink_rack.a")?, expected);
        }
        configure(sink, &HOOKS[1..], &BINS[1..])?;
        sink.apply()?;
        for (hooks, bins) in [
            (&[HOOKS[1], hook][..], &BINS[1..]),
            (&HOOKS[1..], &[BINS[1], bin]),
        ] {
            configure(sink, hooks, bins)?;
            let plan = sink.plan()?;
            assert!(plan.action("sink_rack.a")?.replaces());
        }
        Ok(())
    });
}

#[test]
fn c6_c7_an_unknown_list_that_is_planned_as_null_is_found_before_the_host_finds_it() {
    on_oldest_and_newest(|sink| -> TestResult {
        let hooks = match sink.form {
            Form::Attributes => {
                "hooks = terraform_data.later.id == \"\" ? null : [{ name = \"a\" }]\n"
            }
            Form::Blocks => {
                "dynamic \"hooks\" {\nfor_each = split(\",\", terraform_data.later.id)\ncontent {\nname = \"a\"\n}\n}\n"
            }
        };
        let rack = |corner: &str| {
            let corner = sink.one("corner", &format!("name = {corner:?}"));
            format!(
                "resource \"terraform_data\" \"later\" {{}}\nresource \"sink_rack\" \"a\" {{\n{corner}frame {{}}\n{hooks}}}\n"
            )
        };
        let (careful, careless) = (rack("careful"), rack("careless"));
        sink.config(&careless)?;
        let failure = sink.plan().expect_err("the plan forgets the hooks");
        failure.assert_mentions("Provider planned an invalid value");
        failure.assert_mentions("hooks");
        assert!(
            failure.error("Provider produced invalid plan").is_none(),
            "the host found it: {failure}"
        );
        sink.config(&careful)?;
        sink.apply()?;
        Ok(())
    });
}
