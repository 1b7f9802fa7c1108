//! Plans, progress, outputs and diagnostics as text for people, as Terraform prints them.
//!
//! A [`Renderer`] has the width and the colours. All texts end with a newline.
//!
//! ```
//! use terrane_host::plan::Plan;
//! use terrane_host::render::Renderer;
//!
//! # fn example(plan: &Plan) {
//! let text = Renderer::new().with_colors(true).plan(plan);
//! print!("{text}");
//! # }
//! ```
//!
//! # The layers
//!
//! Private modules: values with their secrets as parts; changes of parts; the comparison, which follows the schema of a resource; differences as
//! text. A plan is rendered without a runtime and without providers.

mod change;
mod diff;
mod invocation;
mod kind;
mod outputs;
mod paint;
mod part;
mod plan;
mod progress;
mod reports;
mod resource;
mod slice;
mod text;
mod wrap;

pub use progress::Progress;

use paint::Paint;

/// The width of texts where there is no terminal.
const WIDTH: usize = 78;

/// Renders plans and their results as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renderer {
    paint: Paint,
    width: usize,
}

impl Renderer {
    /// Creates a renderer without colours, whose sentences are at most 78 columns wide.
    pub const fn new() -> Self {
        Self {
            paint: Paint { has_colors: false },
            width: WIDTH,
        }
    }

    /// Sets whether the text has the colours of a terminal.
    #[must_use]
    pub const fn with_colors(mut self, has_colors: bool) -> Self {
        self.paint.has_colors = has_colors;
        self
    }

    /// Sets the width of sentences in columns. Values are not wrapped.
    #[must_use]
    pub const fn with_width(mut self, width: usize) -> Self {
        self.width = width;
        self
    }
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}
