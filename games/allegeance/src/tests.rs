//! What the rules say, one test a rule, named after it.
