/* The rules, each with a test that is named after it; RULES.md has the table. */
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

/* Whether a step is accepted, or else refused with this code. */
#define ACCEPTED(code) (!(code))
#define REFUSED(code, expected) ((code) && !strcmp(code, expected))

/* What the last step told. */
static event last;

static int point_of(const char *key)
{
    int point = 0;
    while (point < POINTS && strcmp(POINT_KEYS[point], key))
        point++;
    HOLDS(point < POINTS);
    return point;
}

static const char *deal(game *table, const char *options)
{
    json_document document;
    dice chance;
    refusal why = {0};
    dice_new(&chance, (uint8_t[SEED_BYTES]){1}, 0);
    const json_value *read = json_read(&document, (const uint8_t *)options, strlen(options));
    HOLDS(read);
    bool is_dealt = game_deal(table, read, MOST_SEATS, &chance, &why);
    json_free(&document);
    return is_dealt ? NULL : why.code;
}

/* A table on which all men are placed: those of both seats, each a list of points. It is seat 0's turn. */
static game placed(bool flying, const char *of_first, const char *of_second)
{
    game table;
    const char *men[] = {of_first, of_second};
    deal(&table, flying ? "{}" : "{\"flying\": false}");
    for (int seat = 0; seat < MOST_SEATS; seat++) {
        table.in_hand[seat] = 0;
        for (const char *at = men[seat]; *at; at += at[2] ? 3 : 2)
            table.at[point_of((char[]){at[0], at[1], 0})] = seat;
    }
    return table;
}

/* Whether a step is among those that are listed for the seat whose turn it is. */
static bool is_listed(const game *table, step one)
{
    step open[MOST_STEPS];
    size_t count = game_steps(table, table->turn, open);
    bool is_there = false;
    for (size_t nth = 0; nth < count; nth++)
        is_there |= open[nth].kind == one.kind && open[nth].from == one.from && open[nth].point == one.point;
    return is_there;
}

/* Makes a step; the code of the refusal, or null. Steps are accepted as they are listed. */
static const char *make(game *table, step one)
{
    refusal why = {0};
    story log = {0};
    dice unused;
    dice_new(&unused, (uint8_t[SEED_BYTES]){0}, 1);
    bool was_listed = is_listed(table, one);
    game before = *table;
    bool is_made = game_play(table, table->turn, &one, &unused, &log, &why);
    HOLDS(is_made == was_listed);
    HOLDS(is_made || !memcmp(&before, table, sizeof before));
    if (log.count)
        last = log.told[log.count - 1].what;
    free(log.told);
    return is_made ? NULL : why.code;
}

static const char *place(game *table, const char *at)
{
    return make(table, (step){PLACE, 0, point_of(at)});
}

static const char *move(game *table, const char *from, const char *to)
{
    return make(table, (step){MOVE, point_of(from), point_of(to)});
}

static const char *take(game *table, const char *at)
{
    return make(table, (step){TAKE, 0, point_of(at)});
}

static void n1_every_point_is_joined_to_two_three_or_four_others(void)
{
    int joined[5] = {0}, lines = 0;
    for (int from = 0; from < POINTS; from++) {
        /* A man of seat 0 alone, who does not fly. */
        game table = placed(false, POINT_KEYS[from], "");
        step open[MOST_STEPS];
        size_t ways = game_steps(&table, 0, open);
        HOLDS(ways >= 2 && ways <= 4);
        joined[ways]++;
        lines += (int)ways;
    }
    HOLDS(joined[2] == 12 && joined[3] == 8 && joined[4] == 4 && lines == 64);
}

static void n2_nine_men_each_are_placed_in_turn_on_empty_points(void)
{
    /* None of these closes a mill. */
    static const char *const order[] = {"a1", "c5", "d3", "f4", "e5", "d7", "c3", "d2", "c4",
                                        "b4", "b6", "e4", "d1", "g1", "g4", "d6", "a7", "f6"};
    game table;
    HOLDS(ACCEPTED(deal(&table, "{}")));
    HOLDS(REFUSED(move(&table, "a1", "a4"), "PLACE_FIRST") && REFUSED(take(&table, "a1"), "NO_MILL"));
    for (int nth = 0; nth < 2 * MEN; nth++) {
        HOLDS(game_to_act(&table) == 1u << nth % 2 && table.in_hand[nth % 2] == MEN - nth / 2);
        if (nth)
            HOLDS(REFUSED(place(&table, order[0]), "OCCUPIED"));
        HOLDS(ACCEPTED(place(&table, order[nth])));
        HOLDS(last.kind == PLACED && last.seat == nth % 2);
    }
    HOLDS(REFUSED(place(&table, "g7"), "ALL_PLACED"));
}

static void n3_a_man_moves_along_a_line_to_the_next_point(void)
{
    game table = placed(true, "a1 b2 c3 g7", "d1 g1 g4 f4");
    HOLDS(REFUSED(move(&table, "a1", "d1"), "OCCUPIED"));
    HOLDS(REFUSED(move(&table, "a1", "a7"), "NOT_JOINED"));
    HOLDS(REFUSED(move(&table, "d1", "d2"), "NOT_YOURS"));
    HOLDS(REFUSED(move(&table, "a4", "a7"), "NOT_YOURS"));
    HOLDS(ACCEPTED(move(&table, "a1", "a4")));
    HOLDS(last.kind == MOVED && table.turn == 1 && table.at[point_of("a1")] == NOBODY);
}

static void n4_whoever_closes_a_mill_takes_a_man(void)
{
    game table = placed(true, "a1 a4 d7 g7", "d1 g1 b2 f4");
    HOLDS(REFUSED(take(&table, "d1"), "NO_MILL"));
    HOLDS(ACCEPTED(move(&table, "d7", "a7")));
    HOLDS(game_to_act(&table) == 1 && game_phase(&table) == TAKING);
    HOLDS(REFUSED(move(&table, "g7", "g4"), "TAKE_FIRST"));
    HOLDS(ACCEPTED(take(&table, "b2")));
    HOLDS(last.kind == TOOK && table.turn == 1 && table.at[point_of("b2")] == NOBODY);
    game early;
    deal(&early, "{}");
    place(&early, "a1"), place(&early, "g1"), place(&early, "a4"), place(&early, "g4");
    HOLDS(ACCEPTED(place(&early, "a7")) && game_phase(&early) == TAKING);
    HOLDS(ACCEPTED(take(&early, "g4")) && game_phase(&early) == PLACING);
}

static void n4_a_mill_that_stays_closed_takes_nothing(void)
{
    game table = placed(true, "a1 a4 a7 g7", "d1 g1 b2 f4");
    HOLDS(ACCEPTED(move(&table, "g7", "d7")) && game_phase(&table) == MOVING && table.turn == 1);
}

static void n4_two_mills_at_once_take_one_man(void)
{
    game table = placed(true, "a4 b4 c3 c5", "d1 g1 g4 f4");
    table.in_hand[0] = table.in_hand[1] = 1;
    HOLDS(ACCEPTED(place(&table, "c4")));
    HOLDS(ACCEPTED(take(&table, "d1")) && table.turn == 1 && game_phase(&table) == PLACING);
}

static void n5_a_man_in_a_mill_is_taken_only_where_all_are(void)
{
    game table = placed(true, "a1 a4 d7 g7", "b2 d2 f2 f4");
    move(&table, "d7", "a7");
    HOLDS(REFUSED(take(&table, "b2"), "IN_A_MILL"));
    HOLDS(REFUSED(take(&table, "a1"), "NO_OPPONENT") && REFUSED(take(&table, "g1"), "NO_OPPONENT"));
    game all = placed(true, "a1 a4 d7 g7", "b2 d2 f2 f4 f6");
    move(&all, "d7", "a7");
    HOLDS(ACCEPTED(take(&all, "b2")));
}

static void n6_three_men_fly_unless_the_table_agreed_otherwise(void)
{
    game table = placed(true, "a1 b2 c3", "d1 g1 g4 f4");
    HOLDS(ACCEPTED(move(&table, "a1", "g7")));
    HOLDS(REFUSED(move(&table, "d1", "g7"), "OCCUPIED") && REFUSED(move(&table, "d1", "a7"), "NOT_JOINED"));
    table = placed(false, "a1 b2 c3", "d1 g1 g4 f4");
    HOLDS(REFUSED(move(&table, "a1", "g7"), "NOT_JOINED"));
    HOLDS(REFUSED(deal(&table, "{\"flying\": 1}"), "BAD_OPTIONS") && REFUSED(deal(&table, "{\"fly\": true}"), "BAD_OPTIONS"));
}

static void n7_with_two_men_left_the_game_is_lost(void)
{
    game table = placed(true, "a1 a4 d7 g7", "d1 g1 b2");
    move(&table, "d7", "a7");
    HOLDS(ACCEPTED(take(&table, "b2")));
    HOLDS(!game_to_act(&table) && last.kind == WON && last.seat == 0 && last.how == TOO_FEW);
    column columns[MOST_SEATS];
    game_score(&table, ALL_EYES, columns);
    HOLDS(columns[0].lines[0].points == 2 && !columns[1].lines[0].points);
}

static void n7_two_men_on_the_board_are_enough_while_others_are_in_hand(void)
{
    game table;
    deal(&table, "{}");
    place(&table, "a1"), place(&table, "g1"), place(&table, "a4"), place(&table, "g4"), place(&table, "a7");
    HOLDS(ACCEPTED(take(&table, "g1")) && game_to_act(&table) == 2);
}

static void n8_whoever_cannot_move_has_lost(void)
{
    game table = placed(false, "d1 d7 b2 g7", "a1 a4 a7"), flies = placed(true, "d1 d7 b2 g7", "a1 a4 a7");
    HOLDS(ACCEPTED(move(&table, "b2", "b4")));
    HOLDS(!game_to_act(&table) && last.kind == WON && last.seat == 0 && last.how == NO_WAY);
    HOLDS(ACCEPTED(move(&flies, "b2", "b4")) && game_to_act(&flies) == 2);
}

/* Both go there and back once. */
static void there_and_back(game *table)
{
    HOLDS(ACCEPTED(move(table, "a1", "a4")) && ACCEPTED(move(table, "g1", "g4")));
    HOLDS(ACCEPTED(move(table, "a4", "a1")) && ACCEPTED(move(table, "g4", "g1")));
}

static void n9_a_position_for_the_third_time_is_a_draw(void)
{
    game table = placed(true, "a1 b2 c3 d5", "g1 f6 e5 d6");
    there_and_back(&table);
    there_and_back(&table);
    HOLDS(game_to_act(&table) == 1);
    HOLDS(ACCEPTED(move(&table, "a1", "a4")));
    HOLDS(!game_to_act(&table) && last.kind == DRAWN && last.how == REPEATED);
    column columns[MOST_SEATS];
    game_score(&table, ALL_EYES, columns);
    HOLDS(columns[0].lines[0].points == 1 && columns[1].lines[0].points == 1);
}

static void n9_a_hundred_moves_without_a_mill_are_a_draw(void)
{
    game table = placed(true, "a1 b2 c3 d5", "g1 f6 e5 d6");
    there_and_back(&table);
    /* As if none of the positions were the same. */
    for (table.past_count = 0; table.past_count < QUIET; table.past_count++)
        table.past[table.past_count] = -table.past_count - 1;
    HOLDS(ACCEPTED(move(&table, "a1", "a4")));
    HOLDS(!game_to_act(&table) && last.kind == DRAWN && last.how == TOO_QUIET);
}

int main(void)
{
    n1_every_point_is_joined_to_two_three_or_four_others();
    n2_nine_men_each_are_placed_in_turn_on_empty_points();
    n3_a_man_moves_along_a_line_to_the_next_point();
    n4_whoever_closes_a_mill_takes_a_man();
    n4_a_mill_that_stays_closed_takes_nothing();
    n4_two_mills_at_once_take_one_man();
    n5_a_man_in_a_mill_is_taken_only_where_all_are();
    n6_three_men_fly_unless_the_table_agreed_otherwise();
    n7_with_two_men_left_the_game_is_lost();
    n7_two_men_on_the_board_are_enough_while_others_are_in_hand();
    n8_whoever_cannot_move_has_lost();
    n9_a_position_for_the_third_time_is_a_draw();
    n9_a_hundred_moves_without_a_mill_are_a_draw();
    puts("The rules hold.");
    return 0;
}
