//! Players and their tokens in an SQLite file.

use async_trait::async_trait;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Executor, Row};

use super::writer::Write;
use super::{Sqlite, lobby, notices, talk};
use crate::{
    Account, AccountKey, JournalError, People, Player, PlayerId, Precondition, Purpose, Role,
    Standing, TokenHash, TokenId, TokenRoom, TokenRow, TokensKept,
};

/// How many tokens whose time is over end with each that is made: more than come.
const OVERDUE: u32 = 100;

#[async_trait]
impl People for Sqlite {
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError> {
        self.writer.write(Write::Person(Person::Added(account.clone(), token.clone()))).await
    }

    async fn account(&self, who: &AccountKey) -> Result<Option<Account>, JournalError> {
        let query = match who {
            AccountKey::Id(id) => sqlx::query("select * from players where id = ?").bind(id.0),
            AccountKey::Name(key) => {
                sqlx::query("select * from players where name_key = ?").bind(key)
            }
        };
        query.fetch_optional(&self.readers).await?.as_ref().map(account).transpose()
    }

    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        let changed = Person::Changed(account.clone(), keep, provided.clone());
        self.writer.write(Write::Person(changed)).await
    }

    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        let added = Person::Token(token.clone(), room, provided.clone());
        self.writer.write(Write::Person(added)).await
    }

    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError> {
        let row = sqlx::query("select * from tokens where hash = ?")
            .bind(hash.to_vec())
            .fetch_optional(&self.readers)
            .await?;
        let Some(token) = row.as_ref().map(token).transpose()? else { return Ok(None) };
        let account = self.account(&AccountKey::Id(token.player)).await?;
        Ok(account.map(|account| (token, account)))
    }

    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError> {
        let rows = sqlx::query(
            "select * from tokens
             where player = ?1 and (?2 is null or id > ?2) and expires_ms > ?4
             order by id limit ?3",
        )
        .bind(player.0)
        .bind(after.map(|id| id.0))
        .bind(first)
        .bind(now_ms)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(token).collect()
    }

    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError> {
        self.writer.write(Write::Person(Person::Used { id, used_ms, expires_ms })).await
    }

    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError> {
        self.writer.write(Write::Person(Person::Ended(player, keep))).await
    }
}

/// Something to be written about a person, on a condition.
#[derive(Debug)]
pub(super) enum Person {
    Added(Account, TokenRow),
    Changed(Account, TokensKept, Precondition),
    Token(TokenRow, TokenRoom, Precondition),
    Used { id: TokenId, used_ms: i64, expires_ms: i64 },
    Ended(PlayerId, TokensKept),
}

/// Writes it; says whether its condition held.
pub(super) async fn apply(
    connection: &mut SqliteConnection,
    person: &Person,
) -> Result<bool, sqlx::Error> {
    match person {
        Person::Added(account, token) => {
            if !add(connection, account, token).await? {
                return Ok(false);
            }
            insert(connection, token).await
        }
        Person::Changed(account, keep, provided) => {
            Ok(holds(connection, account.player.id, provided).await?
                && change(connection, account, *keep).await?)
        }
        Person::Token(token, room, provided) => {
            end_overdue(connection, token.created_ms).await?;
            Ok(holds(connection, token.player, provided).await?
                && add_token(connection, token, *room).await?)
        }
        Person::Used { id, used_ms, expires_ms } => {
            let used = sqlx::query("update tokens set used_ms = ?, expires_ms = ? where id = ?");
            let used = used.bind(used_ms).bind(expires_ms).bind(id.0);
            Ok(connection.execute(used).await?.rows_affected() > 0)
        }
        Person::Ended(player, keep) => {
            let ended = end_tokens(connection, *player, *keep).await?;
            forget(connection, *player).await?;
            Ok(ended)
        }
    }
}

/// Whether what somebody's deed needs is still so; asked in the transaction that writes it.
pub(super) async fn holds(
    connection: &mut SqliteConnection,
    player: PlayerId,
    provided: &Precondition,
) -> Result<bool, sqlx::Error> {
    let query = match provided {
        Precondition::Nothing => return Ok(true),
        Precondition::Token(hash) => {
            sqlx::query("select 1 from tokens where hash = ?").bind(hash.as_slice())
        }
        Precondition::Moderator(hash) => sqlx::query(
            "select 1 from tokens join players on players.id = tokens.player
             where hash = ? and role in ('MODERATOR', 'OPERATOR')",
        )
        .bind(hash.as_slice()),
        Precondition::Operator(hash) => sqlx::query(
            "select 1 from tokens join players on players.id = tokens.player
             where hash = ? and role = 'OPERATOR'",
        )
        .bind(hash.as_slice()),
        Precondition::Password(hash) => {
            sqlx::query("select 1 from players where id = ? and password = ?")
                .bind(player.0)
                .bind(hash)
        }
    };
    Ok(connection.fetch_optional(query).await?.is_some())
}

async fn add_token(
    connection: &mut SqliteConnection,
    token: &TokenRow,
    room: TokenRoom,
) -> Result<bool, sqlx::Error> {
    if let TokenRoom::Left(most) = room {
        let alike = sqlx::query(
            "select count(*) from tokens where player = ? and purpose = ? and expires_ms > ?",
        );
        let alike = alike.bind(token.player.0).bind(token.purpose.word()).bind(token.created_ms);
        let count: i64 = connection.fetch_one(alike).await?.try_get(0)?;
        if count >= i64::from(most) {
            return Ok(false);
        }
    }
    if !insert(connection, token).await? {
        return Ok(false);
    }
    if let TokenRoom::Made(most) = room {
        let surplus = sqlx::query(
            "delete from tokens where player = ?1 and purpose = ?2 and id not in
             (select id from tokens where player = ?1 and purpose = ?2
              order by id = ?4 desc, used_ms desc limit ?3)",
        );
        let surplus = surplus.bind(token.player.0).bind(token.purpose.word()).bind(most);
        connection.execute(surplus.bind(token.id.0)).await?;
    }
    Ok(true)
}

async fn add(
    connection: &mut SqliteConnection,
    account: &Account,
    token: &TokenRow,
) -> Result<bool, sqlx::Error> {
    let added = sqlx::query(
        "insert into players (id, name, name_key, standing, role, password, email, created_ms,
                              registered_ms, deleted_ms, revision)
         select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
         where not exists (select 1 from tokens where hash = ?12 or id = ?13)
         on conflict do nothing",
    )
    .bind(account.player.id.0)
    .bind(&account.player.name)
    .bind(&account.name_key)
    .bind(account.player.standing.word())
    .bind(account.role.word())
    .bind(&account.password)
    .bind(&account.email)
    .bind(account.player.created_ms)
    .bind(account.registered_ms)
    .bind(account.deleted_ms)
    .bind(account.revision)
    .bind(token.hash.as_slice())
    .bind(token.id.0);
    Ok(connection.execute(added).await?.rows_affected() > 0)
}

/// Adds a token to those of a player who is not deleted.
async fn insert(connection: &mut SqliteConnection, token: &TokenRow) -> Result<bool, sqlx::Error> {
    let inserted = sqlx::query(
        "insert into tokens (id, hash, player, purpose, label, created_ms, used_ms, expires_ms)
         select ?1, ?2, id, ?4, ?5, ?6, ?7, ?8 from players where id = ?3 and deleted_ms is null
         on conflict do nothing",
    )
    .bind(token.id.0)
    .bind(token.hash.as_slice())
    .bind(token.player.0)
    .bind(token.purpose.word())
    .bind(&token.label)
    .bind(token.created_ms)
    .bind(token.used_ms)
    .bind(token.expires_ms);
    Ok(connection.execute(inserted).await?.rows_affected() > 0)
}

async fn change(
    connection: &mut SqliteConnection,
    account: &Account,
    keep: TokensKept,
) -> Result<bool, sqlx::Error> {
    let changed = sqlx::query(
        "update players set name = ?2, name_key = ?3, standing = ?4, role = ?5, password = ?6,
                            email = ?7, registered_ms = ?8, deleted_ms = ?9, revision = ?10 + 1
         where id = ?1 and revision = ?10
           and not exists (select 1 from players where name_key = ?3 and id <> ?1)",
    )
    .bind(account.player.id.0)
    .bind(&account.player.name)
    .bind(&account.name_key)
    .bind(account.player.standing.word())
    .bind(account.role.word())
    .bind(&account.password)
    .bind(&account.email)
    .bind(account.registered_ms)
    .bind(account.deleted_ms)
    .bind(account.revision);
    if connection.execute(changed).await?.rows_affected() == 0 {
        return Ok(false);
    }
    end_tokens(connection, account.player.id, keep).await?;
    notices::player_changed(connection, account).await?;
    if account.deleted_ms.is_some() {
        let seats = sqlx::query(
            "delete from seats where player = ?1
             and table_id in (select id from tables where status = 'OPEN')",
        );
        connection.execute(seats.bind(account.player.id.0)).await?;
        lobby::succeed(connection, account.player.id, None).await?;
        let invitations = sqlx::query("delete from invitations where player = ?");
        connection.execute(invitations.bind(account.player.id.0)).await?;
        let played = sqlx::query(
            "update tables set deadline_ms = ?2 where status = 'PLAYING'
             and id in (select table_id from seats where player = ?1)",
        );
        // Somebody has to play on for them.
        connection.execute(played.bind(account.player.id.0).bind(account.deleted_ms)).await?;
    }
    if let Some(deleted_ms) = account.deleted_ms {
        talk::forget(connection, account.player.id, deleted_ms).await?;
    }
    Ok(true)
}

async fn end_tokens(
    connection: &mut SqliteConnection,
    player: PlayerId,
    keep: TokensKept,
) -> Result<bool, sqlx::Error> {
    let ended = match keep {
        TokensKept::All => return Ok(false),
        TokensKept::AllBut(id) => {
            sqlx::query("delete from tokens where player = ? and id = ?").bind(player.0).bind(id.0)
        }
        TokensKept::Only(id) => {
            sqlx::query("delete from tokens where player = ? and id <> ?").bind(player.0).bind(id.0)
        }
        TokensKept::None => sqlx::query("delete from tokens where player = ?").bind(player.0),
    };
    Ok(connection.execute(ended).await?.rows_affected() > 0)
}

/// Ends some of the tokens whose time is over, and forgets guests who had no other.
async fn end_overdue(connection: &mut SqliteConnection, now_ms: i64) -> Result<(), sqlx::Error> {
    let overdue = sqlx::query(
        "delete from tokens where id in (select id from tokens where expires_ms <= ? limit ?)
         returning player",
    );
    let overdue = connection.fetch_all(overdue.bind(now_ms).bind(OVERDUE)).await?;
    for row in overdue {
        forget(connection, PlayerId(row.try_get(0)?)).await?;
    }
    Ok(())
}

/// Forgets a guest who can never come back, and of whom no table and no report speaks.
async fn forget(connection: &mut SqliteConnection, player: PlayerId) -> Result<(), sqlx::Error> {
    let forgotten = sqlx::query(
        "delete from players where id = ?1 and standing = 'GUEST'
         and not exists (select 1 from tokens where player = ?1)
         and not exists (select 1 from seats where player = ?1)
         and not exists (select 1 from tables where opener = ?1)
         and not exists (select 1 from tables where owner = ?1)
         and not exists (select 1 from invitations where player = ?1 or inviter = ?1)
         and not exists (select 1 from tables where starter = ?1)
         and not exists (select 1 from messages where player = ?1)
         and not exists (select 1 from reports where reporter = ?1 or player = ?1)",
    );
    connection.execute(forgotten.bind(player.0)).await?;
    Ok(())
}

fn account(row: &SqliteRow) -> Result<Account, JournalError> {
    let role: String = row.try_get("role")?;
    let player = Player {
        id: PlayerId(row.try_get("id")?),
        name: row.try_get("name")?,
        standing: standing(row)?,
        created_ms: row.try_get("created_ms")?,
    };
    Ok(Account {
        player,
        name_key: row.try_get("name_key")?,
        password: row.try_get("password")?,
        email: row.try_get("email")?,
        role: Role::from_word(&role).ok_or_else(|| unknown("role", &role))?,
        registered_ms: row.try_get("registered_ms")?,
        deleted_ms: row.try_get("deleted_ms")?,
        revision: row.try_get("revision")?,
    })
}

pub(super) fn standing(row: &SqliteRow) -> Result<Standing, JournalError> {
    let word: String = row.try_get("standing")?;
    Standing::from_word(&word).ok_or_else(|| unknown("standing", &word))
}

fn token(row: &SqliteRow) -> Result<TokenRow, JournalError> {
    let purpose: String = row.try_get("purpose")?;
    let hash: Vec<u8> = row.try_get("hash")?;
    Ok(TokenRow {
        id: TokenId(row.try_get("id")?),
        hash: hash.try_into().map_err(|_| JournalError::Broken("a hash has 32 bytes".into()))?,
        player: PlayerId(row.try_get("player")?),
        purpose: Purpose::from_word(&purpose).ok_or_else(|| unknown("purpose", &purpose))?,
        label: row.try_get("label")?,
        created_ms: row.try_get("created_ms")?,
        used_ms: row.try_get("used_ms")?,
        expires_ms: row.try_get("expires_ms")?,
    })
}

pub(super) fn unknown(what: &str, word: &str) -> JournalError {
    JournalError::Broken(format!("there is the {what} {word}, which nobody knows"))
}
