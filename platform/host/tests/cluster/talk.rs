//! Messages on several nodes while everything fails: an acknowledged message exists once, and a
//! client that subscribes and lists ends up with all messages.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Random, Subscription, Update, Viewer};
use gueridon_host::people::{
    AccountsConfig, Hashing, Identity, Limit, Limits, NewPlayer, Password,
};
use gueridon_host::refusal::{Answer, Failure};
use gueridon_journal::memory::Memory;
use gueridon_journal::talk::MessageCursor;
use gueridon_journal::{Message, MessageId, Role, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::json;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::faults::{Fate, Faulty};
use crate::faulty_notices::FaultyNotices;
use crate::marathon::Marathon;

/// How many messages each of two players posts.
const SAID: usize = 12;

struct World {
    fate: Fate,
    nodes: Vec<Host>,
    table: TableId,
}

/// The messages on a client's page.
type Page = BTreeMap<MessageId, Message>;

impl World {
    fn any(&self) -> &Host {
        &self.nodes[self.fate.below(self.nodes.len())]
    }

    /// Retries until there is no fault.
    async fn insist<T>(&self, ask: impl AsyncFn(&Host) -> Answer<T>) -> T {
        loop {
            match ask(self.any()).await {
                Ok(answer) => return answer,
                Err(Failure::Refused(refused)) => panic!("{refused}"),
                Err(Failure::Fault(_)) => self.fate.dawdle(50).await,
            }
        }
    }

    /// Posts all messages of a player; returns their ids.
    async fn speak(&self, who: &Identity) -> Vec<MessageId> {
        let mut said = Vec::new();
        for number in 0..SAID {
            self.fate.dawdle(80).await;
            let (key, text) = (number.to_string(), format!("{number}"));
            let say =
                async |host: &Host| host.talk().say(who, self.table, &text, key.clone()).await;
            let message = self.insist(say).await;
            // Every node answers a retry the same.
            if self.fate.percent(20) {
                assert_eq!(self.insist(say).await.id, message.id);
            }
            said.push(message.id);
        }
        said
    }

    /// Removes some messages.
    async fn moderate(&self, who: &Identity) {
        for _ in 0..4 {
            self.fate.dawdle(300).await;
            let page = self.list().await;
            if !page.is_empty() {
                let (&id, _) = page.iter().nth(self.fate.below(page.len())).expect("one of them");
                self.insist(async |host: &Host| host.moderation().remove_message(who, id).await)
                    .await;
            }
        }
    }

    /// All messages, page by page from the newest.
    async fn list(&self) -> Page {
        let (mut page, mut from) = (Page::new(), MessageCursor::Newest);
        loop {
            let ask = async |host: &Host| {
                host.talk().messages(self.table, Viewer::default(), from, 5).await
            };
            let found = self.insist(ask).await;
            let Some(first) = found.first() else { return page };
            from = MessageCursor::Before(first.number);
            page.extend(found.into_iter().map(|message| (message.id, message)));
        }
    }

    async fn subscribe(&self) -> Subscription {
        let subscribe = async |host: &Host| {
            let begun = host.watching().subscribe(self.table, Viewer::default(), 0).await?;
            begun.with_messages().await
        };
        self.insist(subscribe).await
    }

    /// Subscribes and then lists, repeatedly until all is posted, and a little longer; returns what
    /// is on the page in the end.
    async fn listen(&self, all_said: &CancellationToken, enough: &CancellationToken) -> Page {
        loop {
            let mut subscription = self.subscribe().await;
            let mut page = self.list().await;
            loop {
                // A wait may be cancelled and repeated.
                let patience = Duration::from_millis(self.fate.below(200) as u64);
                match timeout(patience, subscription.next()).await {
                    Ok(Some(Update::Message(message))) => {
                        page.insert(message.id, (*message).clone());
                    }
                    Ok(Some(Update::Table | Update::Entry(_))) => {}
                    Ok(Some(Update::Resume) | None) => break,
                    Err(_) if enough.is_cancelled() => return page,
                    Err(_) => {}
                }
                if !all_said.is_cancelled() && self.fate.percent(3) {
                    break;
                }
            }
        }
    }
}

async fn known(host: &Host, name: &str, role: Role) -> Arc<Identity> {
    let password = Password::new("the password");
    let new = NewPlayer { name: name.to_owned(), password, email: None, label: String::new() };
    let signed = host.people().register(None, new, None).await.expect("nothing fails here");
    let id = signed.player.id;
    host.people().accounts().set_role(None, id, role).await.expect("nothing fails here");
    let known = host.people().accounts().authenticate(signed.token.secret()).await;
    known.expect("nothing fails here").expect("the token is good")
}

/// Runs the world of a seed.
pub(crate) async fn play(seed: u64) {
    let (fate, truth) = (Fate::new(seed), Arc::new(Memory::interleaving()));
    let notices = Arc::new(FaultyNotices::new(fate.clone()));
    let node = async |number: u64, faults| {
        let often = Limit { at_once: 1_000, every: Duration::from_millis(1) };
        let limits = Limits { messages: often, ..Limits::default() };
        let hashing = Hashing { memory_kib: 8, passes: 1 };
        let config = Config {
            reread: Duration::from_millis(500),
            random: Random::of_test(4 * seed + number),
            notices: notices.clone(),
            accounts: AccountsConfig { hashing, limits, ..AccountsConfig::default() },
            ..Config::default()
        };
        let journal = Arc::new(Faulty {
            truth: Arc::clone(&truth),
            fate: fate.clone(),
            shared: true,
            faults,
        });
        let library =
            Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).expect("it opens")]));
        loop {
            let clock = Clock::standing(1_000);
            let started = Host::start(config.clone(), journal.clone(), library.clone(), clock);
            if let Ok(host) = started.await {
                return host;
            }
        }
    };
    let calm = node(0, 0).await;
    let ada = known(&calm, "Ada", Role::Player).await;
    let bo = known(&calm, "Bo", Role::Player).await;
    let moderator = known(&calm, "Mo", Role::Moderator).await;
    let options = Some(json!({ "rounds": 1 }));
    let open = OpenTable::of("marathon", options, 2);
    let table = calm.lobby().open(ada.player.id, open).await.expect("nothing fails here");
    for one in [&ada, &bo] {
        calm.lobby().sit(table, one.player.id, None).await.expect("nothing fails here");
    }
    let faults = [0, 2, 10, 25][fate.below(4)];
    let nodes = vec![node(1, faults).await, node(2, faults).await];
    let world = World { fate, nodes, table };
    let (all_said, enough) = (CancellationToken::new(), CancellationToken::new());
    let everything = async {
        let (left, right, ()) =
            tokio::join!(world.speak(&ada), world.speak(&bo), world.moderate(&moderator));
        all_said.cancel();
        // Longer than a failed request can take to be executed after all, and than lost notices delay
        // messages.
        sleep(Duration::from_secs(20)).await;
        enough.cancel();
        (left, right)
    };
    let (said, one, two) = tokio::join!(
        everything,
        world.listen(&all_said, &enough),
        world.listen(&all_said, &enough)
    );
    let (left, right) = said;
    let all = calm.talk().messages(table, Viewer::default(), MessageCursor::Newest, 1_000).await;
    let all = all.expect("nothing fails here");
    // Each is there once, in its player's order.
    for (who, said) in [(&ada, left), (&bo, right)] {
        let own = all.iter().filter(|message| message.player.id == who.player.id);
        assert_eq!(own.map(|message| message.id).collect::<Vec<_>>(), said);
    }
    assert_eq!(all.len(), 2 * SAID);
    assert!(all.iter().any(|message| message.removed.is_some()));
    let all: Page = all.into_iter().map(|message| (message.id, message)).collect();
    assert_eq!(one, all);
    assert_eq!(two, all);
}
