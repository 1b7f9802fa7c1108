//! What templates do that Go's do not.
