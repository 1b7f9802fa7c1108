use crate::error::Error;

/// Bounds what a decoder takes from bytes that it did not write.
///
/// ```
/// # use terrane_value::{Limits, Type, msgpack};
/// let limits = Limits { size: 2, ..Limits::default() };
/// let error = msgpack::decode_with(&b"\xa3abc"[..].into(), &Type::String, &limits).unwrap_err();
/// assert_eq!(error.to_string(), "the message has 4 bytes, more than the 2 allowed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deeply values and types may nest. The default fits a thread's 2 MiB stack many times over.
    pub depth: usize,
    /// How many bytes a message may have. The default is the hosts' own: 256 MiB.
    pub size: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 128,
            size: 256 << 20,
        }
    }
}

impl Limits {
    pub(crate) fn check_size(&self, size: usize) -> Result<(), Error> {
        if size > self.size {
            return Err(Error::limit(format!(
                "the message has {size} bytes, more than the {} allowed",
                self.size
            )));
        }
        Ok(())
    }
}

/// Counts the levels that are left on the way down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    left: usize,
    limit: usize,
}

impl Depth {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            left: limits.depth,
            limit: limits.depth,
        }
    }

    pub(crate) fn enter(self) -> Result<Self, Error> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left, ..self }),
            None => Err(Error::limit(format!(
                "nested more deeply than the {} levels allowed",
                self.limit
            ))),
        }
    }
}
