//! Runs a target on one input, and notices every way in which that can fail.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::Target;

/// How long one input may take, in a build without optimisation.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many bytes may be allocated at one time by the thread that runs a target: inputs are far smaller than a twelfth of it.
const MOST_MEMORY: u64 = 256 << 20;

/// Whether any thread has panicked since this was cleared. A server turns a panic into an answer, so it would not be seen otherwise.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// What the last panic said.
static MESSAGE: Mutex<String> = Mutex::new(String::new());

static HOOK: Once = Once::new();

impl Target {
    /// Feeds one input and returns what came of it.
    ///
    /// # Errors
    ///
    /// Fails, saying how, if any thread panics, or if the input takes too much time or memory.
    pub fn check(&self, input: &[u8]) -> Result<String, String> {
        HOOK.call_once(|| {
            std::panic::set_hook(Box::new(|panic| {
                let backtrace = std::backtrace::Backtrace::capture();
                *MESSAGE.lock().unwrap_or_else(PoisonError::into_inner) =
                    format!("{panic}\n{backtrace}");
                PANICKED.store(true, Ordering::Release);
            }));
        });
        PANICKED.store(false, Ordering::Release);
        let started = Instant::now();
        let mut outcome = None;
        let memory = allocation_counter::measure(|| {
            outcome = catch_unwind(AssertUnwindSafe(|| (self.run)(input))).ok();
        });
        let taken = started.elapsed();
        if PANICKED.load(Ordering::Acquire) {
            let message = MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
            return Err(format!("a panic: {message}"));
        }
        if taken > PATIENCE {
            return Err(format!("{taken:?} for one input"));
        }
        if memory.bytes_max > MOST_MEMORY {
            return Err(format!("{} bytes of memory", memory.bytes_max));
        }
        Ok(outcome.unwrap_or_default())
    }
}
