//! The functions of templates: those of Go, and those of `tfplugindocs`.

use std::path::Path;
use std::rc::Rc;

use super::super::functions;
use super::budget::{Budget, ELEMENT};
use super::compare::{equals_any, is_less};
use super::escape;
use super::print::GoPrinter;
use super::sequence::{index, length, slice};
use super::value::{List, Value};

/// The files and the budget of functions.
#[derive(Debug)]
pub(super) struct Context<'t> {
    /// The folder that the names of files are relative to.
    pub(super) folder: &'t Path,
    pub(super) budget: Budget,
}

/// A function of templates.
#[derive(Debug)]
pub(super) struct Function {
    name: &'static str,
    /// The number of parameters that are texts. They come first.
    texts: usize,
    /// The number of parameters of any type.
    values: usize,
    /// Whether more arguments of any type can follow.
    is_variadic: bool,
    pub(super) body: Body,
}

/// The result of a function for arguments that fit its parameters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Body {
    /// Returns the first argument that is false, or else the last one.
    And,
    /// Returns the first argument that is true, or else the last one.
    Or,
    Call(fn(&mut Context<'_>, &[Value]) -> Result<Value, String>),
}

impl Body {
    /// Whether this argument is the result, so that the following ones are not evaluated.
    pub(super) fn returns_early(self, argument: &Value) -> bool {
        match self {
            Self::And => !argument.is_true(),
            Self::Or => argument.is_true(),
            Self::Call(_) => false,
        }
    }
}

impl Function {
    /// A function with texts as parameters.
    const fn of_texts(
        name: &'static str,
        texts: usize,
        call: fn(&mut Context<'_>, &[Value]) -> Result<Value, String>,
    ) -> Self {
        Self {
            name,
            texts,
            values: 0,
            is_variadic: false,
            body: Body::Call(call),
        }
    }

    /// A function with parameters of any type.
    const fn of_values(
        name: &'static str,
        values: usize,
        call: fn(&mut Context<'_>, &[Value]) -> Result<Value, String>,
    ) -> Self {
        Self {
            name,
            texts: 0,
            values,
            is_variadic: false,
            body: Body::Call(call),
        }
    }

    /// A function that takes more arguments, of any type.
    const fn variadic(self) -> Self {
        Self {
            is_variadic: true,
            ..self
        }
    }

    /// Checks the number of arguments.
    pub(super) fn check_count(&self, count: usize) -> Result<(), String> {
        let Self { name, .. } = self;
        let expected = self.texts + self.values;
        match self.is_variadic {
            true if count < expected => Err(format!(
                "`{name}` needs at least {expected} arguments, not {count}"
            )),
            false if count != expected => {
                Err(format!("`{name}` needs {expected} arguments, not {count}"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the arguments are texts where texts are needed.
    pub(super) fn check_types(&self, arguments: &[Value]) -> Result<(), String> {
        let texts = arguments.iter().take(self.texts);
        let mut others = texts.filter(|argument| !matches!(argument, Value::Text(_)));
        match others.next() {
            None => Ok(()),
            Some(other) => {
                let (name, found) = (self.name, other.type_name());
                Err(format!(
                    "`{name}` needs a value of type string, not {found}"
                ))
            }
        }
    }
}

/// Returns the function of a name.
pub(super) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

static FUNCTIONS: [Function; 28] = [
    Function {
        name: "and",
        texts: 0,
        values: 1,
        is_variadic: true,
        body: Body::And,
    },
    Function {
        name: "or",
        texts: 0,
        values: 1,
        is_variadic: true,
        body: Body::Or,
    },
    Function::of_values("not", 1, |_, values| Ok(Value::Bool(!values[0].is_true()))),
    Function::of_values("eq", 1, |_, values| {
        equals_any(&values[0], &values[1..]).map(Value::Bool)
    })
    .variadic(),
    Function::of_values("ne", 2, |_, values| {
        let is_equal = equals_any(&values[0], &values[1..])?;
        Ok(Value::Bool(!is_equal))
    }),
    Function::of_values("lt", 2, |_, values| {
        is_less(&values[0], &values[1]).map(Value::Bool)
    }),
    Function::of_values("le", 2, |_, values| {
        is_less_or_equal(values).map(Value::Bool)
    }),
    Function::of_values("gt", 2, |_, values| {
        is_less_or_equal(values).map(|it| Value::Bool(!it))
    }),
    Function::of_values("ge", 2, |_, values| {
        is_less(&values[0], &values[1]).map(|it| Value::Bool(!it))
    }),
    Function::of_values("call", 1, |_, values| {
        Err(format!(
            "a value of type {} is not a function",
            values[0].type_name()
        ))
    })
    .variadic(),
    Function::of_values("index", 1, |_, values| index(&values[0], &values[1..])).variadic(),
    Function::of_values("slice", 1, |_, values| slice(&values[0], &values[1..])).variadic(),
    Function::of_values("len", 1, |_, values| length(&values[0]).map(Value::Int)),
    Function::of_values("print", 0, |context, values| {
        GoPrinter::print(values, &context.budget).map(text_value)
    })
    .variadic(),
    Function::of_values("println", 0, |context, values| {
        GoPrinter::println(values, &context.budget).map(text_value)
    })
    .variadic(),
    Function::of_texts("printf", 1, |context, values| {
        GoPrinter::printf(text_at(values, 0), &values[1..], &context.budget).map(text_value)
    })
    .variadic(),
    Function::of_values("html", 0, |context, values| {
        printed_arguments(context, values).map(|it| text_value(escape::html(&it)))
    })
    .variadic(),
    Function::of_values("js", 0, |context, values| {
        printed_arguments(context, values).map(|it| text_value(escape::js(&it)))
    })
    .variadic(),
    Function::of_values("urlquery", 0, |context, values| {
        printed_arguments(context, values).map(|it| text_value(escape::url_query(&it)))
    })
    .variadic(),
    Function::of_texts("codefile", 2, |context, values| {
        let (format, file) = (text_at(values, 0), text_at(values, 1));
        functions::code_file(context.folder, format, file).map(text_value)
    }),
    Function::of_texts("lower", 1, |_, values| {
        Ok(text_value(functions::lower(text_at(values, 0))))
    }),
    Function::of_texts("plainmarkdown", 1, |_, values| {
        Ok(text_value(functions::plain_text(text_at(values, 0))))
    }),
    Function::of_texts("prefixlines", 2, |context, values| {
        let (prefix, lines) = (text_at(values, 0), text_at(values, 1));
        let count = lines.matches('\n').count() + 1;
        // The result may be far longer than the arguments.
        if prefix.len().saturating_mul(count) > context.budget.left() {
            context.budget.spend(usize::MAX)?;
        }
        Ok(text_value(functions::prefix_lines(prefix, lines)))
    }),
    Function::of_texts("split", 2, |context, values| {
        let (whole, separator) = (text_at(values, 0), text_at(values, 1));
        let count = if separator.is_empty() {
            whole.len()
        } else {
            whole.matches(separator).count()
        };
        context.budget.spend(count.saturating_mul(ELEMENT))?;
        let parts = functions::split(whole, separator).into_iter().map(Rc::from);
        Ok(Value::List(List::new(parts.collect())))
    }),
    Function::of_texts("tffile", 1, |context, values| {
        let file = text_at(values, 0);
        functions::code_file(context.folder, "terraform", file).map(text_value)
    }),
    Function::of_texts("title", 1, |_, values| {
        Ok(text_value(functions::title(text_at(values, 0))))
    }),
    Function::of_texts("trimspace", 1, |_, values| {
        Ok(Value::text(text_at(values, 0).trim()))
    }),
    Function::of_texts("upper", 1, |_, values| {
        Ok(text_value(functions::upper(text_at(values, 0))))
    }),
];

#[expect(
    clippy::needless_pass_by_value,
    reason = "the results of functions are passed"
)]
fn text_value(text: String) -> Value {
    Value::text(&text)
}

fn is_less_or_equal(values: &[Value]) -> Result<bool, String> {
    Ok(is_less(&values[0], &values[1])? || equals_any(&values[0], &values[1..])?)
}

/// Returns an argument of a function whose first parameters are texts: `check_types` has refused other values.
fn text_at(arguments: &[Value], index: usize) -> &str {
    arguments[index].as_str().unwrap_or_default()
}

/// Returns the output of `print`, for functions that escape it.
fn printed_arguments(context: &Context<'_>, values: &[Value]) -> Result<String, String> {
    let texts = values.iter().map(|value| match value {
        Value::Nothing => Value::text("<no value>"),
        value => value.clone(),
    });
    GoPrinter::print(&texts.collect::<Vec<_>>(), &context.budget)
}
