//! The structs of generated code, before they become text.

use terrane_protocol::schema::Description;

/// A generated file: a module of structs or of one function.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) structs: Vec<Struct>,
}

/// A struct with `#[derive(Model)]`, or with `#[derive(Attr)]`.
#[derive(Debug, Default)]
pub(super) struct Struct {
    pub(super) name: String,
    pub(super) description: Description,
    /// Whether it is an object that is one value.
    pub(super) is_object: bool,
    /// The options of `#[tf(..)]`, except for those about the description.
    pub(super) options: Vec<String>,
    pub(super) fields: Vec<Field>,
}

/// A field of a struct: an attribute or a nested block.
#[derive(Debug, Default)]
pub(super) struct Field {
    pub(super) ident: String,
    pub(super) ty: String,
    pub(super) options: Vec<String>,
    pub(super) description: Description,
    /// The questions that the author has to answer, because no schema does.
    pub(super) questions: Vec<&'static str>,
    /// The description of timeouts' operations decides for itself whether it is plain text.
    pub(super) plain_timeouts: bool,
}
