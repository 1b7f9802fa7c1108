//! How long an opened ephemeral resource lasts.

use std::time::SystemTime;

use super::{Open, Renew};

macro_rules! lasts {
    ($($name:ident),*) => {$(
        impl $name {
            /// Asks the host to renew the resource at this time. Without it, the resource lasts until it is closed.
            ///
            /// A time that has passed means at once.
            pub fn renew_at(&mut self, time: SystemTime) {
                self.cx.journal(|journal| journal.renew_at = Some(time));
            }
        }
    )*};
}

lasts!(Open, Renew);
