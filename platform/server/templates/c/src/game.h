/* The types of the game, and how large things may become. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>

enum {
    MOST_SEATS = 4,
    MOST_STEPS = 10, /* the most steps open to a seat at once */
    MOST_LINES = 1,  /* the most lines and tie-breaks of the score pad */
    KINDS = 10,      /* the kinds of card, from the lowest to the highest */
    COPIES = 4,      /* how many of each kind there are */
    NO_CARD = -1
};

/* How many cards of each kind. */
typedef struct cards {
    int count[KINDS];
} cards;

typedef struct player {
    cards hand, played;
    int chosen; /* what lies face down, or NO_CARD */
    int won;
} player;

/* A table. It is copied as it is, so it has no pointers. */
typedef struct game {
    int seats;
    player players[MOST_SEATS];
    cards deck;
} game;

/* A step: to choose a card. */
typedef struct step {
    int card;
} step;

/* What happened: somebody chose a card, which may be NO_CARD for those who do not know it, or all cards
 * were shown. */
typedef enum event_kind { CHOSE, SHOWN } event_kind;
typedef struct event {
    event_kind kind;
    int seat, card;
    int shown[MOST_SEATS], count, winner; /* no winner is -1 */
} event;

/* The keys of the cards, as in the schema. */
extern const char *const CARD_KEYS[KINDS];

#endif
