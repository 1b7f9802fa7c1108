//! Actions.

use terrane_test::Feature;

use super::on_hosts_with;

/// AC1 to AC3.
#[test]
fn ac3_an_action_runs_after_a_resource_and_by_itself_and_reports_progress() {
    on_hosts_with(Feature::Actions, |sink| {
        let config = |times: u8| {
            format!(
                r#"
                resource "sink_dish" "plate" {{
                  name = "plate"
                  lifecycle {{
                    action_trigger {{
                      events  = [after_create]
                      actions = [action.sink_rinse.twice]
                    }}
                  }}
                }}
                action "sink_rinse" "twice" {{
                  config {{
                    times = {times}
                  }}
                }}
                "#
            )
        };
        sink.config(&config(2))?;
        let applied = sink.apply()?;
        assert_eq!(sink.diary(), ["rinsed 1", "rinsed 2"]);
        let progress = applied
            .events()
            .any(|event| event.to_string().contains("rinse 2 of 2"));
        assert!(progress, "{}", applied.stdout());
        let invoke = [
            "apply",
            "-auto-approve",
            "-no-color",
            "-invoke=action.sink_rinse.twice",
        ];
        let invoked = sink.run(invoke)?;
        assert!(
            invoked.stdout().contains("rinse 1 of 2"),
            "{}",
            invoked.stdout()
        );
        assert_eq!(sink.diary(), ["rinsed 1", "rinsed 2"]);
        for (times, says) in [
            (9, "Out of water"),
            (8, "The sink would overflow"),
            (7, "unlucky"),
            (0, "at least 1"),
        ] {
            sink.config(&config(times))?;
            let failure = sink.run(invoke).expect_err("that is no way to rinse");
            failure.assert_mentions(says);
        }
        Ok(())
    });
}
