//! Work that is wanted again and again, and runs at most once at a time.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::error::Error;

/// The next run, and the one that is under way. It is aborted if this value is dropped.
#[derive(Debug)]
pub(super) struct Task<T> {
    due: Option<Instant>,
    running: Option<JoinHandle<Result<T, Error>>>,
}

/// What happens next.
#[derive(Debug)]
pub(super) enum Step<T> {
    /// The caller runs the work.
    Start,
    /// A run has ended.
    Ended(Result<T, Error>),
}

impl<T: Send + 'static> Task<T> {
    pub(super) fn new() -> Self {
        Self {
            due: None,
            running: None,
        }
    }

    /// Schedules a run after a duration. It starts when the current run has ended. A run that is already scheduled gets the new time.
    pub(super) fn want(&mut self, after: Duration) {
        self.due = Some(Instant::now() + after);
    }

    /// Whether another run is wanted.
    pub(super) fn is_wanted(&self) -> bool {
        self.due.is_some()
    }

    /// Runs the work.
    pub(super) fn run(&mut self, work: impl Future<Output = Result<T, Error>> + Send + 'static) {
        self.running = Some(tokio::spawn(work));
    }

    /// Waits for what happens next. No step is lost if the future is dropped.
    pub(super) async fn step(&mut self) -> Step<T> {
        if let Some(running) = &mut self.running {
            let ended = running.await;
            self.running = None;
            let ended = ended.map_err(|error| Error::Runtime(error.into()));
            return Step::Ended(ended.flatten());
        }
        match self.due {
            Some(due) => tokio::time::sleep_until(due).await,
            None => std::future::pending().await,
        }
        self.due = None;
        Step::Start
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn work_that_is_wanted_while_it_runs_runs_once_more() {
        let mut task = Task::new();
        task.want(Duration::ZERO);
        assert!(matches!(task.step().await, Step::Start));
        task.run(async { Ok(1) });
        task.want(Duration::ZERO);
        task.want(Duration::ZERO);
        assert!(matches!(task.step().await, Step::Ended(Ok(1))));
        assert!(matches!(task.step().await, Step::Start));
        assert!(!task.is_wanted());
        assert!(task.step().now_or_never().is_none());
    }
}
