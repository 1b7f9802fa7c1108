//! The rules of hosts about one schema (rules Z1 to Z3).

use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, NestedBlock, NestedObject, Nesting,
};

/// A violation: its path in the schema, and a sentence.
pub(super) type Problem = (String, &'static str);

/// Returns the violations of a schema.
pub(super) fn problems(block: &Block) -> Vec<Problem> {
    let mut found = Vec::new();
    check_block(block, "", &mut found);
    found
}

/// Whether a name can be written in a configuration.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|it| it.is_alphabetic() || it == '_')
        && characters.all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'))
}

fn is_block_name(name: &str) -> bool {
    let is_permitted = |it: u8| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'_');
    !name.is_empty() && name.bytes().all(is_permitted)
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{prefix}.{name}")
    }
}

fn check_block(block: &Block, prefix: &str, found: &mut Vec<Problem>) {
    check_attributes(&block.attributes, prefix, found);
    for (at, nested) in block.blocks.iter().enumerate() {
        let path = join(prefix, &nested.name);
        if block.attribute(&nested.name).is_some() {
            found.push((path.clone(), "an attribute and a block have the same name"));
        }
        if block.blocks[..at].iter().any(|it| it.name == nested.name) {
            found.push((path.clone(), "two blocks have the same name"));
        }
        if !is_block_name(&nested.name) {
            let message = "the name of a block has other characters than a to z, 0 to 9 and `_`";
            found.push((path.clone(), message));
        }
        check_items(nested, &path, found);
        check_block(&nested.block, &path, found);
    }
}

fn check_items(nested: &NestedBlock, path: &str, found: &mut Vec<Problem>) {
    let (min, max) = (nested.min_items, nested.max_items);
    let problem = match nested.nesting {
        BlockNesting::Single if min != max || min > 1 => {
            "`min_items` and `max_items` of a single block are not both 0 or both 1"
        }
        BlockNesting::Group | BlockNesting::Map if min != 0 || max != 0 => {
            "`min_items` and `max_items` of a group or a map of blocks are not 0"
        }
        BlockNesting::List | BlockNesting::Set if max != 0 && min > max => {
            "`min_items` is greater than `max_items`"
        }
        _ => "",
    };
    if !problem.is_empty() {
        found.push((path.to_owned(), problem));
    }
    if nested.nesting == BlockNesting::Set {
        if nested.block.ty().has_dynamic() {
            let message = "a set of blocks contains an attribute of any type";
            found.push((path.to_owned(), message));
        }
        if block_has_write_only(&nested.block) {
            let message = "a set of blocks contains a write-only attribute";
            found.push((path.to_owned(), message));
        }
    }
    let block = &nested.block;
    if block.computed && block.attributes.iter().any(|it| !it.computed) {
        let message = "a computed block has an attribute that is not computed";
        found.push((path.to_owned(), message));
    }
    if block.computed && min > 0 {
        found.push((path.to_owned(), "a computed block has `min_items`"));
    }
}

fn check_attributes(all: &[Attribute], prefix: &str, found: &mut Vec<Problem>) {
    for (at, attribute) in all.iter().enumerate() {
        let path = join(prefix, &attribute.name);
        if all[..at].iter().any(|it| it.name == attribute.name) {
            found.push((path.clone(), "two attributes have the same name"));
        }
        let (required, optional, computed) =
            (attribute.required, attribute.optional, attribute.computed);
        if !required && !optional && !computed {
            let message = "an attribute is neither required nor optional nor computed";
            found.push((path.clone(), message));
        }
        if required && optional {
            let message = "an attribute is both required and optional";
            found.push((path.clone(), message));
        }
        if required && computed {
            let message = "an attribute is both required and computed";
            found.push((path.clone(), message));
        }
        if attribute.write_only && computed {
            let message = "an attribute is both write-only and computed";
            found.push((path.clone(), message));
        }
        if let AttributeKind::Nested(nested) = &attribute.kind {
            check_nested(nested, &path, found);
        }
    }
}

fn check_nested(nested: &NestedObject, path: &str, found: &mut Vec<Problem>) {
    if nested.nesting == Nesting::Set {
        if nested.element_type().has_dynamic() {
            let message = "a set of objects contains an attribute of any type";
            found.push((path.to_owned(), message));
        }
        if has_write_only(&nested.attributes) {
            let message = "a set of objects contains a write-only attribute";
            found.push((path.to_owned(), message));
        }
    }
    check_attributes(&nested.attributes, path, found);
}

fn block_has_write_only(block: &Block) -> bool {
    has_write_only(&block.attributes)
        || block
            .blocks
            .iter()
            .any(|it| block_has_write_only(&it.block))
}

fn has_write_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.write_only
            || matches!(&it.kind, AttributeKind::Nested(nested) if has_write_only(&nested.attributes))
    })
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::*;

    fn optional(name: &str) -> Attribute {
        Attribute {
            optional: true,
            ..Attribute::new(name, Type::String)
        }
    }

    fn nested(nesting: BlockNesting, min_items: u64, max_items: u64, block: Block) -> NestedBlock {
        NestedBlock {
            name: "cage".into(),
            nesting,
            block,
            min_items,
            max_items,
        }
    }

    #[test]
    fn a_plain_schema_has_no_problem() {
        let block = Block {
            attributes: vec![optional("a")],
            blocks: vec![nested(BlockNesting::Set, 1, 2, Block::default())],
            ..Block::default()
        };
        assert_eq!(problems(&block), []);
    }

    #[test]
    fn each_rule_of_hosts_finds_its_violation() {
        let attribute = |change: fn(&mut Attribute)| {
            let mut attribute = optional("a");
            change(&mut attribute);
            Block {
                attributes: vec![attribute],
                ..Block::default()
            }
        };
        let block = |nested: NestedBlock| Block {
            blocks: vec![nested],
            ..Block::default()
        };
        let any = Block {
            attributes: vec![Attribute {
                optional: true,
                ..Attribute::new("any", Type::Dynamic)
            }],
            ..Block::default()
        };
        let secret = Block {
            attributes: vec![Attribute {
                write_only: true,
                ..optional("secret")
            }],
            ..Block::default()
        };
        let cases = [
            (attribute(|it| it.optional = false), "neither required"),
            (attribute(|it| it.required = true), "required and optional"),
            (
                attribute(|it| (it.required, it.optional, it.computed) = (true, false, true)),
                "required and computed",
            ),
            (
                attribute(|it| (it.write_only, it.computed) = (true, true)),
                "write-only and computed",
            ),
            (
                block(nested(BlockNesting::Single, 0, 1, Block::default())),
                "both 0 or both 1",
            ),
            (
                block(nested(BlockNesting::Map, 0, 1, Block::default())),
                "are not 0",
            ),
            (
                block(nested(BlockNesting::List, 2, 1, Block::default())),
                "greater",
            ),
            (block(nested(BlockNesting::Set, 0, 0, any)), "of any type"),
            (
                block(nested(BlockNesting::Set, 0, 0, secret)),
                "contains a write-only",
            ),
        ];
        for (block, expected) in cases {
            let found = problems(&block);
            assert_eq!(found.len(), 1, "{expected}: {found:?}");
            assert!(found[0].1.contains(expected), "{expected}: {found:?}");
        }
    }

    #[test]
    fn names_of_configurations_are_identifiers() {
        assert!(is_identifier("zoo_pet-1"));
        for name in ["", "1a", "a b", "a.b"] {
            assert!(!is_identifier(name), "{name}");
        }
    }
}
