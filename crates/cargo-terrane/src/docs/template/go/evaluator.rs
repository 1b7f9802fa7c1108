//! Evaluates a template, as `text/template` of Go does.

use super::budget::STEP;
use super::error::GoError;
use super::function::{Body, Context, Function};
use super::print::GoPrinter;
use super::tree::{Choice, Command, Invocation, Loop, Node, Operand, Pipeline, Template};
use super::value::Value;

/// How deeply evaluations may be nested, so that the stack does not overflow.
const MAX_DEPTH: usize = 400;

/// Returns the text of a template.
pub(super) fn evaluate(
    template: &Template<'_>,
    context: Context<'_>,
    data: Value,
) -> Result<String, GoError> {
    let mut evaluator = Evaluator {
        template,
        context,
        variables: vec![("", data.clone())],
        depth: 0,
        output: String::new(),
    };
    evaluator.nodes(&template.nodes, &data)?;
    Ok(evaluator.output)
}

/// What follows a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
}

struct Evaluator<'a, 't> {
    template: &'t Template<'a>,
    context: Context<'t>,
    /// The variables of the current template. Later ones hide earlier ones of the same name.
    variables: Vec<(&'a str, Value)>,
    /// The number of nested blocks, pipelines and templates that are evaluated.
    depth: usize,
    output: String,
}

impl<'a> Evaluator<'a, '_> {
    fn step(&mut self, line: usize) -> Result<(), GoError> {
        let spent = self.context.budget.spend(STEP);
        spent.map_err(|message| GoError::new(line, message))
    }

    fn print(&mut self, text: &str, line: usize) -> Result<(), GoError> {
        let spent = self.context.budget.spend(text.len());
        spent.map_err(|message| GoError::new(line, message))?;
        self.output.push_str(text);
        Ok(())
    }

    fn nested<T>(
        &mut self,
        line: usize,
        evaluate: impl FnOnce(&mut Self) -> Result<T, GoError>,
    ) -> Result<T, GoError> {
        if self.depth == MAX_DEPTH {
            return Err(GoError::new(
                line,
                "templates or blocks are nested too deeply",
            ));
        }
        self.depth += 1;
        let value = evaluate(self);
        self.depth -= 1;
        value
    }

    fn nodes(&mut self, nodes: &[Node<'a>], dot: &Value) -> Result<Flow, GoError> {
        for node in nodes {
            let flow = self.node(node, dot)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn node(&mut self, node: &Node<'a>, dot: &Value) -> Result<Flow, GoError> {
        match node {
            Node::Text(text, line) => self.print(text, *line)?,
            Node::Action(pipeline) => {
                let value = self.pipeline(pipeline, dot)?;
                if pipeline.variables.is_empty() {
                    self.print_value(&value, pipeline.line)?;
                }
            }
            Node::If(choice) => return self.choice(choice, dot, false),
            Node::With(choice) => return self.choice(choice, dot, true),
            Node::Range(repetition) => return self.repetition(repetition, dot),
            Node::Template(invocation) => self.invocation(invocation, dot)?,
            Node::Break => return Ok(Flow::Break),
            Node::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::Next)
    }

    fn print_value(&mut self, value: &Value, line: usize) -> Result<(), GoError> {
        match value {
            Value::Nothing => self.print("<no value>", line),
            Value::Text(text) => self.print(text, line),
            value => {
                let printed = GoPrinter::print(std::slice::from_ref(value), &self.context.budget);
                let text = printed.map_err(|message| GoError::new(line, message))?;
                self.print(&text, line)
            }
        }
    }

    fn choice(
        &mut self,
        choice: &Choice<'a>,
        dot: &Value,
        sets_dot: bool,
    ) -> Result<Flow, GoError> {
        let declared = self.variables.len();
        let mut flow = None;
        for (pipeline, nodes) in &choice.branches {
            let value = self.pipeline(pipeline, dot)?;
            if value.is_true() {
                let inner = if sets_dot { &value } else { dot };
                flow = Some(self.nested(pipeline.line, |it| it.nodes(nodes, inner))?);
                break;
            }
        }
        let outcome = match (flow, choice.branches.first()) {
            (None, Some((pipeline, _))) => {
                self.nested(pipeline.line, |it| it.nodes(&choice.otherwise, dot))?
            }
            (flow, _) => flow.unwrap_or(Flow::Next),
        };
        self.variables.truncate(declared);
        Ok(outcome)
    }

    fn repetition(&mut self, repetition: &Loop<'a>, dot: &Value) -> Result<Flow, GoError> {
        let declared = self.variables.len();
        let pipeline = &repetition.pipeline;
        let failed = |message: String| Err(GoError::new(pipeline.line, message));
        let value = self.pipeline(pipeline, dot)?;
        let count = match &value {
            Value::Int(number) => u64::try_from(*number).unwrap_or(0),
            Value::Byte(byte) => u64::from(*byte),
            Value::List(list) => list.elements().len() as u64,
            Value::Nothing => 0,
            Value::Bool(_) | Value::Float(_) | Value::Text(_) | Value::Data(_) => {
                return failed(format!("`range` cannot iterate over {}", value.type_name()));
            }
        };
        let is_number = matches!(value, Value::Int(_) | Value::Byte(_));
        if is_number && pipeline.variables.len() > 1 {
            return failed("`range` over a number has one variable".to_owned());
        }
        let outer = self.variables.len();
        for round in 0..count {
            self.step(pipeline.line)?;
            let index = i64::try_from(round).unwrap_or(i64::MAX);
            let element = match &value {
                Value::List(list) => {
                    let place = usize::try_from(round).unwrap_or(usize::MAX);
                    let element = list.elements().get(place);
                    element.map_or(Value::Nothing, |text| Value::Text(text.clone()))
                }
                Value::Byte(_) => Value::Byte(u8::try_from(round).unwrap_or(u8::MAX)),
                _ => Value::Int(index),
            };
            self.assign_round(pipeline, index, &element)?;
            let flow = self.nested(pipeline.line, |it| it.nodes(&repetition.body, &element))?;
            self.variables.truncate(outer);
            if flow == Flow::Break {
                break;
            }
        }
        let flow = match count {
            0 => self.nested(pipeline.line, |it| it.nodes(&repetition.otherwise, dot))?,
            _ => Flow::Next,
        };
        self.variables.truncate(declared);
        // `break` behind the `else` of a loop ends this loop in Go, and `continue` the round of the outer one.
        Ok(match flow {
            Flow::Continue => Flow::Continue,
            Flow::Next | Flow::Break => Flow::Next,
        })
    }

    /// Sets the variables of a loop for a round.
    fn assign_round(
        &mut self,
        pipeline: &Pipeline<'a>,
        index: i64,
        element: &Value,
    ) -> Result<(), GoError> {
        let values = match pipeline.variables.len() {
            0 | 1 => vec![element.clone()],
            _ => vec![Value::Int(index), element.clone()],
        };
        // The declared variables are the last ones.
        let first = self.variables.len() - pipeline.variables.len();
        for (position, (name, value)) in pipeline.variables.iter().zip(values).enumerate() {
            if pipeline.assigns {
                self.assign(name, value, pipeline.line)?
            } else {
                self.variables[first + position].1 = value
            }
        }
        Ok(())
    }

    fn invocation(&mut self, invocation: &Invocation<'a>, dot: &Value) -> Result<(), GoError> {
        let line = invocation.line;
        self.step(line)?;
        let Some(nodes) = self.template.definitions.get(&invocation.name) else {
            let message = format!("the template \"{}\" is not defined", invocation.name);
            return Err(GoError::new(line, message));
        };
        let value = match &invocation.argument {
            Some(pipeline) => self.pipeline(pipeline, dot)?,
            None => Value::Nothing,
        };
        let own = vec![("", value.clone())];
        let outer = std::mem::replace(&mut self.variables, own);
        self.nested(line, |it| it.nodes(nodes, &value))?;
        self.variables = outer;
        Ok(())
    }

    fn assign(&mut self, name: &str, value: Value, line: usize) -> Result<(), GoError> {
        let mut variables = self.variables.iter_mut().rev();
        match variables.find(|(own, _)| *own == name) {
            Some((_, own)) => {
                *own = value;
                Ok(())
            }
            None => Err(undefined_variable(name, line)),
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline<'a>, dot: &Value) -> Result<Value, GoError> {
        let mut value = None;
        for command in &pipeline.commands {
            self.step(command.line)?;
            value = Some(self.nested(command.line, |it| it.command(command, dot, value))?);
        }
        let result = value.unwrap_or(Value::Nothing);
        for name in &pipeline.variables {
            if pipeline.assigns {
                self.assign(name, result.clone(), pipeline.line)?
            } else {
                self.variables.push((name, result.clone()))
            }
        }
        Ok(result)
    }

    /// Evaluates a command. The value of the command before it is its last argument.
    fn command(
        &mut self,
        command: &Command<'a>,
        dot: &Value,
        last: Option<Value>,
    ) -> Result<Value, GoError> {
        let line = command.line;
        if let Operand::Function(function) = &command.first {
            return self.call(function, &command.arguments, last, dot, line);
        }
        if matches!(command.first, Operand::Nil) {
            return Err(GoError::new(line, "`nil` cannot be printed or assigned"));
        }
        let value = self.operand(&command.first, dot, line)?;
        let has_arguments = !command.arguments.is_empty() || last.is_some();
        // A field of nothing is nothing, with any arguments.
        let is_field_of_nothing = matches!(value, Value::Nothing) && command.first.has_fields();
        if has_arguments && !is_field_of_nothing {
            return Err(GoError::new(line, "only functions have arguments"));
        }
        Ok(value)
    }

    fn operand(
        &mut self,
        operand: &Operand<'a>,
        dot: &Value,
        line: usize,
    ) -> Result<Value, GoError> {
        match operand {
            Operand::Dot => Ok(dot.clone()),
            Operand::Nil => Ok(Value::Nothing),
            Operand::Bool(flag) => Ok(Value::Bool(*flag)),
            Operand::Number(number) => {
                let value = number.value();
                value.ok_or_else(|| GoError::new(line, "a number does not fit into an int"))
            }
            Operand::Text(text) => Ok(Value::Text(text.clone())),
            Operand::Function(function) => self.call(function, &[], None, dot, line),
            Operand::Field(names) => field_of_value(dot.clone(), names, line),
            Operand::Variable(name, names) => {
                let mut variables = self.variables.iter().rev();
                let found = variables.find(|(own, _)| own == name);
                let (_, value) = found.ok_or_else(|| undefined_variable(name, line))?;
                field_of_value(value.clone(), names, line)
            }
            Operand::Chain(operand, names) => {
                let value = self.operand(operand, dot, line)?;
                field_of_value(value, names, line)
            }
            Operand::Pipeline(pipeline) => self.pipeline(pipeline, dot),
        }
    }

    /// Calls a function with the values of operands, and with the value of the command before it.
    fn call(
        &mut self,
        function: &Function,
        operands: &[Operand<'a>],
        last: Option<Value>,
        dot: &Value,
        line: usize,
    ) -> Result<Value, GoError> {
        let failed = |message: String| GoError::new(line, message);
        let count = operands.len() + usize::from(last.is_some());
        function.check_count(count).map_err(failed)?;
        let mut arguments = Vec::with_capacity(count);
        for operand in operands {
            let value = self.operand(operand, dot, line)?;
            if function.body.returns_early(&value) {
                return Ok(value);
            }
            arguments.push(value);
        }
        arguments.extend(last);
        function.check_types(&arguments).map_err(failed)?;
        match function.body {
            Body::And | Body::Or => Ok(arguments.pop().unwrap_or(Value::Nothing)),
            Body::Call(call) => {
                let value = call(&mut self.context, &arguments).map_err(failed)?;
                if let Value::Text(text) = &value {
                    self.context.budget.spend(text.len()).map_err(failed)?;
                }
                Ok(value)
            }
        }
    }
}

fn undefined_variable(name: &str, line: usize) -> GoError {
    GoError::new(line, format!("the variable `${name}` has no value"))
}

/// Returns the field of a field of a value.
fn field_of_value(value: Value, names: &[&str], line: usize) -> Result<Value, GoError> {
    names.iter().try_fold(value, |value, name| match &value {
        // A page without data has all fields.
        Value::Nothing => Ok(Value::Nothing),
        Value::Data(data) => data.get(*name).cloned().ok_or_else(|| {
            GoError::new(
                line,
                format!("there is no field `{name}` in the data of the page"),
            )
        }),
        other => {
            let message = format!(
                "there is no field `{name}` in a value of type {}",
                other.type_name()
            );
            Err(GoError::new(line, message))
        }
    })
}
