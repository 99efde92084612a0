//! People with rights.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::json;

use crate::support::server::{Client, GUERIDON, Server};

/// A registered player with a role, which the server knows by now.
pub(crate) async fn with_role(home: &Path, server: &Server, name: &str, role: &str) -> Client {
    let stranger = server.stranger();
    let register = format!(
        "mutation {{ register(name: \"{name}\", password: \"correct horse\") \
         {{ ... on SignedIn {{ token }} }} }}"
    );
    let token = stranger.ask(&register, json!({})).await["register"]["token"].clone();
    let mut client = stranger.clone();
    client.token = Some(token.as_str().unwrap().into());
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let admin = ["admin", "--journal", &journal, "role", name, role];
    assert!(Command::new(GUERIDON).args(admin).output().unwrap().status.success());
    for _ in 0..200 {
        let reports = client.post("{ reports { nodes { id } } }", json!({})).await;
        if reports.get("errors").is_none() {
            return client;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{name} is no {role}");
}
