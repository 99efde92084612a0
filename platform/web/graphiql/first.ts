// The initial content of the editor.

/** A query that works at once, and how to play a game. */
export const FIRST_DOCUMENT = `# Guéridon's API: one schema for every game that is loaded here.
# Documentation: the book on the left. Ctrl-Space completes, Ctrl-Enter runs.
#
# You are here whoever you are on the page. Somebody else's token goes into
# the Headers tab: {"Authorization": "Bearer TOKEN"}.
#
# The way to a game: signIn, openTable, sit, seatBot, start; then
#   subscription { table(id: "ID") {
#     seq entry { told { words } } table { since prompt moves { move words } } } }
# and play(table: "ID", since: N, key: "1", steps: [MOVE]), a move as it was given.

{
  games {
    id
    title
    seats
    options
  }
  tables(first: 5, status: OPEN) {
    nodes {
      id
      game {
        title
      }
      seats {
        number
        name
      }
    }
  }
}
`;
