//! Authorisation codes.

use std::sync::Arc;

use tokio::task::JoinSet;
use uuid::Uuid;

use super::{furnished, player, token};
use crate::{
    CodeRow, Journal, Precondition, Purpose, Scope, Scopes, TokenId, TokenRow, TokensKept,
};

/// A code of player 1, good until 100.
fn code(number: u8) -> CodeRow {
    CodeRow {
        hash: [number; 32],
        player: player(1),
        client: "é".to_owned(),
        redirect: "https://client.example/é?a=b".to_owned(),
        challenge: [number + 1; 32],
        scopes: Scopes::from_iter([Scope::Look]),
        created_ms: 10,
        expires_ms: 100,
        token: None,
    }
}

/// A token that a code is redeemed for.
fn of_client(number: u8, at_ms: i64) -> TokenRow {
    TokenRow {
        id: TokenId(Uuid::from_u128(7_000 + u128::from(number))),
        hash: [100 + number; 32],
        purpose: Purpose::Client,
        client: Some("é".to_owned()),
        created_ms: at_ms,
        used_ms: at_ms,
        ..token(1)
    }
}

async fn add(journal: &Arc<dyn Journal>, number: u8) -> bool {
    journal.add_code(&code(number), &Precondition::Nothing).await.unwrap()
}

async fn redeem(journal: &Arc<dyn Journal>, number: u8, token: &TokenRow) -> bool {
    journal.redeem([number; 32], token, 9).await.unwrap()
}

pub async fn a_code_is_redeemed_once_and_in_time(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(add(&journal, 1).await && !add(&journal, 1).await && add(&journal, 2).await);
    assert_eq!(journal.code([1; 32]).await.unwrap(), Some(code(1)));
    assert!(!redeem(&journal, 9, &of_client(1, 50)).await);
    assert!(!redeem(&journal, 1, &of_client(1, 100)).await);
    assert!(!redeem(&journal, 1, &TokenRow { player: player(2), ..of_client(1, 50) }).await);
    // If the token is not added, the code stays as it was.
    assert!(!redeem(&journal, 1, &TokenRow { hash: [2; 32], ..of_client(1, 50) }).await);
    assert_eq!(journal.code([1; 32]).await.unwrap(), Some(code(1)));
    assert!(redeem(&journal, 1, &of_client(1, 99)).await);
    let redeemed = CodeRow { token: Some(of_client(1, 99).id), ..code(1) };
    assert_eq!(journal.code([1; 32]).await.unwrap(), Some(redeemed));
    assert_eq!(journal.token([101; 32]).await.unwrap().unwrap().0, of_client(1, 99));
    assert!(!redeem(&journal, 1, &of_client(2, 50)).await);
    assert!(journal.token([102; 32]).await.unwrap().is_none());
    // Of the tokens for clients, those that were used last stay.
    assert!(journal.redeem([2; 32], &of_client(2, 50), 1).await.unwrap());
    assert!(journal.token([101; 32]).await.unwrap().is_none());
    // A code that expired a day ago is deleted.
    let late = CodeRow { created_ms: 100 + 24 * 60 * 60 * 1_000, ..code(3) };
    assert!(journal.add_code(&late, &Precondition::Nothing).await.unwrap());
    assert!(journal.code([1; 32]).await.unwrap().is_none());
}

pub async fn codes_end_with_all_tokens_of_their_player(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    let own = Precondition::Token(token(1).hash);
    assert!(journal.add_code(&code(1), &own).await.unwrap());
    assert!(journal.end_tokens(player(1), TokensKept::AllBut(TokenId::default())).await.is_ok());
    assert!(journal.code([1; 32]).await.unwrap().is_some());
    assert!(journal.end_tokens(player(1), TokensKept::None).await.unwrap());
    assert!(journal.code([1; 32]).await.unwrap().is_none());
    // A caller who has signed out meanwhile adds none.
    assert!(!journal.add_code(&code(2), &own).await.unwrap());
    assert!(journal.code([2; 32]).await.unwrap().is_none());
}

pub async fn of_many_who_redeem_a_code_one_does(journal: Arc<dyn Journal>) {
    let journal = furnished(journal).await;
    assert!(add(&journal, 1).await);
    let mut racing = JoinSet::new();
    for racer in 1..=8 {
        let journal = Arc::clone(&journal);
        racing.spawn(async move { redeem(&journal, 1, &of_client(racer, 50)).await });
    }
    let redeemed = racing.join_all().await.into_iter().filter(|&is_done| is_done).count();
    assert_eq!(redeemed, 1);
    let tokens = journal.tokens(player(1), 0, None, 100).await.unwrap();
    let of_clients: Vec<_> =
        tokens.iter().filter(|one| one.purpose == Purpose::Client).map(|one| one.id).collect();
    assert_eq!(of_clients.len(), 1);
    assert_eq!(journal.code([1; 32]).await.unwrap().unwrap().token, Some(of_clients[0]));
}
