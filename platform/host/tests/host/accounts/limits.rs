//! Rate limits, and changes that come too late.

use gueridon_host::people::{Accounts, Password};
use gueridon_host::refusal::Code;
use gueridon_journal::{Role, Scopes};

use crate::accounts::stage::{from, on_each};
use crate::refusals::{code, refused};

#[tokio::test]
async fn attempts_are_limited_by_name_and_by_address() {
    on_each(async |stage| {
        stage.register("Ada").await;
        let try_it = async |name: &str, password: &str, address: &str| {
            let password = Password::new(password);
            stage.here.sign_in(name, &password, "", from(address)).await
        };
        // An unknown name is limited like a known one.
        for name in ["Ada", "Nobody"] {
            for _ in 0..10 {
                assert_eq!(code(try_it(name, "wrong", "192.0.2.1").await), Code::WrongPassword);
            }
            let late = refused(try_it(&name.to_uppercase(), "the password", "192.0.2.1").await);
            assert_eq!((late.code, late.wait_s), (Code::TooManyAttempts, Some(30)));
            assert!(late.to_string().contains("30 seconds"), "{late}");
        }
        // This delays nobody from elsewhere, until many origins guess together.
        try_it("ada", "the password", "198.51.100.1").await.unwrap();
        for name in ["Ada", "Nobody"] {
            for number in 0..89 + usize::from(name == "Nobody") {
                let address = format!("203.0.113.{number}");
                assert_eq!(code(try_it(name, "wrong", &address).await), Code::WrongPassword);
            }
            let late = refused(try_it(name, "the password", "198.51.100.2").await);
            assert_eq!((late.code, late.wait_s), (Code::TooManyAttempts, Some(5)));
        }
        // From where she has signed in before, she still can.
        for _ in 0..2 {
            for _ in 0..9 {
                assert_eq!(code(try_it("ada", "wrong", "198.51.100.1").await), Code::WrongPassword);
            }
            try_it("ada", "the password", "198.51.100.1").await.unwrap();
        }
        stage.clock.set(stage.clock.now_ms() + 30_000);
        try_it("ada", "the password", "198.51.100.3").await.unwrap();
        for number in 0..30 {
            let name = format!("Nobody {number}");
            let _ = try_it(&name, "wrong", "2001:db8::1").await;
        }
        let late = refused(try_it("ada", "the password", "2001:db8::2").await);
        assert_eq!((late.code, late.wait_s), (Code::TooManyAttempts, Some(10)));
        try_it("ada", "the password", "2001:db8:1::2").await.unwrap();
        // Right passwords cost the server as much as wrong ones.
        for number in 0..=60 {
            let right = try_it("ada", "the password", "198.51.100.4").await;
            assert_eq!(right.is_ok(), number < 60, "{right:?}");
        }
        for number in 0..=200 {
            let guest = stage.here.guest("Cy", "", from("203.0.113.1")).await;
            assert_eq!(guest.is_ok(), number < 200);
        }
    })
    .await;
}

#[tokio::test]
async fn where_a_session_is_used_strangers_do_not_lock_its_owner_out() {
    on_each(async |stage| {
        let ada = stage.known(&stage.register("Ada").await).await;
        let try_it = async |password: &str, address: &str| {
            let password = Password::new(password);
            stage.here.sign_in("Ada", &password, "", from(address)).await
        };
        stage.here.note_origin(&ada, from("198.51.100.1"));
        for number in 0..100 {
            let address = format!("203.0.113.{number}");
            assert_eq!(code(try_it("wrong", &address).await), Code::WrongPassword);
        }
        assert_eq!(code(try_it("the password", "198.51.100.2").await), Code::TooManyAttempts);
        try_it("the password", "198.51.100.1").await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn changes_are_limited_by_player() {
    on_each(async |stage| {
        let (ada, bo) = (stage.guest("Ada").await, stage.guest("Bo").await);
        for number in 0..5 {
            stage.here.rename(&ada, &format!("Ada {number}")).await.unwrap();
        }
        let late = refused(stage.here.rename(&ada, "Ada").await);
        assert_eq!((late.code, late.wait_s), (Code::TooManyAttempts, Some(600)));
        stage.here.rename(&bo, "Bo II").await.unwrap();
        for _ in 0..30 {
            stage.here.issue_api_token(&ada, "", Scopes::ALL).await.unwrap();
        }
        let late = refused(stage.here.issue_api_token(&ada, "", Scopes::ALL).await);
        assert_eq!((late.code, late.wait_s), (Code::TooManyAttempts, Some(2)));
    })
    .await;
}

#[tokio::test]
async fn a_token_that_was_replaced_by_another_has_ended() {
    on_each(async |stage| {
        let first = stage.known(&stage.register("Ada").await).await;
        for _ in 0..Accounts::MOST_TOKENS {
            assert!(!first.ended.is_cancelled());
            stage.clock.set(stage.clock.now_ms() + 1);
            stage.sign_in("Ada", "the password").await.unwrap();
        }
        assert!(first.ended.is_cancelled());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_password_and_an_ended_token_change_nothing() {
    on_each(async |stage| {
        let here = &stage.here;
        let mut password = Password::new("the password");
        let mut signed = stage.register("Ada").await;
        for number in 0..20 {
            let (ada, next) =
                (stage.known(&signed).await, Password::new(&format!("password {number}")));
            // A sign-in in progress gets no session with the old password.
            let (set, late) = tokio::join!(
                here.set_password(&ada, &password, &next, None),
                here.sign_in("Ada", &password, "", None)
            );
            set.unwrap();
            match late {
                Ok(late) => assert!(!stage.is_good(&late).await),
                Err(late) => assert_eq!(code::<()>(Err(late)), Code::WrongPassword),
            }
            // Of two concurrent changes of a password, one succeeds.
            let [left, right] = ["left password", "right password"].map(Password::new);
            let of_two = tokio::join!(
                here.set_password(&ada, &next, &left, None),
                here.set_password(&ada, &next, &right, None)
            );
            assert!(of_two.0.is_ok() != of_two.1.is_ok(), "{of_two:?}");
            password = if of_two.0.is_ok() { left } else { right };
            signed = here.sign_in("Ada", &password, "", None).await.unwrap();
            stage.clock.set(stage.clock.now_ms() + 60_000);
        }
        let ada = stage.known(&signed).await;
        here.set_role(None, ada.player.id, Role::Operator).await.unwrap();
        let ada = here.refresh(&ada).await.unwrap().unwrap();
        here.sign_out_everywhere(&ada).await.unwrap();
        let id = ada.player.id;
        assert_eq!(code(here.issue_api_token(&ada, "", Scopes::ALL).await), Code::UnknownToken);
        assert_eq!(code(here.rename(&ada, "Bo").await), Code::UnknownToken);
        assert_eq!(code(here.set_email(&ada, None, &password, None).await), Code::UnknownToken);
        assert_eq!(code(here.issue_reset_token(Some(&ada), id).await), Code::UnknownToken);
        assert_eq!(code(here.set_role(Some(&ada), id, Role::Player).await), Code::UnknownToken);
        assert_eq!(code(here.delete(&ada, Some(&password), None).await), Code::UnknownToken);
        let signed = here.sign_in("Ada", &password, "", None).await.unwrap();
        let ada = stage.known(&signed).await;
        here.set_role(None, id, Role::Player).await.unwrap();
        assert_eq!(code(here.issue_reset_token(Some(&ada), id).await), Code::NotAllowed);
    })
    .await;
}
