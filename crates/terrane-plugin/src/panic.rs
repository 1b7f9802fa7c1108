//! Catching panics of author code without running more of it.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs code, and catches its panic. The payload is passed to `caught`, and is then [discarded](discard_payload).
///
/// # Errors
///
/// Fails with the result of `caught` if the code panics.
///
/// # Examples
///
/// ```
/// let caught = terrane_plugin::catch_panic(|| panic!("oh no"), |payload| payload.is::<&str>());
/// assert_eq!(caught.map(|never: ()| never), Err(true));
/// ```
pub fn catch_panic<T, E>(
    code: impl FnOnce() -> T,
    caught: impl FnOnce(&(dyn Any + Send)) -> E,
) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(code)).map_err(|payload| {
        let error = caught(&*payload);
        discard_payload(payload);
        error
    })
}

/// Discards the payload of a caught panic. A payload that is no text is leaked.
///
/// Code can panic with any value, and dropping the value may panic again. Outside of any catch, that ends the thread, and a thread whose own payload
/// panics ends the process.
pub fn discard_payload(payload: Box<dyn Any + Send>) {
    if !payload.is::<&'static str>() && !payload.is::<String>() {
        mem::forget(payload);
    }
}

/// Returns the text of a panic, unless the code panicked with another value.
#[must_use]
pub fn panic_text(payload: &(dyn Any + Send)) -> Option<&str> {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::*;

    struct Bomb(u8);

    impl Drop for Bomb {
        fn drop(&mut self) {
            if let Some(rest) = self.0.checked_sub(1) {
                panic_any(Bomb(rest));
            }
        }
    }

    #[test]
    fn payload_whose_drop_panics_is_not_dropped() {
        assert_eq!(catch_panic(|| 3, |_| ()), Ok(3));
        let caught = catch_panic(|| panic_any(Bomb(9)), |payload| payload.is::<Bomb>());
        assert_eq!(caught.map(|never: ()| never), Err(true));
    }

    #[test]
    fn payload_with_a_text_is_dropped() {
        let legs = 5;
        let text = |payload: &(dyn Any + Send)| payload.downcast_ref::<String>().cloned();
        let caught = catch_panic(|| panic!("{legs} legs"), text);
        assert_eq!(
            caught.map(|never: ()| never),
            Err(Some("5 legs".to_owned()))
        );
    }
}
