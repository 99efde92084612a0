/* The rules, each with a test that is named after it. */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the tests where something does not hold. */
#define HOLDS(what)                                                             \
    do {                                                                        \
        if (!(what)) {                                                          \
            fprintf(stderr, "%s, line %d: not so: %s\n", __func__, __LINE__, #what); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

/* Deals with options as JSON; the code of the refusal, or null. */
static const char *deal(game *table, const char *options, int seats, uint8_t seed)
{
    json_document document;
    dice chance;
    refusal why = {0};
    dice_new(&chance, (uint8_t[SEED_BYTES]){seed}, 0);
    const json_value *read = json_read(&document, (const uint8_t *)options, strlen(options));
    HOLDS(read);
    bool is_dealt = game_deal(table, read, seats, &chance, &why);
    json_free(&document);
    return is_dealt ? NULL : why.code;
}

/* Gives a player one card and nothing else. */
static void give(game *table, int seat, int card)
{
    table->players[seat] = (player){.chosen = NO_CARD};
    table->players[seat].hand.count[card] = 1;
}

/* Chooses a card; the code of the refusal, or null. */
static const char *choose(game *table, int seat, int card, story *log)
{
    refusal why = {0};
    dice unused;
    dice_new(&unused, (uint8_t[SEED_BYTES]){0}, 1);
    return game_play(table, seat, &(step){card}, &unused, log, &why) ? NULL : why.code;
}

static void a_hand_has_one_to_seven_cards(void)
{
    game table;
    HOLDS(!deal(&table, "{}", 3, 1));
    HOLDS(!deal(&table, "{\"hand\": 1}", 2, 1) && !deal(&table, "{\"hand\": 7}", 4, 1));
    HOLDS(!strcmp(deal(&table, "{\"hand\": 0}", 2, 1), "BAD_HAND"));
    HOLDS(!strcmp(deal(&table, "{\"hand\": 8}", 2, 1), "BAD_HAND"));
    HOLDS(!strcmp(deal(&table, "{\"hand\": \"two\"}", 2, 1), "BAD_OPTIONS"));
    HOLDS(!strcmp(deal(&table, "{\"hands\": 2}", 2, 1), "BAD_OPTIONS"));
}

static void the_highest_card_that_is_there_once_wins_the_round(void)
{
    game table;
    story log = {0};
    deal(&table, "{}", 3, 1);
    give(&table, 0, 9), give(&table, 1, 9), give(&table, 2, 3);
    HOLDS(!choose(&table, 0, 9, &log) && !choose(&table, 1, 9, &log));
    HOLDS(game_to_act(&table) == 1u << 2);
    HOLDS(!choose(&table, 2, 3, &log));
    HOLDS(table.players[2].won == 1 && !table.players[0].won && !table.players[1].won);
    HOLDS(log.count == 4 && log.told[3].everyone && log.told[3].what.winner == 2);
    HOLDS(!game_to_act(&table));
    free(log.told);
}

static void nobody_wins_when_no_card_stands_alone(void)
{
    game table;
    story log = {0};
    deal(&table, "{}", 2, 1);
    give(&table, 0, 4), give(&table, 1, 4);
    choose(&table, 0, 4, &log), choose(&table, 1, 4, &log);
    HOLDS(log.told[2].what.winner < 0 && !table.players[0].won && !table.players[1].won);
    free(log.told);
}

static void only_a_card_in_hand_is_chosen_and_only_its_player_is_told_which(void)
{
    game table;
    story log = {0};
    deal(&table, "{}", 2, 1);
    give(&table, 0, 4);
    HOLDS(!strcmp(choose(&table, 0, 5, &log), "NOT_IN_HAND") && !log.count);
    HOLDS(!choose(&table, 0, 4, &log));
    HOLDS(log.told[0].seats == 1 && log.told[0].what.card == 4 && log.told[0].others.card == NO_CARD);
    free(log.told);
}

int main(void)
{
    a_hand_has_one_to_seven_cards();
    the_highest_card_that_is_there_once_wins_the_round();
    nobody_wins_when_no_card_stands_alone();
    only_a_card_in_hand_is_chosen_and_only_its_player_is_told_which();
    puts("The rules hold.");
    return 0;
}
