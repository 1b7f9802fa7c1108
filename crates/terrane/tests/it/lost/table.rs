//! Each operation with each failure: the contents of the answer, and the existing objects.

use std::future::Future;

use serde_json::{Value, json};
use terrane_protocol::{EmptyRequest, ReadResourceRequest};

use crate::lost::host::{Answer, Host, RAFT, config, decode, encode, state, stored};
use crate::lost::raft::{Harbour, afloat, begun, set_afloat};
use crate::setup::{after, errors};

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

    /// The error for the user, if the operation failed.
    fn says(self) -> &'static str {
        match self {
            Self::Panic => "the raft sank",
            Self::Error => "The raft sank",
            Self::Stop => "The raft was called back",
            Self::Deadline | Self::DeadlineUnheard => "did not finish within its timeout of 5s",
            Self::StopUnheeded | Self::DeadlineUnheeded => "",
        }
    }
}

/// Calls, and stops the provider meanwhile if that is the way.
async fn call<T>(host: &Host, way: Failure, name: &str, call: impl Future<Output = T>) -> T {
    let stop = async {
        if matches!(way, Failure::Stop | Failure::StopUnheeded) {
            begun(name).notified().await;
            host.provider.stop_provider(EmptyRequest {}).await.unwrap();
        }
    };
    tokio::join!(call, stop).0
}

#[track_caller]
fn assert_reported<T>(way: Failure, answer: &Answer<T>, case: &str) {
    assert_says(way, &errors(answer).join("\n"), case);
}

#[track_caller]
fn assert_says(way: Failure, errors: &str, case: &str) {
    assert_eq!(errors.is_empty(), way.succeeds(), "{case}: {errors}");
    assert!(errors.contains(way.says()), "{case}: {errors}");
}

/// The state of a raft whose size is not relevant.
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
    let warnings = applied.as_ref().unwrap().warnings();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(stored(&applied), state(&good, Some("red")));
}

/// Nothing was made, so nothing is stored.
#[tokio::test(start_paused = true)]
async fn a13_before_the_object_exists_nothing_is_stored() {
    each("before create", async |host, way, name, config| {
        let plan = host.planned(&Value::Null, &config).await;
        let answer = call(&host, way, &name, host.apply(plan)).await;
        assert_reported(way, &answer, &name);
        let (expected, there) = if way.succeeds() {
            (state(&config, Some("red")), Some(2))
        } else {
            (Value::Null, None)
        };
        assert_eq!(
            (stored(&answer), afloat(&name)),
            (expected, there),
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
        let plan = host.planned(&Value::Null, &config).await;
        let answer = call(&host, way, &name, host.apply(plan)).await;
        assert_reported(way, &answer, &name);
        let expected = if way.succeeds() {
            state(&config, Some("red"))
        } else {
            Value::Null
        };
        assert_eq!(
            (stored(&answer), afloat(&name)),
            (expected, Some(2)),
            "{name}"
        );
    })
    .await;
}

/// A6, A7, A13: what exists is stored, with what is not known as null, and with its private state; it can be read and deleted.
#[tokio::test(start_paused = true)]
async fn a13_from_the_moment_that_create_has_returned_the_object_is_stored() {
    each("in settle", async |host, way, name, config| {
        let plan = host.planned(&Value::Null, &config).await;
        let answer = call(&host, way, &name, host.apply(plan)).await;
        assert_reported(way, &answer, &name);
        let flag = way.succeeds().then_some("red");
        let raft = after(&answer).unwrap();
        assert_eq!(
            (stored(&answer), afloat(&name)),
            (state(&config, flag), Some(2)),
            "{name}"
        );
        assert!(!raft.private().is_empty(), "{name}");

        let read = host.client.read(raft).await.unwrap();
        assert!(read.warnings().is_empty(), "{name}: {:?}", read.warnings());
        assert_eq!(read.attribute("flag"), Some(&"red".into()), "{name}");
        let deletion = host.client.plan_delete(raft).await.unwrap();
        let deleted = host.apply(deletion).await.unwrap();
        let warnings = deleted.warnings();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        assert_eq!((deleted.exists(), afloat(&name)), (false, None), "{name}");
    })
    .await;
}

/// A4: the prior state stays. The next read finds the actual object.
#[tokio::test(start_paused = true)]
async fn a4_an_aborted_update_leaves_the_state_unchanged() {
    for (place, changed) in [("before update", 1), ("late in update", 2)] {
        each(place, async |host, way, name, config| {
            set_afloat(&name, Some(1));
            let mut before = state(&config, Some("red"));
            (before["size"], before["breaks"]) = (json!(1), Value::Null);
            let plan = host.planned(&before, &config).await;
            let answer = call(&host, way, &name, host.apply(plan)).await;
            assert_reported(way, &answer, &name);
            let (expected, there) = if way.succeeds() {
                (state(&config, Some("red")), 2)
            } else {
                (before, changed)
            };
            assert_eq!(
                (stored(&answer), afloat(&name)),
                (expected.clone(), Some(there)),
                "{name}"
            );
            let mut plain = expected;
            plain["breaks"] = Value::Null;
            let read = host.read(&plain).await;
            assert_eq!(size(&read), Some(there), "{name}");
        })
        .await;
    }
}

/// A5: the object stays in the state until a read does not find it.
#[tokio::test(start_paused = true)]
async fn a5_an_aborted_deletion_leaves_the_object_in_the_state() {
    for (place, there) in [("before delete", Some(2)), ("late in delete", None)] {
        each(place, async |host, way, name, config| {
            set_afloat(&name, Some(2));
            let before = state(&config, Some("red"));
            let plan = host.planned(&before, &Value::Null).await;
            let answer = call(&host, way, &name, host.apply(plan)).await;
            assert_reported(way, &answer, &name);
            let (expected, there) = if way.succeeds() {
                (Value::Null, None)
            } else {
                (before.clone(), there)
            };
            assert_eq!(
                (stored(&answer), afloat(&name)),
                (expected, there),
                "{name}"
            );
            let mut plain = before;
            plain["breaks"] = Value::Null;
            let read = host.read(&plain).await;
            assert_eq!(size(&read), there, "{name}");
        })
        .await;
    }
}

/// R2: a read that fails does not remove the object from the state.
#[tokio::test(start_paused = true)]
async fn r2_an_aborted_read_leaves_the_state_unchanged() {
    each("in read", async |host, way, name, config| {
        let before = state(&config, Some("red"));
        // A host drops the state of a failed read, so the answer itself is inspected.
        let request = ReadResourceRequest {
            type_name: RAFT.to_owned(),
            current_state: encode(&before),
            ..Default::default()
        };
        let read = host.provider.read_resource(request);
        let answer = call(&host, way, &name, read).await.unwrap();
        assert_says(way, &crate::lost::host::errors(&answer.diagnostics), &name);
        let stored = if way.succeeds() { Value::Null } else { before };
        assert_eq!(decode(&answer.new_state), stored, "{name}");
    })
    .await;
}

/// A plan changes nothing, however it ends. It has no deadline.
#[tokio::test(start_paused = true)]
async fn l11_an_aborted_plan_changes_nothing() {
    each("in plan", async |host, way, name, config| {
        if way.timeout().is_some() {
            return;
        }
        let plan = call(&host, way, &name, host.plan(&Value::Null, &config)).await;
        assert_reported(way, &plan, &name);
        assert_eq!(afloat(&name), None, "{name}");
        if !way.succeeds() {
            assert!(errors(&plan).join("\n").contains("raft"), "{name}");
        }
    })
    .await;
}
