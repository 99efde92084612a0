//! Tables in play, through the host's API.

mod analyses;
mod failures;
mod finished;
mod kept_builds;
mod loading;
mod lobby;
mod lost_builds;
mod module_file;
mod plays;
mod seen;
pub(crate) mod stage;
mod stopped;
mod together;
mod watched;
