//! Lives of generated configurations.
//!
//! A seed decides everything: resources with `count`, `for_each`, references, sensitive values, replacements, modules, moves, imports, conditions and
//! failures. Each later step changes some of it, and the last one destroys everything.

use std::fmt::Write as _;

use crate::cases::{Case, Step, destroy, step};

/// A sequence of numbers that a seed decides.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        // The generator is SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let first = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let second = (first ^ (first >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let number = (second ^ (second >> 31)) % u64::try_from(limit).unwrap();
        usize::try_from(number).unwrap()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn choose<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

#[derive(Clone, PartialEq)]
enum Repetition {
    None,
    Count(usize),
    ForEach(Vec<&'static str>),
}

#[derive(Clone)]
struct Resource {
    name: String,
    repetition: Repetition,
    input: String,
    triggers: Option<usize>,
    lifecycle: Vec<&'static str>,
    /// The resource on which this one depends without a reference.
    depends_on: Option<String>,
    fails: bool,
    import: bool,
}

#[derive(Clone)]
struct World {
    resources: Vec<Resource>,
    modules: Vec<(String, Repetition)>,
    moves: Vec<(String, String)>,
    names: usize,
}

const LIFECYCLES: [&str; 5] = [
    "    create_before_destroy = true\n",
    "    ignore_changes = [input]\n",
    "    replace_triggered_by = [terraform_data.first]\n",
    "    precondition {\n      condition     = var.size > 0\n      error_message = \"too small\"\n    }\n",
    "    postcondition {\n      condition     = self.id != \"x\"\n      error_message = \"wrong\"\n    }\n",
];

const MODULE: &str = r#"
variable "value" {}
variable "parts" {
  type    = map(number)
  default = { a = 1, b = 2 }
}
resource "terraform_data" "inner" {
  for_each = var.parts
  input    = [var.value, each.key, each.value]
}
resource "terraform_data" "last" {
  input = { for key, inner in terraform_data.inner : key => inner.id }
}
output "id" {
  value = terraform_data.last.id
}
output "value" {
  value = var.value
}
"#;

fn repetition(numbers: &mut Numbers) -> Repetition {
    match numbers.below(4) {
        0 => Repetition::Count(numbers.below(3)),
        1 => {
            let keys = ["k", "l", "m n"];
            let keys = keys.into_iter().filter(|_| !numbers.one_in(3));
            Repetition::ForEach(keys.collect())
        }
        _ => Repetition::None,
    }
}

/// Returns an expression that refers to resources and modules of the world, unless there are none.
fn expression(numbers: &mut Numbers, world: &World, own: &Repetition) -> String {
    let reference = (!world.resources.is_empty() && !numbers.one_in(3)).then(|| {
        let on = numbers.choose(&world.resources);
        let name = format!("terraform_data.{}", on.name);
        let attribute = numbers.choose(&["id", "output", "input"]);
        match on.repetition {
            Repetition::None => format!("{name}.{attribute}"),
            Repetition::Count(_) => format!("{name}[*].{attribute}"),
            Repetition::ForEach(_) => format!("[for it in {name} : it.{attribute}]"),
        }
    });
    let module = (!world.modules.is_empty() && numbers.one_in(4)).then(|| {
        let (name, repetition) = numbers.choose(&world.modules);
        match repetition {
            Repetition::None => format!("module.{name}.id"),
            _ => format!("[for it in module.{name} : it.value]"),
        }
    });
    let own = match own {
        Repetition::None => "\"own\"",
        Repetition::Count(_) => "count.index",
        Repetition::ForEach(_) => "each.key",
    };
    let literal = numbers.choose(&[
        "\"x\"",
        "[1, \"two\", null]",
        "{ a = true }",
        "var.size",
        "var.hidden",
    ]);
    let inner = module.or(reference).unwrap_or_else(|| literal.to_owned());
    match numbers.below(6) {
        0 => format!("[{inner}, {own}]"),
        1 => format!("{{ value = {inner}, own = {own} }}"),
        2 => format!("jsonencode([{inner}])"),
        3 => own.to_owned(),
        _ => inner,
    }
}

fn resource(numbers: &mut Numbers, world: &mut World) -> Resource {
    world.names += 1;
    let repetition = repetition(numbers);
    let lifecycles = LIFECYCLES.into_iter().filter(|_| numbers.one_in(7));
    Resource {
        name: format!("r{}", world.names),
        lifecycle: lifecycles.collect(),
        input: expression(numbers, world, &repetition),
        triggers: numbers.one_in(3).then(|| numbers.below(2)),
        depends_on: world
            .resources
            .last()
            .map(|it| it.name.clone())
            .filter(|_| numbers.one_in(4)),
        fails: numbers.one_in(12),
        import: repetition == Repetition::None && numbers.one_in(6),
        repetition,
    }
}

impl World {
    fn new(numbers: &mut Numbers) -> Self {
        let mut world = Self {
            resources: Vec::new(),
            modules: Vec::new(),
            moves: Vec::new(),
            names: 0,
        };
        for _ in 0..2 + numbers.below(4) {
            if numbers.one_in(4) {
                world.names += 1;
                let name = format!("m{}", world.names);
                let repetition = repetition(numbers);
                world.modules.push((name, repetition));
            }
            let resource = resource(numbers, &mut world);
            world.resources.push(resource);
        }
        world
    }

    /// Changes some of the world. Names change with a move or without one.
    fn change(&mut self, numbers: &mut Numbers) {
        self.moves.clear();
        for index in 0..self.resources.len() {
            let mut earlier = self.clone();
            earlier.resources.truncate(index);
            let resource = &mut self.resources[index];
            resource.fails = false;
            resource.import = false;
            match numbers.below(7) {
                0 => resource.input = expression(numbers, &earlier, &resource.repetition),
                1 => resource.triggers = Some(numbers.below(3)),
                2 => {
                    resource.repetition = repetition(numbers);
                    resource.input = expression(numbers, &earlier, &resource.repetition);
                }
                3 => {
                    self.names += 1;
                    let new = format!("r{}", self.names);
                    let old = std::mem::replace(&mut resource.name, new.clone());
                    if !numbers.one_in(3) {
                        self.moves.push((old.clone(), new.clone()));
                    }
                    self.rename(&old, &new);
                }
                _ => {}
            }
        }
        if numbers.one_in(3) {
            let resource = resource(numbers, self);
            self.resources.push(resource);
        }
        if self.resources.len() > 2 && numbers.one_in(3) {
            self.resources.pop();
        }
    }

    fn rename(&mut self, old: &str, new: &str) {
        for resource in &mut self.resources {
            for end in [".", "[", " "] {
                let (from, to) = (format!("data.{old}{end}"), format!("data.{new}{end}"));
                resource.input = resource.input.replace(&from, &to);
            }
            if resource.depends_on.as_deref() == Some(old) {
                resource.depends_on = Some(new.to_owned());
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "variable \"size\" {\n  default = 2\n}\nvariable \"hidden\" {\n  default   = \"secret\"\n  sensitive = true\n}\nresource \"terraform_data\" \"first\" {\n  input = var.size\n}\n",
        );
        for (name, repetition) in &self.modules {
            let own = match repetition {
                Repetition::None => "var.size",
                Repetition::Count(_) => "count.index",
                Repetition::ForEach(_) => "each.value",
            };
            let repetition = repetition.text();
            write!(
                text,
                "module \"{name}\" {{\n  source = \"./m\"\n{repetition}  value = {own}\n}}\n"
            )
            .unwrap();
        }
        for resource in &self.resources {
            let name = &resource.name;
            write!(
                text,
                "resource \"terraform_data\" \"{name}\" {{\n{}  input = {}\n",
                resource.repetition.text(),
                resource.input
            )
            .unwrap();
            if let Some(triggers) = resource.triggers {
                writeln!(text, "  triggers_replace = {triggers}").unwrap();
            }
            if let Some(on) = &resource.depends_on {
                writeln!(text, "  depends_on = [terraform_data.{on}]").unwrap();
            }
            if resource.fails {
                text += "  provisioner \"local-exec\" {\n    command = \"exit 3\"\n  }\n";
            }
            if !resource.lifecycle.is_empty() {
                write!(
                    text,
                    "  lifecycle {{\n{}  }}\n",
                    resource.lifecycle.concat()
                )
                .unwrap();
            }
            text += "}\n";
            if resource.import {
                write!(
                    text,
                    "import {{\n  to = terraform_data.{name}\n  id = \"imported\"\n}}\n"
                )
                .unwrap();
            }
            write!(text, "output \"{name}\" {{\n  value     = terraform_data.{name}\n  sensitive = true\n}}\n").unwrap();
        }
        for (from, to) in &self.moves {
            write!(
                text,
                "moved {{\n  from = terraform_data.{from}\n  to   = terraform_data.{to}\n}}\n"
            )
            .unwrap();
        }
        text
    }
}

impl Repetition {
    fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Count(count) => format!("  count = {count}\n"),
            Self::ForEach(keys) => format!("  for_each = toset({keys:?})\n"),
        }
    }
}

/// Generates a case. Its texts live as long as the test.
pub(crate) fn case(seed: u64) -> Case {
    let mut numbers = Numbers(seed);
    let mut world = World::new(&mut numbers);
    let files = |world: &World| {
        let main: &'static str = world.text().leak();
        &*Vec::leak(vec![("main.tf", main), ("m/main.tf", MODULE)])
    };
    let mut steps: Vec<Step> = vec![step(files(&world))];
    for _ in 0..1 + numbers.below(2) {
        world.change(&mut numbers);
        steps.push(step(files(&world)));
    }
    steps.push(destroy(files(&world)));
    Case {
        name: format!("generated {seed}").leak(),
        steps: steps.leak(),
    }
}
