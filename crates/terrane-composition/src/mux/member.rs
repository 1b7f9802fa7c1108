//! The members of a mux, as their author names them.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use terrane_protocol::schema::{IdentitySchema, Schemas, TypeKind};
use terrane_protocol::{BoxFuture, Diagnostics, Item, Provider};

/// Starts a provider.
pub(super) type Start =
    dyn Fn() -> BoxFuture<'static, Result<Arc<dyn Provider>, Diagnostics>> + Send + Sync;

/// A provider that is part of a [`Mux`](super::Mux), with a name for messages.
///
/// ```
/// use std::sync::Arc;
/// use terrane_composition::{Mux, MuxMember};
/// use terrane_protocol::{Diagnostic, Provider, Request, ResponseFuture};
///
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     fn call(&self, request: Request) -> ResponseFuture<'_> {
/// #         Box::pin(async move { Ok(request.unchanged()) })
/// #     }
/// # }
///
/// let zoo = MuxMember::new("zoo", Arc::new(Zoo));
/// let aquarium = MuxMember::lazy("aquarium", || Box::pin(async {
///     Err(Diagnostic::error("Cannot start the aquarium", "Its program is missing.").into())
/// }));
/// let mux = Mux::new([zoo, aquarium]);
/// ```
pub struct MuxMember {
    name: String,
    pub(super) source: Source,
    pub(super) announced: Option<Announced>,
    /// The items that other members serve. Functions have no kind.
    hidden: HashSet<(Option<TypeKind>, String)>,
}

/// The source of a member: a running provider, or a function that starts it.
pub(super) enum Source {
    /// The provider exists.
    Provider(Arc<dyn Provider>),
    /// The provider starts when it is needed.
    Lazy(Box<Start>),
}

/// The schemas of a member, known before it starts.
#[derive(Debug, Clone)]
pub struct Announced {
    /// The answer to GetProviderSchema.
    pub schemas: Schemas,
    /// The identity schemas by type name. `None` if the member must start to answer.
    pub identity_schemas: Option<BTreeMap<String, IdentitySchema>>,
}

impl MuxMember {
    /// Makes a member of a provider.
    pub fn new(name: impl Into<String>, provider: Arc<dyn Provider>) -> Self {
        Self {
            name: name.into(),
            source: Source::Provider(provider),
            announced: None,
            hidden: HashSet::new(),
        }
    }

    /// Makes a member that starts when it is needed.
    ///
    /// `start` is called once, and again if Stop has interrupted it. Its errors are answers to the calls for the member's types, and appear nowhere else.
    pub fn lazy(
        name: impl Into<String>,
        start: impl Fn() -> BoxFuture<'static, Result<Arc<dyn Provider>, Diagnostics>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            source: Source::Lazy(Box::new(start)),
            announced: None,
            hidden: HashSet::new(),
        }
    }

    /// Sets the schemas of a member that has not started.
    ///
    /// Such a member starts with the first call for one of its types. Then it gets the provider's configuration to validate, and is configured, before
    /// it gets the call.
    #[must_use]
    pub fn announced(mut self, announced: Announced) -> Self {
        self.announced = Some(announced);
        self
    }

    /// Hides types and functions that another member serves instead.
    ///
    /// So a type can move to another member while the program of this member still serves it, such as a program of somebody else. An item that this
    /// member does not serve is an error in the schema of the provider.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use terrane_protocol::schema::TypeKind;
    /// use terrane_composition::MuxMember;
    /// use terrane_protocol::{Item, Provider, Request, ResponseFuture};
    ///
    /// # struct Zoo;
    /// # impl Provider for Zoo {
    /// #     fn call(&self, request: Request) -> ResponseFuture<'_> {
    /// #         Box::pin(async move { Ok(request.unchanged()) })
    /// #     }
    /// # }
    ///
    /// MuxMember::new("zoo", Arc::new(Zoo)).without([Item::Type(TypeKind::Resource, "zoo_pet")]);
    /// ```
    #[must_use]
    pub fn without<'a>(mut self, items: impl IntoIterator<Item = Item<'a>>) -> Self {
        self.hidden.extend(items.into_iter().map(owned));
        self
    }

    /// Whether another member serves the item instead.
    pub(super) fn hides(&self, item: Item<'_>) -> bool {
        !self.hidden.is_empty() && self.hidden.contains(&owned(item))
    }

    /// Returns the hidden items, in the order of kinds and names. Functions are last.
    pub(super) fn hidden(&self) -> Vec<Item<'_>> {
        let mut hidden: Vec<_> = self.hidden.iter().collect();
        hidden.sort_by_key(|(kind, name)| (kind.map_or(usize::MAX, |kind| kind as usize), name));
        let items = hidden.into_iter().map(|(kind, name)| match *kind {
            Some(kind) => Item::Type(kind, name),
            None => Item::Function(name),
        });
        items.collect()
    }

    /// Returns the name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

fn owned(item: Item<'_>) -> (Option<TypeKind>, String) {
    let kind = match item {
        Item::Type(kind, _) => Some(kind),
        Item::Function(_) => None,
    };
    (kind, item.name().to_owned())
}

impl fmt::Debug for MuxMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MuxMember")
            .field("name", &self.name)
            .field("is_lazy", &matches!(self.source, Source::Lazy(_)))
            .field("is_announced", &self.announced.is_some())
            .finish_non_exhaustive()
    }
}
