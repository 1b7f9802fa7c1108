//! The options of a member.

use std::borrow::Cow;
use std::time::Duration;

use terrane_value::Text;

use super::planned::Planned;
use super::{Block, Default, Equality, Member, Validator};

/// An operation and its default timeout.
pub(crate) type Timeout = (&'static str, Option<Duration>);

/// The options of a member.
///
/// Options are rarely set, so they are boxed to keep a [`Member`] small: a schema may have tens of thousands of members.
#[derive(Debug, Clone)]
pub(crate) struct MemberOptions {
    pub(super) planned: Planned,
    pub(crate) timeouts: Cow<'static, [Timeout]>,
    pub(super) default: Option<Default>,
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
#[derive(Debug, Clone)]
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

impl MemberOptions {
    const DEFAULT: Self = Self {
        planned: Planned::DEFAULT,
        timeouts: Cow::Borrowed(&[]),
        default: None,
        env: Vec::new(),
        validators: Vec::new(),
        equality: None,
        deprecated: None,
        since: None,
        whole: None,
        objects: None,
        identity: IdentityOptions {
            name: None,
            description: None,
            mutable: false,
            only: false,
        },
    };
}

impl Member {
    /// Returns the options.
    pub(crate) fn options(&self) -> &MemberOptions {
        static DEFAULT: MemberOptions = MemberOptions::DEFAULT;
        self.options.as_deref().unwrap_or(&DEFAULT)
    }

    pub(super) fn has_options(&self) -> bool {
        self.options.is_some()
    }

    /// Returns the options for a change.
    pub(crate) fn options_mut(&mut self) -> &mut MemberOptions {
        self.options
            .get_or_insert_with(|| Box::new(MemberOptions::DEFAULT))
    }
}
