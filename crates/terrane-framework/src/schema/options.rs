//! The options of a member.

use std::borrow::Cow;
use std::sync::LazyLock;
use std::time::Duration;

use terrane_value::Text;

use super::planned::Planned;
use super::{Block, Equality, Member, Validator};

/// An operation and its default timeout.
pub(crate) type Timeout = (&'static str, Option<Duration>);

/// The options of a member.
///
/// Options are rarely set, so they are boxed to keep a [`Member`] small: a schema may have tens of thousands of members.
#[derive(Debug, Clone, Default)]
pub(crate) struct MemberOptions {
    pub(super) planned: Planned,
    pub(crate) timeouts: Cow<'static, [Timeout]>,
    pub(super) default: Option<super::Default>,
    pub(super) env: Vec<Cow<'static, str>>,
    pub(super) validators: Vec<Validator>,
    pub(super) equality: Option<Equality>,
    pub(super) deprecated: Option<String>,
    pub(super) since: Option<String>,
    pub(super) whole: Option<(i128, i128)>,
    /// The objects in the values of a plain attribute.
    pub(super) objects: Option<Block>,
    pub(super) identity: IdentityOptions,
}

/// The options of a part of the key or of the identity.
#[derive(Debug, Clone, Default)]
pub(super) struct IdentityOptions {
    /// The name of the part, if it differs from the name of the member.
    pub(super) name: Option<Text>,
    /// The description of the part, if it differs from that of the member.
    pub(super) description: Option<String>,
    /// Whether the part may change while the object stays the same.
    pub(super) mutable: bool,
    /// Whether the part exists in the identity alone, without an attribute.
    pub(super) only: bool,
}

impl Member {
    /// Returns the options.
    pub(crate) fn options(&self) -> &MemberOptions {
        static DEFAULT: LazyLock<MemberOptions> = LazyLock::new(MemberOptions::default);
        self.options.as_deref().unwrap_or(&DEFAULT)
    }

    pub(super) fn has_options(&self) -> bool {
        self.options.is_some()
    }

    /// Returns the options for a change.
    pub(crate) fn options_mut(&mut self) -> &mut MemberOptions {
        self.options.get_or_insert_default()
    }
}
