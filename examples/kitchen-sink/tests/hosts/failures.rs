//! What fails on the way: nothing that exists is ever lost.

use std::thread;
use std::time::{Duration, Instant};

use terrane_test::{Failure, Reason, Running};

use super::{Kitchen, on_installed_hosts, on_oldest_and_newest};

fn dish(name: &str, leftovers: &str, timeout: &str) -> String {
    let timeouts = match timeout {
        "" => String::new(),
        time => format!("timeouts {{\ncreate = \"{time}\"\n}}\n"),
    };
    format!(
        "resource \"sink_dish\" \"{name}\" {{\nname = \"{name}\"\nleftovers = \"{leftovers}\"\n{timeouts}}}\n"
    )
}

/// A4, A5, A7, A12, A13, L35: an error, a panic and a deadline after the object exists, an error before it does, and one of a change.
#[test]
fn a13_a_created_object_is_in_the_state_after_every_kind_of_failure() {
    on_oldest_and_newest(|sink| {
        let wrong = [
            dish("mouldy", "mould", ""),
            dish("bursting", "nitroglycerine", ""),
            dish("stuck", "cement", "1s"),
            dish("nowhere/to/be", "seen", ""),
        ];
        let wrong = wrong.concat().replace(
            "\"sink_dish\" \"nowhere/to/be\"",
            "\"sink_dish\" \"nowhere\"",
        );
        sink.config(&wrong)?;
        let failure = sink.apply().expect_err("no dish comes clean");
        failure.assert_mentions("The dish is mouldy");
        failure.assert_mentions("the dish blew up");
        failure.assert_mentions("did not finish within its timeout of 1s");
        failure.assert_mentions("The dish does not come clean");
        failure.assert_mentions("Cannot create sink_dish");
        assert!(
            failure.error("crash").is_none(),
            "the process lives: {failure}"
        );
        let state = sink.state()?;
        assert_eq!(
            state.iter().count(),
            3,
            "what never existed is not in the state"
        );
        for (name, leftovers) in [
            ("mouldy", "mould"),
            ("bursting", "nitroglycerine"),
            ("stuck", "cement"),
        ] {
            let dish = &state[&*format!("sink_dish.{name}")];
            assert!(dish.tainted, "{}", dish.json);
            assert!(
                dish.attributes["seen"].is_null(),
                "what is not known is null: {}",
                dish.json
            );
            assert!(
                !dish.private.is_empty(),
                "the private state is not lost either"
            );
            assert_eq!(sink.dish(name).as_deref(), Some(leftovers));
        }

        let right = ["mouldy", "bursting", "stuck"]
            .map(|name| dish(name, "nothing", ""))
            .concat();
        sink.config(&right)?;
        let plan = sink.plan()?;
        assert!(plan.action("sink_dish.mouldy")?.replaces(), "it is tainted");
        sink.apply_plan(&plan)?;
        sink.config(
            &right
                .replacen("nothing", "mould", 1)
                .replace("bursting", "wobbling"),
        )?;
        let failure = sink.apply().expect_err("the dish would get mouldy");
        failure.assert_mentions("The dish would get mouldy");
        let state = sink.state()?;
        let mouldy = &state["sink_dish.mouldy"];
        assert!(
            !mouldy.tainted && mouldy.attributes["leftovers"] == "nothing",
            "{}",
            mouldy.json
        );

        sink.config(&dish("mouldy", "glue", ""))?;
        sink.apply()?;
        let failure = sink.destroy().expect_err("it sticks");
        failure.assert_mentions("The dish sticks to the sink");
        assert_eq!(sink.state()?.iter().count(), 1);
        sink.config(&dish("mouldy", "water", ""))?;
        sink.apply()?;
        sink.destroy()?;
        assert!(sink.state()?.is_empty());
        Ok(())
    });
}

impl Kitchen<'_> {
    /// Begins to make a dish that is never done, up to the moment at which it exists.
    fn begin(&self, name: &str) -> Result<Running<'_>, Failure> {
        let running = self.start(["apply", "-json", "-input=false", "-auto-approve"])?;
        let start = Instant::now();
        while self.dish(name).is_none() {
            assert!(
                start.elapsed() < Duration::from_secs(600),
                "the dish never came"
            );
            thread::sleep(Duration::from_millis(20));
        }
        Ok(running)
    }
}

/// A13, and StopProvider: the user interrupts the host while the provider waits.
#[test]
fn a13_a_created_object_is_in_the_state_after_an_interruption() {
    on_installed_hosts(|sink| {
        sink.config(&dish("stuck", "cement", ""))?;
        let running = sink.begin("stuck")?;
        running.interrupt()?;
        let failure = running.wait().expect_err("it was interrupted");
        failure.assert_mentions("The dish does not come clean");
        assert!(sink.state()?["sink_dish.stuck"].tainted);

        // A host that dies leaves no provider behind, and a state that does not know what was being made.
        sink.config(&(dish("stuck", "water", "") + &dish("lost", "cement", "")))?;
        let running = sink.begin("lost")?;
        running.kill()?;
        let failure = running.wait().expect_err("it was killed");
        assert_eq!(*failure.reason(), Reason::Signal(9), "{failure}");
        assert!(sink.state()?.get("sink_dish.lost").is_none());
        assert!(sink.dish("lost").is_some());
        Ok(())
    });
}
