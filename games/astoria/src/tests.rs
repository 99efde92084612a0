//! What the rules say, one test a rule, named after it. A test sets a scene, lets mages step, and
//! looks at what happened.

mod actions;
mod artefacts;
mod bad_input;
mod catalogue;
mod combat;
mod ending;
mod exile;
mod fixtures;
mod glyphs;
mod guards;
mod hidden;
mod invasions;
mod options;
mod order;
mod palace;
mod persons;
mod roles;
mod rulings;
mod scene;
mod shaping;
mod two;
mod variant;
mod walls;
mod weights;
