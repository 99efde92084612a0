"""Tests of the package, with the modules that the build of the Rust workspace leaves."""
