//! What a table promises to those who sit at it and to those who watch, through the host's API.

mod failures;
mod finished;
mod loading;
mod lobby;
mod lost_builds;
mod module_file;
mod plays;
mod seen;
mod stage;
mod together;
mod watched;
