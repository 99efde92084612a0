//! The documents of the clients, like those of a page that shows a table.

/// The view of a game: about forty fields, counting those in lists once per item.
macro_rules! view {
    () => {
        "view { toAct ... on AbyssView { active question track price buyers threat deckSize \
         discardSize monsterTokensLeft council { race size } court lordDeckSize locations \
         locationDeckSize drawn recruiting power extraTurn ending players { seat pearls keyTokens \
         keys handSize toDiscard hand { card count } affiliated { card count } \
         monsterTokens { token } lords { lord place location } locations } } }"
    };
}

/// The view of a game of tricks.
macro_rules! view_of_tricks {
    () => {
        "view { toAct ... on TricksView { trick { seat card } players { seat won hand handSize } } }"
    };
}

/// The subscription of a player who is sent this view.
macro_rules! follow {
    ($view:expr) => {
        concat!(
            "subscription Follow($id: ID!) { table(id: $id) { seq \
             entry { seq seat told { words event { __typename seat } } } \
             table { status seq since toAct moves { move } ",
            $view,
            " } } }"
        )
    };
}

/// The mutation that opens a table for two with these options.
macro_rules! open {
    ($options:literal) => {
        concat!(
            "mutation Open($startsWhenFull: Boolean! = false) { openTable(options: ",
            $options,
            ", seats: 2, settings: { startsWhenFull: $startsWhenFull }) { ... on TableChanged { table { id } } } }"
        )
    };
}

/// A query that needs no game.
pub(crate) const HELLO: &str = "{ __typename }";

/// A table with what its caller sees.
pub(crate) const VIEW: &str =
    concat!("query View($id: ID!) { table(id: $id) { status seq since toAct ", view!(), " } }");

/// What a seat needs to make its first step.
pub(crate) const MOVES: &str =
    "query Moves($id: ID!) { table(id: $id) { status seq since moves { move } } }";

/// A player's subscription: what happened, the view after it, and the legal moves.
pub(crate) const FOLLOW: &str = follow!(view!());

/// The same of a game of tricks.
pub(crate) const FOLLOW_TRICKS: &str = follow!(view_of_tricks!());

/// A player's subscription to the legal moves and what comes with them, which are 7 fields, and to
/// the view so many times, each with 43.
pub(crate) fn follow_with(views: usize) -> String {
    let views: String = (0..views).map(|number| format!("v{number}: {} ", view!())).collect();
    format!(
        "subscription Follow($id: ID!) {{ table(id: $id) {{ \
         table {{ status seq since moves {{ move }} {views} }} }} }}"
    )
}

/// A spectator's subscription.
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
pub(crate) const OPEN: &str = open!("{ abyss: {} }");

/// A new table of tricks for two.
pub(crate) const OPEN_TRICKS: &str = open!("{ tricks: {} }");

/// A seat.
pub(crate) const SIT: &str = "mutation Sit($id: ID!) { sit(table: $id) { ok } }";

/// The beginning of the game, where it does not start when both sit.
pub(crate) const START: &str = "mutation Start($id: ID!) { start(table: $id) { ok } }";
