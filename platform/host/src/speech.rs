//! The host's sentences in every language, from `data/speech.toml`, by key.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gueridon_game::border::LocalizedText;

use gueridon_journal::Bot;

static SENTENCES: LazyLock<BTreeMap<String, LocalizedText>> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/speech.toml"))
        .expect("a test of `action_words` reads the same data")
});

/// The sentence of a key; empty if there is none.
pub(crate) fn sentence(key: &str) -> LocalizedText {
    SENTENCES.get(key).cloned().unwrap_or_default()
}

/// How many sentences there are.
#[cfg(test)]
pub(crate) fn count() -> usize {
    SENTENCES.len()
}

/// The name of a bot of this kind.
pub(crate) fn of_bot(bot: Bot) -> LocalizedText {
    sentence(&format!("BOT_{}", bot.word()))
}
