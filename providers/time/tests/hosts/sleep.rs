//! Pauses, and what ends them early.

use std::time::{Duration, Instant};

use serde_json::json;

use super::on_installed_hosts;

#[test]
fn a_sleep_takes_its_duration_unless_it_is_interrupted() {
    on_installed_hosts(|host| {
        let config = |create: &str, destroy: &str| {
            format!(
                "resource \"time_sleep\" \"pause\" {{\n  create_duration  = \"{create}\"\n  destroy_duration = \"{destroy}\"\n}}\n"
            )
        };
        host.config(&config("1.5s", "1h"))?;
        let start = Instant::now();
        host.apply()?;
        assert!(start.elapsed() >= Duration::from_millis(1500));
        let before = host.state()?["time_sleep.pause"].attributes.clone();

        // Changing the durations takes no time and makes no new pause.
        host.config(&config("2h", "1h"))?;
        host.apply()?;
        let after = &host.state()?["time_sleep.pause"].attributes;
        assert_eq!(
            (&after["id"], &after["create_duration"]),
            (&before["id"], &json!("2h"))
        );

        // The pause of the destruction is the one in the state.
        interrupted(host, "destroy", "Delete time sleep error")?;
        assert_eq!(
            host.state()?["time_sleep.pause"].attributes["destroy_duration"],
            "1h"
        );
        host.edit_state(|state| {
            state["resources"][0]["instances"][0]["attributes"]["destroy_duration"] = "1d".into();
        })?;
        let failure = host.destroy().expect_err("nobody knows how long that is");
        failure.assert_mentions("Delete time sleep error");
        failure.assert_mentions("The destroy_duration cannot be parsed");
        host.edit_state(|state| {
            state["resources"][0]["instances"][0]["attributes"]["destroy_duration"] =
                "-1h0.5us".into();
        })?;
        host.destroy()?;
        assert!(host.state()?.is_empty());

        host.config(&config("1h", "1h"))?;
        interrupted(host, "apply", "Create time sleep error")?;
        assert!(host.state()?.is_empty(), "a pause that did not end is none");
        host.config(&config("99999999h", "1s"))?;
        let failure = host.apply().expect_err("that is longer than Go can count");
        failure.assert_mentions("Create time sleep error");
        failure.assert_mentions("The create_duration cannot be parsed");
        Ok(())
    });
}

/// Interrupts the host once the provider has got the call that waits.
fn interrupted(
    host: &mut terrane_test::Workspace,
    command: &str,
    summary: &str,
) -> terrane_test::TestResult {
    host.env("TF_LOG", "TRACE");
    let mut running = host.start([command, "-json", "-input=false", "-auto-approve"])?;
    // In the log of the provider, which the host prints.
    running.until_printed("tf_rpc=ApplyResourceChange")?;
    running.interrupt()?;
    let failure = running.wait().expect_err("it was interrupted");
    host.env("TF_LOG", "");
    let error = failure
        .error(summary)
        .unwrap_or_else(|| panic!("{failure}"));
    assert!(error.mentions("context canceled"), "{failure}");
    Ok(())
}
