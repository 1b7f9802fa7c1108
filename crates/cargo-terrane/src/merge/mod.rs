//! Updates generated files that were edited by hand: a merge of three versions, item by item and field by field.

mod parts;

use self::parts::{Node, equals_without_spaces, parse};

/// The result of a merge.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) text: String,
    /// The places where an edit and the update differ. The text has the edit.
    pub(crate) conflicts: Vec<String>,
}

/// Merges an update into an edited file. `base` is the file as it was generated before.
///
/// # Errors
///
/// Fails if one of the files is not Rust.
pub(crate) fn merge(base: &str, edited: &str, update: &str) -> syn::Result<Merged> {
    if equals_without_spaces(base, edited) {
        return Ok(Merged {
            text: update.to_owned(),
            conflicts: Vec::new(),
        });
    }
    let (base_file, edited_file, updated_file) = (parse(base)?, parse(edited)?, parse(update)?);
    let mut merge = Merge {
        conflicts: Vec::new(),
    };
    let mut text = String::new();
    if let Some(file) = merge.node("", Some(&base_file), Some(edited_file), Some(updated_file)) {
        file.write(&mut text);
    }
    Ok(Merged {
        text: text.trim_start().to_owned(),
        conflicts: merge.conflicts,
    })
}

struct Merge {
    conflicts: Vec<String>,
}

impl Merge {
    /// Merges the versions of one node. `None` is a version without the node.
    fn node(
        &mut self,
        place: &str,
        base: Option<&Node>,
        edited: Option<Node>,
        update: Option<Node>,
    ) -> Option<Node> {
        match (base, edited, update) {
            (None, None, update) => update,
            (None, edited, None) => edited,
            (Some(base), None, update) => {
                if update.is_some_and(|update| !base.equals(&update)) {
                    self.conflict(place, "the source changed it, but it was removed by hand");
                }
                None
            }
            (Some(base), Some(edited), None) => {
                if base.equals(&edited) {
                    return None;
                }
                self.conflict(
                    place,
                    "the source has it no more, but it was edited by hand",
                );
                Some(edited)
            }
            (base, Some(edited), Some(update)) => {
                let empty = Node::default();
                Some(self.versions(place, base.unwrap_or(&empty), edited, update))
            }
        }
    }

    fn versions(&mut self, place: &str, base: &Node, edited: Node, update: Node) -> Node {
        let mut update_heads = update.heads.into_iter();
        let mut base_heads = base.heads.iter();
        let mut heads = Vec::new();
        for edited in edited.heads {
            let base = base_heads.next().map_or("", String::as_str);
            let update = update_heads.next().unwrap_or_default();
            heads.push(self.text(place, base, edited, update));
        }
        let members = self.members(place, &base.members, edited.members, update.members);
        let tail = self.text(place, &base.tail, edited.tail, update.tail);
        Node {
            key: edited.key,
            heads,
            members,
            tail,
        }
    }

    fn text(&mut self, place: &str, base: &str, edited: String, update: String) -> String {
        if equals_without_spaces(base, &edited) {
            return update;
        }
        if !equals_without_spaces(base, &update) && !equals_without_spaces(&edited, &update) {
            let normalized = update.split_whitespace().collect::<Vec<_>>().join(" ");
            self.conflict(
                place,
                &format!("it was edited by hand, and the source has now `{normalized}`"),
            );
        }
        edited
    }

    /// Merges lists of members. The order is that of the edited file, and a new member follows the same member as in the update.
    fn members(
        &mut self,
        place: &str,
        base: &[Node],
        edited: Vec<Node>,
        update: Vec<Node>,
    ) -> Vec<Node> {
        let find = |key: &str| base.iter().find(|node| node.key == key);
        let mut added: Vec<Option<Node>> = update.into_iter().map(Some).collect();
        let keys: Vec<String> = added
            .iter()
            .flatten()
            .map(|node| node.key.clone())
            .collect();
        let mut merged: Vec<Node> = Vec::new();
        for node in edited {
            let position = path_within(place, &node.key);
            let of_update = keys
                .iter()
                .position(|key| *key == node.key)
                .and_then(|at| added.get_mut(at)?.take());
            let base = find(&node.key);
            merged.extend(self.node(&position, base, Some(node), of_update));
        }
        let mut after: Option<&String> = None;
        for (key, node) in keys.iter().zip(added) {
            if let Some(node) = node
                && let Some(node) = self.node(&path_within(place, key), find(key), None, Some(node))
            {
                let at = after.and_then(|after| merged.iter().position(|node| node.key == *after));
                merged.insert(at.map_or(0, |at| at + 1), node);
            }
            if merged.iter().any(|node| node.key == *key) {
                after = Some(key);
            }
        }
        merged
    }

    fn conflict(&mut self, place: &str, problem: &str) {
        self.conflicts.push(format!("{place}: {problem}"));
    }
}

fn path_within(place: &str, key: &str) -> String {
    match place {
        "" => key.to_owned(),
        place => format!("{place}, {key}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "//! Models.\n\nuse a::b;\n\n/// A pet.\n#[derive(Model)]\n#[tf(name = \"pet\")]\npub struct Pet {\n    /// Its name.\n    // replace?\n    pub name: String,\n    /// Its legs.\n    // default?\n    pub legs: Option<Number>,\n    pub old: Option<String>,\n}\n\npub fn register() {\n    add::<Pet>();\n}\n";

    #[track_caller]
    fn merged(edited: &str, update: &str, expected: &str) -> Vec<String> {
        let merged = merge(BASE, edited, update).unwrap();
        assert_eq!(merged.text, expected);
        merged.conflicts
    }

    #[test]
    fn without_edits_the_update_is_the_result() {
        let update = BASE.replace("old", "new");
        let spaced = BASE.replace("    ", "\t");
        assert!(merged(&spaced, &update, &update).is_empty());
    }

    #[test]
    fn without_an_update_the_edits_are_the_result() {
        let edited = BASE
            .replace("    // replace?\n", "    #[tf(replace)]\n")
            .replace("Option<Number>", "i64")
            .replace(
                "    pub old",
                "    // mine\n    pub extra: bool,\n    pub old",
            )
            + "\nimpl Pet {\n    fn bark(&self) {}\n}\n";
        assert!(merged(&edited, BASE, &edited).is_empty());
    }

    #[test]
    fn edits_and_updates_of_different_places_are_both_in_the_result() {
        let edit = |text: &str| {
            text.replace("    // replace?\n", "    #[tf(replace)]\n")
                .replace("use a::b;", "use a::b;\nuse c::d;")
        };
        let update = BASE
            .replace("Its name.", "Its full name.")
            .replace("    pub old: Option<String>,\n", "")
            .replace(
                "    /// Its legs",
                "    pub colour: String,\n    /// Its legs",
            )
            .replace(
                "    add::<Pet>();\n",
                "    add::<Pet>();\n    add::<Toy>();\n",
            )
            + "\npub struct Toy {}\n";
        assert!(merged(&edit(BASE), &update, &edit(&update)).is_empty());
    }

    #[test]
    fn an_edit_wins_over_an_update_of_the_same_place_and_is_reported() {
        let edited = BASE
            .replace("Option<Number>", "i64")
            .replace("pub old: Option<String>", "pub old: String");
        let update = BASE
            .replace("Option<Number>", "Number")
            .replace("    pub old: Option<String>,\n", "");
        let conflicts = merged(&edited, &update, &edited);
        assert_eq!(
            conflicts,
            [
                "struct Pet, legs: it was edited by hand, and the source has now `// default? pub legs: Number,`",
                "struct Pet, old: the source has it no more, but it was edited by hand",
            ]
        );
    }

    #[test]
    fn what_was_removed_by_hand_stays_removed() {
        let edited = BASE.replace("    pub old: Option<String>,\n", "");
        assert!(merged(&edited, BASE, &edited).is_empty());
    }

    #[test]
    fn each_kind_of_part_is_merged_in_its_place() {
        let table = [
            // A field without a comma, and a new one after it.
            [
                "struct A {\n    a: u8\n}\n",
                "struct A {\n    #[x]\n    a: u8\n}\n",
                "struct A {\n    a: u8,\n    b: u8,\n}\n",
                "struct A {\n    #[x]\n    a: u8,\n    b: u8,\n}\n",
            ],
            // Documentation and what follows it.
            [
                "/// Old.\n#[a]\nstruct A {}\n\n/// Old.\nfn b() {}\n\n/// Old.\n#[a]\nmod c {}\n",
                "/// Mine.\n#[a]\nstruct A {}\n\n/// Mine.\nfn b() {}\n\n/// Old.\n#[b]\nmod c {}\n",
                "/// Old.\n#[b]\nstruct A {}\n\n/// Old.\nasync fn b() {}\n\n/// New.\n#[a]\nmod c {}\n",
                "/// Mine.\n#[b]\nstruct A {}\n\n/// Mine.\nasync fn b() {}\n\n/// New.\n#[b]\nmod c {}\n",
            ],
            // The items of a module.
            [
                "mod a {\n    struct B;\n    mod d;\n}\n",
                "mod a {\n    // Mine.\n    struct B;\n    mod d;\n}\n",
                "mod a {\n    struct B;\n    struct C;\n    mod d;\n}\n",
                "mod a {\n    // Mine.\n    struct B;\n    struct C;\n    mod d;\n}\n",
            ],
            // The statements of a function.
            [
                "fn a() {\n    b();\n    c();\n}\n",
                "fn a() {\n    mine();\n    b();\n    c();\n}\n",
                "fn a() {\n    b();\n    c();\n    d();\n}\n",
                "fn a() {\n    mine();\n    b();\n    c();\n    d();\n}\n",
            ],
            // Implementations of a type, with and without a trait.
            [
                "impl A for B {}\nimpl B {}\n",
                "impl A for B {\n    fn a() {}\n}\nimpl B {}\n",
                "impl A for B {}\nimpl B {\n    fn b() {}\n}\n",
                "impl A for B {\n    fn a() {}\n}\nimpl B {\n    fn b() {}\n}\n",
            ],
            // A new first item, and a removed one.
            [
                "use a;\nuse b;\n",
                "use a;\n// Mine.\nuse b;\n",
                "use c;\nuse a;\nuse b;\n",
                "use c;\nuse a;\n// Mine.\nuse b;\n",
            ],
            [
                "use a;\nuse b;\n",
                "use a;\n// Mine.\nuse b;\n",
                "use b;\n",
                "// Mine.\nuse b;\n",
            ],
            // The edit is that of the update, and an item is new in both.
            [
                "struct A(u8);\n",
                "struct A(u16);\nstruct B(u8);\n",
                "struct A(u16);\nstruct B(u8);\nstruct C;\n",
                "struct A(u16);\nstruct B(u8);\nstruct C;\n",
            ],
        ];
        for [base, edited, update, expected] in table {
            let merged = merge(base, edited, update).unwrap();
            assert_eq!(merged.text, expected);
            assert_eq!(merged.conflicts, [""; 0], "{expected}");
        }
    }

    #[test]
    fn conflicts_name_the_place_and_both_sides() {
        let table = [
            (
                "mod a {\n    struct B(u8);\n}\n",
                "mod a {\n    struct B(u16);\n}\n",
                "mod a {\n    struct B(u32);\n}\n",
                "mod a, struct B: it was edited by hand, and the source has now `struct B(u32);`",
            ),
            (
                "use a;\n",
                "use a;\nstruct B(u8);\n",
                "use a;\nstruct B(u16);\n",
                "struct B: it was edited by hand, and the source has now `struct B(u16);`",
            ),
            (
                "use a;\nstruct B(u8);\n",
                "use a;\n",
                "use a;\nstruct B(u16);\n",
                "struct B: the source changed it, but it was removed by hand",
            ),
        ];
        for (base, edited, update, conflict) in table {
            let merged = merge(base, edited, update).unwrap();
            assert_eq!(merged.text, edited);
            assert_eq!(merged.conflicts, [conflict]);
        }
    }

    #[test]
    fn files_that_are_no_rust_are_not_merged() {
        for (base, edited, update) in [("{", "a", BASE), (BASE, "{", BASE), (BASE, "use a;", "{")] {
            assert!(merge(base, edited, update).is_err(), "{edited}");
        }
        assert_eq!(merge("{", " {", BASE).unwrap().text, BASE);
    }
}
