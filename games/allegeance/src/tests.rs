//! What the rules say, one test a rule, named after it. A test sets a scene, lets players step,
//! and looks at what happened.

mod bad_input;
mod catalogue;
mod chiefs;
mod conservation;
mod copies;
mod ending;
mod fixture;
mod gems;
mod guilds;
mod hidden;
mod majority;
mod oaths;
mod piles;
mod plays;
mod protection;
mod scene;
mod setup;
