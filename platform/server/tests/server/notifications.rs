//! Notifications outside the page, from the real binary to an HTTP server and an SMTP server
//! on this machine.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value as Json, json};
use sha2::Sha256;

use crate::support::receivers::{Received, certificate, http, https, smtp, smtps};
use crate::support::server::{Client, GUERIDON, command, home, module};

const SITE: &str = "https://play.example";
const PASSWORD: &str = "correct horse";
const SMTP_PASSWORD: &str = "hush-hush-hush";

/// A running server with its log in a file, killed when dropped.
struct Running {
    child: std::process::Child,
    home: PathBuf,
    stranger: Client,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    async fn start(test: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let sealed = module("libsealed.so");
        let home = home(&format!("notifications-{test}"), &[sealed]);
        let log = home.join("log");
        let mut command = command(&home, "127.0.0.1:0");
        command.args(arguments).envs(variables.iter().copied());
        command.env("GUERIDON_LOG", "trace").stderr(File::create(&log).unwrap());
        let child = command.spawn().unwrap();
        let address = address(&log).await;
        Self { child, home, stranger: Client::at(&address) }
    }

    async fn register(&self, name: &str) -> Client {
        let what = format!(
            "register(name: \"{name}\", password: \"{PASSWORD}\", email: \"{name}@example.org\")"
        );
        let token = does(&self.stranger, &what, "... on SignedIn { token }").await["token"].clone();
        with(&self.stranger, &token)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.home.join("log")).unwrap()
    }
}

/// The address from a log, once it is there.
async fn address(log: &Path) -> String {
    for _ in 0..600 {
        let said = fs::read_to_string(log).unwrap();
        let serving = said.lines().find_map(|line| {
            let entry: Json = serde_json::from_str(line).ok()?;
            let fields = &entry["fields"];
            (fields["message"] == "serving").then(|| fields["address"].as_str().unwrap().to_owned())
        });
        if let Some(address) = serving {
            return address;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not serve: {}", fs::read_to_string(log).unwrap());
}

/// The client with that token.
fn with(client: &Client, secret: &Json) -> Client {
    let token = secret.as_str().unwrap_or_else(|| panic!("{secret}")).into();
    let mut signed_in = client.clone();
    signed_in.token = Some(token);
    signed_in
}

/// Runs a mutation; returns its result.
async fn does(client: &Client, what: &str, done: &str) -> Json {
    let document = format!(
        "mutation {{ it: {what} {{ __typename ok {done} \
         ... on Refused {{ code message(language: FR) }} }} }}"
    );
    client.ask(&document, json!({})).await["it"].clone()
}

async fn code(client: &Client, what: &str) -> String {
    does(client, what, "").await["code"].as_str().unwrap_or("done").to_owned()
}

/// A table at which both play: everyone bids at once.
async fn begin(ada: &Client, bo: &Client) -> String {
    let opened = "openTable(options: {sealed: {}}, seats: 2)";
    let opened = does(ada, opened, "... on TableChanged { table { id } }").await;
    let id = opened["table"]["id"].as_str().unwrap().to_owned();
    for client in [ada, bo] {
        assert_eq!(code(client, &format!("sit(table: \"{id}\")")).await, "done");
    }
    assert_eq!(code(ada, &format!("start(table: \"{id}\")")).await, "done");
    id
}

/// Bids the first card that can be.
async fn bid(client: &Client, table: &str) {
    let look = format!("{{ table(id: \"{table}\") {{ since moves {{ move }} }} }}");
    let look = client.ask(&look, json!({})).await["table"].clone();
    let document = "mutation($table: ID!, $since: Int!, $steps: [Move!]!) { \
                    it: play(table: $table, since: $since, key: \"k\", steps: $steps) { ok } }";
    let variables =
        json!({ "table": table, "since": look["since"], "steps": [look["moves"][0]["move"]] });
    assert_eq!(client.ask(document, variables).await["it"]["ok"], true);
}

/// Whether a request is signed with that secret, checked as the documentation says.
fn is_signed(received: &Received, secret: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let [id, time] = ["webhook-id", "webhook-timestamp"].map(|name| received.header(name));
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{id}.{time}.{}", received.body).as_bytes());
    let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    received.header("webhook-signature") == expected
}

const MADE: &str = "... on WebhookMade { secret webhook { id url tableId } }";
const TESTED: &str = "... on WebhookTested { arrived fault }";

#[tokio::test]
async fn a_webhook_is_told_of_turns_with_a_signature_and_its_owner_why_it_was_not() {
    let mut posts = http().await;
    let arguments = ["--allow-private-webhooks", "--public-url", "https://play.example/"];
    let server = Running::start("webhooks", &arguments, &[]).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let address = posts.address.clone();
    let add = |path: &str| format!("addWebhook(url: \"http://{address}/{path}\")");
    let made = does(&ada, &add("hook?key=not-for-logs"), MADE).await;
    let (id, secret) = (made["webhook"]["id"].as_str().unwrap(), made["secret"].as_str().unwrap());
    let tested = does(&ada, &format!("testWebhook(id: \"{id}\")"), TESTED).await;
    assert_eq!((&tested["arrived"], &tested["fault"]), (&json!(true), &Json::Null), "{tested}");
    let ping = posts.next().await;
    assert!(is_signed(&ping, secret) && !is_signed(&ping, "whsec_AAAA"));
    assert_eq!((&ping.json()["type"], &ping.json()["data"]), (&json!("PING"), &json!({})));
    assert_eq!(ping.header("content-type"), "application/json");
    let table = begin(&ada, &bo).await;
    let turn = posts.next().await;
    assert!(is_signed(&turn, secret));
    let (body, ada_id) = (turn.json(), ada.ask("{ me { id } }", json!({})).await);
    let expected = json!({
        "table": table, "game": "sealed", "seq": 0, "seat": 0,
        "player": ada_id["me"]["id"], "url": format!("{SITE}/table/{table}"),
    });
    assert_eq!((&body["type"], &body["data"]), (&json!("TURN"), &expected));
    assert!(body["timestamp"].as_str().unwrap().ends_with('Z'));
    // Ada bids first, so that the next round is her turn again.
    bid(&ada, &table).await;
    bid(&bo, &table).await;
    let again = posts.next().await.json();
    assert_eq!((&again["type"], &again["data"]["seq"]), (&json!("TURN"), &json!(2)));
    for (path, fault) in [
        ("elsewhere", "it answered 302"),
        ("gone", "it answered 410"),
        ("nowhere", "it answered 404"),
    ] {
        let made = does(&ada, &add(path), MADE).await;
        let id = made["webhook"]["id"].as_str().unwrap();
        let tested = does(&ada, &format!("testWebhook(id: \"{id}\")"), TESTED).await;
        assert_eq!((&tested["arrived"], &tested["fault"]), (&json!(false), &json!(fault)));
    }
    assert!(posts.is_empty());
    let list = "{ account { webhooks { id url fault failingSince disabledAt } } }";
    let list = ada.ask(list, json!({})).await["account"]["webhooks"].clone();
    assert_eq!(list.as_array().unwrap().len(), 4);
    assert_eq!(code(&ada, &format!("removeWebhook(id: \"{id}\")")).await, "done");
    assert_eq!(code(&ada, &format!("removeWebhook(id: \"{id}\")")).await, "UNKNOWN_WEBHOOK");
    let log = server.log();
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let debugged = format!("{:?}", &key[..4]);
    for hidden in [secret, secret.strip_prefix("whsec_").unwrap(), "not-for-logs", &debugged] {
        assert!(!log.contains(hidden), "{hidden} is in the log");
    }
}

#[tokio::test]
async fn webhooks_do_not_reach_what_only_the_server_can() {
    let mut posts = http().await;
    let server = Running::start("private", &[], &[]).await;
    let ada = server.register("Ada").await;
    let port = posts.address.rsplit(':').next().unwrap().to_owned();
    for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"] {
        let add = format!("addWebhook(url: \"http://{host}:{port}/hook\")");
        assert_eq!(code(&ada, &add).await, "BAD_URL", "{host}");
    }
    // A name is resolved only when a request is sent.
    let made =
        does(&ada, &format!("addWebhook(url: \"http://localhost:{port}/hook\")"), MADE).await;
    let id = made["webhook"]["id"].as_str().unwrap();
    let tested = does(&ada, &format!("testWebhook(id: \"{id}\")"), TESTED).await;
    assert_eq!(tested["fault"], "its address is not a public one");
    assert!(posts.is_empty());
    for what in ["setMail(turns: true)", "sendConfirmation", "requestPasswordReset(who: \"Ada\")"] {
        assert_eq!(code(&ada, what).await, "NO_MAIL_HERE", "{what}");
    }
    let token = does(&ada, "makeToken(label: \"bot\")", "... on TokenMade { secret }").await;
    let bot = with(&ada, &token["secret"]);
    let remove = format!("removeWebhook(id: \"{id}\")");
    for what in ["addWebhook(url: \"https://example.org\")", &remove, "setMail(turns: true)"] {
        assert_eq!(code(&bot, what).await, "INSUFFICIENT_SCOPE", "{what}");
    }
    let guest = server.stranger.player("Guest").await;
    let add = "addWebhook(url: \"https://example.org/\")";
    assert_eq!(code(&guest, add).await, "NOT_REGISTERED");
}

/// `gueridon admin reset` beside the server.
fn admin(home: &Path, arguments: &[&str]) -> String {
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let mut command = Command::new(GUERIDON);
    command.args(["admin", "--journal", &journal, "reset"]).args(arguments);
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[tokio::test]
async fn mail_confirms_an_address_tells_of_turns_and_sets_a_password_in_two_languages() {
    let mut mail = smtp("gueridon", SMTP_PASSWORD).await;
    let url = format!("smtp://gueridon:{SMTP_PASSWORD}@{}", mail.address);
    let arguments =
        ["--public-url", SITE, "--mail-from", "Games <games@play.example>", "--mail-after", "0"];
    let server = Running::start("mail", &arguments, &[("GUERIDON_SMTP", &url)]).await;
    let mut secrets = vec![SMTP_PASSWORD.to_owned()];
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    for _ in 0..2 {
        // A player who has chosen no language gets mail in every language.
        let letter = mail.next().await;
        assert_eq!(letter.headers["subject"], "Confirm your address / Confirmez votre adresse");
        assert_eq!(letter.headers["from"], "\"Games\" <games@play.example>".replace('"', ""));
        assert_eq!(letter.headers["auto-submitted"], "auto-generated");
        let token = letter.token();
        assert!(letter.text.contains(&format!("{SITE}/confirm#token={token}")), "{}", letter.text);
        let client = if letter.to == "Ada@example.org" { &ada } else { &bo };
        let confirmed = "{ account { mail { isHere isConfirmed } } }";
        let before = client.ask(confirmed, json!({})).await;
        assert_eq!(before["account"]["mail"], json!({"isHere": true, "isConfirmed": false}));
        let confirm = format!("confirmEmail(token: \"{token}\")");
        assert_eq!(code(&server.stranger, &confirm).await, "done");
        assert_eq!(code(&server.stranger, &confirm).await, "UNKNOWN_TOKEN");
        let after = client.ask(confirmed, json!({})).await;
        assert_eq!(after["account"]["mail"]["isConfirmed"], true);
        secrets.push(token);
    }
    for (client, language) in [(&ada, "EN"), (&bo, "FR")] {
        let set = format!("setMail(turns: true, restMinutes: 30, language: {language})");
        let mail = "... on MailChanged { mail { turns restMinutes language } }";
        let expected = json!({"turns": true, "restMinutes": 30, "language": language});
        assert_eq!(does(client, &set, mail).await["mail"], expected);
    }
    let table = begin(&ada, &bo).await;
    for _ in 0..2 {
        let letter = mail.next().await;
        let (subject, hello) = match &*letter.to {
            "Ada@example.org" => ("Sealed: it is your turn", "Hello Ada,"),
            _ => ("Sous pli\u{a0}: c’est à vous de jouer", "Bonjour Bo,"),
        };
        assert_eq!(letter.headers["subject"], subject);
        assert!(letter.text.starts_with(hello), "{}", letter.text);
        assert!(letter.text.contains(&format!("{SITE}/table/{table}")));
        assert!(letter.text.contains("30") && letter.text.contains(&format!("{SITE}/account")));
    }
    // An unknown name gets the same answer, and no mail is sent.
    for (who, to) in [("Nobody", None), ("ADA", Some("en")), ("bo@EXAMPLE.org", Some("fr"))] {
        let request = format!("requestPasswordReset(who: \"{who}\")");
        let asked = does(&server.stranger, &request, "").await;
        assert_eq!(asked, json!({"__typename": "LetterAsked", "ok": true}));
        let Some(language) = to else { continue };
        let letter = mail.next().await;
        let subject = if language == "en" { "A new password" } else { "Un nouveau mot de passe" };
        assert_eq!(letter.headers["subject"], subject);
        let token = letter.token();
        assert!(letter.text.contains(&format!("{SITE}/reset#token={token}")));
        let reset = format!("resetPassword(token: \"{token}\", password: \"battery staple\")");
        let signed = does(&server.stranger, &reset, "... on SignedIn { player { name } }").await;
        assert_eq!(signed["ok"], true, "{signed}");
        secrets.push(token);
    }
    assert!(mail.is_empty());
    let link = admin(&server.home, &["Ada", "--public-url", SITE]);
    assert!(link.starts_with(&format!("{SITE}/reset#token=")), "{link}");
    let token = admin(&server.home, &["Ada"]);
    assert!(token.lines().next().is_some_and(|line| line.len() == 64), "{token}");
    let log = server.log();
    secrets.push("example.org".to_owned());
    for secret in &secrets {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
    for file in ["journal.db", "journal.db-wal"] {
        let Ok(bytes) = fs::read(server.home.join(file)) else { continue };
        for secret in secrets.iter().filter(|secret| *secret != "example.org") {
            let is_there = bytes.windows(secret.len()).any(|one| one == secret.as_bytes());
            assert!(!is_there, "{secret} is in {file}");
        }
    }
}

#[tokio::test]
async fn mail_and_webhooks_go_over_tls_only_with_certificates_that_the_system_trusts() {
    let (certificate, tls) = certificate();
    let trusted = Path::new(env!("CARGO_TARGET_TMPDIR")).join("notifications-trusted.pem");
    fs::write(&trusted, certificate).unwrap();
    for (is_trusted, place) in [(true, "tls-trusted"), (false, "tls-unknown")] {
        let mut posts = https(tls.clone()).await;
        let mut mail = smtps("gueridon", SMTP_PASSWORD, tls.clone()).await;
        let url = format!("smtps://gueridon:{SMTP_PASSWORD}@{}", mail.address);
        let arguments = ["--public-url", SITE, "--mail-from", "g@play.example"];
        let mut variables =
            vec![("GUERIDON_SMTP", &*url), ("GUERIDON_ALLOW_PRIVATE_WEBHOOKS", "1")];
        if is_trusted {
            variables.push(("SSL_CERT_FILE", trusted.to_str().unwrap()));
        }
        let server = Running::start(place, &arguments, &variables).await;
        let ada = server.register("Ada").await;
        let add = format!("addWebhook(url: \"https://{}/x?y=z\")", posts.address);
        let made = does(&ada, &add, MADE).await;
        let id = made["webhook"]["id"].as_str().unwrap();
        let tested = does(&ada, &format!("testWebhook(id: \"{id}\")"), TESTED).await;
        if is_trusted {
            assert_eq!(tested["arrived"], true, "{tested}");
            assert_eq!(posts.next().await, "POST /x?y=z HTTP/1.1\r\n");
            assert_eq!(mail.next().await.to, "Ada@example.org");
        } else {
            assert_eq!(tested["fault"], "there was no secure connection");
            assert!(posts.is_empty() && mail.is_empty());
        }
    }
}

#[test]
fn errors_about_mail_options_do_not_contain_the_password() {
    let started = |arguments: &[&str]| {
        let mut command = Command::new(GUERIDON);
        command.arg("serve").args(arguments).env("GUERIDON_SMTP", "smtp:/u:hush@nowhere");
        command.env("GUERIDON_MODULES", env!("CARGO_TARGET_TMPDIR"));
        let done = command.output().unwrap();
        assert!(!done.status.success() || arguments == ["--help"]);
        let said = [done.stdout, done.stderr].map(|said| String::from_utf8(said).unwrap());
        assert!(!said.concat().contains("hush"), "{said:?}");
        said.concat()
    };
    assert!(started(&[]).contains("--smtp needs --mail-from and --public-url"));
    let from = ["--mail-from", "g@example.org", "--public-url", "https://example.org"];
    assert!(started(&from).contains("--smtp is no mail server"));
    let wrong = ["--mail-from", "g@example.org", "--public-url", "example.org"];
    assert!(started(&wrong).contains("--public-url is no address of a site"));
    assert!(started(&["--help"]).contains("GUERIDON_SMTP"));
}
