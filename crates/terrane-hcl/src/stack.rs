//! Recursion over deep values.

/// How much stack must be left for a call.
const RED_ZONE: usize = 64 << 10;

/// How much stack is allocated if less is left.
const STACK: usize = 1 << 20;

/// Calls a function that calls itself for nested values, on a new stack if necessary.
pub(crate) fn deeper<T>(function: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK, function)
}
