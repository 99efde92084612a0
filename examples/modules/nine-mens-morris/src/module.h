/* What a game is: the functions that `module.c` calls to answer the host. `game.h` has the types, and
 * the functions are in `game.c`, the texts in `words.c`. */
#ifndef MODULE_H
#define MODULE_H

#include "dice.h"
#include "game.h"
#include "json.h"
#include "say.h"

/* Whose eyes look: a seat's, from 0, or one of these. All-seeing eyes are nobody's before the end. */
enum { THE_PUBLIC = -1, ALL_EYES = -2 };

/* What the game says about itself. The schema is in `schema/`. */
typedef struct about {
    const char *id, *prefix;
    words title;
    int rules_version, fewest_seats, most_seats;
    int longest; /* more steps than a game takes; the host ends one that reaches it */
} about;
extern const about ABOUT;

/* Why a step or a deal is refused; its sentence is that of `refusal_words`. */
typedef struct refusal {
    const char *code, *rule;
    blank blanks[3];
    size_t count;
} refusal;
/* The sentence of a code, of the game's own or of the table's. */
const words *refusal_words(const char *code);

/* What happened, and who knows it. */
typedef struct told {
    bool everyone;  /* the public too */
    unsigned seats; /* the bit of each seat that knows, if not everyone does */
    event what;
    bool has_others; /* whether the others are told something */
    event others;
} told;
typedef struct story {
    told *told;
    size_t count, room;
    bool failed;
} story;
void tell_all(story *log, event what);
void tell_only(story *log, unsigned seats, event what, event others);

/* One column of the score pad: its lines, by the keys of the catalogue. The most points win; seats with
 * equal points are ranked by their tie-breaks, in order. */
typedef struct line {
    const char *key;
    int points;
} line;
typedef struct column {
    line lines[MOST_LINES], tie_breaks[MOST_LINES];
    size_t count, tie_break_count;
} column;

/* Functions of `game.c`. What they may depend on is their arguments alone. */

/* A new game. The options are null for the default ones. */
bool game_deal(game *table, const json_value *options, int seats, dice *chance, refusal *why);
/* The game as JSON, and the same back; false for what was not written so. */
void game_save(const game *table, json_writer *to);
bool game_restore(game *table, const json_value *saved, int seats);
/* The bit of each seat that may move now; 0 when the game is over. */
unsigned game_to_act(const game *table);
/* The steps open to a seat, and how many. */
size_t game_steps(const game *table, int seat, step open[MOST_STEPS]);
/* Makes one step of a seat of the table, and tells of it; if it is refused, nothing changes. Accepts
 * exactly what is listed. */
bool game_play(game *table, int seat, const step *taken, dice *chance, story *log, refusal *why);
/* What these eyes may know. */
void game_view(const game *table, int eyes, json_writer *to);
void game_score(const game *table, int eyes, column columns[MOST_SEATS]);
/* Draws again whatever these eyes do not know. */
void game_imagine(game *table, int eyes, dice *chance);
/* What the game waits for, as told to these eyes. */
void game_prompt(const game *table, int eyes, int language, buffer *to);

/* Steps and events as JSON, as the schema says, and in words. */
bool step_read(const json_value *from, step *read);
void step_write(const step *written, json_writer *to);
void step_say(const step *said, int language, buffer *to);
void event_write(const event *written, json_writer *to);
void event_say(const event *said, int language, buffer *to);

#endif
