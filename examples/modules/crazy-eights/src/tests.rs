//! What the rules say, one test a rule, named after it. A test sets a scene, lets players step, and
//! looks at what happened.

mod bad_input;
mod dealing;
mod drawing;
mod hidden;
mod playing;
mod rounds;
mod scene;
