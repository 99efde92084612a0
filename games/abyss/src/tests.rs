//! What the rules say, one test a rule, named after it. A test sets a scene, lets players step,
//! and looks at what happened.

mod bad_input;
mod commander;
mod conservation;
mod council;
mod court;
mod decisions;
mod ending;
mod exploring;
mod fixtures;
mod hidden;
mod imagined;
mod keys;
mod kraken;
mod locations;
mod lords;
mod recruiting;
mod scene;
mod turn;
mod turned;
