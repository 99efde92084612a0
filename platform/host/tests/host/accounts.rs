//! Accounts: guests, registered players, their tokens and changes.

mod limits;
mod stage;

use std::sync::Arc;

use gueridon_host::clock::Clock;
use gueridon_host::host::Random;
use gueridon_host::people::{
    Accounts, AccountsConfig, Grant, NewPlayer, Password, Redemption, Token,
};
use gueridon_host::refusal::Code;
use gueridon_journal::memory::Memory;
use gueridon_journal::{Journal, Purpose, Role, Scope, Scopes, Standing};
use sha2::{Digest, Sha256};
use stage::{new, on_each};

use crate::refusals::{code, refused};

/// What a program may that plays and speaks.
fn plays() -> Scopes {
    Scopes::from_iter([Scope::Play, Scope::Chat])
}

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

#[tokio::test]
async fn a_guest_becomes_a_registered_player_and_stays_who_they_are() {
    on_each(async |stage| {
        let guest = stage.guest("Ada").await;
        assert_eq!((guest.player.standing, guest.role), (Standing::Guest, Role::Player));
        let email = Some("ada@example.org".to_owned());
        let signed =
            stage.here.register(Some(&guest), NewPlayer { email, ..new("Ada L") }, None).await;
        let signed = signed.unwrap();
        assert_eq!(signed.player.id, guest.player.id);
        let again = stage.here.refresh(&guest).await.unwrap().unwrap();
        assert_eq!((&*again.player.name, again.player.standing), ("Ada L", Standing::Registered));
        let account = stage.here.account(guest.player.id).await.unwrap();
        assert_eq!(account.email.as_deref(), Some("ada@example.org"));
        assert_eq!(account.registered_ms, Some(stage.clock.now_ms()));
        assert!(account.password.unwrap().starts_with("$argon2id$"));
        let twice = stage.here.register(Some(&again), new("Ada M"), None).await;
        assert_eq!(code(twice), Code::AlreadyRegistered);
        assert_eq!(
            stage.sign_in(" ada  l", "the password").await.unwrap().player.id,
            guest.player.id
        );
    })
    .await;
}

#[tokio::test]
async fn a_registered_name_is_one_players_in_whatever_case() {
    on_each(async |stage| {
        stage.register("Éloïse").await;
        assert_eq!(code(stage.here.register(None, new("ÉLOÏSE"), None).await), Code::NameTaken);
        assert_eq!(code(stage.here.guest("éloïse", "", None).await), Code::NameTaken);
        let (one, other) = (stage.guest("Bo").await, stage.guest("Bo").await);
        assert_eq!(code(stage.here.rename(&one, "éLOÏSE").await), Code::NameTaken);
        let of_two = tokio::join!(
            stage.here.register(Some(&one), new("Bo"), None),
            stage.here.register(Some(&other), new("BO"), None)
        );
        let of_two = [of_two.0, of_two.1];
        assert_eq!(of_two.iter().filter(|done| done.is_ok()).count(), 1, "{of_two:?}");
        let late = of_two.into_iter().find(Result::is_err).unwrap();
        assert_eq!(code(late), Code::NameTaken);
        for (name, password, email, expected) in [
            ("", "the password", None, Code::BadName),
            ("a\u{202e}b", "the password", None, Code::BadName),
            ("Cy", "short", None, Code::BadPassword),
            ("Cyrus the Great", "cyrus the great", None, Code::BadPassword),
            ("Cy", "the password", Some("nowhere"), Code::BadEmail),
        ] {
            let player = NewPlayer {
                password: Password::new(password),
                email: email.map(str::to_owned),
                ..new(name)
            };
            assert_eq!(code(stage.here.register(None, player, None).await), expected);
        }
        let mine = stage.sign_in("éloïse", "the password").await.unwrap();
        let mine = stage.known(&mine).await;
        assert_eq!(stage.here.rename(&mine, "ELOÏSE").await.unwrap().player.name, "ELOÏSE");
        assert_eq!(code(stage.here.rename(&mine, "{seat:1}").await), Code::BadName);
    })
    .await;
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_are_refused_alike() {
    on_each(async |stage| {
        stage.register("Ada").await;
        let guest = stage.guest("Bo").await;
        let wrong = refused(stage.sign_in("Ada", "the passwort").await);
        for (name, password) in
            [("Nobody", "the password"), ("Bo", ""), ("", ""), ("\u{0}", "x"), ("Ada", "")]
        {
            assert_eq!(refused(stage.sign_in(name, password).await), wrong, "{name:?}");
        }
        assert_eq!(wrong.code, Code::WrongPassword);
        let none = Password::new("");
        let answer = stage.here.set_password(&guest, &none, &Password::new("12345678"), None).await;
        assert_eq!(code(answer), Code::NotRegistered);
        assert_eq!(
            code(stage.here.set_email(&guest, None, &none, None).await),
            Code::NotRegistered
        );
    })
    .await;
}

#[tokio::test]
async fn a_token_ends_here_everywhere_or_by_its_id() {
    on_each(async |stage| {
        let first = stage.register("Ada").await;
        let mut sessions = Vec::new();
        for _ in 0..3 {
            sessions.push(stage.sign_in("Ada", "the password").await.unwrap());
        }
        let [second, third, fourth] = sessions.try_into().unwrap();
        let (ada, other) = (stage.known(&first).await, stage.known(&second).await);
        stage.here.sign_out(&other).await.unwrap();
        assert!(other.ended.is_cancelled() && !ada.ended.is_cancelled());
        assert!(!stage.is_good(&second).await && stage.is_good(&first).await);
        let listed = stage.here.tokens(ada.player.id, None, 10).await.unwrap();
        assert_eq!(listed.len(), 3);
        let fourths = stage.known(&fourth).await;
        stage.here.revoke_token(&ada, fourths.token).await.unwrap();
        assert!(fourths.ended.is_cancelled() && !stage.is_good(&fourth).await);
        assert_eq!(code(stage.here.revoke_token(&ada, fourths.token).await), Code::UnknownToken);
        let bo = stage.guest("Bo").await;
        assert_eq!(code(stage.here.revoke_token(&bo, ada.token).await), Code::UnknownToken);
        stage.here.sign_out_everywhere(&ada).await.unwrap();
        assert!(ada.ended.is_cancelled());
        assert!(!stage.is_good(&first).await && !stage.is_good(&third).await);
        assert!(!bo.ended.is_cancelled());
    })
    .await;
}

#[tokio::test]
async fn a_program_plays_and_leaves_the_account_alone() {
    on_each(async |stage| {
        let signed = stage.register("Ada").await;
        let ada = stage.known(&signed).await;
        let minted = stage.here.issue_api_token(&ada, " my  bot ", plays()).await.unwrap();
        assert_eq!((&*minted.row.label, minted.row.purpose), ("my bot", Purpose::Api));
        let bot = stage.here.authenticate(minted.token.secret()).await.unwrap().unwrap();
        assert_eq!(bot.player.id, ada.player.id);
        let (old, new_one) = (Password::new("the password"), Password::new("another one"));
        let (here, none) = (&stage.here, None);
        assert_eq!(code(here.issue_api_token(&bot, "", plays()).await), Code::InsufficientScope);
        assert_eq!(code(here.rename(&bot, "Bot").await), Code::InsufficientScope);
        assert_eq!(
            code(here.set_password(&bot, &old, &new_one, none).await),
            Code::InsufficientScope
        );
        assert_eq!(code(here.set_email(&bot, None, &old, none).await), Code::InsufficientScope);
        assert_eq!(code(here.delete(&bot, Some(&old), none).await), Code::InsufficientScope);
        assert_eq!(code(here.revoke_token(&bot, ada.token).await), Code::InsufficientScope);
        assert_eq!(code(here.sign_out_everywhere(&bot).await), Code::InsufficientScope);
        assert_eq!(code(here.register(Some(&bot), new("B"), none).await), Code::InsufficientScope);
        assert_eq!(code(here.issue_api_token(&ada, "\u{202e}", plays()).await), Code::BadLabel);
        // With the scope of accounts it changes this one, and makes no token that may do more.
        let own = Scopes::from_iter([Scope::Account]);
        let keeper = here.issue_api_token(&ada, "keeper", own).await.unwrap();
        let keeper = here.authenticate(keeper.token.secret()).await.unwrap().unwrap();
        let more = here.issue_api_token(&keeper, "", plays()).await;
        assert_eq!(code(more), Code::InsufficientScope);
        assert_eq!(code(keeper.check_role(Role::Player)), Code::NotAllowed);
        here.revoke_token(&keeper, keeper.token).await.unwrap();
        for _ in 1..Accounts::MOST_TOKENS {
            stage.clock.set(stage.clock.now_ms() + 2_000);
            here.issue_api_token(&ada, "", plays()).await.unwrap();
        }
        assert_eq!(code(here.issue_api_token(&ada, "", plays()).await), Code::TooManyTokens);
        // Sessions make room for each other, and for nothing else.
        for _ in 0..Accounts::MOST_TOKENS {
            stage.clock.set(stage.clock.now_ms() + 1);
            stage.sign_in("Ada", "the password").await.unwrap();
        }
        assert_eq!(here.tokens(ada.player.id, None, 1_000).await.unwrap().len(), 100);
        here.sign_out(&bot).await.unwrap();
        assert!(bot.ended.is_cancelled());
    })
    .await;
}

#[tokio::test]
async fn a_token_that_nobody_uses_ends_and_one_that_is_used_does_not() {
    on_each(async |stage| {
        let (used, idle) = (stage.register("Ada").await, stage.register("Bo").await);
        let start_ms = stage.clock.now_ms();
        stage.clock.set(start_ms + 60 * DAY_MS);
        // Another node, which does not know them yet, notes the use.
        let ada = stage.there.authenticate(used.token.secret()).await.unwrap().unwrap();
        let row = stage.there.tokens(ada.player.id, None, 1).await.unwrap().remove(0);
        assert_eq!(row.used_ms, start_ms + 60 * DAY_MS);
        assert_eq!(row.expires_ms, start_ms + 150 * DAY_MS);
        stage.clock.set(start_ms + 90 * DAY_MS);
        assert!(stage.is_good(&used).await && !stage.is_good(&idle).await);
        stage.clock.set(start_ms + 300 * DAY_MS);
        // Although it was cached a moment ago.
        assert!(!stage.is_good(&used).await);
        assert!(stage.there.refresh(&ada).await.unwrap().is_none());
        assert!(ada.ended.is_cancelled());
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_token_that_ends_elsewhere_ends_here_as_soon_as_the_journal_is_asked() {
    let journal: Arc<dyn Journal> = Arc::new(Memory::new());
    let node = || {
        let journal = Arc::clone(&journal);
        Accounts::new(AccountsConfig::default(), journal, Clock::standing(5), Random::system())
    };
    let (here, there) = (node(), node());
    let signed = here.guest("Ada", "", None).await.unwrap();
    let secret = signed.token.secret();
    let ada = here.authenticate(secret).await.unwrap().unwrap();
    there.sign_out(&there.authenticate(secret).await.unwrap().unwrap()).await.unwrap();
    assert!(there.authenticate(secret).await.unwrap().is_none());
    assert!(here.authenticate(secret).await.unwrap().is_some());
    tokio::time::advance(AccountsConfig::default().token_cache_ttl).await;
    assert!(here.authenticate(secret).await.unwrap().is_none());
    assert!(ada.ended.is_cancelled());
}

#[tokio::test]
async fn another_password_ends_every_other_token() {
    on_each(async |stage| {
        let (first, second) = (stage.register("Ada").await, stage.sign_in("Ada", "the password"));
        let (second, ada) = (second.await.unwrap(), stage.known(&first).await);
        let bot = stage.here.issue_api_token(&ada, "bot", plays()).await.unwrap();
        let other = stage.known(&second).await;
        let (old, new_one) = (Password::new("the password"), Password::new("another one"));
        let wrong = stage.here.set_password(&ada, &new_one, &old, None).await;
        assert_eq!(code(wrong), Code::WrongPassword);
        let short = stage.here.set_password(&ada, &old, &Password::new("short"), None).await;
        assert_eq!(code(short), Code::BadPassword);
        stage.here.set_password(&ada, &old, &new_one, None).await.unwrap();
        assert!(other.ended.is_cancelled() && !ada.ended.is_cancelled());
        assert!(stage.is_good(&first).await && !stage.is_good(&second).await);
        assert!(stage.here.authenticate(bot.token.secret()).await.unwrap().is_none());
        assert_eq!(code(stage.sign_in("Ada", "the password").await), Code::WrongPassword);
        stage.sign_in("Ada", "another one").await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn an_operators_token_sets_a_password_once_and_for_a_day() {
    on_each(async |stage| {
        let signed = stage.register("Ada").await;
        let ada = stage.known(&signed).await;
        let (here, password) = (&stage.here, Password::new("another one"));
        let reset = async |secret: &str| here.reset(secret, &password, "", None).await;
        let stale = here.issue_reset_token(None, ada.player.id).await.unwrap();
        let minted = here.issue_reset_token(None, ada.player.id).await.unwrap();
        assert_eq!(code(reset(stale.token.secret()).await), Code::UnknownToken);
        // It works for nothing else, and no other token works for a reset.
        assert!(here.authenticate(minted.token.secret()).await.unwrap().is_none());
        assert_eq!(code(reset(signed.token.secret()).await), Code::UnknownToken);
        assert_eq!(code(reset("").await), Code::UnknownToken);
        let short = here.reset(minted.token.secret(), &Password::new("x"), "", None).await;
        assert_eq!(code(short), Code::BadPassword);
        let of_two = tokio::join!(reset(minted.token.secret()), reset(minted.token.secret()));
        assert!(of_two.0.is_ok() != of_two.1.is_ok(), "{of_two:?}");
        assert!(!stage.is_good(&signed).await && ada.ended.is_cancelled());
        stage.sign_in("Ada", "another one").await.unwrap();
        assert_eq!(code(stage.sign_in("Ada", "the password").await), Code::WrongPassword);
        let minted = here.issue_reset_token(None, ada.player.id).await.unwrap();
        stage.clock.set(stage.clock.now_ms() + DAY_MS);
        assert_eq!(code(reset(minted.token.secret()).await), Code::UnknownToken);
        let guest = stage.guest("Bo").await;
        assert_eq!(code(here.issue_reset_token(None, guest.player.id).await), Code::NotRegistered);
        assert_eq!(
            code(here.set_role(None, guest.player.id, Role::Operator).await),
            Code::NotRegistered
        );
    })
    .await;
}

#[tokio::test]
async fn roles_are_given_to_registered_players_and_seen_by_their_tokens() {
    on_each(async |stage| {
        let signed = stage.register("Ada").await;
        let ada = stage.known(&signed).await;
        assert_eq!(code(ada.check_role(Role::Moderator)), Code::NotAllowed);
        let found = stage.here.find("ADA").await.unwrap();
        stage.here.set_role(None, found.player.id, Role::Moderator).await.unwrap();
        let ada = stage.here.refresh(&ada).await.unwrap().unwrap();
        ada.check_role(Role::Moderator).unwrap();
        let minted = stage.here.issue_api_token(&ada, "", plays()).await.unwrap();
        let bot = stage.here.authenticate(minted.token.secret()).await.unwrap().unwrap();
        assert_eq!(bot.role, Role::Moderator);
        assert_eq!(code(bot.check_role(Role::Player)), Code::NotAllowed);
        assert_eq!(code(ada.check_role(Role::Operator)), Code::NotAllowed);
        assert_eq!(code(stage.here.find("Nobody").await), Code::UnknownPlayer);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_leaves_a_neutral_name_and_frees_the_old_one() {
    on_each(async |stage| {
        let email = Some("ada@example.org".to_owned());
        let signed = stage.here.register(None, NewPlayer { email, ..new("Ada") }, None).await;
        let signed = signed.unwrap();
        let ada = stage.known(&signed).await;
        assert_eq!(code(stage.here.delete(&ada, None, None).await), Code::WrongPassword);
        let password = Password::new("the password");
        stage.here.delete(&ada, Some(&password), None).await.unwrap();
        assert!(ada.ended.is_cancelled() && !stage.is_good(&signed).await);
        let account = stage.here.account(ada.player.id).await.unwrap();
        assert!(account.player.name.starts_with("N. N. "), "{account:?}");
        assert_eq!(account.player.standing, Standing::Deleted);
        assert_eq!((account.name_key, account.password, account.email), (None, None, None));
        assert_eq!(code(stage.sign_in("Ada", "the password").await), Code::WrongPassword);
        assert_eq!(code(stage.here.rename(&ada, "Ada").await), Code::UnknownPlayer);
        assert_eq!(
            code(stage.here.set_role(None, ada.player.id, Role::Operator).await),
            Code::UnknownPlayer
        );
        stage.register("Ada").await;
        let guest = stage.guest("Bo").await;
        // A guest who has registered meanwhile has to give a password.
        stage.here.register(Some(&guest), new("Bo"), None).await.unwrap();
        assert_eq!(code(stage.here.delete(&guest, None, None).await), Code::WrongPassword);
        let guest = stage.guest("Cy").await;
        stage.here.delete(&guest, None, None).await.unwrap();
        assert!(guest.ended.is_cancelled());
    })
    .await;
}

#[tokio::test]
async fn a_code_is_redeemed_within_its_minute() {
    on_each(async |stage| {
        let signed = stage.register("Ada").await;
        let ada = stage.known(&signed).await;
        let verifier = "v".repeat(43);
        let grant = || Grant {
            client: "A client".to_owned(),
            redirect: "https://client.example/".to_owned(),
            challenge: Sha256::digest(verifier.as_bytes()).into(),
            scopes: plays(),
        };
        let redeem = async |code: &Token| {
            let given = Redemption {
                code: code.secret(),
                client: "A client",
                redirect: "https://client.example/",
                verifier: &verifier,
                label: "client.example",
            };
            stage.here.redeem(given, None).await.unwrap()
        };
        let life_ms = i64::try_from(Accounts::CODE_LIFE.as_millis()).unwrap();
        let (late, early) =
            (stage.here.authorize(&ada, grant()).await.unwrap(), stage.clock.now_ms());
        stage.clock.set(early + life_ms);
        assert!(redeem(&late).await.is_none());
        let in_time = stage.here.authorize(&ada, grant()).await.unwrap();
        stage.clock.set(early + 2 * life_ms - 1);
        let issued = redeem(&in_time).await.unwrap();
        assert_eq!((issued.row.purpose, issued.row.scopes), (Purpose::Client, plays()));
        // A client lets no other in.
        let client = stage.here.authenticate(issued.token.secret()).await.unwrap().unwrap();
        assert_eq!(code(stage.here.authorize(&client, grant()).await), Code::NotAllowed);
    })
    .await;
}
