#include "dice.h"

/* The stream cipher ChaCha with 20 rounds: the seed is its key, the entry its nonce. */

static uint32_t turned(uint32_t word, int by)
{
    return word << by | word >> (32 - by);
}

static void mix(uint32_t *word, int a, int b, int c, int d)
{
    word[a] += word[b], word[d] = turned(word[d] ^ word[a], 16);
    word[c] += word[d], word[b] = turned(word[b] ^ word[c], 12);
    word[a] += word[b], word[d] = turned(word[d] ^ word[a], 8);
    word[c] += word[d], word[b] = turned(word[b] ^ word[c], 7);
}

static void next_block(dice *from)
{
    for (int at = 0; at < 16; at++)
        from->block[at] = from->state[at];
    for (int pair = 0; pair < 10; pair++) {
        for (int column = 0; column < 4; column++)
            mix(from->block, column, 4 + column, 8 + column, 12 + column);
        for (int column = 0; column < 4; column++)
            mix(from->block, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4);
    }
    for (int at = 0; at < 16; at++)
        from->block[at] += from->state[at];
    if (!++from->state[12])
        from->state[13]++;
    from->used = 0;
}

void dice_new(dice *new_dice, const uint8_t seed[SEED_BYTES], uint64_t entry)
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    *new_dice = (dice){.used = 16};
    for (int at = 0; at < 4; at++)
        new_dice->state[at] = constants[at];
    for (int at = 0; at < SEED_BYTES; at++)
        new_dice->state[4 + at / 4] |= (uint32_t)seed[at] << (8 * (at % 4));
    new_dice->state[14] = (uint32_t)entry;
    new_dice->state[15] = (uint32_t)(entry >> 32);
}

uint32_t dice_below(dice *from, uint32_t bound)
{
    if (bound < 2)
        return 0;
    from->rolled = true;
    /* What is left of all words when as many as fit are shared out evenly is rolled again. */
    uint32_t uneven = (UINT32_MAX % bound + 1) % bound, word;
    do {
        if (from->used == 16)
            next_block(from);
        word = from->block[from->used++];
    } while (word > UINT32_MAX - uneven);
    return word % bound;
}

void dice_uncover(dice *these)
{
    these->rolled = true;
}
