//! Several nodes change one player at once: nothing that was acknowledged is lost, a name belongs
//! to one player, and an ended token soon works nowhere.

use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::Random;
use gueridon_host::people::{
    Accounts, AccountsConfig, Hashing, Limit, Limits, NewPlayer, Password, SignedIn,
};
use gueridon_host::refusal::{Answer, Code, Failure};
use gueridon_journal::memory::Memory;
use gueridon_journal::{PlayerId, Role};
use tokio::time::sleep;

use crate::faults::{Fate, Faulty};

/// Longer than a failed request can take to be executed after all.
const LATEST: Duration = Duration::from_secs(1);

/// A node of a cluster in which `faults` of 100 requests to the journal fail.
fn node(truth: &Arc<Memory>, fate: &Fate, number: u64, faults: usize) -> Accounts {
    let (truth, fate) = (Arc::clone(truth), fate.clone());
    let journal = Arc::new(Faulty { truth, fate, shared: true, faults });
    let hashing = Hashing { memory_kib: 8, passes: 1 };
    // A caller that retries repeats the same change.
    let often = Limit { at_once: 1_000, every: Duration::from_millis(1) };
    let limits = Limits { account: often, renames: often, changes: often, ..Limits::default() };
    let settings = AccountsConfig { hashing, limits, ..AccountsConfig::default() };
    Accounts::new(settings, journal, Clock::standing(1_000), Random::of_test(number))
}

/// Retries until there is no fault.
async fn insist<T>(fate: &Fate, ask: impl AsyncFn() -> Answer<T>) -> Result<T, Code> {
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(Failure::Refused(refused)) => return Err(refused.code),
            Err(Failure::Fault(_)) => fate.dawdle(50).await,
        }
    }
}

fn new(name: &str) -> NewPlayer {
    let password = Password::new("the password");
    NewPlayer { name: name.to_owned(), password, email: None, label: String::new() }
}

/// Three nodes each change something else about a player.
async fn change(fate: &Fate, nodes: &[Accounts; 3], ada: &SignedIn) {
    let id = ada.player.id;
    let [one, two, three] = nodes;
    let known = async |node: &Accounts| {
        let known = insist(fate, async || node.authenticate(ada.token.secret()).await).await;
        known.expect("nobody refuses to know").expect("the token is good")
    };
    let rename = async {
        let known = known(one).await;
        let renamed = insist(fate, async || one.rename(&known, "Ada II").await).await;
        // A journal that did not answer did not say that the token has ended.
        assert!(!known.ended.is_cancelled(), "a failure has ended a token");
        renamed
    };
    let set_email = async {
        let known = known(two).await;
        let password = Password::new("the password");
        insist(fate, async || two.set_email(&known, Some("a@b.org"), &password, None).await).await
    };
    let set_role = insist(fate, async || three.set_role(None, id, Role::Operator).await);
    let (renamed, set, given) = tokio::join!(rename, set_email, set_role);
    assert!(renamed.is_ok() && set.is_ok() && given.is_ok(), "{renamed:?} {set:?} {given:?}");
}

/// Several nodes register one name; returns who got it, if anybody was told.
async fn register(fate: &Fate, nodes: &[Accounts; 3]) -> Option<PlayerId> {
    let register =
        |node| insist(fate, async move || Accounts::register(node, None, new("Bo"), None).await);
    let [one, two, three] = nodes;
    let answers = tokio::join!(register(one), register(two), register(three));
    let mut won = Vec::new();
    for answer in [answers.0, answers.1, answers.2] {
        match answer {
            Ok(signed) => won.push(signed.player.id),
            Err(code) => assert_eq!(code, Code::NameTaken),
        }
    }
    assert!(won.len() <= 1, "{won:?}");
    won.pop()
}

/// Somebody signs out on a node that is authenticating the token meanwhile.
async fn sign_out(fate: &Fate, node: &Accounts) {
    let cy = insist(fate, async || node.guest("Cy", "", None).await).await.expect("a lawful name");
    let secret = cy.token.secret();
    let ask =
        async || insist(fate, async || node.authenticate(secret).await).await.expect("an answer");
    let known = ask().await.expect("the token is good");
    let out = insist(fate, async || node.sign_out(&known).await);
    let asking = async {
        for _ in 0..20 {
            fate.dawdle(20).await;
            ask().await;
        }
    };
    // A read that began before the sign-out and ends after it must not bring the token back.
    let (out, ()) = tokio::join!(async { (out.await, ask().await) }, asking);
    assert!(out.0.is_ok() && out.1.is_none(), "{out:?}");
    assert!(known.ended.is_cancelled() && ask().await.is_none());
}

/// Runs the world of a seed.
pub(crate) async fn play(seed: u64) {
    let (fate, truth) = (Fate::new(seed), Arc::new(Memory::interleaving()));
    let calm = node(&truth, &fate, 4 * seed, 0);
    let faults = [0, 2, 10, 25][fate.below(4)];
    let nodes = [1, 2, 3].map(|number| node(&truth, &fate, 4 * seed + number, faults));
    let ada = calm.register(None, new("Ada"), None).await.expect("nothing fails here");
    change(&fate, &nodes, &ada).await;
    let won = register(&fate, &nodes).await;
    sign_out(&fate, &nodes[0]).await;
    sleep(LATEST).await;
    let account = calm.find("ada ii").await.expect("what was acknowledged is there");
    assert_eq!(account.player.id, ada.player.id);
    assert_eq!((account.email.as_deref(), account.role), (Some("a@b.org"), Role::Operator));
    let bo = calm.find("BO").await.expect("somebody has the name");
    assert!(won.is_none_or(|won| won == bo.player.id));

    let [one, two, three] = &nodes;
    let minted = calm.issue_reset_token(None, ada.player.id).await.expect("nothing fails here");
    let reset = |node, password| {
        let (secret, password) = (minted.token.secret(), Password::new(password));
        insist(&fate, async move || Accounts::reset(node, secret, &password, "", None).await)
    };
    let (left, right) = tokio::join!(reset(one, "left password"), reset(two, "right password"));
    assert!(left.is_err() || right.is_err(), "{left:?} {right:?}");
    sleep(LATEST + AccountsConfig::default().token_cache_ttl).await;
    let is_known = insist(&fate, async || three.authenticate(ada.token.secret()).await).await;
    // A reset that failed half-way may have ended only its own token.
    let has_ended = is_known.expect("nobody refuses to know").is_none();
    assert!(has_ended || (left.is_err() && right.is_err()));
}
