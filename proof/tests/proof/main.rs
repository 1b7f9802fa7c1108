//! Random lives of objects, and random sequences of calls through compositions.

mod composed;
mod lives;
