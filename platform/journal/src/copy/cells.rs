//! The database tables of a journal with their columns, which are the same in SQLite and
//! PostgreSQL, and how their rows are read and written.

use uuid::Uuid;

/// How many cells a statement writes at most. SQLite allows 32,766 parameters.
const CELLS: usize = 8_000;

/// How many rows that hold whole files are read at a time.
const FILES: usize = 4;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Id,
    Bytes,
    /// The bytes of a whole file, which can be millions.
    File,
    Text,
    Number,
    Flag,
}

use Kind::{Bytes, File, Flag, Id, Number, Text};

/// A table: its name, how many columns its key has, and all columns, of which those of the key come
/// first. No key has a column of text, which the two databases could order differently.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    key: usize,
    columns: &'static [(&'static str, Kind)],
}

impl Table {
    /// How many rows are read and written at a time.
    fn page(&self) -> usize {
        let has_files = self.columns.iter().any(|(_, kind)| *kind == File);
        if has_files { FILES } else { CELLS / self.columns.len() }
    }

    fn columns(&self) -> String {
        names(self.columns)
    }

    fn key(&self) -> String {
        names(&self.columns[..self.key])
    }
}

fn names(columns: &[(&'static str, Kind)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// All tables of a journal, each after those that it refers to. Rows of `tables` may refer to
/// others with lower ids, which are copied before them.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "players",
        key: 1,
        columns: &[
            ("id", Id),
            ("name", Text),
            ("name_key", Text),
            ("standing", Text),
            ("role", Text),
            ("password", Text),
            ("email", Text),
            ("created_ms", Number),
            ("registered_ms", Number),
            ("deleted_ms", Number),
            ("revision", Number),
        ],
    },
    Table {
        name: "tokens",
        key: 1,
        columns: &[
            ("id", Id),
            ("hash", Bytes),
            ("player", Id),
            ("purpose", Text),
            ("scopes", Text),
            ("client", Text),
            ("label", Text),
            ("created_ms", Number),
            ("used_ms", Number),
            ("expires_ms", Number),
        ],
    },
    Table {
        name: "programs",
        key: 1,
        columns: &[
            ("player", Id),
            ("owner", Id),
            ("off_ms", Number),
            ("revision", Id),
            ("offer", Text),
            ("most_tables", Number),
            ("ready_until_ms", Number),
        ],
    },
    Table {
        name: "codes",
        key: 1,
        columns: &[
            ("hash", Bytes),
            ("player", Id),
            ("client", Text),
            ("redirect", Text),
            ("challenge", Bytes),
            ("scopes", Text),
            ("created_ms", Number),
            ("expires_ms", Number),
            ("token", Id),
        ],
    },
    Table {
        name: "builds",
        key: 1,
        columns: &[("sha256", Bytes), ("game", Text), ("bytes", File), ("first_used_ms", Number)],
    },
    Table {
        name: "tables",
        key: 1,
        columns: &[
            ("id", Id),
            ("game", Text),
            ("options", Text),
            ("seats", Number),
            ("settings", Text),
            ("is_private", Flag),
            ("status", Text),
            ("closed", Text),
            ("opener", Id),
            ("owner", Id),
            ("invite", Text),
            ("rematch_of", Id),
            ("build", Bytes),
            ("seed", Bytes),
            ("created_ms", Number),
            ("started_ms", Number),
            ("starter", Id),
            ("to_act", Number),
            ("ended_ms", Number),
            ("result", Text),
            ("deadline_ms", Number),
        ],
    },
    Table {
        name: "seats",
        key: 2,
        columns: &[
            ("table_id", Id),
            ("seat", Number),
            ("player", Id),
            ("bot", Text),
            ("game", Text),
            ("status", Text),
            ("over_ms", Number),
            ("asked_until_ms", Number),
            ("waits_until_ms", Number),
        ],
    },
    Table {
        name: "entries",
        key: 2,
        columns: &[
            ("table_id", Id),
            ("seq", Number),
            ("seat", Number),
            ("key", Text),
            ("body", Text),
            ("digest", Text),
            ("at_ms", Number),
            ("to_act", Number),
            ("ends", Flag),
        ],
    },
    Table {
        name: "invitations",
        key: 2,
        columns: &[
            ("table_id", Id),
            ("player", Id),
            ("inviter", Id),
            ("at_ms", Number),
            ("is_pending", Flag),
        ],
    },
    Table {
        name: "declines",
        key: 2,
        columns: &[
            ("table_id", Id),
            ("seat", Number),
            ("program", Id),
            ("reason", Text),
            ("at_ms", Number),
        ],
    },
    Table {
        name: "last_looks",
        key: 2,
        columns: &[("table_id", Id), ("seat", Number), ("seq", Number), ("look", Text)],
    },
    Table { name: "analyses", key: 1, columns: &[("table_id", Id), ("analysis", Text)] },
    Table {
        name: "messages",
        key: 1,
        columns: &[
            ("id", Id),
            ("table_id", Id),
            ("number", Number),
            ("change", Number),
            ("player", Id),
            ("key", Text),
            ("at_ms", Number),
            ("text", Text),
            ("removed_ms", Number),
            ("removed_by", Id),
        ],
    },
    Table { name: "mutes", key: 2, columns: &[("player", Id), ("muted", Id), ("at_ms", Number)] },
    Table {
        name: "silences",
        key: 1,
        columns: &[("player", Id), ("until_ms", Number), ("by", Id), ("at_ms", Number)],
    },
    Table {
        name: "reports",
        key: 1,
        columns: &[
            ("id", Id),
            ("reporter", Id),
            ("player", Id),
            ("table_id", Id),
            ("message", Id),
            ("text", Text),
            ("reason", Text),
            ("at_ms", Number),
            ("outcome", Text),
            ("note", Text),
            ("resolver", Id),
            ("resolved_ms", Number),
        ],
    },
    Table {
        name: "webhooks",
        key: 1,
        columns: &[
            ("id", Id),
            ("owner", Id),
            ("table_id", Id),
            ("url", Text),
            ("secret", Bytes),
            ("created_ms", Number),
            ("failing_ms", Number),
            ("fault", Text),
            ("disabled_ms", Number),
        ],
    },
    Table {
        name: "notices",
        key: 1,
        columns: &[
            ("id", Id),
            ("player", Id),
            ("kind", Text),
            ("table_id", Id),
            ("seq", Number),
            ("seat", Number),
            ("webhook", Id),
            ("at_ms", Number),
            ("due_ms", Number),
            ("attempts", Number),
            ("claim", Id),
            ("claimed_until_ms", Number),
        ],
    },
    Table {
        name: "mailings",
        key: 1,
        columns: &[
            ("player", Id),
            ("turns", Flag),
            ("rest_ms", Number),
            ("language", Text),
            ("mailed_ms", Number),
            ("confirmed", Text),
        ],
    },
    Table {
        name: "confirmations",
        key: 1,
        columns: &[("player", Id), ("hash", Bytes), ("email", Text), ("expires_ms", Number)],
    },
    Table {
        name: "stops",
        key: 1,
        columns: &[("subject", Bytes), ("kind", Text), ("reason", Text), ("at_ms", Number)],
    },
    Table {
        name: "interventions",
        key: 1,
        columns: &[
            ("id", Number),
            ("at_ms", Number),
            ("kind", Text),
            ("subject", Bytes),
            ("reason", Text),
            ("player", Id),
        ],
    },
    Table { name: "beats", key: 1, columns: &[("node", Id), ("at_ms", Number), ("load", Text)] },
    Table { name: "outages", key: 1, columns: &[("from_ms", Number), ("to_ms", Number)] },
];

/// What a row has in one column.
#[derive(Debug, Clone, Hash)]
pub(super) enum Cell {
    Id(Option<Uuid>),
    Bytes(Option<Vec<u8>>),
    Text(Option<String>),
    Number(Option<i64>),
    Flag(bool),
}

/// A row of a table, with a cell for each of its columns.
pub(super) type Row = Vec<Cell>;

/// Binds a cell of any kind to a list of values.
macro_rules! bind {
    ($values:ident, $cell:expr) => {
        match $cell {
            Cell::Id(id) => $values.push_bind(id),
            Cell::Bytes(bytes) => $values.push_bind(bytes),
            Cell::Text(text) => $values.push_bind(text),
            Cell::Number(number) => $values.push_bind(number),
            Cell::Flag(flag) => $values.push_bind(flag),
        };
    };
}

/// Makes a module that reads and writes rows in one of the databases; the code is the same for
/// both.
macro_rules! within {
    ($name:ident, $database:ty, $connection:ty, $row:ty) => {
        pub(super) mod $name {
            use sqlx::QueryBuilder;

            use super::{Cell, Kind, Row, Table};

            /// The rows of a table that come after `after` in the order of its key, at most
            /// [`Table::page`] of them.
            pub(in crate::copy) async fn page(
                connection: &mut $connection,
                table: &Table,
                after: Option<&Row>,
            ) -> Result<Vec<Row>, sqlx::Error> {
                let mut select = QueryBuilder::<$database>::new("select ");
                select.push(table.columns()).push(" from ").push(table.name);
                if let Some(after) = after {
                    select.push(" where (").push(table.key()).push(") > (");
                    let mut values = select.separated(", ");
                    for cell in &after[..table.key] {
                        bind!(values, cell.clone());
                    }
                    select.push(")");
                }
                select.push(" order by ").push(table.key());
                select.push(format!(" limit {}", table.page()));
                let rows = select.build().fetch_all(connection).await?;
                rows.iter().map(|row| cells(table, row)).collect()
            }

            fn cells(table: &Table, row: &$row) -> Result<Row, sqlx::Error> {
                use sqlx::Row as _;

                let cell = |(name, kind): &(&'static str, Kind)| {
                    Ok(match kind {
                        Kind::Id => Cell::Id(row.try_get(name)?),
                        Kind::Bytes | Kind::File => Cell::Bytes(row.try_get(name)?),
                        Kind::Text => Cell::Text(row.try_get(name)?),
                        Kind::Number => Cell::Number(row.try_get(name)?),
                        Kind::Flag => Cell::Flag(row.try_get(name)?),
                    })
                };
                table.columns.iter().map(cell).collect()
            }

            /// Adds rows to a table.
            pub(in crate::copy) async fn write(
                connection: &mut $connection,
                table: &Table,
                rows: Vec<Row>,
            ) -> Result<(), sqlx::Error> {
                let mut insert = QueryBuilder::<$database>::new("insert into ");
                insert.push(table.name).push(" (").push(table.columns()).push(") ");
                insert.push_values(rows, |mut values, row| {
                    for cell in row {
                        bind!(values, cell);
                    }
                });
                insert.build().execute(connection).await?;
                Ok(())
            }
        }
    };
}

within!(in_sqlite, sqlx::Sqlite, sqlx::sqlite::SqliteConnection, sqlx::sqlite::SqliteRow);
within!(in_postgres, sqlx::Postgres, sqlx::postgres::PgConnection, sqlx::postgres::PgRow);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::ConnectOptions;

    use super::TABLES;
    use crate::postgres::Postgres;
    use crate::scratch::Server;
    use crate::sqlite::{self, Sqlite};

    #[tokio::test]
    async fn every_column_of_both_databases_is_copied() {
        let copied: BTreeSet<(String, String)> = TABLES
            .iter()
            .flat_map(|table| table.columns.iter().map(move |column| (table.name, column.0)))
            .map(|(table, column)| (table.to_owned(), column.to_owned()))
            .collect();
        let server = Server::shared();
        let database = server.new_database().await;
        Postgres::open(&server.url(&database)).await.unwrap();
        let found: Vec<(String, String)> = sqlx::query_as(
            "select table_name::text, column_name::text from information_schema.columns
             where table_schema = 'public' and table_name <> 'gueridon_migrations'",
        )
        .fetch_all(&mut server.connect(&database).await)
        .await
        .unwrap();
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), copied);

        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("journal.db");
        Sqlite::open(&file).await.unwrap().close().await;
        let mut connection = sqlite::options(&file).unwrap().1.connect().await.unwrap();
        let found: Vec<(String, String)> = sqlx::query_as(
            "select t.name, c.name from sqlite_schema as t join pragma_table_info(t.name) as c
             where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
               and t.name <> '_sqlx_migrations'",
        )
        .fetch_all(&mut connection)
        .await
        .unwrap();
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), copied);
    }
}
