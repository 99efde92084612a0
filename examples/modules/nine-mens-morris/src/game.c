/* Nine Men's Morris: each places nine men in turn, then moves them along the lines. Three in a row are a
 * mill, and whoever closes one takes a man of the other. RULES.md has every rule, with its tests. */
#include "module.h"

#include <string.h>

const char *const POINT_KEYS[POINTS] = {
    "a1", "a4", "a7", "b2", "b4", "b6", "c3", "c4", "c5", "d1", "d2", "d3",
    "d5", "d6", "d7", "e3", "e4", "e5", "f2", "f4", "f6", "g1", "g4", "g7",
};
const char *const OUTCOME_KEYS[] = {NULL, "TOO_FEW", "NO_WAY", "REPEATED", "TOO_QUIET"};
const char *const PHASE_KEYS[] = {"PLACING", "MOVING", "TAKING"};
static const char *const STEP_KEYS[] = {"place", "move", "take"};
static const char *const EVENT_KEYS[] = {"Placed", "Moved", "Took", "Won", "Drawn"};

/* The rows in which three men are a mill. Neighbours in a row are joined by a line. */
enum { ROWS = 16 };
static const int ROW[ROWS][3] = {
    {0, 1, 2},    {3, 4, 5},    {6, 7, 8},   {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
    {0, 9, 21},   {3, 10, 18},  {6, 11, 15}, {1, 4, 7},   {16, 19, 22}, {8, 12, 17},  {5, 13, 20},  {2, 14, 23},
};

static bool refuse(refusal *why, const char *code, const char *rule, int point)
{
    *why = (refusal){.code = code, .rule = rule};
    if (point >= 0)
        why->blanks[why->count++] = (blank){"point", A_THING, 0, POINT_KEYS[point]};
    return false;
}

static int on_board(const game *table, int seat)
{
    int men = 0;
    for (int point = 0; point < POINTS; point++)
        men += table->at[point] == seat;
    return men;
}

static bool are_joined(int one, int other)
{
    for (int row = 0; row < ROWS; row++)
        for (int place = 0; place < 2; place++)
            if ((ROW[row][place] == one && ROW[row][place + 1] == other) ||
                (ROW[row][place] == other && ROW[row][place + 1] == one))
                return true;
    return false;
}

/* Whether the man on a point stands in a mill. */
static bool is_in_mill(const game *table, int point)
{
    int seat = table->at[point];
    for (int row = 0; row < ROWS; row++) {
        const int *of = ROW[row];
        bool is_here = of[0] == point || of[1] == point || of[2] == point;
        if (is_here && table->at[of[0]] == seat && table->at[of[1]] == seat && table->at[of[2]] == seat)
            return true;
    }
    return false;
}

/* Whether all men of a seat stand in mills: then any of them may be taken. */
static bool are_all_in_mills(const game *table, int seat)
{
    for (int point = 0; point < POINTS; point++)
        if (table->at[point] == seat && !is_in_mill(table, point))
            return false;
    return true;
}

static bool may_fly(const game *table, int seat)
{
    return table->flying && on_board(table, seat) == FEWEST;
}

phase game_phase(const game *table)
{
    return table->takes ? TAKING : table->in_hand[table->turn] ? PLACING : MOVING;
}

unsigned game_to_act(const game *table)
{
    return table->how == UNDECIDED ? 1u << table->turn : 0;
}

/* Whether a step is open to the seat whose turn it is; if not, the rule that forbids it. */
static bool allows(const game *table, const step *taken, refusal *why)
{
    int seat = table->turn, there = table->at[taken->point];
    switch (game_phase(table)) {
    case TAKING:
        if (taken->kind != TAKE)
            return refuse(why, "TAKE_FIRST", "N4", -1);
        if (there != 1 - seat)
            return refuse(why, "NO_OPPONENT", "N5", taken->point);
        if (is_in_mill(table, taken->point) && !are_all_in_mills(table, 1 - seat))
            return refuse(why, "IN_A_MILL", "N5", taken->point);
        return true;
    case PLACING:
        if (taken->kind != PLACE)
            return refuse(why, taken->kind == TAKE ? "NO_MILL" : "PLACE_FIRST", taken->kind == TAKE ? "N4" : "N2", -1);
        break;
    case MOVING:
        if (taken->kind != MOVE)
            return refuse(why, taken->kind == TAKE ? "NO_MILL" : "ALL_PLACED", taken->kind == TAKE ? "N4" : "N2", -1);
        if (table->at[taken->from] != seat)
            return refuse(why, "NOT_YOURS", "N3", taken->from);
        if (there == NOBODY && !are_joined(taken->from, taken->point) && !may_fly(table, seat))
            return refuse(why, "NOT_JOINED", "N3", taken->point);
        break;
    }
    return there == NOBODY || refuse(why, "OCCUPIED", "N2", taken->point);
}

size_t game_steps(const game *table, int seat, step open[MOST_STEPS])
{
    size_t count = 0;
    refusal ignored;
    phase now = game_phase(table);
    if (!(game_to_act(table) >> seat & 1))
        return 0;
    for (int from = 0; from < (now == MOVING ? POINTS : 1); from++)
        for (int point = 0; point < POINTS; point++) {
            step one = {now == MOVING ? MOVE : now == PLACING ? PLACE : TAKE, now == MOVING ? from : 0, point};
            if (allows(table, &one, &ignored))
                open[count++] = one;
        }
    return count;
}

/* The position as a number: every point, and whose turn it is. */
static int64_t position(const game *table)
{
    int64_t number = table->turn;
    for (int point = 0; point < POINTS; point++)
        number = number * 3 + table->at[point] + 1;
    return number;
}

static void end(game *table, outcome how, int winner, story *log)
{
    table->how = how;
    table->winner = winner;
    tell_all(log, (event){.kind = winner == NOBODY ? DRAWN : WON, .seat = winner, .how = how});
}

/* The turn goes to the other seat, unless the game is over. */
static void go_on(game *table, story *log)
{
    step open[MOST_STEPS];
    int mover = table->turn, times = 0;
    table->turn = 1 - mover;
    table->takes = false;
    if (!table->in_hand[table->turn] && on_board(table, table->turn) < FEWEST) {
        end(table, TOO_FEW, mover, log);
        return;
    }
    if (!game_steps(table, table->turn, open)) {
        end(table, NO_WAY, mover, log);
        return;
    }
    table->past[table->past_count++] = position(table);
    for (int nth = 0; nth < table->past_count; nth++)
        times += table->past[nth] == position(table);
    if (times == TIMES)
        end(table, REPEATED, NOBODY, log);
    else if (table->past_count > QUIET)
        end(table, TOO_QUIET, NOBODY, log);
}

bool game_play(game *table, int seat, const step *taken, dice *chance, story *log, refusal *why)
{
    (void)chance;
    if (!allows(table, taken, why))
        return false;
    if (taken->kind == TAKE) {
        table->at[taken->point] = NOBODY;
    } else {
        table->at[taken->point] = seat;
        if (taken->kind == MOVE)
            table->at[taken->from] = NOBODY;
        else
            table->in_hand[seat]--;
    }
    /* No position from before can come up again. */
    if (taken->kind != MOVE)
        table->past_count = 0;
    event_kind kind = taken->kind == PLACE ? PLACED : taken->kind == MOVE ? MOVED : TOOK;
    tell_all(log, (event){.kind = kind, .seat = seat, .from = taken->from, .point = taken->point});
    if (taken->kind != TAKE && is_in_mill(table, taken->point) && on_board(table, 1 - seat))
        table->takes = true;
    else
        go_on(table, log);
    return true;
}

bool game_deal(game *table, const json_value *options, int seats, dice *chance, refusal *why)
{
    const json_value *flying = json_field(options, "flying");
    (void)seats, (void)chance;
    if (options && (options->kind != JSON_OBJECT || json_size(options) != (flying ? 1 : 0) ||
                    (flying && flying->kind != JSON_BOOL))) {
        *why = (refusal){"BAD_OPTIONS", "", {{"reason", A_TEXT, 0, "they have another shape"}}, 1};
        return false;
    }
    *table = (game){.flying = !flying || flying->number, .in_hand = {MEN, MEN}, .winner = NOBODY};
    for (int point = 0; point < POINTS; point++)
        table->at[point] = NOBODY;
    return true;
}

void game_score(const game *table, int eyes, column columns[MOST_SEATS])
{
    (void)eyes;
    for (int seat = 0; seat < MOST_SEATS; seat++) {
        int points = table->how == UNDECIDED ? 0 : table->winner == NOBODY ? 1 : table->winner == seat ? 2 : 0;
        columns[seat] = (column){.lines = {{"result", points}}, .count = 1};
    }
}

/* Everything lies open. */
void game_imagine(game *table, int eyes, dice *chance)
{
    (void)table, (void)eyes, (void)chance;
}

static void write_seat(const char *key, int seat, json_writer *to)
{
    json_key(to, key);
    if (seat == NOBODY)
        json_null(to);
    else
        json_number(to, seat);
}

static void write_point(const char *key, int point, json_writer *to)
{
    json_key(to, key);
    json_text(to, POINT_KEYS[point]);
}

void game_view(const game *table, int eyes, json_writer *to)
{
    (void)eyes;
    json_open(to, '{');
    json_key(to, "toAct");
    json_open(to, '[');
    if (game_to_act(table))
        json_number(to, table->turn);
    json_close(to, ']');
    json_key(to, "phase");
    json_text(to, PHASE_KEYS[game_phase(table)]);
    json_key(to, "players");
    json_open(to, '[');
    for (int seat = 0; seat < MOST_SEATS; seat++) {
        json_open(to, '{');
        write_seat("seat", seat, to);
        json_key(to, "inHand");
        json_number(to, table->in_hand[seat]);
        json_key(to, "onBoard");
        json_number(to, on_board(table, seat));
        json_key(to, "flies");
        json_bool(to, !table->in_hand[seat] && may_fly(table, seat));
        json_close(to, '}');
    }
    json_close(to, ']');
    json_key(to, "board");
    json_open(to, '[');
    for (int point = 0; point < POINTS; point++) {
        json_open(to, '{');
        write_point("point", point, to);
        write_seat("man", table->at[point], to);
        json_close(to, '}');
    }
    json_close(to, ']');
    json_key(to, "quiet");
    json_number(to, table->past_count ? table->past_count - 1 : 0);
    json_close(to, '}');
}

void game_save(const game *table, json_writer *to)
{
    json_open(to, '{');
    json_key(to, "flying");
    json_bool(to, table->flying);
    json_key(to, "at");
    json_open(to, '[');
    for (int point = 0; point < POINTS; point++)
        json_number(to, table->at[point]);
    json_close(to, ']');
    json_key(to, "inHand");
    json_open(to, '[');
    for (int seat = 0; seat < MOST_SEATS; seat++)
        json_number(to, table->in_hand[seat]);
    json_close(to, ']');
    json_key(to, "turn");
    json_number(to, table->turn);
    json_key(to, "takes");
    json_bool(to, table->takes);
    json_key(to, "how");
    json_number(to, table->how);
    json_key(to, "winner");
    json_number(to, table->winner);
    json_key(to, "past");
    json_open(to, '[');
    for (int nth = 0; nth < table->past_count; nth++)
        json_number(to, table->past[nth]);
    json_close(to, ']');
    json_close(to, '}');
}

/* A list of so many whole numbers. */
static bool restore_numbers(const json_value *saved, size_t size, int least, int most, int *to)
{
    if (!saved || json_size(saved) != size)
        return false;
    for (const json_value *number = saved->first; number; number = number->next)
        if (!json_whole(number, least, most, to++))
            return false;
    return true;
}

static bool restore_flag(const json_value *saved, bool *to)
{
    *to = saved && saved->number;
    return saved && saved->kind == JSON_BOOL;
}

bool game_restore(game *table, const json_value *saved, int seats)
{
    int how;
    const json_value *past = json_field(saved, "past");
    *table = (game){.past_count = (int)json_size(past)};
    if (!past || table->past_count > QUIET + 1 || !restore_flag(json_field(saved, "flying"), &table->flying) ||
        !restore_flag(json_field(saved, "takes"), &table->takes) ||
        !restore_numbers(json_field(saved, "at"), POINTS, NOBODY, seats - 1, table->at) ||
        !restore_numbers(json_field(saved, "inHand"), MOST_SEATS, 0, MEN, table->in_hand) ||
        !json_whole(json_field(saved, "turn"), 0, seats - 1, &table->turn) ||
        !json_whole(json_field(saved, "winner"), NOBODY, seats - 1, &table->winner) ||
        !json_whole(json_field(saved, "how"), UNDECIDED, TOO_QUIET, &how))
        return false;
    table->how = (outcome)how;
    /* A game that goes on has room for another position. */
    if (table->how == UNDECIDED && table->past_count > QUIET)
        return false;
    int64_t *to = table->past;
    for (const json_value *one = past->first; one; one = one->next) {
        if (one->kind != JSON_NUMBER || !one->is_whole)
            return false;
        *to++ = one->number;
    }
    return true;
}

static bool read_point(const json_value *from, int *point)
{
    for (*point = 0; *point < POINTS; ++*point)
        if (json_is(from, POINT_KEYS[*point]))
            return true;
    return false;
}

bool step_read(const json_value *from, step *read)
{
    *read = (step){0};
    if (json_size(from) != 1)
        return false;
    for (int kind = PLACE; kind <= TAKE; kind++) {
        const json_value *of = json_field(from, STEP_KEYS[kind]);
        if (!of)
            continue;
        read->kind = (step_kind)kind;
        if (kind != MOVE)
            return json_size(of) == 1 && read_point(json_field(of, "point"), &read->point);
        return json_size(of) == 2 && read_point(json_field(of, "from"), &read->from) &&
               read_point(json_field(of, "to"), &read->point);
    }
    return false;
}

void step_write(const step *written, json_writer *to)
{
    json_open(to, '{');
    json_key(to, STEP_KEYS[written->kind]);
    json_open(to, '{');
    if (written->kind == MOVE)
        write_point("from", written->from, to);
    write_point(written->kind == MOVE ? "to" : "point", written->point, to);
    json_close(to, '}');
    json_close(to, '}');
}

void event_write(const event *written, json_writer *to)
{
    json_open(to, '{');
    json_key(to, "__typename");
    json_text(to, EVENT_KEYS[written->kind]);
    if (written->kind != DRAWN)
        write_seat("seat", written->seat, to);
    if (written->kind == MOVED)
        write_point("from", written->from, to);
    if (written->kind == PLACED || written->kind == TOOK)
        write_point("point", written->point, to);
    if (written->kind == MOVED)
        write_point("to", written->point, to);
    if (written->kind == WON || written->kind == DRAWN) {
        json_key(to, "reason");
        json_text(to, OUTCOME_KEYS[written->how]);
    }
    json_close(to, '}');
}
