//! Each step, in each way: what the answer holds, and what there is in the world.

use std::future::Future;

use serde_json::{Value, json};
use terrane_protocol::{Diagnostics, Opaque, StopProviderRequest};

use crate::host::{Host, config, decode, errors, state};
use crate::raft::{Harbour, afloat, begun, set_afloat};

/// How a call breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// The code panics.
    Panic,
    /// The code returns an error.
    Error,
    /// The user stops the host, and the code ends with an error.
    Stop,
    /// The user stops the host, and the code does its work all the same.
    StopUnheeded,
    /// The time is over, and the code ends with an error.
    Deadline,
    /// The time is over, and the code does its work all the same.
    DeadlineUnheeded,
    /// The time is over, and the code never ends.
    DeadlineUnheard,
}

impl Failure {
    const ALL: [Self; 7] = [
        Self::Panic,
        Self::Error,
        Self::Stop,
        Self::StopUnheeded,
        Self::Deadline,
        Self::DeadlineUnheeded,
        Self::DeadlineUnheard,
    ];

    /// The instruction for the code.
    fn instruction(self) -> &'static str {
        match self {
            Self::Panic => "panics",
            Self::Error => "fails",
            Self::Stop | Self::Deadline => "ends when told",
            Self::StopUnheeded | Self::DeadlineUnheeded => "ends well when told",
            Self::DeadlineUnheard => "hears nothing",
        }
    }

    fn timeout(self) -> Option<&'static str> {
        let late = matches!(
            self,
            Self::Deadline | Self::DeadlineUnheeded | Self::DeadlineUnheard
        );
        late.then_some("5s")
    }

    /// Whether the work is done in spite of all.
    fn succeeds(self) -> bool {
        matches!(self, Self::StopUnheeded | Self::DeadlineUnheeded)
    }

    /// What the user hears, if the work is not done.
    fn says(self) -> &'static str {
        match self {
            Self::Panic => "the raft sank",
            Self::Error => "The raft sank",
            Self::Stop => "The raft was called back",
            Self::Deadline | Self::DeadlineUnheard => "This did not end within 5s",
            Self::StopUnheeded | Self::DeadlineUnheeded => "",
        }
    }
}

/// Calls, and stops the provider meanwhile if that is the way.
async fn call<T>(host: &Host, way: Failure, name: &str, call: impl Future<Output = T>) -> T {
    let stop = async {
        if matches!(way, Failure::Stop | Failure::StopUnheeded) {
            begun(name).notified().await;
            host.provider
                .stop_provider(StopProviderRequest {})
                .await
                .unwrap();
        }
    };
    tokio::join!(call, stop).0
}

#[track_caller]
fn assert_reported(way: Failure, diagnostics: &Diagnostics, case: &str) {
    let errors = errors(diagnostics);
    assert_eq!(errors.is_empty(), way.succeeds(), "{case}: {errors}");
    assert!(errors.contains(way.says()), "{case}: {errors}");
}

/// What a state says of a raft whose size is not asked.
fn size(state: &Value) -> Option<i64> {
    state["size"].as_i64()
}

/// One raft for each way: its name, the host, and what is configured.
async fn each(place: &str, mut body: impl AsyncFnMut(Host, Failure, String, Value)) {
    let host = Host::new(terrane::server::<Harbour>()).await;
    for way in Failure::ALL {
        let name = format!("{place}, {way:?}");
        let config = config(
            &name,
            2,
            &format!("{place}: {}", way.instruction()),
            way.timeout(),
        );
        body(host.clone(), way, name, config).await;
    }
    // The provider is as good as before.
    let good = config("good", 1, "", None);
    let applied = host.apply(host.planned(&Value::Null, &good).await).await;
    assert!(applied.diagnostics.is_empty(), "{:?}", applied.diagnostics);
    assert_eq!(decode(&applied.new_state), state(&good, Some("red")));
}

/// Nothing was made, so nothing is stored.
#[tokio::test(start_paused = true)]
async fn a13_before_the_object_exists_nothing_is_stored() {
    each("before create", async |host, way, name, config| {
        let request = host.planned(&Value::Null, &config).await;
        let answer = call(&host, way, &name, host.apply(request)).await;
        assert_reported(way, &answer.diagnostics, &name);
        let (stored, there) = match way.succeeds() {
            true => (state(&config, Some("red")), Some(2)),
            false => (Value::Null, None),
        };
        assert_eq!(
            (decode(&answer.new_state), afloat(&name)),
            (stored, there),
            "{name}"
        );
    })
    .await;
}

/// What `create` does after the object exists is not protected: the framework cannot know of an object before `create` returns it. It belongs
/// in `settle`. Where the code heeds nothing and does its work all the same, nothing is lost here either.
#[tokio::test(start_paused = true)]
async fn a13_a_late_change_by_create_is_an_error() {
    each("late in create", async |host, way, name, config| {
        let request = host.planned(&Value::Null, &config).await;
        let answer = call(&host, way, &name, host.apply(request)).await;
        assert_reported(way, &answer.diagnostics, &name);
        let stored = match way.succeeds() {
            true => state(&config, Some("red")),
            false => Value::Null,
        };
        assert_eq!(
            (decode(&answer.new_state), afloat(&name)),
            (stored, Some(2)),
            "{name}"
        );
    })
    .await;
}

/// A6, A7, A13: what exists is stored, with what is not known as null, and with its private state; it can be read and deleted.
#[tokio::test(start_paused = true)]
async fn a13_from_the_moment_that_create_has_returned_the_object_is_stored() {
    each("in settle", async |host, way, name, config| {
        let request = host.planned(&Value::Null, &config).await;
        let answer = call(&host, way, &name, host.apply(request)).await;
        assert_reported(way, &answer.diagnostics, &name);
        let flag = way.succeeds().then_some("red");
        let stored = decode(&answer.new_state);
        assert_eq!(
            (&stored, afloat(&name)),
            (&state(&config, flag), Some(2)),
            "{name}"
        );
        assert_ne!(answer.private, Opaque::default(), "{name}");

        let read = host.read(&stored).await;
        assert!(
            read.diagnostics.is_empty(),
            "{name}: {:?}",
            read.diagnostics
        );
        assert_eq!(decode(&read.new_state)["flag"], "red", "{name}");
        let deletion = host.planned(&stored, &Value::Null).await;
        let deleted = host.apply(deletion).await;
        assert!(
            deleted.diagnostics.is_empty(),
            "{name}: {:?}",
            deleted.diagnostics
        );
        assert_eq!(
            (decode(&deleted.new_state), afloat(&name)),
            (Value::Null, None),
            "{name}"
        );
    })
    .await;
}

/// A4: the state before stays, whatever the world is; the next read tells.
#[tokio::test(start_paused = true)]
async fn a4_a_change_that_breaks_off_leaves_the_state_as_it_was() {
    for (place, changed) in [("before update", 1), ("late in update", 2)] {
        each(place, async |host, way, name, config| {
            set_afloat(&name, Some(1));
            let mut before = state(&config, Some("red"));
            (before["size"], before["breaks"]) = (json!(1), Value::Null);
            let request = host.planned(&before, &config).await;
            let answer = call(&host, way, &name, host.apply(request)).await;
            assert_reported(way, &answer.diagnostics, &name);
            let (stored, there) = match way.succeeds() {
                true => (state(&config, Some("red")), 2),
                false => (before, changed),
            };
            assert_eq!(
                (decode(&answer.new_state), afloat(&name)),
                (stored.clone(), Some(there)),
                "{name}"
            );
            let mut plain = stored;
            plain["breaks"] = Value::Null;
            let read = host.read(&plain).await;
            assert_eq!(size(&decode(&read.new_state)), Some(there), "{name}");
        })
        .await;
    }
}

/// A5: the object stays in the state until it is known to be gone; the next read tells.
#[tokio::test(start_paused = true)]
async fn a5_a_deletion_that_breaks_off_leaves_the_object_in_the_state() {
    for (place, there) in [("before delete", Some(2)), ("late in delete", None)] {
        each(place, async |host, way, name, config| {
            set_afloat(&name, Some(2));
            let before = state(&config, Some("red"));
            let request = host.planned(&before, &Value::Null).await;
            let answer = call(&host, way, &name, host.apply(request)).await;
            assert_reported(way, &answer.diagnostics, &name);
            let (stored, there) = match way.succeeds() {
                true => (Value::Null, None),
                false => (before.clone(), there),
            };
            assert_eq!(
                (decode(&answer.new_state), afloat(&name)),
                (stored, there),
                "{name}"
            );
            let mut plain = before;
            plain["breaks"] = Value::Null;
            let read = host.read(&plain).await;
            assert_eq!(size(&decode(&read.new_state)), there, "{name}");
        })
        .await;
    }
}

/// R2: who cannot tell whether an object is there does not say that it is gone.
#[tokio::test(start_paused = true)]
async fn r2_a_read_that_breaks_off_leaves_the_state_as_it_was() {
    each("in read", async |host, way, name, config| {
        let before = state(&config, Some("red"));
        let answer = call(&host, way, &name, host.read(&before)).await;
        assert_reported(way, &answer.diagnostics, &name);
        let stored = match way.succeeds() {
            true => Value::Null,
            false => before,
        };
        assert_eq!(decode(&answer.new_state), stored, "{name}");
    })
    .await;
}

/// A plan changes nothing, however it ends. It has no deadline.
#[tokio::test(start_paused = true)]
async fn l11_a_plan_that_breaks_off_changes_nothing() {
    each("in plan", async |host, way, name, config| {
        if way.timeout().is_some() {
            return;
        }
        let plan = call(&host, way, &name, host.plan(&Value::Null, &config)).await;
        assert_reported(way, &plan.diagnostics, &name);
        assert_eq!(afloat(&name), None, "{name}");
        if !way.succeeds() {
            assert!(errors(&plan.diagnostics).contains("raft"), "{name}");
        }
    })
    .await;
}
