//! A text in every language.

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Language;

/// The same thing in every language; as JSON `{"EN": .., "FR": ..}`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LocalizedText([String; Language::ALL.len()]);

impl LocalizedText {
    /// The text that `say` gives in each language.
    #[must_use]
    pub fn new(say: impl Fn(Language) -> String) -> Self {
        Self(Language::ALL.map(say))
    }

    /// The text in one language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        &self.0[language.index()]
    }
}

impl Serialize for LocalizedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Language::ALL.map(|language| (language, self.get(language))))
    }
}

impl<'de> Deserialize<'de> for LocalizedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByLanguage;
        impl<'de> Visitor<'de> for ByLanguage {
            type Value = LocalizedText;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text for each language")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LocalizedText, A::Error> {
                let mut texts: [Option<String>; Language::ALL.len()] = Default::default();
                while let Some((language, text)) = map.next_entry::<Language, String>()? {
                    texts[language.index()] = Some(text);
                }
                if texts.iter().any(Option::is_none) {
                    return Err(A::Error::custom("a text for each language is expected"));
                }
                Ok(LocalizedText(texts.map(Option::unwrap_or_default)))
            }
        }
        deserializer.deserialize_map(ByLanguage)
    }
}
