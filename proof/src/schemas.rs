//! Random schemas.

use terrane::schema::{Block, BlockNesting, Member, Nesting, Shape};
use terrane_fuzz::Random;
use terrane_protocol::schema::{self as protocol, AttributeKind};
use terrane_value::Type;

use crate::values;

/// The attribute by which the author finds an object.
pub(crate) const ID: &str = "id";

/// The largest number of random members of an object.
const MEMBERS: usize = 5;

/// The context of members in the schema.
#[derive(Clone, Copy)]
struct Place {
    /// The number of allowed levels of nested objects.
    depth: usize,
    /// Whether the objects are elements of a collection, which holds no dynamic values.
    collected: bool,
    /// Whether the objects are those of a nested attribute, which has no blocks.
    attribute: bool,
    /// Whether the provider computes the whole objects.
    computed: bool,
    /// Whether the provider may compute the whole objects, so that nothing in them is required.
    optional: bool,
}

/// Makes the schema of a resource.
pub(crate) fn resource(random: &mut Random) -> Block {
    let id = Member::new(ID, Shape::Type(Type::String));
    let secret = Member::new("secret", Shape::Type(Type::String));
    let mut all = vec![id.set_computed(false).identity()];
    if random.one_in(3) {
        all.push(secret.write_only());
    }
    let place = Place {
        depth: 2,
        collected: false,
        attribute: false,
        computed: false,
        optional: false,
    };
    all.extend(members(random, place));
    Block::new(all)
}

fn members(random: &mut Random, place: Place) -> Vec<Member> {
    let count = 1 + random.below(MEMBERS);
    let names = (0..count).map(|at| format!("m{at}"));
    names.map(|name| member(random, name, place)).collect()
}

fn member(random: &mut Random, name: String, place: Place) -> Member {
    if place.depth > 0 && random.one_in(3) {
        return if place.attribute || place.computed || random.one_in(2) {
            nested(random, name, place)
        } else {
            block(random, name, place)
        };
    }
    let ty = values::ty(random, !place.collected);
    let plain = Member::new(name, Shape::Type(ty.clone()));
    if !place.computed && ty.is_primitive() && random.one_in(6) {
        let value = values::known(random, &ty);
        let member = plain.default(move || value.clone());
        return replaced(random, member);
    }
    presence(random, plain, place)
}

/// Chooses who sets an attribute, and how it is planned.
fn presence(random: &mut Random, member: Member, place: Place) -> Member {
    let choice = if place.computed {
        2
    } else if place.optional {
        1 + random.below(3)
    } else {
        random.below(4)
    };
    let choice = match (choice, member.ty()) {
        // With two values, a provider that computes the attribute could not distinguish three elements of a set.
        (3, Type::Bool) if place.collected => 1,
        (choice, _) => choice,
    };
    let member = match choice {
        0 => member.set_required(),
        1 => member,
        2 => member.set_computed(false),
        _ => member.set_computed(true),
    };
    let member = match choice {
        2 | 3 if random.one_in(2) => member.keep(),
        _ => member,
    };
    match choice {
        2 => member,
        _ => replaced(random, member),
    }
}

fn replaced(random: &mut Random, member: Member) -> Member {
    match random.below(12) {
        0 => member.replace(),
        1 => member.replace_if_configured(),
        2 => member.sensitive(),
        _ => member,
    }
}

/// A nested attribute.
fn nested(random: &mut Random, name: String, place: Place) -> Member {
    let nesting = *random.pick(&[Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map]);
    let computed = place.computed || random.one_in(6);
    let optional = place.optional || random.one_in(3);
    let inside = Place {
        depth: place.depth - 1,
        collected: place.collected || nesting != Nesting::Single,
        attribute: true,
        computed,
        optional,
    };
    let object = Block::new(members(random, inside));
    let member = Member::new(name, Shape::Nested { nesting, object });
    let member = match (computed, optional) {
        (true, _) => member.set_computed(false),
        (false, true) if random.one_in(2) => member.set_computed(true),
        (false, true) => member,
        (false, false) if random.one_in(2) => member.set_required(),
        (false, false) => member,
    };
    if computed {
        member
    } else {
        replaced(random, member)
    }
}

/// A nested block.
fn block(random: &mut Random, name: String, place: Place) -> Member {
    let nesting = *random.pick(&[
        BlockNesting::Single,
        BlockNesting::Group,
        BlockNesting::List,
        BlockNesting::Set,
        BlockNesting::Map,
    ]);
    let single = matches!(nesting, BlockNesting::Single | BlockNesting::Group);
    let inside = Place {
        depth: place.depth - 1,
        collected: place.collected || !single,
        // A group exists without a configuration.
        optional: place.optional || nesting == BlockNesting::Group,
        ..place
    };
    let block = Block::new(members(random, inside));
    let shape = Shape::Block {
        nesting,
        block,
        min_items: 0,
        max_items: 0,
    };
    Member::new(name, shape)
}

/// Makes the block of a schema that a provider describes.
pub(crate) fn of_protocol(block: &protocol::Block) -> Block {
    let blocks = block.blocks.iter().map(|nested| {
        let shape = Shape::Block {
            nesting: nested.nesting,
            block: of_protocol(&nested.block),
            min_items: nested.min_items,
            max_items: nested.max_items,
        };
        Member::new(nested.name.clone(), shape)
    });
    let attributes = block.attributes.iter().map(of_attribute);
    Block::new(attributes.chain(blocks))
}

fn of_attribute(attribute: &protocol::Attribute) -> Member {
    let shape = match &attribute.kind {
        AttributeKind::Type(ty) => Shape::Type(ty.clone()),
        AttributeKind::Nested(nested) => Shape::Nested {
            nesting: nested.nesting,
            object: Block::new(nested.attributes.iter().map(of_attribute)),
        },
    };
    let member = Member::new(attribute.name.clone(), shape);
    match (attribute.required, attribute.computed) {
        (true, _) => member.set_required(),
        (false, true) => member.set_computed(attribute.optional),
        (false, false) => member,
    }
}
