//! The connections of a node, which are made anew after the database was silent.

use std::sync::{Arc, PoisonError, RwLock};

use sqlx::postgres::PgPool;

use super::connection::Database;

/// A pool of connections that can be replaced by another. Cheap to clone; clones have the same.
#[derive(Clone)]
pub(super) struct Connections {
    database: Database,
    /// How many there are at most.
    most: u32,
    pool: Arc<RwLock<PgPool>>,
}

impl Connections {
    /// Connections to a database, which are made when they are needed.
    pub(super) fn to(database: Database, most: u32) -> Self {
        let pool = Arc::new(RwLock::new(database.pool(most)));
        Self { database, most, pool }
    }

    /// The pool as it is now. Whoever keeps it may keep dead connections.
    pub(super) fn pool(&self) -> PgPool {
        self.pool.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses other connections from now on. Those that were made before the database fell silent may
    /// be dead although nobody has closed them, and everybody would wait for them in turn.
    pub(super) fn renew(&self) {
        let pool = self.database.pool(self.most);
        let old = {
            let mut current = self.pool.write().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *current, pool)
        };
        // What is under way there ends by itself.
        tokio::spawn(async move { old.close().await });
    }

    /// Closes them once nobody uses them any more.
    pub(super) async fn close(&self) {
        self.pool().close().await;
    }
}
