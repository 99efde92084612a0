//! A look as the module wrote it. Its text is read once; what is passed on stays in it.

use gueridon_game::border::Choice;
use gueridon_json::{JsonKind, JsonSlice, Members, ValueId};
use serde::de::DeserializeOwned;

use super::reply::Reply;
use super::{CallError, Look};

/// Reads the reply to an operation that looks.
pub(super) fn read_look(reply: Reply) -> Result<Look, CallError> {
    let reply = reply.slice()?;
    Object::of(&reply, reply.in_tree().1).look()
}

/// Whether a look has its score and its words. One that was taken without a language has neither, unless
/// its module always writes them.
#[must_use]
pub fn has_score(look: &Look) -> bool {
    let (tree, at) = look.score.in_tree();
    tree.kind(at) != JsonKind::Null
}

/// An object of a reply, of which members are asked for in about their order.
struct Object<'a> {
    reply: &'a JsonSlice,
    members: Members<'a>,
}

impl<'a> Object<'a> {
    fn of(reply: &'a JsonSlice, at: ValueId) -> Self {
        Self { reply, members: reply.in_tree().0.members(at) }
    }

    fn look(mut self) -> Result<Look, CallError> {
        let (view, score) = (self.slice("view")?, self.slice("score")?);
        let prompt = self.read("prompt")?;
        let moves = self.member("moves")?;
        let (tree, _) = self.reply.in_tree();
        if tree.kind(moves) != JsonKind::Array {
            return Err(CallError::BadReply("the moves of a look are no list".to_owned()));
        }
        let choice = |at| Object::of(self.reply, at).choice();
        let moves = tree.elements(moves).map(choice).collect::<Result<_, _>>()?;
        let (to_act, over) = (self.read("toAct")?, self.read("over")?);
        Ok(Look { view, score, prompt, moves, to_act, over })
    }

    fn choice(mut self) -> Result<Choice<JsonSlice>, CallError> {
        let (step, words) = (self.slice("move")?, self.read("words")?);
        let declines = match self.find("declines") {
            Some(declines) => self.read_at(declines)?,
            None => false,
        };
        Ok(Choice { step, words, declines })
    }

    fn find(&mut self, name: &str) -> Option<ValueId> {
        self.members.find(name)
    }

    fn member(&mut self, name: &str) -> Result<ValueId, CallError> {
        self.find(name).ok_or_else(|| CallError::BadReply(format!("{name} is missing in a look")))
    }

    fn slice(&mut self, name: &str) -> Result<JsonSlice, CallError> {
        self.member(name).map(|at| self.reply.value(at))
    }

    fn read<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, CallError> {
        let at = self.member(name)?;
        self.read_at(at)
    }

    fn read_at<T: DeserializeOwned>(&self, at: ValueId) -> Result<T, CallError> {
        let read = serde_json::from_str(self.reply.in_tree().0.raw(at));
        read.map_err(|error| CallError::BadReply(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::{Seat, Seats};

    use super::*;

    fn look(text: &str) -> Result<Look, CallError> {
        read_look(Reply { status: 0, bytes: text.as_bytes().to_vec(), is_too_long: false })
    }

    #[test]
    fn a_look_is_read_whatever_the_order_of_its_members() {
        let read = look(
            r#"{"over": false, "toAct": [1], "moves": [{"words": "Pass \u00e0 \"B\"", "new": 1,
            "move": {"pass": "YES"}}, {"move": 7, "words": "", "declines": true}],
            "prompt": "Go on?", "later": {}, "score": {"seats": []}, "view": {"a": [1]}}"#,
        );
        let read = read.unwrap();
        assert_eq!([read.view.get(), read.score.get()], [r#"{"a": [1]}"#, r#"{"seats": []}"#]);
        assert_eq!((read.prompt.as_str(), read.over), ("Go on?", false));
        assert_eq!(read.to_act, Seats::from_iter([Seat(1)]));
        let moves = read.moves.iter();
        let moves: Vec<_> =
            moves.map(|one| (one.step.get(), one.words.as_str(), one.declines)).collect();
        assert_eq!(moves, [(r#"{"pass": "YES"}"#, "Pass à \"B\"", false), ("7", "", true)]);
    }

    #[test]
    fn what_is_no_look_is_an_error_that_names_what_is_wrong() {
        let whole = r#"{"view":{},"score":{},"prompt":"","moves":[],"toAct":[],"over":false}"#;
        assert!(look(whole).is_ok());
        for (right, wrong) in [
            (r#""view":{},"#, ""),
            (r#""prompt":"""#, r#""prompt":7"#),
            (r#""moves":[]"#, r#""moves":{}"#),
            (r#""moves":[]"#, r#""moves":[{"move":1}]"#),
            (r#""moves":[]"#, r#""moves":[1]"#),
            (r#""moves":[]"#, r#""moves":[{"move":1,"words":"","declines":0}]"#),
            (r#""over":false"#, r#""over":null"#),
            ("}", ""),
        ] {
            let text = whole.replace(right, wrong);
            assert!(matches!(look(&text), Err(CallError::BadReply(_))), "{text}");
        }
    }
}
