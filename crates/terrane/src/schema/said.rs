//! What is said of a member beside its type.

use terrane_value::Text;

use super::planned::Planned;
use super::{Default, Equality, Member, Validator};
use crate::timeouts::Timeout;

/// What is said of a member beside its type.
///
/// Of most members nothing is. So it has a place of its own, and a member without it is small: a schema may have tens of thousands.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(super) planned: Planned,
    pub(crate) timeouts: &'static [Timeout],
    pub(super) default: Option<Default>,
    pub(super) env: Option<&'static str>,
    pub(super) validators: Vec<Validator>,
    pub(super) equality: Option<Equality>,
    pub(super) deprecated: Option<String>,
    pub(super) whole: Option<(i128, i128)>,
    pub(super) identity: IdentityOptions,
}

/// How a member is a part of the key or of the identity.
#[derive(Debug, Clone)]
pub(super) struct IdentityOptions {
    /// The name of the part, if it is not that of the member.
    pub(super) name: Option<Text>,
    /// Whether the part may change while the object stays the same.
    pub(super) mutable: bool,
    /// Whether the part is no attribute.
    pub(super) only: bool,
}

impl Said {
    const NOTHING: Self = Self {
        planned: Planned::NOTHING,
        timeouts: &[],
        default: None,
        env: None,
        validators: Vec::new(),
        equality: None,
        deprecated: None,
        whole: None,
        identity: IdentityOptions {
            name: None,
            mutable: false,
            only: false,
        },
    };
}

impl Member {
    /// What is said.
    pub(crate) fn said(&self) -> &Said {
        static NOTHING: Said = Said::NOTHING;
        self.said.as_deref().unwrap_or(&NOTHING)
    }

    /// Says something.
    pub(crate) fn say(&mut self) -> &mut Said {
        self.said.get_or_insert_with(|| Box::new(Said::NOTHING))
    }
}
