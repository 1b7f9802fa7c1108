use crate::error::Error;

/// Limits for decoding untrusted bytes.
///
/// ```
/// # use terrane_value::{Limits, Type, msgpack};
/// let limits = Limits { size: 2, ..Limits::default() };
/// let error = msgpack::decode_with(&b"\xa3abc"[..].into(), &Type::String, &limits).unwrap_err();
/// assert_eq!(error.to_string(), "the message has 4 bytes, more than the 2 allowed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// How deeply values and types may nest. The default needs only a small part of a thread's 2 MiB stack.
    pub depth: usize,
    /// How many bytes a message may have. The default is the limit of the hosts: 256 MiB.
    pub size: usize,
    /// How many bytes of memory the decoded value may take, in a message of any size. The default is 64 MiB, which is 1.6 million numbers
    /// or bools.
    ///
    /// A value may always take six times the bytes of its message, because a large message of ordinary objects needs that. While a message is
    /// decoded, up to twice the memory of the value may be in use.
    pub memory: usize,
}

/// How many bytes of memory each byte of a message may take, however large the message is.
const BYTES_PER_BYTE: usize = 6;

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 128,
            size: 256 << 20,
            memory: 64 << 20,
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

/// Counts the memory that the decoded value of one message may still take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    left: usize,
    limit: usize,
}

impl Budget {
    /// Returns the budget for a message of `size` bytes.
    pub(crate) fn new(limits: &Limits, size: usize) -> Self {
        let limit = limits.memory.max(size.saturating_mul(BYTES_PER_BYTE));
        Self { left: limit, limit }
    }

    /// Subtracts bytes from the budget. Callers do this before they allocate.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Error> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Error::limit(format!(
                "the value takes more than the {} bytes of memory allowed for a message of this size",
                self.limit
            ))),
        }
    }

    /// Subtracts the memory of a number of items of a size.
    pub(crate) fn take_each(&mut self, items: usize, size: usize) -> Result<(), Error> {
        self.take(items.saturating_mul(size))
    }

    /// Adds freed bytes to the budget again.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.left += bytes;
    }

    /// Creates an empty vector with the capacity `length`, and subtracts its memory from the budget.
    pub(crate) fn vec<T>(&mut self, length: usize) -> Result<Vec<T>, Error> {
        self.take_each(length, size_of::<T>())?;
        Ok(Vec::with_capacity(length))
    }

    /// Appends an item to a vector whose length is not known in advance.
    ///
    /// The capacity doubles, but grows by at most half of the remaining budget. So whether a list fits depends only on its length.
    pub(crate) fn push<T>(&mut self, items: &mut Vec<T>, item: T) -> Result<(), Error> {
        if items.len() == items.capacity() {
            let affordable = self.left / 2 / size_of::<T>().max(1);
            let more = items.capacity().max(4).min(affordable).max(1);
            self.take_each(more, size_of::<T>())?;
            items.reserve_exact(more);
        }
        items.push(item);
        Ok(())
    }

    /// Frees the unused capacity of a complete vector.
    pub(crate) fn shrink<T>(&mut self, items: &mut Vec<T>) {
        let unused = items.capacity() - items.len();
        if unused > 0 {
            items.shrink_to_fit();
            self.release(unused * size_of::<T>());
        }
    }
}

/// Checks the size of an encoded message that may still be incomplete. A receiver's [`Limits::default`] would refuse a larger one.
pub(crate) fn check_written(size: usize) -> Result<(), Error> {
    let limit = Limits::default().size;
    if size > limit {
        return Err(Error::limit(format!(
            "the message has more than the {limit} bytes allowed"
        )));
    }
    Ok(())
}

/// Counts the levels by which values may still nest.
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
