//! The renewal of opened ephemeral resources.

use std::time::SystemTime;

use super::{OpenContext, RenewContext};

macro_rules! renewal_methods {
    ($($name:ident),*) => {$(
        impl $name {
            /// Asks the host to renew the resource at this time. Without it, the resource is valid until it is closed.
            ///
            /// For a time in the past, the host renews at once.
            pub fn renew_at(&mut self, time: SystemTime) {
                self.cx.journal(|journal| journal.renew_at = Some(time));
            }
        }
    )*};
}

renewal_methods!(OpenContext, RenewContext);
