"""What must hold of the package, tried with the modules that Rust's build leaves."""
