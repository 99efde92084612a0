//! The laws that every game keeps. Whole games stand in `playthroughs/`, which
//! `UPDATE_PLAYTHROUGHS=1 cargo test` writes again.

use {{id}}::*;

gueridon_game::testkit!({{Prefix}}, playouts: 60, phrasebook: BOOK);
