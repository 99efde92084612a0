//! The set-up of these tests: two nodes over one journal, a table for two, and its players,
//! spectators and moderators.

use std::sync::Arc;

use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Subscription, Update, Viewer};
use gueridon_host::notices::{LocalNotices, Notices};
use gueridon_host::people::{AccountsConfig, Hashing, Identity, NewPlayer, Password};
use gueridon_host::refusal::Answer;
use gueridon_journal::memory::Memory;
use gueridon_journal::talk::MessageCursor;
use gueridon_journal::{Journal, Message, Role, Scope, Scopes, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::json;

use crate::marathon::Marathon;

pub(crate) const NOW_MS: i64 = 1_800_000_000_000;

pub(crate) struct Stage {
    pub(crate) here: Host,
    pub(crate) there: Host,
    pub(crate) clock: Clock,
    /// Ada and Bo sit there.
    pub(crate) table: TableId,
    pub(crate) ada: Arc<Identity>,
    pub(crate) bo: Arc<Identity>,
    pub(crate) cy: Arc<Identity>,
    pub(crate) moderator: Arc<Identity>,
    pub(crate) operator: Arc<Identity>,
}

impl Stage {
    /// Two nodes that send each other notices.
    pub(crate) async fn set() -> Self {
        let notices = Arc::new(LocalNotices::new());
        Self::set_with([notices.clone(), notices]).await
    }

    pub(crate) async fn set_with(notices: [Arc<dyn Notices>; 2]) -> Self {
        let (journal, clock) = (Arc::new(Memory::interleaving()), Clock::standing(NOW_MS));
        let [here, there] = notices.map(|notices| {
            let hashing = Hashing { memory_kib: 8, passes: 1 };
            let accounts = AccountsConfig { hashing, ..AccountsConfig::default() };
            let config = Config { notices, accounts, ..Config::default() };
            let library =
                Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()]));
            Host::start(config, journal.clone() as Arc<dyn Journal>, library, clock.clone())
        });
        let (here, there) = (here.await.unwrap(), there.await.unwrap());
        let ada = guest(&here, "Ada").await;
        let bo = guest(&here, "Bo").await;
        let table = open(&here, &[&ada, &bo]).await;
        Self {
            table,
            cy: guest(&here, "Cy").await,
            moderator: registered(&here, "Mo", Role::Moderator).await,
            operator: registered(&here, "Op", Role::Operator).await,
            ada,
            bo,
            here,
            there,
            clock,
        }
    }

    pub(crate) fn wait(&self, seconds: i64) {
        self.clock.set(self.clock.now_ms() + 1_000 * seconds);
    }

    pub(crate) async fn say(&self, who: &Identity, text: &str, key: &str) -> Answer<Message> {
        self.here.talk().say(who, self.table, text, key.to_owned()).await
    }

    /// The texts that a viewer sees at the table; none for a removed one.
    pub(crate) async fn shown(&self, to: &Identity) -> Vec<String> {
        let all = self
            .here
            .talk()
            .messages(self.table, Viewer::from(to), MessageCursor::Newest, 100)
            .await
            .unwrap();
        all.into_iter().map(|message| message.text.unwrap_or_default()).collect()
    }

    pub(crate) async fn listen(&self, host: &Host, who: &Identity) -> Subscription {
        let begun = host.watching().subscribe(self.table, Viewer::from(who), 0).await.unwrap();
        begun.with_messages().await.unwrap()
    }
}

/// A table of Marathon, one round long, at which they sit.
pub(crate) async fn open(host: &Host, who: &[&Identity]) -> TableId {
    let options = Some(json!({ "rounds": 1 }));
    let table = OpenTable::of("marathon", options, 2);
    let table = host.lobby().open(who[0].player.id, table).await.unwrap();
    for one in who {
        host.lobby().sit(table, one.player.id, None).await.unwrap();
    }
    table
}

pub(crate) async fn guest(host: &Host, name: &str) -> Arc<Identity> {
    let signed = host.people().guest(name).await.unwrap();
    host.people().accounts().authenticate(signed.token.secret()).await.unwrap().unwrap()
}

pub(crate) async fn registered(host: &Host, name: &str, role: Role) -> Arc<Identity> {
    let password = Password::new("the password");
    let new = NewPlayer { name: name.to_owned(), password, email: None, label: String::new() };
    let signed = host.people().register(None, new, None).await.unwrap();
    host.people().accounts().set_role(None, signed.player.id, role).await.unwrap();
    host.people().accounts().authenticate(signed.token.secret()).await.unwrap().unwrap()
}

/// An API token of a player.
pub(crate) async fn program(host: &Host, of: &Identity) -> Arc<Identity> {
    let minted = host
        .people()
        .accounts()
        .issue_api_token(of, "bot", Scopes::from_iter([Scope::Play]))
        .await
        .unwrap();
    host.people().accounts().authenticate(minted.token.secret()).await.unwrap().unwrap()
}

/// The next message of a subscription.
pub(crate) async fn heard(subscription: &mut Subscription) -> Message {
    loop {
        match subscription.next().await {
            Some(Update::Message(message)) => return (*message).clone(),
            Some(Update::Table | Update::Entry(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}
