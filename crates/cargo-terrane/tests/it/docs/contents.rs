//! What pages show that the protocol cannot carry.

use serde_json::json;

use crate::docs::{read, succeed, write};

pub(super) const SCHEMA: &str = r#"{"format_version": "1.0", "terrane_format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
    "version": "1.2.0",
    "provider": {"version": 0, "block": {"description": "Animals.", "attributes": {
        "token": {"type": "string", "optional": true, "sensitive": true, "description": "A token.", "environment_variables": ["ZOO_TOKEN", "ZOO_KEY"]}}}},
    "resource_schemas": {"zoo_pet": {"version": 0, "import": {"identity": true, "id_attribute": "id"}, "block": {
        "description": "A pet.", "since": "1.0.0", "deprecated": true, "deprecation_message": "Use `zoo_animal` instead.",
        "relations": [
            {"kind": "exactly_one_of", "members": ["legs", "wings"]},
            {"kind": "requires", "members": ["legs", "name"]}],
        "attributes": {
            "id": {"type": "string", "computed": true, "description": "Its id.", "key": true, "identity": "id"},
            "name": {"type": "string", "required": true, "description": "Its name.", "replaces": "changed", "validators": ["at least 1 and at most 64 characters"]},
            "legs": {"type": "number", "optional": true, "computed": true, "default": 4, "whole": true, "validators": ["at least 0"], "description": "Its legs.", "since": "1.1.0"},
            "wings": {"type": "number", "optional": true, "description": "Its wings.\n\n- two\n- four", "replaces": "sometimes"},
            "age": {"type": "number", "optional": true, "whole": true, "description": "Its age.", "constraints": [{"kind": "range", "minimum": 0, "maximum": 255}]},
            "secret": {"type": "string", "optional": true, "write_only": true, "description": "A secret."},
            "old": {"type": "string", "optional": true, "deprecated": true, "deprecation_message": "it has no effect", "description": "Old."},
            "diet": {"optional": true, "description": "Its food.", "nested_type": {"nesting_mode": "single",
                "relations": [{"kind": "all_or_none", "members": ["kcal", "food"]}],
                "attributes": {
                    "kcal": {"type": "number", "optional": true, "default": 100, "computed": true},
                    "food": {"type": "string", "optional": true}}}},
            "timeouts": {"optional": true, "timeouts": {"create": 1200.0, "delete": null}, "nested_type": {"nesting_mode": "single", "attributes": {
                "create": {"type": "string", "optional": true, "description": "Longest creation."},
                "delete": {"type": "string", "optional": true, "description": "Longest deletion."}}}}
        }}}},
    "resource_identity_schemas": {"zoo_pet": {"version": 0, "attributes": {"id": {"type": "string", "required_for_import": true, "description": "Its id."}}}},
    "functions": {"slug": {"return_type": "string", "summary": "Makes a slug.", "description": "Makes a slug.", "parameters": [{"name": "text", "type": "string"}]}},
    "configured_functions": {"feed": {"return_type": "bool", "summary": "Feeds.", "description": "Feeds it.", "parameters": []}}
}}}"#;

#[test]
fn pages_show_defaults_limits_relations_replacement_and_all_forms_of_imports() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    let schema = folder.join("schema.json").display().to_string();
    succeed(folder, &["--from", &schema]);
    let page = read(folder, "docs/resources/pet.md");
    for part in [
        "~> **Deprecated** Use `zoo_animal` instead.\n\nA pet.\n\nSince version 1.0.0.\n",
        "- `name` (String) Its name. Allowed: at least 1 and at most 64 characters. Changing this replaces the resource.\n",
        "- `legs` (Number) Its legs. Default: `4`. Allowed: a whole number; at least 0. Since version 1.1.0.\n",
        "- `age` (Number) Its age. Allowed: a whole number; at least 0 and at most 255.\n",
        "- `wings` (Number) Its wings.\n\n  - two\n  - four\n\n  Some changes replace the resource.\n",
        "- `secret` (String, [Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)) A secret.\n",
        "- `old` (String, Deprecated) Old. **Deprecated:** It has no effect.\n",
        "- `id` (String) Its id. Part of the identity.\n",
        "### Constraints\n\n- Exactly one of `legs`, `wings` must be set.\n- `legs` can only be set together with `name`.\n",
        "Constraints:\n\n- Either all of `kcal`, `food` must be set or none.\n",
        "- `kcal` (Number) Default: `100`.\n",
        "- `create` (String) Longest creation. Default: `20m`.\n",
        "- `delete` (String) Longest deletion.\n",
        "```terraform\nimport {\n  to = zoo_pet.example\n  identity = {\n    id = \"<id>\"\n  }\n}\n```\n",
        "### Identity Schema\n\n#### Required\n\n- `id` (String) Its id.\n",
        "```terraform\nimport {\n  to = zoo_pet.example\n  id = \"<id>\"\n}\n```\n",
        "```shell\nterraform import zoo_pet.example '<id>'\n```\n",
    ] {
        assert!(page.contains(part), "{part}\n---\n{page}");
    }
    let index = read(folder, "docs/index.md");
    let token =
        "- `token` (String, Sensitive) A token. Environment variables: `ZOO_TOKEN`, `ZOO_KEY`.\n";
    assert!(index.contains(token), "{index}");
    let needs = "-> This function needs a configured provider.";
    assert!(read(folder, "docs/functions/feed.md").contains(needs));
    assert!(!read(folder, "docs/functions/slug.md").contains(needs));

    // Examples by the author replace the generated ones.
    write(
        folder,
        "examples/resources/zoo_pet/import.sh",
        "terraform import zoo_pet.rex site/rex\n",
    );
    succeed(folder, &["--from", &schema]);
    let page = read(folder, "docs/resources/pet.md");
    assert!(
        page.contains("terraform import zoo_pet.rex site/rex\n"),
        "{page}"
    );
    assert!(!page.contains("<id>\"\n}\n"), "{page}");

    succeed(folder, &["--from", &schema, "--ignore-deprecated"]);
    assert!(!folder.join("docs/resources/pet.md").exists());
}

/// A description of several blocks.
const BLOCKS: &str = "First.\n\n- one\n- two\n\n```sh\necho\n```\n\nLast.";

/// The blocks within an item whose contents are indented by `width`.
fn indented(width: usize) -> String {
    BLOCKS
        .replace('\n', &format!("\n{}", " ".repeat(width)))
        .replace(&format!("\n{}\n", " ".repeat(width)), "\n\n")
}

#[test]
fn descriptions_of_several_blocks_stay_in_the_items_of_all_lists() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let attributes = json!({
        "a": {"type": "string", "optional": true, "description": BLOCKS},
        "b": {"type": "string", "optional": true, "description": "B."},
        "n": {"optional": true, "description": BLOCKS, "nested_type": {"nesting_mode": "list", "attributes": {
            "c": {"type": "string", "optional": true, "description": BLOCKS}}}},
        "old": {"type": "string", "optional": true, "deprecated": true, "deprecation_message": BLOCKS, "description": "Old."}});
    let block = json!({
        "attributes": attributes,
        "relations": [{"kind": "requires", "members": ["a", "b"]}],
        "block_types": {"m": {"nesting_mode": "list", "block": {"description": BLOCKS, "attributes": attributes}}}});
    let parameter = json!({"name": "p", "type": "string", "description": BLOCKS});
    let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
        "provider": {"version": 0, "block": block},
        "resource_schemas": {"zoo_pet": {"version": 0, "block": block}},
        "resource_identity_schemas": {"zoo_pet": {"version": 0, "attributes": {
            "i": {"type": "string", "required_for_import": true, "description": BLOCKS}}}},
        "functions": {"slug": {"return_type": "string", "parameters": [parameter, parameter], "variadic_parameter": parameter}}}}});
    write(folder, "schema.json", &schema.to_string());
    let schema = folder.join("schema.json").display().to_string();
    succeed(folder, &["--from", &schema]);
    let blocks = indented(2);
    for page in ["docs/index.md", "docs/resources/pet.md"] {
        let page = read(folder, page);
        for part in [
            format!("- `a` (String) {blocks}\n- `b` (String) B.\n"),
            format!(
                "- `n` (Attributes List) {blocks} (see [below for nested schema](#nestedatt--n))\n"
            ),
            format!("- `c` (String) {blocks}\n"),
            format!(
                "- `m` (Block List) {blocks} (see [below for nested schema](#nestedblock--m))\n"
            ),
            format!("- `old` (String, Deprecated) Old. **Deprecated:** {blocks}\n"),
            "### Constraints\n\n- `a` can only be set together with `b`.\n".to_owned(),
        ] {
            assert!(page.contains(&part), "{part}\n---\n{page}");
        }
        assert!(!page.contains("\n- one"), "{page}");
    }
    let page = read(folder, "docs/resources/pet.md");
    assert!(
        page.contains(&format!("- `i` (String) {blocks}\n")),
        "{page}"
    );
    let page = read(folder, "docs/functions/slug.md");
    let argument = format!("1. `p` (String) {}\n", indented(3));
    let variadic = argument.replace("(String)", "(Variadic, String)");
    assert!(page.contains(&format!("{argument}{argument}")), "{page}");
    assert!(page.contains(&variadic), "{page}");
}

#[test]
fn a_message_that_the_description_contains_appears_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let block = json!({"description": "A pet.\n\n**Deprecated:** Use dogs!", "deprecated": true, "deprecation_message": "use dogs",
        "attributes": {"id": {"type": "string", "computed": true, "description": "Do not use it.", "deprecated": true, "deprecation_message": "Do not use it."}},
        "block_types": {"old": {"nesting_mode": "list", "block": {"description": "Deprecated, do not use it.", "deprecated": true, "deprecation_message": "Do not use it."}}}});
    let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
        "resource_schemas": {"zoo_pet": {"version": 0, "block": block}},
        "functions": {"slug": {"return_type": "string", "description": "Use dogs.", "deprecation_message": "Use dogs."}}}}});
    write(folder, "schema.json", &schema.to_string());
    let schema = folder.join("schema.json").display().to_string();
    succeed(folder, &["--from", &schema]);
    let page = read(folder, "docs/resources/pet.md");
    for part in [
        "~> **Deprecated** This type is deprecated.\n\nA pet.\n\n**Deprecated:** Use dogs!\n",
        "- `id` (String, Deprecated) Do not use it.\n",
        "- `old` (Block List, Deprecated) Deprecated, do not use it. (see",
    ] {
        assert!(page.contains(part), "{part}\n---\n{page}");
    }
    let page = read(folder, "docs/functions/slug.md");
    let note = "~> **Deprecated** This function is deprecated.\n\nUse dogs.\n";
    assert!(page.contains(note), "{page}");
}

#[test]
fn titles_have_the_name_that_the_registry_shows() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    write(
        folder,
        "templates/functions/slug.md.tmpl",
        "{{ .ProviderName }} {{ .ProviderShortName }} {{ .RenderedProviderName }}",
    );
    let schema = folder.join("schema.json").display().to_string();
    for (options, item, index, names) in [
        (
            &[][..],
            "terraform-provider-zoo",
            "zoo",
            "terraform-provider-zoo zoo terraform-provider-zoo",
        ),
        (&["--provider-name", "zoo"], "zoo", "zoo", "zoo zoo zoo"),
        (
            &["--rendered-provider-name", "The Zoo"],
            "The Zoo",
            "The Zoo",
            "terraform-provider-zoo The Zoo The Zoo",
        ),
    ] {
        succeed(folder, &[&["--from", &schema], options].concat());
        let page = read(folder, "docs/resources/pet.md");
        let title = format!("page_title: \"zoo_pet Resource - {item}\"\n");
        assert!(page.contains(&title), "{page}");
        let page = read(folder, "docs/functions/feed.md");
        let title = format!("page_title: \"feed function - {item}\"\n");
        assert!(page.contains(&title), "{page}");
        let page = read(folder, "docs/index.md");
        assert!(
            page.contains(&format!("page_title: \"{index} Provider\"\n")),
            "{page}"
        );
        assert_eq!(read(folder, "docs/functions/slug.md"), names);
    }
}

#[test]
fn templates_of_minijinja_have_the_same_names() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    let schema = folder.join("schema.json").display().to_string();
    write(
        folder,
        "templates/resources.md.jinja",
        "# {{ Name }} of {{ ProviderShortName }}\n{% if HasExamples %}{% for file in ExampleFiles %}\n{{ tffile(file) }}\n{% endfor %}{% endif %}\n{{ Description | upper | prefixlines(\"> \") }}\n",
    );
    write(
        folder,
        "examples/resources/zoo_pet/resource.tf",
        "resource \"zoo_pet\" \"a\" {\n}\n",
    );
    write(
        folder,
        "templates/guides/start.md.jinja",
        "# Start\n\n{{ codefile(\"shell\", \"start.sh\") }}\n",
    );
    write(folder, "start.sh", "echo\n");
    succeed(folder, &["--from", &schema]);
    assert_eq!(
        read(folder, "docs/resources/pet.md"),
        "# zoo_pet of zoo\n\n```terraform\nresource \"zoo_pet\" \"a\" {\n}\n```\n\n> A PET.\n"
    );
    assert_eq!(
        read(folder, "docs/guides/start.md"),
        "# Start\n\n```shell\necho\n```\n"
    );
}

/// The page of a type for a block, after the front matter and the title.
fn page_of(block: &serde_json::Value) -> String {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
        "resource_schemas": {"zoo_pet": {"version": 0, "block": block}}}}});
    write(folder, "schema.json", &schema.to_string());
    let schema = folder.join("schema.json").display().to_string();
    succeed(folder, &["--from", &schema]);
    read(folder, "docs/resources/pet.md")
}

#[test]
fn attributes_of_read_only_objects_have_no_allowed_values() {
    let page = page_of(
        &json!({"attributes": {"out": {"computed": true, "nested_type": {"nesting_mode": "single", "attributes": {
        "size": {"type": "number", "optional": true, "validators": ["at least 1"]}}}}}}),
    );
    assert!(page.contains("Optional:\n\n- `size` (Number)\n"), "{page}");
}

#[test]
fn attributes_and_blocks_are_in_the_groups_required_optional_and_read_only() {
    let computed = json!({"attributes": {"a": {"type": "string", "computed": true}}});
    let optional = json!({"attributes": {"a": {"type": "string", "optional": true}}});
    let write_only =
        json!({"attributes": {"a": {"type": "string", "optional": true, "write_only": true}}});
    let page = page_of(&json!({
        "attributes": {
            "den": {"optional": true, "nested_type": {"nesting_mode": "single", "min_items": 1, "attributes": {
                "a": {"type": "string", "optional": true}}}},
            "facts": {"computed": true, "type": ["list", ["object", {"parts": ["object", {"leg": "string"}], "size": "number"}]]},
            "id": {"type": "string", "optional": true, "computed": true},
            "name": {"type": "string", "required": true},
            "site": {"required": true, "nested_type": {"nesting_mode": "set", "min_items": 1, "max_items": 3, "attributes": {
                "id": {"type": "string", "optional": true},
                "note": {"type": "string", "computed": true},
                "x": {"type": "string", "required": true}}}},
            "tags": {"type": ["map", "string"], "optional": true}},
        "block_types": {
            "capped": {"nesting_mode": "list", "max_items": 1, "block": computed},
            "door": {"nesting_mode": "list", "min_items": 1, "max_items": 2, "block": optional},
            "empty": {"nesting_mode": "single", "block": {}},
            "log": {"nesting_mode": "single", "block": computed},
            "mixed": {"nesting_mode": "map", "block": {"attributes": computed["attributes"], "block_types": {
                "inner": {"nesting_mode": "list", "block": optional}}}},
            "reading": {"nesting_mode": "list", "block": computed},
            "window": {"nesting_mode": "set", "block": {"block_types": {
                "pane": {"nesting_mode": "list", "block": write_only}}}}}}));
    let see = |anchor: &str| format!("(see [below for nested schema](#{anchor}))");
    for part in [
        format!(
            "### Required\n\n- `door` (Block List, Min: 1, Max: 2) {}\n- `name` (String)\n- `site` (Attributes Set, Min: 1, Max: 3) {}\n\n### Optional\n\n> **NOTE**: [Write-only arguments]",
            see("nestedblock--door"),
            see("nestedatt--site"),
        ),
        format!(
            "\n\n- `capped` (Block List, Max: 1) {}\n- `den` (Attributes) {}\n- `empty` (Block, Optional) {}\n- `mixed` (Block Map) {}\n- `tags` (Map of String)\n- `window` (Block Set) {}\n\n### Read-Only\n\n",
            see("nestedblock--capped"),
            see("nestedatt--den"),
            see("nestedblock--empty"),
            see("nestedblock--mixed"),
            see("nestedblock--window"),
        ),
        format!(
            "### Read-Only\n\n- `facts` (List of Object) {}\n- `id` (String) The ID of this resource.\n- `log` (Block, Read-only) {}\n- `reading` (Block List) {}\n\n",
            see("nestedatt--facts"),
            see("nestedblock--log"),
            see("nestedblock--reading"),
        ),
        "### Nested Schema for `site`\n\nRequired:\n\n- `x` (String)\n\nOptional:\n\n- `id` (String)\n\nRead-Only:\n\n- `note` (String)\n".to_owned(),
        format!(
            "### Nested Schema for `facts`\n\nRead-Only:\n\n- `parts` (Object) {}\n- `size` (Number)\n",
            see("nestedobjatt--facts--parts"),
        ),
        "<a id=\"nestedobjatt--facts--parts\"></a>\n### Nested Schema for `facts.parts`\n\nRead-Only:\n\n- `leg` (String)\n".to_owned(),
    ] {
        assert!(page.contains(&part), "{part}\n---\n{page}");
    }
}

#[test]
fn functions_have_their_signature_and_only_deprecated_ones_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
        "functions": {
            "join": {"return_type": ["list", "bool"], "deprecation_message": "",
                "parameters": [{"name": "text", "type": "string"}, {"name": "all", "type": ["set", "number"]}],
                "variadic_parameter": {"name": "rest", "type": ["object", {"a": "string"}]}},
            "old": {"return_type": "string", "deprecation_message": "Use join."},
            "slug": {"return_type": "dynamic"}}}}});
    write(folder, "schema.json", &schema.to_string());
    let schema = folder.join("schema.json").display().to_string();
    succeed(folder, &["--from", &schema, "--ignore-deprecated"]);
    let page = read(folder, "docs/functions/join.md");
    let signature =
        "```text\njoin(text string, all set of number, rest object...) list of bool\n```\n";
    assert!(page.contains(signature), "{page}");
    let page = read(folder, "docs/functions/slug.md");
    assert!(page.contains("```text\nslug() dynamic\n```\n"), "{page}");
    assert!(!folder.join("docs/functions/old.md").exists());
}

#[test]
fn an_example_of_one_form_of_import_replaces_the_generated_ones_of_all_forms() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    let schema = folder.join("schema.json").display().to_string();
    for (file, text) in [
        ("import-by-identity.tf", "# by identity\n"),
        ("import-by-string-id.tf", "# by id\n"),
        ("import.sh", "# by command\n"),
    ] {
        let path = format!("examples/resources/zoo_pet/{file}");
        write(folder, &path, text);
        succeed(folder, &["--from", &schema]);
        let page = read(folder, "docs/resources/pet.md");
        assert!(page.contains(text), "{page}");
        assert!(!page.contains("  id = \"<id>\"\n}\n"), "{file}: {page}");
        assert!(!page.contains("zoo_pet.example '<id>'"), "{file}: {page}");
        std::fs::remove_file(folder.join(path)).unwrap();
    }
}

#[test]
fn examples_are_the_files_of_the_folder_that_start_with_the_kind() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "schema.json", SCHEMA);
    let schema = folder.join("schema.json").display().to_string();
    write(
        folder,
        "templates/resources.md.tmpl",
        "{{ range .ExampleFiles }}{{ . }}\n{{ end }}",
    );
    for file in [
        "resource.tf",
        "resource_more.tf",
        "resource.txt",
        "other.tf",
        "resource/part.tf",
        "main.txt",
    ] {
        write(folder, &format!("examples/resources/zoo_pet/{file}"), "\n");
    }
    succeed(folder, &["--from", &schema]);
    assert_eq!(
        read(folder, "docs/resources/pet.md"),
        "examples/resources/zoo_pet/resource.tf\nexamples/resources/zoo_pet/resource_more.tf\n"
    );
}
