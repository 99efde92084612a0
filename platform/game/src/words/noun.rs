//! Names in sentences: with an article, in the plural, after "of".

use std::fmt::Write;

use crate::Language;

/// How the name of a thing stands in a sentence, in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noun {
    /// The name of one of them.
    pub one: &'static str,
    /// The name of several.
    pub many: &'static str,
    /// Which articles it takes.
    pub gender: Gender,
    /// Whether it begins with the sound of a vowel, so that articles before it change: `an`, `l'`.
    pub vowel: bool,
}

/// Which articles a noun takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gender {
    /// `un`, `le`, `du`.
    Masculine,
    /// `une`, `la`, `de la`.
    Feminine,
    /// `a`, `the`: in a language in which things have no gender.
    Neuter,
    /// None: it is somebody's name.
    Proper,
}

/// In which form a phrase asks for a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As the catalogue has it.
    Name,
    /// Any one of them.
    A,
    /// This one, or all of them where the catalogue's name is a plural.
    The,
    /// After "of": `of the Gem`, `de la Gemme`.
    Of,
}

impl Form {
    /// The form that a placeholder asks for.
    pub(super) fn asked(how: &str) -> Self {
        match how {
            "a" => Self::A,
            "the" => Self::The,
            "of" => Self::Of,
            _ => Self::Name,
        }
    }
}

impl Noun {
    /// Puts the name into a sentence; `name` is that of the catalogue.
    pub(super) fn put(&self, form: Form, name: &str, language: Language, said: &mut String) {
        let is_many = name == self.many && self.one != self.many;
        match (form, self.gender) {
            (Form::Name, _) | (Form::A | Form::The, Gender::Proper) => said.push_str(name),
            (Form::Of, Gender::Proper) => said.extend([of(self.vowel, language), name]),
            (Form::A, _) => said.extend([self.a(language), self.one]),
            (Form::The, _) => said.extend([self.the(is_many, language), name]),
            (Form::Of, _) => said.extend([self.of_the(is_many, language), name]),
        }
    }

    /// Puts a count and the plural into a sentence.
    pub(super) fn put_many(&self, count: i64, form: Form, language: Language, said: &mut String) {
        said.push_str(match (form, language) {
            (Form::Name | Form::A, _) => "",
            (Form::The, Language::En) => "the ",
            (Form::The, Language::Fr) => "les ",
            (Form::Of, Language::En) => "of the ",
            (Form::Of, Language::Fr) => "des ",
        });
        // Writing to a string cannot fail.
        let _ = write!(said, "{count} {}", self.many);
    }

    fn a(&self, language: Language) -> &'static str {
        match (language, self.gender) {
            (Language::En, _) if self.vowel => "an ",
            (Language::En, _) => "a ",
            (Language::Fr, Gender::Feminine) => "une ",
            (Language::Fr, _) => "un ",
        }
    }

    fn the(&self, is_many: bool, language: Language) -> &'static str {
        match (language, self.gender) {
            (Language::En, _) => "the ",
            (Language::Fr, _) if is_many => "les ",
            (Language::Fr, _) if self.vowel => "l’",
            (Language::Fr, Gender::Feminine) => "la ",
            (Language::Fr, _) => "le ",
        }
    }

    fn of_the(&self, is_many: bool, language: Language) -> &'static str {
        match (language, self.gender) {
            (Language::En, _) => "of the ",
            (Language::Fr, _) if is_many => "des ",
            (Language::Fr, _) if self.vowel => "de l’",
            (Language::Fr, Gender::Feminine) => "de la ",
            (Language::Fr, _) => "du ",
        }
    }
}

/// The word for "of" before a name without an article.
pub(super) const fn of(vowel: bool, language: Language) -> &'static str {
    match language {
        Language::En => "of ",
        Language::Fr if vowel => "d’",
        Language::Fr => "de ",
    }
}
