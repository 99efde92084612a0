//! The server through its sockets, its command line and its files: one program of tests, so that
//! the server is linked once and tests that wait do so beside others.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod accounts;
mod attacks;
mod audits;
mod backups;
mod border;
mod bots;
mod caches;
mod chat;
mod check;
mod cut_off;
mod dev;
mod dropped;
mod endless;
mod example;
mod example_modules;
mod faults;
mod guide;
mod interventions;
mod isolated;
mod limits;
mod listening;
mod lobby;
mod nodes;
mod notifications;
mod oauth;
mod operated;
mod page;
mod play;
mod programs;
mod replay;
mod requests;
mod sample;
mod scopes;
mod secrets;
mod support;
mod template;
mod together;
mod tools;
mod two_servers;
mod upgrades;
mod watched;
mod wire;
