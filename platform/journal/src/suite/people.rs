//! Players and their tokens.

use std::sync::Arc;

use crate::{
    Account, AccountKey, AccountPage, Arrangement, CloseReason, Journal, PlayerId, Precondition,
    Purpose, Role, Scope, Scopes, Seated, Standing, TableId, TableRow, TokenId, TokenRoom,
    TokenRow, TokensKept,
};
use gueridon_game::Seat;
use uuid::Uuid;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn guest(number: u128) -> Account {
    Account::guest(player(number), format!("Player {number}"), 1)
}

fn registered(number: u128, key: &str) -> Account {
    let mut account = guest(number);
    account.player.standing = Standing::Registered;
    account.name_key = Some(key.to_owned());
    account.password = Some("$argon2id$".to_owned());
    account.email = Some("é@example.org".to_owned());
    account.role = Role::Operator;
    account.registered_ms = Some(2);
    account
}

fn token(number: u8, of: u128, purpose: Purpose, used_ms: i64) -> TokenRow {
    TokenRow {
        id: TokenId(Uuid::from_u128(u128::from(number))),
        hash: [number; 32],
        player: player(of),
        purpose,
        scopes: Scopes::ALL,
        client: None,
        label: format!("token {number}"),
        created_ms: used_ms,
        used_ms,
        expires_ms: 1_000,
    }
}

fn session(number: u8, of: u128) -> TokenRow {
    token(number, of, Purpose::Session, i64::from(number))
}

/// The guests 1 and 2 with the tokens 1 and 2.
async fn furnish(journal: &Arc<dyn Journal>) {
    for number in 1..=2 {
        let first = session(number, number.into());
        assert!(journal.add_player(&guest(number.into()), &first).await.unwrap());
    }
}

/// A table for two that a player has opened.
fn open_table(number: u128, opener: u128) -> TableRow {
    let id = TableId(Uuid::from_u128(number));
    TableRow::opened(id, "odd".to_owned(), 2, player(opener), 5)
}

async fn account(journal: &Arc<dyn Journal>, number: u128) -> Account {
    journal.account(&AccountKey::Id(player(number))).await.unwrap().unwrap()
}

async fn tokens(journal: &Arc<dyn Journal>, of: u128) -> Vec<u128> {
    let found = journal.tokens(player(of), 0, None, 100).await.unwrap();
    found.iter().map(|token| token.id.0.as_u128()).collect()
}

pub async fn a_player_is_added_once_and_tokens_and_names_are_unique(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let add = async |account: Account, token: TokenRow| {
        journal.add_player(&account, &token).await.unwrap()
    };
    assert!(!add(guest(1), session(50, 1)).await);
    assert!(!add(guest(9), session(1, 9)).await);
    assert!(!add(guest(9), TokenRow { hash: [60; 32], ..session(1, 9) }).await);
    assert!(journal.account(&AccountKey::Id(player(9))).await.unwrap().is_none());
    assert!(add(registered(3, "ada"), session(3, 3)).await);
    assert!(!add(registered(4, "ada"), session(4, 4)).await);
    assert_eq!(account(&journal, 3).await, registered(3, "ada"));
    let named = journal.account(&AccountKey::Name("ada".to_owned())).await.unwrap();
    assert_eq!(named, Some(registered(3, "ada")));
    assert!(journal.account(&AccountKey::Name("Player 1".to_owned())).await.unwrap().is_none());
    let (found, owner) = journal.token([3; 32]).await.unwrap().unwrap();
    assert_eq!((found, owner), (session(3, 3), registered(3, "ada")));
    assert!(journal.token([50; 32]).await.unwrap().is_none());
    let scoped = TokenRow {
        scopes: Scopes::from_iter([Scope::Chat]),
        client: Some("é".to_owned()),
        ..token(5, 3, Purpose::Client, 5)
    };
    assert!(journal.add_token(&scoped, TokenRoom::Left(1), &Precondition::Nothing).await.unwrap());
    assert_eq!(journal.token([5; 32]).await.unwrap().unwrap().0, scoped);
}

pub async fn players_with_a_name_of_their_own_are_listed_in_its_order(journal: Arc<dyn Journal>) {
    let names = [(1, "zoe"), (2, "ada"), (3, "adam"), (4, "éve"), (5, "ad")];
    for (number, key) in names {
        let mut account = registered(number, key);
        account.role = if number == 3 { Role::Moderator } else { Role::Player };
        let session = session(u8::try_from(number).unwrap(), number);
        assert!(journal.add_player(&account, &session).await.unwrap());
    }
    assert!(journal.add_player(&guest(6), &session(6, 6)).await.unwrap());
    let listed = async |begins: &str, has_role, after: Option<&str>, first| {
        let (begins, after) = (begins.to_owned(), after.map(str::to_owned));
        let page = AccountPage { begins, has_role, after, first };
        let accounts = journal.accounts(&page).await.unwrap().into_iter();
        accounts.map(|account| account.name_key.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(listed("", false, None, 9).await, ["ad", "ada", "adam", "zoe", "éve"]);
    assert_eq!(listed("", false, None, 2).await, ["ad", "ada"]);
    assert_eq!(listed("", false, Some("ada"), 2).await, ["adam", "zoe"]);
    assert_eq!(listed("ada", false, None, 9).await, ["ada", "adam"]);
    assert_eq!(listed("ad", false, Some("ad"), 9).await, ["ada", "adam"]);
    assert_eq!(listed("é", false, None, 9).await, ["éve"]);
    assert_eq!(listed("", true, None, 9).await, ["adam"]);
    assert!(listed("zz", false, None, 9).await.is_empty());
    assert!(listed("ad", false, Some("zoe"), 9).await.is_empty());
}

pub async fn of_two_changes_to_the_same_revision_one_is_written(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let (before, mut changed) = (account(&journal, 1).await, registered(1, "ada"));
    assert!(journal.change(&changed, TokensKept::All, &Precondition::Nothing).await.unwrap());
    assert!(!journal.change(&before, TokensKept::None, &Precondition::Nothing).await.unwrap());
    changed.revision = 1;
    assert_eq!(account(&journal, 1).await, changed);
    assert_eq!(tokens(&journal, 1).await, [1]);
    // Only one player has a name, who may keep it or give it up.
    assert!(
        !journal
            .change(&registered(2, "ada"), TokensKept::None, &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert!(journal.change(&changed, TokensKept::All, &Precondition::Nothing).await.unwrap());
    let free = Account { name_key: Some("bo".to_owned()), revision: 2, ..changed };
    assert!(journal.change(&free, TokensKept::All, &Precondition::Nothing).await.unwrap());
    assert!(
        journal
            .change(&registered(2, "ada"), TokensKept::None, &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert!(tokens(&journal, 2).await.is_empty());
    assert!(!journal.change(&guest(7), TokensKept::All, &Precondition::Nothing).await.unwrap());
}

pub async fn a_deleted_player_leaves_open_tables_and_cannot_return(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let row = open_table(1_000, 1);
    assert!(journal.open_table(&row).await.unwrap());
    for number in 1..=2 {
        assert!(journal.sit(row.id, Seat(number as u8 - 1), player(number)).await.unwrap());
    }
    let mut gone = Account::guest(player(1), "N. N.".to_owned(), 1);
    (gone.player.standing, gone.deleted_ms) = (Standing::Deleted, Some(9));
    assert!(journal.change(&gone, TokensKept::None, &Precondition::Nothing).await.unwrap());
    let seated = journal.table(row.id).await.unwrap().unwrap().seated;
    let bo = Seated::of(Seat(1), player(2), "Player 2".to_owned(), Standing::Guest);
    assert_eq!(seated, [bo]);
    assert!(!journal.sit(row.id, Seat(0), player(1)).await.unwrap());
    assert!(
        !journal
            .add_token(&session(9, 1), TokenRoom::Made(9), &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert!(journal.token([1; 32]).await.unwrap().is_none());
}

pub async fn the_most_recently_used_tokens_of_each_kind_stay(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    for number in 3..=6 {
        assert!(
            journal
                .add_token(&session(number, 1), TokenRoom::Made(3), &Precondition::Nothing)
                .await
                .unwrap()
        );
    }
    assert!(
        !journal
            .add_token(&session(6, 1), TokenRoom::Made(3), &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert!(
        journal
            .add_token(&token(7, 1, Purpose::Api, 7), TokenRoom::Made(3), &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert!(
        journal
            .add_token(&token(8, 1, Purpose::Reset, 8), TokenRoom::Made(1), &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert!(
        journal
            .add_token(&token(9, 1, Purpose::Reset, 9), TokenRoom::Made(1), &Precondition::Nothing)
            .await
            .unwrap()
    );
    assert_eq!(tokens(&journal, 1).await, [4, 5, 6, 7, 9]);
    assert_eq!(tokens(&journal, 2).await, [2]);
    let after = Some(TokenId(Uuid::from_u128(4)));
    let page = journal.tokens(player(1), 999, after, 2).await.unwrap();
    assert_eq!(page, [session(5, 1), session(6, 1)]);
    assert!(journal.tokens(player(1), 1_000, None, 9).await.unwrap().is_empty());
}

pub async fn tokens_end_when_they_expire_by_a_change_of_the_player_or_one_by_one(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    let id = |number| TokenId(Uuid::from_u128(number));
    assert!(journal.use_token(id(1), 500, 2_000).await.unwrap());
    let (used, _) = journal.token([1; 32]).await.unwrap().unwrap();
    assert_eq!((used.used_ms, used.expires_ms), (500, 2_000));
    assert!(!journal.use_token(id(40), 500, 2_000).await.unwrap());
    let late = TokenRow { created_ms: 1_000, expires_ms: 3_000, ..session(3, 1) };
    assert!(journal.add_token(&late, TokenRoom::Made(9), &Precondition::Nothing).await.unwrap());
    assert!(journal.end_expired(1_000, 9).await.unwrap());
    assert!(!journal.end_expired(1_000, 9).await.unwrap());
    // The only token of player 2 has expired, so they are deleted.
    assert!(journal.token([2; 32]).await.unwrap().is_none());
    for number in 4..=6 {
        let late = TokenRow { created_ms: 1_000, expires_ms: 3_000, ..session(number, 1) };
        assert!(
            journal.add_token(&late, TokenRoom::Made(9), &Precondition::Nothing).await.unwrap()
        );
    }
    assert!(journal.end_tokens(player(1), TokensKept::AllBut(id(4))).await.unwrap());
    assert!(!journal.end_tokens(player(1), TokensKept::AllBut(id(4))).await.unwrap());
    assert!(!journal.end_tokens(player(1), TokensKept::All).await.unwrap());
    assert!(!journal.end_tokens(player(2), TokensKept::AllBut(id(5))).await.unwrap());
    assert_eq!(tokens(&journal, 1).await, [1, 3, 5, 6]);
    let kept = account(&journal, 1).await;
    assert!(journal.change(&kept, TokensKept::Only(id(5)), &Precondition::Nothing).await.unwrap());
    assert_eq!(tokens(&journal, 1).await, [5]);
    assert!(journal.end_tokens(player(1), TokensKept::None).await.unwrap());
    assert!(tokens(&journal, 1).await.is_empty());
}

pub async fn nothing_is_written_once_its_precondition_fails(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let mut ada = registered(3, "ada");
    assert!(journal.add_player(&ada, &session(3, 3)).await.unwrap());
    let old = Precondition::Password("$argon2id$".to_owned());
    let (own, operators) = (Precondition::Token([3; 32]), Precondition::Operator([3; 32]));
    let add = async |number, right: &Precondition| {
        journal.add_token(&session(number, 3), TokenRoom::Made(9), right).await.unwrap()
    };
    for (number, right) in [(10, &old), (11, &own), (12, &operators)] {
        assert!(add(number, right).await, "{right:?}");
    }
    // The password has to be that of the player who gets the token.
    let others = TokenRow { player: player(1), ..session(13, 1) };
    assert!(!journal.add_token(&others, TokenRoom::Made(9), &old).await.unwrap());
    ada.password = Some("$another$".to_owned());
    ada.role = Role::Player;
    assert!(journal.change(&ada, TokensKept::All, &operators).await.unwrap());
    ada.revision += 1;
    assert!(!add(14, &old).await && !add(14, &operators).await && add(14, &own).await);
    for right in [&old, &operators] {
        assert!(!journal.change(&ada, TokensKept::None, right).await.unwrap(), "{right:?}");
    }
    assert_eq!(account(&journal, 3).await, ada);
    assert!(journal.change(&ada, TokensKept::None, &own).await.unwrap());
    ada.revision += 1;
    assert!(!add(15, &own).await);
    assert!(!journal.change(&ada, TokensKept::All, &own).await.unwrap());
    assert!(tokens(&journal, 3).await.is_empty());
}

pub async fn a_token_is_refused_when_there_is_no_room_for_it(journal: Arc<dyn Journal>) {
    furnish(&journal).await;
    let add = async |number| {
        let token = token(number, 1, Purpose::Api, 9);
        journal.add_token(&token, TokenRoom::Left(2), &Precondition::Nothing).await.unwrap()
    };
    assert!(add(10).await && add(11).await && !add(12).await);
    assert_eq!(tokens(&journal, 1).await, [1, 10, 11]);
}

pub async fn a_guest_without_a_token_is_deleted_unless_a_table_names_them(
    journal: Arc<dyn Journal>,
) {
    furnish(&journal).await;
    let is_there =
        async |number| journal.account(&AccountKey::Id(player(number))).await.unwrap().is_some();
    for number in 3..=7 {
        let first = session(number, number.into());
        let account = match number {
            7 => registered(7, "ada"),
            guests => guest(guests.into()),
        };
        assert!(journal.add_player(&account, &first).await.unwrap());
    }
    assert!(journal.open_table(&open_table(1_000, 3)).await.unwrap());
    assert!(journal.sit(TableId(Uuid::from_u128(1_000)), Seat(0), player(4)).await.unwrap());
    for number in 3..=5 {
        assert!(journal.end_tokens(player(number), TokensKept::None).await.unwrap());
    }
    // A guest who opened a table or sits at one stays; another does not.
    assert!(is_there(3).await && is_there(4).await && !is_there(5).await);
    // A registered player stays when their tokens expire, since they can sign in again.
    assert!(is_there(6).await && journal.end_expired(1_000, 9).await.unwrap());
    assert!(!is_there(6).await && is_there(7).await && is_there(3).await);
    // When the table is deleted, so are the guests whom nothing else names.
    let at_table = Arrangement::Invite { player: player(7), by: player(3), at_ms: 6 };
    let table = TableId(Uuid::from_u128(1_000));
    assert!(journal.arrange(table, &at_table, None).await.unwrap());
    assert!(journal.close_table(table, CloseReason::Expired, 7, None).await.unwrap());
    assert!(journal.open_table(&open_table(1_001, 4)).await.unwrap());
    assert!(journal.delete_table(table, 8).await.unwrap());
    assert!(!is_there(3).await && is_there(4).await && is_there(7).await);
}

pub async fn expired_tokens_end_a_few_at_a_time(journal: Arc<dyn Journal>) {
    for number in 1..=4_u8 {
        let expires_ms = 1_000 - i64::from(number);
        let first = TokenRow { expires_ms, ..session(number, number.into()) };
        assert!(journal.add_player(&guest(number.into()), &first).await.unwrap());
    }
    let left = async || {
        let mut left = Vec::new();
        for number in 1..=4_u8 {
            left.extend(journal.token([number; 32]).await.unwrap().map(|_| number));
        }
        left
    };
    assert!(!journal.end_expired(995, 2).await.unwrap());
    assert!(journal.end_expired(998, 2).await.unwrap());
    assert_eq!(left().await, [1, 2]);
    assert!(journal.end_expired(998, 2).await.unwrap());
    assert_eq!(left().await, [1]);
    assert!(!journal.end_expired(998, 2).await.unwrap());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_in_debug_texts() {
        let text = format!("{:?} {:?}", registered(1, "the-key"), session(77, 1));
        assert!(!text.contains("argon2id") && !text.contains("example.org"), "{text}");
        assert!(!text.contains("4d4d4d4d4d4d"), "{text}");
    }
}
