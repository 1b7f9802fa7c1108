//! What an author may write, and what the compiler says to the rest.
//!
//! Every rule has two files: one in `fail`, which breaks it, and one of the same name in `pass`, which differs by one word. What the
//! compiler says stands next to the first; `UPDATE_UI=1 cargo test -p terrane --test ui` writes it anew.

mod alone;
#[expect(
    dead_code,
    unreachable_pub,
    reason = "here it is no crate of its own, see `alone`"
)]
mod author;
mod compiler;
mod fail;
mod messages;
mod pass;
mod twins;
