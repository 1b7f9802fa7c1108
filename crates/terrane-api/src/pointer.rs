//! The attribute at a position in a request.

use terrane::Path;
use terrane::schema::{Block, BlockNesting, Member, Nesting, Shape};
use terrane_value::Type;

/// Finds the attribute for a JSON pointer (RFC 6901) into an API request, or the last attribute before it.
///
/// Names are compared without regard to case and separators: `maxItems` finds `max_items`. The path ends at a set, because hosts cannot
/// address its elements. It is the root if no attribute matches.
pub(crate) fn resolve(block: &Block, pointer: &str) -> Path {
    let mut path = Path::root();
    let mut here = Here::Object(block);
    for token in tokens(pointer) {
        match here.step(&token, &mut path) {
            Some(next) => here = next,
            None => break,
        }
    }
    path
}

/// Finds a member by a name that may differ in case and separators.
fn spelt<'a>(block: &'a Block, token: &str) -> Option<&'a Member> {
    let alike = |member: &&Member| same(member.name().as_str(), token);
    let similar = || block.members().iter().find(alike);
    block.member(token).or_else(similar)
}

/// Returns the parts of a pointer, which may be the fragment of a URI.
fn tokens(pointer: &str) -> impl Iterator<Item = String> {
    let tokens = pointer.split('/').skip(1);
    tokens.map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// Whether two names are equal except for case and separators.
fn same(one: &str, other: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = char> {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.map(|c| c.to_ascii_lowercase())
    }
    letters(one).eq(letters(other))
}

/// The schema at the current position of the pointer.
enum Here<'a> {
    Object(&'a Block),
    ListOf(&'a Block),
    MapOf(&'a Block),
    Plain(Type),
    /// A position without nested positions.
    End,
}

impl<'a> Here<'a> {
    fn of(shape: &'a Shape) -> Self {
        match shape {
            Shape::Type(ty) => Here::Plain(ty.clone()),
            Shape::Nested { nesting, object } => match nesting {
                Nesting::Single => Here::Object(object),
                Nesting::List => Here::ListOf(object),
                Nesting::Map => Here::MapOf(object),
                Nesting::Set => Here::End,
            },
            Shape::Block { nesting, block, .. } => match nesting {
                BlockNesting::Single | BlockNesting::Group => Here::Object(block),
                BlockNesting::List => Here::ListOf(block),
                BlockNesting::Map => Here::MapOf(block),
                BlockNesting::Set => Here::End,
            },
            _ => Here::End,
        }
    }

    fn step(self, token: &str, path: &mut Path) -> Option<Self> {
        let (next, longer) = match self {
            Here::Object(block) => {
                let member = spelt(block, token)?;
                let longer = path.clone().attribute(member.name().clone());
                (Here::of(member.shape()), longer)
            }
            Here::ListOf(block) => (Here::Object(block), path.clone().index(index(token)?)),
            Here::MapOf(block) => (Here::Object(block), path.clone().key(token)),
            Here::Plain(ty) => {
                let (ty, longer) = plain(ty, token, path)?;
                (Here::Plain(ty), longer)
            }
            Here::End => return None,
        };
        *path = longer;
        Some(next)
    }
}

fn plain(ty: Type, token: &str, path: &Path) -> Option<(Type, Path)> {
    match ty {
        Type::List(element) => Some(((*element).clone(), path.clone().index(index(token)?))),
        Type::Map(element) => Some(((*element).clone(), path.clone().key(token))),
        Type::Object(object) => {
            let exact = object.names().iter().find(|name| name.as_str() == token);
            let similar = || object.names().iter().find(|it| same(it.as_str(), token));
            let name = exact.or_else(similar)?;
            let ty = object.attribute(name)?.clone();
            Some((ty, path.clone().attribute(name.clone())))
        }
        _ => None,
    }
}

/// Parses the position of an element, without leading zeros, as in the RFC.
fn index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with('0');
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    token.parse().ok().filter(|_| canonical && digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use terrane_value::Step;

    use super::*;

    fn block() -> Block {
        let meal = || {
            Block::new([
                Member::new("kcal", Shape::Type(Type::Number)),
                Member::new("type", Shape::Type(Type::String)),
            ])
        };
        let nested = |nesting| Shape::Nested {
            nesting,
            object: meal(),
        };
        let blocks = |nesting| Shape::Block {
            nesting,
            block: meal(),
            min_items: 0,
            max_items: 0,
        };
        let object = Type::object([("inner_name", Type::Bool)]);
        Block::new([
            Member::new("name", Shape::Type(Type::String)),
            Member::new("max_items", Shape::Type(Type::Number)),
            Member::new("diet", nested(Nesting::Single)),
            Member::new("meals", nested(Nesting::List)),
            Member::new("by_day", nested(Nesting::Map)),
            Member::new("treats", nested(Nesting::Set)),
            Member::new("tags", Shape::Type(Type::list(Type::String))),
            Member::new("labels", Shape::Type(Type::map(Type::list(Type::String)))),
            Member::new("colours", Shape::Type(Type::set(Type::String))),
            Member::new("plain", Shape::Type(Type::list(object))),
            Member::new("anything", Shape::Type(Type::Dynamic)),
            Member::new("home", blocks(BlockNesting::Single)),
            Member::new("cage", blocks(BlockNesting::List)),
            Member::new("shelf", blocks(BlockNesting::Set)),
        ])
    }

    #[test]
    fn pointers_of_an_api_resolve_to_attributes_of_the_schema() {
        for (pointer, path) in [
            ("", ""),
            ("/", ""),
            ("/name", "name"),
            ("/Name", "name"),
            ("name", ""),
            ("/maxItems", "max_items"),
            ("/MAX-ITEMS", "max_items"),
            ("/max_items/deeper", "max_items"),
            ("/diet/kcal", "diet.kcal"),
            ("/diet/energy", "diet"),
            ("/meals/2/kcal", "meals[2].kcal"),
            ("/meals/02/kcal", "meals"),
            ("/meals/-", "meals"),
            ("/meals/+1", "meals"),
            ("/meals/99999999999999999999999", "meals"),
            ("/byDay/a~1b~0c/type", "by_day[\"a/b~c\"].type"),
            ("/byDay/~01", "by_day[\"~1\"]"),
            ("/treats/0/kcal", "treats"),
            ("/tags/0", "tags[0]"),
            ("/tags/0/0", "tags[0]"),
            ("/labels/x y/3", "labels[\"x y\"][3]"),
            ("/colours/0", "colours"),
            ("/plain/1/innerName", "plain[1].inner_name"),
            ("/anything/at/all", "anything"),
            ("/home/kcal", "home.kcal"),
            ("/cage/0/type", "cage[0].type"),
            ("/shelf/0/type", "shelf"),
        ] {
            assert_eq!(resolve(&block(), pointer).to_string(), path, "{pointer}");
        }
    }

    #[test]
    fn an_exact_name_takes_precedence_over_a_similar_name() {
        let block = Block::new(["item_s", "items"].map(|name| {
            let shape = Shape::Type(Type::Bool);
            Member::new(name, shape)
        }));
        assert_eq!(resolve(&block, "/items").to_string(), "items");
        assert_eq!(resolve(&block, "/itemS").to_string(), "item_s");
    }

    /// Whether each step of a path exists in a type.
    fn exists(path: &Path) -> bool {
        let mut ty = block().ty();
        path.steps().iter().all(|step| {
            let next = match (&ty, step) {
                (Type::Object(object), Step::Attribute(name)) => object.attribute(name).cloned(),
                (Type::List(element), Step::Index(_)) | (Type::Map(element), Step::Key(_)) => {
                    Some((**element).clone())
                }
                _ => None,
            };
            next.is_some_and(|next| {
                ty = next;
                true
            })
        })
    }

    proptest! {
        #[test]
        fn every_pointer_resolves_to_an_existing_path(
            tokens in prop::collection::vec(
                prop_oneof![
                    "(name|diet|meals|byDay|treats|tags|labels|plain|home|cage|shelf|kcal|inner-name|anything)",
                    "[0-9]{1,3}",
                    ".{0,6}",
                ],
                0..6,
            ),
            garbage in ".{0,20}",
        ) {
            let pointer: String = tokens.iter().map(|token| format!("/{token}")).collect();
            let path = resolve(&block(), &pointer);
            prop_assert!(exists(&path), "{path}");
            let path = resolve(&block(), &garbage);
            prop_assert!(exists(&path), "{path}");
        }
    }
}
