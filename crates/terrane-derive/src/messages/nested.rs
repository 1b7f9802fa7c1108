//! Messages about models in other models: nested blocks, and flattened models.

pub(crate) const ITEMS_OF_GROUP: &str =
    "a `group` is a block that always exists: remove `items(..)`";
pub(crate) const BLOCKS_ARE_EMPTY: &str = "a collection of blocks is empty, never null";
pub(crate) const BLOCK_IS_PLAIN: &str = "a nested block is always configured as a whole";
pub(crate) const FLATTENED_IS_PLAIN: &str = "a flattened model always exists exactly once";
pub(crate) const ITEMS_OF_COMPUTED: &str = "a computed block may be absent: write `items(..=n)`";
pub(crate) const COMPUTED_BLOCK_OF_OTHERS: &str = "only a resource has blocks that the provider fills: remove `block`, so that it is a nested attribute";

pub(crate) const OBJECT_IS_SET_AS_WHOLE: &str = "the attributes of an object are set together";
pub(crate) const OBJECT_IS_HIDDEN_AS_WHOLE: &str = "hosts hide an object only as a whole, with `Sensitive<..>` around the type of the field that holds it";

pub(crate) fn not_on_object(word: &str) -> String {
    format!(
        "`{word}` is for a model, and an object is a value without a schema of its own: remove it, or write `#[derive(Model)]`"
    )
}

pub(crate) fn not_in_object(word: &str) -> String {
    format!(
        "`{word}` is for an attribute, and this is a part of the value of one: put it on the field that holds the object, or write `#[derive(Model)]`"
    )
}

pub(crate) fn hidden_in_object(ty: &str) -> String {
    format!(
        "hosts hide an object only as a whole: make `{ty}` a plain type, and write `Sensitive<..>` around the type of the field that holds the object"
    )
}

pub(crate) fn nested_computed_block(ty: &str) -> String {
    format!(
        "only a resource has blocks that the provider fills, and `{ty}` holds one: remove `block` there, so that it is a nested attribute, or write a model \
         without it"
    )
}

pub(crate) fn blocks_in_attribute(ty: &str) -> String {
    format!(
        "`{ty}` holds a nested block, which no attribute can hold: remove `block` there, or write `#[tf(block)]` here"
    )
}

pub(crate) fn not_with_block(word: &str) -> String {
    format!(
        "a nested block has no `{word}`: remove it, or put it on the fields of the block's model"
    )
}

pub(crate) fn not_with_computed_block(word: &str) -> String {
    format!("a computed block has no `{word}`, because the block may be absent")
}

pub(crate) fn hidden_computed_block(ty: &str) -> String {
    format!("`{ty}` is computed, but its name does not show it: write `Computed<..>`")
}

pub(crate) fn not_filled_in_block(ty: &str) -> String {
    format!(
        "the provider fills all of `{ty}`: make each field of its model `Computed<..>`, with `optional` where it can be configured"
    )
}

pub(crate) fn not_with_flatten(word: &str) -> String {
    format!("a flattened model has no `{word}`: put it on the fields of that model")
}

pub(crate) fn flattened_has(ty: &str, what: &str, meant: &str) -> String {
    format!("`{ty}` has {what}: write `#[tf({meant})]`")
}

pub(crate) fn flattened_field(name: &str) -> String {
    format!("`{name}` is a flattened model, not an attribute: name an attribute")
}

pub(crate) fn taken_by_flattened(name: &str, ty: &str) -> String {
    format!("`{ty}` has an attribute `{name}` too: rename one with `#[tf(name = \"..\")]`")
}

pub(crate) fn taken_by_both(ty: &str, other: &str) -> String {
    format!("`{ty}` and `{other}` share the name of an attribute: rename one of the two")
}

pub(crate) fn items_not_counted(ty: &str) -> String {
    format!(
        "`items(..)` counts the blocks of a list or set: write `Vec<M>` or `Set<M>` instead of `{ty}`"
    )
}

pub(crate) fn group_not_single(ty: &str) -> String {
    format!("a `group` is a block that always exists: write the model alone instead of `{ty}`")
}
