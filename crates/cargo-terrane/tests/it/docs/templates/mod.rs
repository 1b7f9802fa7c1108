//! Templates in Go's language, compared with Go's `text/template` and the functions of `tfplugindocs`.
//!
//! `TERRANE_TEMPLATES` is the number of generated templates in the long form.

mod edges;
mod generator;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::{Value, json};
use terrane_test::go;

use self::generator::Generator;
use crate::choice::Random;
use crate::docs::{docs, write};

/// The number of generated templates.
const COUNT: u64 = 600;

/// The number of templates that one run renders.
const BATCH: usize = 250;

const DESCRIPTION: &str = "A <b>pet</b> & \"more\".\n\nÉté – 'x'.";

/// A template, with a page or without data.
struct Case {
    source: String,
    has_page: bool,
}

impl Case {
    /// Returns the path of the template with a number.
    fn path(&self, number: usize) -> String {
        let folder = if self.has_page { "resources" } else { "guides" };
        format!("{folder}/n{number}.md")
    }
}

/// A page with an even number has examples.
fn examples(number: usize) -> Vec<String> {
    let files: &[&str] = if number.is_multiple_of(2) {
        &["resource.tf", "resource_b.tf"]
    } else {
        &[]
    };
    let path = |file| format!("examples/resources/zoo_n{number}/{file}");
    files.iter().map(path).collect()
}

/// Returns what Go makes of templates, and `None` for each that fails. Returns nothing if Go is missing.
fn judged(cases: &[Case], folder: &Path) -> Option<Vec<Option<String>>> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/plugindocs");
    let program = go::program(module, "terrane/go/plugindocs/templates")?;
    let mut judge = Command::new(program)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = String::new();
    for (number, case) in cases.iter().enumerate() {
        let examples = examples(number);
        let page = case.has_page.then(|| {
            json!({
                "Type": "Resource",
                "Name": format!("zoo_n{number}"),
                "Description": DESCRIPTION,
                "HasExample": !examples.is_empty(),
                "HasExamples": !examples.is_empty(),
                "ExampleFile": format!("examples/resources/zoo_n{number}/resource.tf"),
                // `tfplugindocs` has a nil slice if there are no examples.
                "ExampleFiles": (!examples.is_empty()).then_some(&examples),
                "HasImport": false,
                "ImportFile": format!("examples/resources/zoo_n{number}/import.sh"),
                "ProviderName": "zoo",
            })
        });
        let question = json!({ "Template": case.source, "Page": page });
        questions += &format!("{question}\n");
    }
    let mut input = judge.stdin.take().unwrap();
    let written = thread::spawn(move || input.write_all(questions.as_bytes()));
    let mut answers = String::new();
    let mut output = judge.stdout.take().unwrap();
    output.read_to_string(&mut answers).unwrap();
    written.join().unwrap().unwrap();
    assert!(judge.wait().unwrap().success());
    let answers = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    Some(answers.collect())
}

/// Writes a schema with resources for the numbers of templates, and their examples.
fn prepare(folder: &Path, numbers: impl Iterator<Item = usize>) {
    let mut resources = serde_json::Map::new();
    for number in numbers {
        let block = json!({"version": 0, "block": {"description": DESCRIPTION}});
        resources.insert(format!("zoo_n{number}"), block);
        for example in examples(number) {
            write(folder, &example, "resource \"zoo\" \"a\" {}\n");
        }
    }
    write(folder, "some/file.sh", "\necho\n\n");
    let schema: Value = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {"resource_schemas": resources}}});
    write(folder, "schema.json", &schema.to_string());
}

/// Renders the templates in a folder. An error names the first template that fails.
fn render(folder: &Path) -> Result<(), String> {
    let schema = folder.join("schema.json").display().to_string();
    let options = ["--from", &schema, "--provider-name", "zoo", "--no-validate"];
    let output = docs(folder, &options);
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8(output.stderr).unwrap())
    }
}

/// Renders templates that Go accepts. Returns their texts, or errors.
fn batch(cases: &[Case], numbers: &[usize]) -> BTreeMap<usize, Result<String, String>> {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder, numbers.iter().copied());
    let mut rendered = BTreeMap::new();
    for number in numbers {
        let case = &cases[*number];
        let path = format!("templates/{}.tmpl", case.path(*number));
        write(folder, &path, &case.source);
    }
    while let Err(error) = render(folder) {
        let failed = numbers.iter().find(|number| {
            let name = format!("{}.tmpl`", cases[**number].path(**number));
            error.contains(&name)
        });
        let number = *failed.unwrap_or_else(|| panic!("{error}"));
        let path = format!("templates/{}.tmpl", cases[number].path(number));
        fs::remove_file(folder.join(path)).unwrap();
        rendered.insert(number, Err(error));
    }
    for number in numbers {
        rendered.entry(*number).or_insert_with(|| {
            let path = folder.join("docs").join(cases[*number].path(*number));
            Ok(fs::read_to_string(path).unwrap())
        });
    }
    rendered
}

/// Returns the templates that Go refuses and we render.
fn accepted(cases: &[Case], numbers: &[usize]) -> Vec<usize> {
    let is_accepted = |number: &&usize| {
        let case = &cases[**number];
        // The other pages of a folder would be rendered for each template.
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        prepare(folder, [**number].into_iter());
        let path = format!("templates/{}.tmpl", case.path(**number));
        write(folder, &path, &case.source);
        match render(folder) {
            Ok(()) => true,
            // A panic is no answer.
            Err(error) => {
                assert!(error.contains("line "), "{}: {error}", case.source);
                false
            }
        }
    };
    numbers.iter().filter(is_accepted).copied().collect()
}

/// What is not supported, by the start of the message.
const REFUSED: [&str; 4] = [
    "imaginary numbers such as",
    "is not UTF-8 text",
    "starts or ends within a character, which is not supported",
    "the data of a page cannot be printed as a whole",
];

/// Compares the texts of templates with those of Go. Returns how many templates are refused, unless Go or its modules are missing.
#[expect(clippy::print_stdout, reason = "the numbers of templates are shown")]
fn compare(cases: &[Case]) -> Option<usize> {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path(), 0..cases.len());
    let expected = judged(cases, folder.path())?;
    let (good, bad): (Vec<usize>, Vec<usize>) =
        (0..cases.len()).partition(|number| expected[*number].is_some());
    let mut wrong = Vec::new();
    let mut refused = 0;
    thread::scope(|scope| {
        let good: Vec<_> = good.chunks(BATCH).collect();
        let half = bad.len() / 2;
        let others = [&bad[..half], &bad[half..]]
            .map(|numbers| scope.spawn(move || accepted(cases, numbers)));
        for numbers in good {
            for (number, found) in batch(cases, numbers) {
                let source = &cases[number].source;
                let expected = expected[number].as_ref().unwrap();
                match found {
                    Ok(found) if found == *expected => {}
                    Ok(found) => {
                        wrong.push(format!("{source}\n  Go   {expected:?}\n  ours {found:?}"))
                    }
                    Err(error) if REFUSED.iter().any(|it| error.contains(it)) => refused += 1,
                    Err(error) => {
                        wrong.push(format!("{source}\n  Go   {expected:?}\n  ours {error}"));
                    }
                }
            }
        }
        for other in others {
            for number in other.join().unwrap() {
                wrong.push(format!("{}\n  Go refuses it", cases[number].source));
            }
        }
    });
    println!(
        "{} templates, {} without an error, {refused} refused",
        cases.len(),
        good.len()
    );
    let (count, shown) = (wrong.len(), wrong[..wrong.len().min(40)].join("\n\n"));
    assert_eq!(count, 0, "{count} differences:\n{shown}");
    Some(refused)
}

fn assert_no_refusal(cases: &[Case]) {
    let refused = compare(cases);
    assert!(refused.is_none_or(|refused| refused == 0), "{refused:?}");
}

fn case(source: &str, has_page: bool) -> Case {
    Case {
        source: source.to_owned(),
        has_page,
    }
}

/// Returns each template with two pages, of which one has an even number and so examples, and without a page.
fn with_and_without_page(sources: &[&str]) -> Vec<Case> {
    let kinds = [true, true, false];
    let cases = |source: &&str| kinds.map(|has_page| case(source, has_page));
    sources.iter().flat_map(cases).collect()
}

#[test]
fn docs_template_language_gives_the_text_of_go() {
    // The examples of the fault.
    let sources = [
        "{{ split \"a,b\" \",\" }}",
        "{{ and 1 0 \"x\" }}",
        "{{ range 3 }}{{ . }} {{ end }}",
        "{{ js \"it's <a>\" }}",
        "{{ 'a' }}",
        "{{ printf \"%T %T %T %c %U\" 1 \"a\" true 65 66 }}",
        "{{ 1e3 }}",
    ];
    assert_no_refusal(&with_and_without_page(&sources));
}

#[test]
fn each_part_of_the_language_gives_the_text_of_go() {
    assert_no_refusal(&with_and_without_page(table::SOURCES));
}

#[test]
fn the_edges_of_the_language_give_the_text_of_go() {
    let cases = edges::SOURCES.iter().map(|source| case(source, false));
    assert_no_refusal(&cases.collect::<Vec<_>>());
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    for source in table::REFUSED {
        // Without Go there is no verdict.
        let refused = compare(&with_and_without_page(&[source]));
        assert_ne!(refused, Some(0), "{source}");
    }
}

#[test]
fn generated_templates_give_the_text_of_go() {
    let count = std::env::var("TERRANE_TEMPLATES").ok();
    let count: u64 = count.map_or(COUNT, |count| count.parse().unwrap());
    let mut refused = 0;
    let mut next = 0;
    while next < count {
        let end = count.min(next + COUNT);
        let cases = (next..end).map(|seed| {
            let mut generator = Generator::new(Random::new(seed));
            Case {
                source: generator.template(),
                has_page: !seed.is_multiple_of(5),
            }
        });
        refused += compare(&cases.collect::<Vec<_>>()).unwrap_or_default();
        next = end;
    }
    let most = usize::try_from(count / 50).unwrap();
    assert!(
        refused <= most,
        "{refused} of {count} templates are refused"
    );
}
