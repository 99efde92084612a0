/* The border between a Guéridon host and a game module, for modules that are not in Rust.
 *
 * A module is a shared library that exports one constant, `gueridon_module`. The host reads `abi`
 * and `size` first, then the rest, and refuses what it cannot call. It never unloads a module.
 *
 * Requests and replies are UTF-8 JSON. A request is `len` bytes, without a zero at the end, valid only
 * during the call. A reply is written into the host's sink, in one piece or in several; its bytes
 * are valid only during that write, and the host copies them. The sink must not be used after the
 * call returns, and only by the thread that was called. Nothing that owns memory crosses the
 * border, except the handle of a table, which is opaque to the host.
 *
 * No call may throw, jump, exit or keep a thread of its own; it answers GUERIDON_PANICKED when
 * the module failed, and then the kept game is what it was before, and a tried one is forgotten.
 * A module says `unwinds` = 1 to promise that.
 *
 * The same request at the same game gives the same reply, in every process and on every machine:
 * a module reads no clock, no file, no environment and no random numbers but the seed it is
 * given. Chance of entry n of a table comes from the seed and n alone; the deal is entry 0.
 */
#ifndef GUERIDON_H
#define GUERIDON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this border. New operations are new numbers and do not change it. */
#define GUERIDON_ABI 1

/* How a call ended, and what was written into the sink. */
#define GUERIDON_OK 0          /* the reply of the operation */
#define GUERIDON_REFUSED 1     /* {"code", "rule", "args": {..}, "step": 0, "words": {"EN", "FR"}}: the rules say no; `step` is which of the steps, where it was one */
#define GUERIDON_BAD_REQUEST 2 /* {"message"}: where the request is wrong, and why */
#define GUERIDON_UNSUPPORTED 3 /* nothing: the module does not know the operation */
#define GUERIDON_PANICKED 4    /* {"message", "place"}: the module failed, and where in its source */

/* Operations: request -> reply. SEAT is a number from 0. EYES is {"seat": SEAT}, "public" or
 * "all". LANGUAGE is "EN" or "FR". SEED is 64 hexadecimal digits. GAME is whatever the module
 * likes. A MOVE, an EVENT and a VIEW are as the SDL of the game says: a MOVE is the @oneOf object
 * of the game's input, an EVENT has its short name in "__typename".
 *
 * Of the module, with a null handle: */
#define GUERIDON_ABOUT 1       /* {} -> {"id", "prefix", "titles": [["EN", ".."], ..], "rulesVersion", "fewestSeats", "mostSeats", "sdl", "longest", "languages": [LANGUAGE, ..], "levels": absent or {"beginner": STRENGTH, "casual", "skilled", "expert"}}, where a STRENGTH is {"iterations": n, "noise": 0 to 100}: how many iterations of SEARCH a bot makes for a step, and in how many of a hundred steps it draws one by its visits instead of playing the best */
#define GUERIDON_CATALOGUE 2   /* {"options": {..} or null, "language"} -> [{"key", "kind", "name", "text", "reconstructed" or absent}, ..] */
/* Of a table. All answer from the game that is kept: */
#define GUERIDON_PLAY 10       /* {"seat", "entry": n, "steps": [MOVE, ..]} -> {"summary": SUMMARY, "told": [TOLD, ..]}; plays on a copy, which is then tried; n is from 1. Refuses all or nothing: a step of a wrong shape is BAD_MOVE, an empty list NO_STEPS, a seat that is not there NO_SUCH_SEAT */
#define GUERIDON_KEEP 11       /* {} -> {}: the tried game becomes the kept one */
#define GUERIDON_DROP 12       /* {} -> {}: the tried game, if any, is forgotten */
#define GUERIDON_MOVES 13      /* {"seat", "language"} -> [{"move": MOVE, "words", "declines": true or absent}, ..]: declines where the step only lets pass what another seat does or offers */
#define GUERIDON_VIEW 14       /* {"eyes": EYES} -> VIEW */
#define GUERIDON_SCORE 15      /* {"eyes": EYES} -> {"isFinal", "seats": [{"seat", "rank", "points", "lines": [{"line", "points"}, ..], "tieBreaks": [..]}, ..]} */
#define GUERIDON_WORDS 16      /* {"language", "said": {"prompt": EYES} or {"move": MOVE}} -> {"words"} */
#define GUERIDON_LOOK 17       /* {"eyes", "language", "bare"?: true} -> {"view", "score", "prompt", "moves": as MOVES, "toAct": [SEAT, ..], "over"}; no moves for eyes that are no seat's. Where it is "bare", the words may be empty and the score null, since nobody asks for them; a module need not know this */
#define GUERIDON_PREVIEW 18    /* {"seat", "steps", "dice": SEED, "language"} -> {"look": as LOOK, "told": [{"event", "words"}, ..], "uncertain"}: played on games that are imagined for the seat; uncertain when they end differently */
#define GUERIDON_IMAGINE 19    /* {"eyes", "dice": SEED} -> GAME, drawn from those that these eyes cannot tell from the kept one */
#define GUERIDON_SAVE 20       /* {} -> GAME */
/* Of the game that is tried; a module that does not know it is asked LOOK after KEEP instead: */
#define GUERIDON_LOOK_AHEAD 21 /* as LOOK */
/* Of the kept game, which is the one before the play; with a module that does not know it, nothing
 * is taken back but by consent: */
#define GUERIDON_REVEALS 22    /* {"seat", "entry": n, "steps", "dice": SEED} -> {"reveals": true or false}: whether the play rolls dice, or anybody learns something by it: on 32 games imagined, from SEED, by each seat and by the public, the same steps must be legal and show and tell these eyes what they were truly shown and told; for others than the mover, who do not see the steps, it may be other steps of that seat, as many. Refuses as PLAY does; leaves what is tried */
/* Of the kept game; a module that does not know it has opponents that play by chance: */
#define GUERIDON_SEARCH 23     /* {"eyes", "dice": SEED, "method": {"tree": {"iterations": n}} or {"greedy": {"worlds": n}}} -> {"iterations": n, "chances": [.., one a seat], "candidates": [{"move": MOVE, "visits", "chance"}, ..]}: the steps open to the seat whose eyes these are, the best first; a chance of winning is in thousandths. Iterations count from the beginning of the search, a million at most, and one request makes 10,000 more at most; of worlds there are 1,000 at most: a module may go on from what it found when it was last asked with the same eyes and dice, and answers as if it had made all of them now. Leaves what is tried */

/* SUMMARY: {"toAct": [SEAT, ..], "over", "digest", "decisions": [.., one a seat], and if you like
   "bytes": how much memory the game takes, about}. The digest is
 * 16 hexadecimal digits that are equal when the games are; a decision is 16 hexadecimal digits
 * that change when what that seat is asked does, its moves or its prompt, and 16 zeros while it is
 * not to act. It may stay when a seat that played is asked the same again: the host counts plays
 * itself.
 *
 * TOLD: {"everyone": true or "seats": [SEAT, ..], "event": EVENT, "words": {"EN", "FR"},
 * "others": null or {"event", "words"}}: who knows exactly what happened, and what the others are
 * told of it. */

/* A table in the module's memory. */
typedef struct gueridon_handle gueridon_handle;

/* Where a reply goes. */
typedef struct gueridon_sink {
    void *context;
    void (*write)(void *context, const uint8_t *bytes, size_t len);
} gueridon_sink;

/* What a module exports. */
typedef struct gueridon_module_exports {
    /* GUERIDON_ABI. */
    uint32_t abi;
    /* sizeof(gueridon_module_exports); later versions may be longer. */
    uint32_t size;
    /* 1: no failure leaves the module. A host refuses 0. */
    uint8_t unwinds;
    /* {"deal": {"options": {..} or null, "seats": 4, "seed": SEED}} or
     * {"restore": {"state": GAME, "seats": 4, "seed": SEED}} -> SUMMARY, and the handle in `out`,
     * which is left alone when the answer is not GUERIDON_OK. Refuses BAD_OPTIONS and BAD_SEATS.
     * Several threads may call it at once. */
    int32_t (*open)(const uint8_t *request, size_t len, gueridon_sink sink, gueridon_handle **out);
    /* One operation. A table is used by one thread at a time, but not always by the same; with a
     * null handle several threads may call at once. */
    int32_t (*call)(gueridon_handle *handle, uint32_t op, const uint8_t *request, size_t len, gueridon_sink sink);
    /* Ends a table. */
    void (*close)(gueridon_handle *handle);
} gueridon_module_exports;

/* What the host looks for. */
extern const gueridon_module_exports gueridon_module;

#ifdef __cplusplus
}
#endif

#endif
