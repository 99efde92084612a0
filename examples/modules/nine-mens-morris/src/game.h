/* The types of Nine Men's Morris, and how large things may become. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MOST_SEATS = 2,
    MOST_STEPS = 64, /* the most steps open to a seat at once: three men that fly to 18 points */
    MOST_LINES = 1,  /* the most lines and tie-breaks of the score pad */
    POINTS = 24,     /* the points of the board */
    MEN = 9,         /* how many men each player has */
    FEWEST = 3,      /* with fewer men, all placed, the game is lost; with as many, men fly */
    QUIET = 100,     /* after as many moves without a mill the game is drawn */
    TIMES = 3,       /* and when a position has come up so often */
    NOBODY = -1
};

/* What a seat may do now. */
typedef enum phase { PLACING, MOVING, TAKING } phase;

/* How the game was decided. */
typedef enum outcome { UNDECIDED, TOO_FEW, NO_WAY, REPEATED, TOO_QUIET } outcome;

/* A table. It is copied as it is, so it has no pointers. */
typedef struct game {
    bool flying;
    int at[POINTS]; /* the seat whose man stands there, or NOBODY */
    int in_hand[MOST_SEATS];
    int turn;
    bool takes; /* whether the seat has closed a mill and takes a man */
    outcome how;
    int winner; /* or NOBODY */
    /* The positions since the last man was placed or taken, each as a number. */
    int64_t past[QUIET + 1];
    int past_count;
} game;

/* A step: to place a man, to move one, or to take one; `from` is of a move alone. */
typedef enum step_kind { PLACE, MOVE, TAKE } step_kind;
typedef struct step {
    step_kind kind;
    int from, point;
} step;

/* What happened: a step, or the end, for whose `how` there is a reason. */
typedef enum event_kind { PLACED, MOVED, TOOK, WON, DRAWN } event_kind;
typedef struct event {
    event_kind kind;
    int seat, from, point;
    outcome how;
} event;

/* The keys of the points, of the reasons for the end and of the phases, as in the schema. */
extern const char *const POINT_KEYS[POINTS];
extern const char *const OUTCOME_KEYS[];
extern const char *const PHASE_KEYS[];

phase game_phase(const game *table);

#endif
