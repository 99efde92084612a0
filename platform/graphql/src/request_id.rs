//! Ids of requests. The id is in the answer, in the lines of the log that the request causes, and
//! in errors of the server, so that a client can tell an operator which request failed.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use tracing::{Instrument, Span};

/// The greatest length of an id that a client gives, in characters.
pub const LONGEST: usize = 64;

/// The id of a request: ASCII letters, digits and a few signs. It is a thin pointer, so that a
/// fault with one stays small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(Arc<String>);

impl RequestId {
    /// The id that a client gives; none unless it consists of 1 to [`LONGEST`] letters, digits and
    /// signs among `-_.:/+=`, as those of common proxies do.
    #[must_use]
    pub fn given(text: &str) -> Option<Self> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(&byte);
        let is_well_formed = (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_allowed);
        is_well_formed.then(|| Self(Arc::new(text.to_owned())))
    }

    /// A new id, which is most probably unique. It does not reveal how many requests there were.
    #[must_use]
    pub fn generate() -> Self {
        static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        static REQUESTS: AtomicU64 = AtomicU64::new(1);
        let number = REQUESTS.fetch_add(1, Ordering::Relaxed);
        Self(Arc::new(format!("{:016x}", KEY.hash_one(number))))
    }

    /// The id of an operation of a socket: the id of the request that opened it, a point and the
    /// number of the operation.
    #[must_use]
    pub fn operation(&self, number: u64) -> Self {
        Self(Arc::new(format!("{}.{number}", self.0)))
    }

    /// The id as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of the request for which this task works, if there is one.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok().flatten()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

tokio::task_local! {
    static CURRENT: Option<RequestId>;
}

/// The request for which something is done, if there is one, with its span in the log.
#[derive(Debug, Clone)]
pub struct Scope {
    id: Option<RequestId>,
    span: Span,
}

impl Scope {
    /// The scope of a new request.
    #[must_use]
    pub fn of(id: RequestId) -> Self {
        // A span of the level `ERROR` is not filtered out, whatever is logged.
        let span = tracing::error_span!("request", %id);
        Self { id: Some(id), span }
    }

    /// The scope of this task, to pass on to another one.
    #[must_use]
    pub fn current() -> Self {
        Self { id: RequestId::current(), span: Span::current() }
    }

    /// The span of the request in the log and in traces.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.span
    }

    /// Does something in this scope that does not wait.
    pub fn enter<T>(&self, doing: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(self.id.clone(), || self.span.in_scope(doing))
    }

    /// Does something in this scope.
    pub async fn run<T>(self, doing: impl Future<Output = T>) -> T {
        CURRENT.scope(self.id, doing.instrument(self.span)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{Code, Fault};

    #[test]
    fn an_id_of_a_client_is_used_only_if_it_is_short_and_of_allowed_characters() {
        for good in ["7", "0af7651916cd43dd8448eb211c80319c", "Root=1-67891233-abcdef/0:1_2.3+4"] {
            assert_eq!(RequestId::given(good).unwrap().as_str(), good);
        }
        let long = "x".repeat(LONGEST);
        assert!(RequestId::given(&long).is_some() && RequestId::given(&(long + "x")).is_none());
        for bad in ["", "a b", "a\nb", "\"", "é", "<b>", "{}"] {
            assert_eq!(RequestId::given(bad), None, "{bad}");
        }
    }

    #[test]
    fn new_ids_are_different_and_would_be_allowed_from_a_client() {
        let [one, other] = [RequestId::generate(), RequestId::generate()];
        assert_ne!(one, other);
        let operation = one.operation(u64::MAX);
        assert!(RequestId::given(one.as_str()).is_some());
        assert_eq!(RequestId::given(operation.as_str()), Some(operation));
    }

    #[tokio::test]
    async fn errors_of_the_server_name_the_request_and_mistakes_of_the_client_do_not() {
        let id = RequestId::given("seven").unwrap();
        let [failed, mistake] = Scope::of(id)
            .run(async {
                // Another task does part of the work.
                let scope = Scope::current();
                let failing = async { Fault::internal("it broke") };
                let failed = tokio::spawn(scope.run(failing)).await.unwrap();
                [failed, Fault::bad_input("no")]
            })
            .await
            .map(|fault| serde_json::to_value(fault).unwrap()["extensions"].clone());
        assert_eq!(failed, serde_json::json!({"code": "INTERNAL", "requestId": "seven"}));
        assert_eq!(mistake, serde_json::json!({"code": "BAD_INPUT"}));
        let outside = Fault::new(Code::INTERNAL, "outside of any request");
        assert_eq!(outside.request, None);
    }
}
