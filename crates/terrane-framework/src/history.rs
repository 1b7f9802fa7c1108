//! Objects of older versions of a schema.

use std::fmt;
use std::sync::{Arc, OnceLock};

use terrane_value::{Data, Object, Type, Value, json};

use crate::decode_error::DecodeError;
use crate::error::{Error, Result as AuthorResult};
use crate::planning;
use crate::schema::Block;
use crate::secret;

type Step<T> = Arc<dyn Fn(Object) -> Result<T, Unread> + Send + Sync>;

/// The reason why an older state could not be read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The state does not match the schema of its version.
    Misfit(DecodeError),
    /// Author code refused the state.
    Refused(Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misfit(error) => error.fmt(f),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

/// A Rust type for the objects of one schema. `#[derive(Model)]` implements it for models.
///
/// Contexts, moves and histories use this part of a model.
///
/// # Examples
///
/// ```
/// use terrane::ObjectModel;
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// Its name.
///     name: String,
/// }
///
/// let object = terrane::Object::from_pairs([("name", Value::from("Rex"))]);
/// assert_eq!(Pet::decode_object(&object)?.name, "Rex");
/// # Ok::<(), terrane::DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "not a model",
    note = "add `#[derive(Model)]` to the struct"
)]
pub trait ObjectModel: Sized + Send + 'static {
    /// The version of the schema. Increase it when older states need an upgrade.
    const VERSION: i64 = 0;

    /// The schema.
    fn block() -> &'static Block;

    /// Returns the older versions whose states can still be read.
    #[must_use]
    fn history() -> History<Self> {
        History::default()
    }

    /// Decodes the model from an object.
    ///
    /// # Errors
    ///
    /// Fails if the object has another type, or if a required part is null or unknown. The error has its path.
    fn decode_object(object: &Object) -> Result<Self, DecodeError>;

    /// Encodes the model as an object.
    ///
    /// A value that cannot be expressed, such as NaN, or whose conversion panics, is unknown, with the cause as its
    /// [`failure`](terrane_value::Unknown::failure).
    ///
    /// # Errors
    ///
    /// Fails if the model does not encode to an object, which is a bug in a custom implementation of `Attr`.
    fn encode_object(self) -> AuthorResult<Object> {
        self.encode_key_first(&mut |_| {})
    }

    /// Encodes the model as an object, the key before all other values.
    ///
    /// Encoding runs author code, which may not return. So `found` gets an object with the parts of the key, in which all other values are unknown,
    /// before any other value is encoded.
    ///
    /// # Errors
    ///
    /// Fails as [`encode_object`](Self::encode_object) does.
    fn encode_key_first(self, found: &mut dyn FnMut(Object)) -> AuthorResult<Object>;
}

/// A model without attributes.
impl ObjectModel for () {
    fn block() -> &'static Block {
        static BLOCK: OnceLock<Block> = OnceLock::new();
        BLOCK.get_or_init(|| Block::new([]))
    }

    fn decode_object(_: &Object) -> Result<Self, DecodeError> {
        Ok(())
    }

    fn encode_key_first(self, found: &mut dyn FnMut(Object)) -> AuthorResult<Object> {
        let object = Object::new(Self::block().object_type());
        found(object.clone());
        Ok(object)
    }
}

/// The older versions of a `T` that can still be read, each with its conversion.
///
/// `#[tf(version = 2, previous = PetV1)]` creates a history from the previous model, including that model's own history. A state of version 0 becomes
/// a `PetV0`, then a `PetV1`, then a `Pet`. For a [`DynResource`](crate::dynamic::DynResource), create a history from schemas and functions.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane::{History, ObjectModel};
///
/// /// An animal as it was stored before legs were counted in pairs.
/// #[derive(Model)]
/// struct PetV0 {
///     /// How many legs it has.
///     legs: i64,
/// }
///
/// /// An animal.
/// #[derive(Model)]
/// #[tf(version = 1, previous = PetV0)]
/// struct Pet {
///     /// How many pairs of legs it has.
///     pairs: i64,
/// }
///
/// impl From<PetV0> for Pet {
///     fn from(old: PetV0) -> Self {
///         Self { pairs: old.legs / 2 }
///     }
/// }
///
/// let history: History<Pet> = Pet::history();
/// ```
pub struct History<T> {
    past: Vec<Past<T>>,
}

/// One older version.
struct Past<T> {
    version: i64,
    block: Block,
    step: Step<T>,
}

impl<T: 'static> History<T> {
    /// Adds an older version: its schema, and the conversion of its objects.
    #[must_use]
    pub fn version(
        mut self,
        version: i64,
        block: Block,
        step: impl Fn(Object) -> Result<T, DecodeError> + Send + Sync + 'static,
    ) -> Self {
        self.past.push(Past {
            version,
            block,
            step: Arc::new(move |object| step(object).map_err(Unread::Misfit)),
        });
        self
    }

    /// Adds an older version with the model `Old`, and the conversion from that model.
    ///
    /// `#[tf(version = 2, history = past)]` takes a function that returns such a history. Use it if an upgrade can fail, or if one model can decode
    /// several similar versions. Attributes that a version does not have are null then.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    /// use terrane::{History, Model, ObjectModel};
    ///
    /// /// An animal as it was stored before legs were counted in pairs; at first, it could have no name.
    /// #[derive(Model)]
    /// struct Old {
    ///     /// The name.
    ///     name: Option<String>,
    ///     /// How many legs it has.
    ///     legs: i64,
    /// }
    ///
    /// /// An animal.
    /// #[derive(Model)]
    /// #[tf(version = 2, history = past)]
    /// struct Pet {
    ///     /// The name.
    ///     name: String,
    ///     /// How many pairs of legs it has.
    ///     pairs: i64,
    /// }
    ///
    /// fn past() -> History<Pet> {
    ///     History::default().model(0, upgrade).model(1, upgrade)
    /// }
    ///
    /// fn upgrade(old: Old) -> Result<Pet> {
    ///     if old.legs % 2 != 0 {
    ///         return Err(Error::new("Cannot upgrade the pet", "It has an odd number of legs."));
    ///     }
    ///     Ok(Pet { name: old.name.unwrap_or_default(), pairs: old.legs / 2 })
    /// }
    ///
    /// let history: History<Pet> = Pet::history();
    /// ```
    #[must_use]
    pub fn model<Old: ObjectModel>(
        mut self,
        version: i64,
        upgrade: impl Fn(Old) -> Result<T, Error> + Send + Sync + 'static,
    ) -> Self {
        self.past.push(Past {
            version,
            block: Old::block().clone(),
            step: Arc::new(move |object| {
                let old = Old::decode_object(&object).map_err(Unread::Misfit)?;
                upgrade(old).map_err(Unread::Refused)
            }),
        });
        self
    }

    /// Returns the history of a model whose previous version is the model `Old`.
    #[must_use]
    pub fn after<Old: ObjectModel>() -> Self
    where
        T: From<Old>,
    {
        through::<Old>().map(|old| Ok(T::from(old)))
    }

    /// Returns the versions, the oldest first.
    pub(crate) fn versions(&self) -> impl Iterator<Item = i64> {
        self.past.iter().map(|past| past.version)
    }

    /// Adds a conversion to the result of each version.
    pub fn map<U: 'static>(
        self,
        next: impl Fn(T) -> Result<U, DecodeError> + Send + Sync + Copy + 'static,
    ) -> History<U> {
        let past = self.past.into_iter().map(|past| Past {
            version: past.version,
            block: past.block,
            step: Arc::new(move |object| next((past.step)(object)?).map_err(Unread::Misfit))
                as Step<U>,
        });
        History {
            past: past.collect(),
        }
    }

    /// Reads an object of an older version. Returns `None` for an unknown version.
    pub(crate) fn read(&self, version: i64, stored: &[u8]) -> Option<Result<T, Unread>> {
        let past = self.past.iter().find(|past| past.version == version)?;
        // A secret of the older version may have another name in the current schema, or may be missing there.
        secret::note_stored(&past.block, stored);
        Some(past.read(stored))
    }
}

/// Returns the history of a model, with the current version as the last one.
pub(crate) fn through<M: ObjectModel>() -> History<M> {
    M::history().version(M::VERSION, M::block().clone(), |object| {
        M::decode_object(&object)
    })
}

impl<T> Past<T> {
    fn read(&self, stored: &[u8]) -> Result<T, Unread> {
        let object = decode(stored, &self.block)
            .map_err(Unread::Misfit)?
            .ok_or_else(DecodeError::null);
        (self.step)(object.map_err(Unread::Misfit)?)
    }
}

/// Decodes a stored object by a schema. Unknown attributes are dropped. Missing attributes get their default or null (rule U3).
pub(crate) fn decode(stored: &[u8], block: &Block) -> Result<Option<Object>, DecodeError> {
    let options = json::Options {
        ignore_unknown_attributes: true,
        ..json::Options::default()
    };
    let ty = Type::Object(block.object_type().clone());
    let value = json::decode_with(stored, &ty, &options).map_err(|error| {
        let steps = error.path().steps().iter().rev().cloned();
        steps.fold(
            DecodeError::new(error.message().to_owned()),
            DecodeError::prepend,
        )
    })?;
    Ok(match value {
        Value::Known(Data::Object(mut object)) => {
            planning::fill_missing(block, &mut object);
            Some(object)
        }
        Value::Null | Value::Unknown(_) | Value::Known(_) => None,
    })
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self { past: Vec::new() }
    }
}

impl<T> fmt::Debug for History<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let versions = self.past.iter().map(|past| past.version);
        f.debug_list().entries(versions).finish()
    }
}
