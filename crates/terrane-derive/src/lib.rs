//! The derive and attribute macros of terrane.
