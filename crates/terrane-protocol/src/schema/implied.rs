//! The types of the values that a schema describes.

use terrane_value::{Text, Type};

use super::{
    Attribute, AttributeKind, Block, BlockNesting, NestedBlock, NestedObject, Nesting, Schema,
};

impl Schema {
    /// Computes the type with which configurations, plans and states of this schema are encoded.
    pub fn implied_type(&self) -> Type {
        self.block.ty()
    }
}

impl Block {
    /// Computes the type of the block's contents.
    pub fn ty(&self) -> Type {
        let attributes = self.attributes.iter().map(Attribute::field);
        let blocks = self
            .blocks
            .iter()
            .map(|block| (block.name.clone(), block.ty()));
        Type::object(attributes.chain(blocks))
    }
}

impl NestedBlock {
    /// Computes the type of the block's value.
    ///
    /// A list or map of blocks with a dynamic attribute may hold objects of different types. So its own type is dynamic, and its value is encoded
    /// as a tuple or an object.
    pub fn ty(&self) -> Type {
        let object = self.block.ty();
        match self.nesting {
            BlockNesting::Single | BlockNesting::Group => object,
            BlockNesting::List | BlockNesting::Map if object.has_dynamic() => Type::Dynamic,
            BlockNesting::List => Type::list(object),
            BlockNesting::Map => Type::map(object),
            BlockNesting::Set => Type::set(object),
        }
    }
}

impl Attribute {
    /// Computes the type of the attribute's value.
    pub fn ty(&self) -> Type {
        match &self.kind {
            AttributeKind::Type(ty) => ty.clone(),
            AttributeKind::Nested(object) => object.ty(),
        }
    }

    fn field(&self) -> (Text, Type) {
        (self.name.clone(), self.ty())
    }
}

impl NestedObject {
    /// Computes the type of the attribute's value: an object or a collection of objects.
    pub fn ty(&self) -> Type {
        let object = self.element_type();
        match self.nesting {
            Nesting::Single => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }

    /// Computes the type of one object.
    pub fn element_type(&self) -> Type {
        Type::object(self.attributes.iter().map(Attribute::field))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(attributes: impl IntoIterator<Item = Attribute>) -> Block {
        Block {
            attributes: attributes.into_iter().collect(),
            ..Block::default()
        }
    }

    fn nested(name: &str, nesting: BlockNesting, block: Block) -> NestedBlock {
        NestedBlock {
            name: name.into(),
            nesting,
            block,
            min_items: 0,
            max_items: 0,
        }
    }

    #[test]
    fn every_nesting_has_its_type() {
        let leaf = || [Attribute::new("n", Type::Number)];
        let object = Type::object([("n", Type::Number)]);
        let schema = Schema {
            version: 1,
            block: Block {
                attributes: vec![
                    Attribute::new("plain", Type::list(Type::String)),
                    Attribute::nested("single", Nesting::Single, leaf()),
                    Attribute::nested("list", Nesting::List, leaf()),
                    Attribute::nested("set", Nesting::Set, leaf()),
                    Attribute::nested("map", Nesting::Map, leaf()),
                ],
                blocks: vec![
                    nested("b_single", BlockNesting::Single, block(leaf())),
                    nested("b_group", BlockNesting::Group, block(leaf())),
                    nested("b_list", BlockNesting::List, block(leaf())),
                    nested("b_set", BlockNesting::Set, block(leaf())),
                    nested("b_map", BlockNesting::Map, block(leaf())),
                ],
                ..Block::default()
            },
        };
        let expected = Type::object([
            ("plain", Type::list(Type::String)),
            ("single", object.clone()),
            ("list", Type::list(object.clone())),
            ("set", Type::set(object.clone())),
            ("map", Type::map(object.clone())),
            ("b_single", object.clone()),
            ("b_group", object.clone()),
            ("b_list", Type::list(object.clone())),
            ("b_set", Type::set(object.clone())),
            ("b_map", Type::map(object)),
        ]);
        assert_eq!(schema.implied_type(), expected);
    }

    #[test]
    fn blocks_with_a_dynamic_part_have_a_dynamic_type() {
        let dynamic = || block([Attribute::new("any", Type::Dynamic)]);
        assert_eq!(
            nested("b", BlockNesting::List, dynamic()).ty(),
            Type::Dynamic
        );
        assert_eq!(
            nested("b", BlockNesting::Map, dynamic()).ty(),
            Type::Dynamic
        );
        assert_eq!(
            nested("b", BlockNesting::Single, dynamic()).ty(),
            Type::object([("any", Type::Dynamic)])
        );
    }
}
