//! What the body of a resource, a provider or another block may contain, with types.

use terrane_value::{Text, Type};

use crate::value::{Value, without_optional};

/// The arguments and nested blocks of a body.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// The arguments. Their names are unique.
    pub attributes: Vec<Attribute>,
    /// The nested blocks. Their names are unique, also among the arguments.
    pub blocks: Vec<NestedBlock>,
}

/// An argument.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: Text,
    /// The type to which the value is converted. Attributes of objects may be optional.
    pub ty: Type,
    /// Whether the argument must be set.
    pub is_required: bool,
    /// Whether the type stands for nested attributes, which only modern schemas have.
    pub is_nested: bool,
}

/// Blocks of one type.
#[derive(Debug, Clone)]
pub struct NestedBlock {
    /// The type of the blocks.
    pub name: Text,
    /// How blocks become a value.
    pub nesting: Nesting,
    /// The content of each block.
    pub schema: Schema,
    /// The least number of blocks.
    pub min_items: usize,
    /// The greatest number of blocks, if there is one.
    pub max_items: Option<usize>,
    /// Whether a provider may fill the blocks, which only modern schemas have.
    pub is_computed: bool,
}

/// How blocks of one type become a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nesting {
    /// An object, or null without a block.
    Single,
    /// An object, whose attributes are null without a block.
    Group,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map with the labels of the blocks as keys.
    Map,
}

impl Schema {
    /// Creates a schema without arguments and blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an argument that may be missing.
    #[must_use]
    pub fn optional(self, name: impl Into<Text>, ty: Type) -> Self {
        self.attribute(name, ty, false)
    }

    /// Adds an argument that must be set.
    #[must_use]
    pub fn required(self, name: impl Into<Text>, ty: Type) -> Self {
        self.attribute(name, ty, true)
    }

    fn attribute(mut self, name: impl Into<Text>, ty: Type, is_required: bool) -> Self {
        self.attributes.push(Attribute {
            name: name.into(),
            ty,
            is_required,
            is_nested: false,
        });
        self
    }

    /// Adds blocks, of which there may be any number.
    #[must_use]
    pub fn block(mut self, name: impl Into<Text>, nesting: Nesting, schema: Self) -> Self {
        self.blocks.push(NestedBlock {
            name: name.into(),
            nesting,
            schema,
            min_items: 0,
            max_items: None,
            is_computed: false,
        });
        self
    }

    /// Returns the type of decoded bodies. Where it is dynamic, it depends on the body.
    pub fn ty(&self) -> Type {
        let attributes = self
            .attributes
            .iter()
            .map(|attribute| (attribute.name.clone(), without_optional(&attribute.ty)));
        let blocks = self
            .blocks
            .iter()
            .map(|block| (block.name.clone(), block.ty()));
        Type::object(attributes.chain(blocks))
    }

    /// Returns the value of a body without arguments and blocks.
    pub fn empty_value(&self) -> Value {
        let attributes = self.attributes.iter().map(|attribute| {
            let ty = without_optional(&attribute.ty);
            (attribute.name.clone(), Value::null(ty))
        });
        let blocks = self
            .blocks
            .iter()
            .map(|block| (block.name.clone(), block.empty_value()));
        Value::object(attributes.chain(blocks))
    }

    /// Returns the schema of blocks that stand for the elements of an attribute.
    pub(super) fn of_element(element: &Type) -> Self {
        let Type::Object(object) = element else {
            return Self::new();
        };
        let attributes = object.iter();
        attributes.fold(Self::new(), |schema, (name, ty)| {
            schema.optional(name.clone(), ty.clone())
        })
    }

    /// Returns the argument, if it may be written as blocks.
    pub(super) fn attribute_as_blocks(&self, name: &str) -> Option<(&Attribute, &Type)> {
        let attribute = self
            .attributes
            .iter()
            .find(|attribute| attribute.name == *name)?;
        match &attribute.ty {
            Type::List(element) | Type::Set(element) if matches!(**element, Type::Object(_)) => {
                Some((attribute, element))
            }
            _ => None,
        }
    }

    /// Returns whether the schema may be one of Terraform's legacy plugin SDK, whose attributes may be written as blocks.
    pub(super) fn may_be_legacy(&self) -> bool {
        let mut attributes = self
            .attributes
            .iter()
            .map(|it| !it.is_nested && may_be_legacy(&it.ty));
        let mut blocks = self.blocks.iter();
        attributes.all(|may_be| may_be)
            && blocks.all(|block| !block.is_computed && block.schema.may_be_legacy())
    }
}

impl NestedBlock {
    /// Sets the least and the greatest number of blocks.
    #[must_use]
    pub fn items(mut self, min_items: usize, max_items: Option<usize>) -> Self {
        (self.min_items, self.max_items) = (min_items, max_items);
        self
    }

    /// Returns the type of the value.
    pub(super) fn ty(&self) -> Type {
        let inner = self.schema.ty();
        match self.nesting {
            Nesting::Single | Nesting::Group => inner,
            _ if inner.has_dynamic() => Type::Dynamic,
            Nesting::List => Type::list(inner),
            Nesting::Set => Type::set(inner),
            Nesting::Map => Type::map(inner),
        }
    }

    /// Returns the value without blocks.
    pub(super) fn empty_value(&self) -> Value {
        let inner = self.schema.ty();
        match self.nesting {
            Nesting::Single => Value::null(inner),
            Nesting::Group => self.schema.empty_value(),
            Nesting::List if inner.has_dynamic() => Value::tuple(Vec::new()),
            Nesting::Map if inner.has_dynamic() => Value::object::<Text>([]),
            Nesting::List => Value::list_of(inner, Vec::new()),
            Nesting::Set => Value::set_of(inner, Vec::new()),
            Nesting::Map => Value::map_of::<Text>(inner, []),
        }
    }
}

/// Returns whether an attribute of Terraform's legacy plugin SDK can have a type.
fn may_be_legacy(ty: &Type) -> bool {
    match ty {
        Type::Tuple(_) | Type::Object(_) => false,
        Type::Map(element) if matches!(**element, Type::Object(_)) => false,
        Type::List(element) | Type::Set(element) | Type::Map(element) => match &**element {
            Type::List(inner) | Type::Set(inner) | Type::Map(inner) => inner.is_primitive(),
            _ => true,
        },
        Type::String | Type::Number | Type::Bool | Type::Dynamic => true,
    }
}
