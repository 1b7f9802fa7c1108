//! A canary in every place for a secret: it is in no plan's text, no message and no line of the log.

use terrane_test::{Failure, Feature};

use super::{Kitchen, on_installed_hosts};

/// What no text may hold.
const CANARY: &str = "c4nary";

/// Secrets in attributes, nested ones among them. They come from outside: hosts print the lines of a configuration as they are. Those of the
/// provider are in the environment.
fn config(leftovers: &str) -> String {
    format!(
        r#"
variable "canary" {{
}}
resource "sink_dish" "cup" {{
  name      = "cup"
  leftovers = "{leftovers}"
  soap      = "soap-${{var.canary}}"
}}
resource "sink_spice" "chili" {{
  name    = "chili"
  mixture = "mixture-${{var.canary}}"
  secrets = ["first-${{var.canary}}", "${{var.canary}}-second"]
}}
"#
    )
}

/// Secrets that are in no state.
fn written(leftovers: &str) -> String {
    format!(
        r#"
resource "sink_dish" "plate" {{
  name      = "plate"
  leftovers = "{leftovers}"
  water     = "water-${{var.canary}}"
  lock {{
    code = "code-${{var.canary}}"
  }}
}}
"#
    )
}

impl Kitchen<'_> {
    /// Runs a command as people do, and fails if what it prints holds a canary.
    fn seen_by_people(&self, arguments: &[&str]) -> Result<String, Failure> {
        let outcome = self.run(arguments)?;
        let text = format!("{}{}", outcome.stdout(), outcome.stderr());
        assert!(!text.contains(CANARY), "{text}");
        Ok(text)
    }
}

#[test]
fn no_canary_value_is_in_a_plan_a_message_or_the_log() {
    on_installed_hosts(|sink| {
        sink.env("SINK_KEY", "key-c4nary").log_at("TRACE");
        let writes = sink.host().has(Feature::WriteOnly);
        let all = |leftovers: &str| {
            if writes {
                config(leftovers) + &written(leftovers)
            } else {
                config(leftovers)
            }
        };
        sink.variable("canary", "1-c4nary");
        sink.config(&all("crumbs"))?;
        let plan = ["plan", "-no-color", "-input=false"];
        let apply = ["apply", "-no-color", "-input=false", "-auto-approve"];
        let planned = sink.seen_by_people(&plan)?;
        assert!(planned.contains("(sensitive value)"), "{planned}");
        sink.seen_by_people(&apply)?;
        let shown = sink.seen_by_people(&["show", "-no-color"])?;
        assert!(shown.contains("(sensitive value)"), "{shown}");
        sink.variable("canary", "2-c4nary");
        let changed = sink.seen_by_people(&plan)?;
        assert!(changed.contains("~ mixture"), "{changed}");
        sink.seen_by_people(&apply)?;

        // The author tells all there is, in an error and in the log; and a panic does.
        sink.destroy()?;
        sink.config(&all("onions"))?;
        let failure = sink.apply().expect_err("it smells");
        failure.assert_mentions("The dish smells");
        let messages = failure.outcome();
        for text in [messages.stdout(), messages.stderr()] {
            assert!(!text.contains(CANARY), "{text}");
        }
        assert!(messages.stdout().contains("***"), "{failure}");
        let log = sink.log();
        assert!(log.contains("the dish smells"), "the log has the line");
        let line = log.lines().find(|line| line.contains(CANARY));
        assert_eq!(line, None);
        Ok(())
    });
}
