//! A library that is no module: it exports nothing.
