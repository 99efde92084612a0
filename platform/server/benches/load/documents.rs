//! What the clients ask: what a page that shows a table would ask for.

/// What is shown of a game: about forty fields, those in lists for each of the list.
macro_rules! view {
    () => {
        "view { toAct ... on AbyssView { active question track price buyers threat deckSize \
         discardSize monsterTokensLeft council { race size } court lordDeckSize locations \
         locationDeckSize drawn recruiting power extraTurn ending players { seat pearls keyTokens \
         keys handSize toDiscard hand { card count } affiliated { card count } \
         monsterTokens { token } lords { lord place location } locations } } }"
    };
}

/// Nothing that a game has a part in.
pub(crate) const HELLO: &str = "{ __typename }";

/// A table with what its caller sees.
pub(crate) const VIEW: &str =
    concat!("query View($id: ID!) { table(id: $id) { status seq since toAct ", view!(), " } }");

/// What a seat needs to make its first step.
pub(crate) const MOVES: &str =
    "query Moves($id: ID!) { table(id: $id) { status seq since moves { move } } }";

/// What a player listens to: what happened, the view after it, and what they may do.
pub(crate) const FOLLOW: &str = concat!(
    "subscription Follow($id: ID!) { table(id: $id) { seq \
     entry { seq seat told { words event { __typename seat } } } \
     table { status seq since toAct moves { move } ",
    view!(),
    " } } }"
);

/// What an onlooker listens to.
pub(crate) const WATCH: &str = concat!(
    "subscription Watch($id: ID!) { table(id: $id) { seq \
     entry { seq seat told { words event { __typename seat } } } \
     table { status seq toAct ",
    view!(),
    " } } }"
);

/// A step.
pub(crate) const PLAY: &str = "mutation Play($table: ID!, $since: Int!, $key: ID!, \
    $steps: [Move!]!) { play(table: $table, since: $since, key: $key, steps: $steps) { ok \
    ... on Played { seq } ... on Refused { code message } } }";

/// A new player.
pub(crate) const SIGN_IN: &str = "mutation SignIn($name: String!) { signIn(name: $name) { \
    ... on SignedIn { token } } }";

/// A new table of Abyss for two.
pub(crate) const OPEN: &str = "mutation Open { openTable(options: { abyss: {} }, seats: 2) { \
    ... on TableChanged { table { id } } } }";

/// A seat.
pub(crate) const SIT: &str = "mutation Sit($id: ID!) { sit(table: $id) { ok } }";

/// The beginning of the game.
pub(crate) const START: &str = "mutation Start($id: ID!) { start(table: $id) { ok } }";
