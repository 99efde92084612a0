//! A library that is not a module: it exports nothing.
