/* Chance: all of it follows from the seed that the host gives, and from the number of the entry. */
#ifndef DICE_H
#define DICE_H

#include <stdbool.h>
#include <stdint.h>

enum { SEED_BYTES = 32 };

typedef struct dice {
    uint32_t state[16], block[16];
    unsigned used; /* how much of the block */
    bool rolled;   /* whether they decided anything yet */
} dice;

/* The dice of an entry: the same seed and number give the same rolls on every machine, and nobody can
 * tell from rolls what the seed was or what comes next. */
void dice_new(dice *new_dice, const uint8_t seed[SEED_BYTES], uint64_t entry);
/* A number below `bound`, each as likely as the others; 0 when there is no other. */
uint32_t dice_below(dice *from, uint32_t bound);
/* Says that something hidden decides what happens now, or is shown to somebody: it counts as a roll. */
void dice_uncover(dice *these);

#endif
