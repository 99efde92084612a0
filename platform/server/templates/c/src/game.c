/* {{Title}}: everybody plays a card of a hidden hand in secret; the highest that nobody else played wins
 * the round. Whoever has won the most rounds when the hands are empty wins. */
#include "module.h"

#include <string.h>

/* The fewest and most cards in a hand, and how many there are if nobody says. */
enum { SMALLEST = 1, LARGEST = 7, USUAL = 5 };

const char *const CARD_KEYS[KINDS] = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};

static int size_of(const cards *of)
{
    int size = 0;
    for (int card = 0; card < KINDS; card++)
        size += of->count[card];
    return size;
}

/* Takes a card at random, each as likely as the others; NO_CARD if there are none. */
static int draw(cards *from, dice *chance)
{
    int size = size_of(from);
    int place = size ? (int)dice_below(chance, (uint32_t)size) : -1;
    for (int card = 0; card < KINDS && place >= 0; card++) {
        if (place < from->count[card]) {
            from->count[card]--;
            return card;
        }
        place -= from->count[card];
    }
    return NO_CARD;
}

static cards draw_many(cards *from, int many, dice *chance)
{
    cards drawn = {0};
    for (; many > 0 && size_of(from); many--)
        drawn.count[draw(from, chance)]++;
    return drawn;
}

static bool refuse(refusal *why, const char *code, const char *rule)
{
    *why = (refusal){.code = code, .rule = rule};
    return false;
}

/* The options: an object with nothing but a `hand`. */
static bool read_options(const json_value *options, int *hand, refusal *why)
{
    const json_value *asked = json_field(options, "hand");
    *hand = USUAL;
    if (options && (options->kind != JSON_OBJECT || json_size(options) != (asked ? 1 : 0))) {
        *why = (refusal){"BAD_OPTIONS", "", {{"reason", A_TEXT, 0, "they have another shape"}}, 1};
        return false;
    }
    if (asked && !json_whole(asked, 0, 255, hand)) {
        *why = (refusal){"BAD_OPTIONS", "", {{"reason", A_TEXT, 0, "`hand` is no number of cards"}}, 1};
        return false;
    }
    if (*hand < SMALLEST || *hand > LARGEST) {
        *why = (refusal){"BAD_HAND", "1", {{"hand", A_NUMBER, *hand, NULL}}, 1};
        return false;
    }
    return true;
}

bool game_deal(game *table, const json_value *options, int seats, dice *chance, refusal *why)
{
    int hand;
    if (!read_options(options, &hand, why))
        return false;
    *table = (game){.seats = seats};
    for (int card = 0; card < KINDS; card++)
        table->deck.count[card] = COPIES;
    for (int seat = 0; seat < seats; seat++)
        table->players[seat] = (player){.hand = draw_many(&table->deck, hand, chance), .chosen = NO_CARD};
    return true;
}

unsigned game_to_act(const game *table)
{
    unsigned seats = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->players[seat].chosen == NO_CARD && size_of(&table->players[seat].hand))
            seats |= 1u << seat;
    return seats;
}

size_t game_steps(const game *table, int seat, step open[MOST_STEPS])
{
    size_t count = 0;
    if (!(game_to_act(table) >> seat & 1))
        return 0;
    for (int card = 0; card < KINDS; card++)
        if (table->players[seat].hand.count[card])
            open[count++].card = card;
    return count;
}

/* Shows what everybody chose: the highest card that is there once wins. */
static void show(game *table, story *log)
{
    event shown = {.kind = SHOWN, .count = table->seats, .winner = -1};
    int times[KINDS] = {0}, best = NO_CARD;
    for (int seat = 0; seat < table->seats; seat++) {
        player *of = &table->players[seat];
        shown.shown[seat] = of->chosen;
        times[of->chosen]++;
        of->played.count[of->chosen]++;
        of->chosen = NO_CARD;
    }
    for (int card = 0; card < KINDS; card++)
        best = times[card] == 1 ? card : best;
    for (int seat = 0; seat < table->seats && best != NO_CARD; seat++)
        if (shown.shown[seat] == best)
            shown.winner = seat;
    if (shown.winner >= 0)
        table->players[shown.winner].won++;
    tell_all(log, shown);
}

bool game_play(game *table, int seat, const step *taken, dice *chance, story *log, refusal *why)
{
    player *of = &table->players[seat];
    (void)chance;
    if (!of->hand.count[taken->card]) {
        refuse(why, "NOT_IN_HAND", "2");
        why->blanks[why->count++] = (blank){"card", A_THING, 0, CARD_KEYS[taken->card]};
        return false;
    }
    of->hand.count[taken->card]--;
    of->chosen = taken->card;
    event known = {.kind = CHOSE, .seat = seat, .card = taken->card}, unknown = known;
    unknown.card = NO_CARD;
    tell_only(log, 1u << seat, known, unknown);
    for (int other = 0; other < table->seats; other++)
        if (table->players[other].chosen == NO_CARD)
            return true;
    show(table, log);
    return true;
}

void game_score(const game *table, int eyes, column columns[MOST_SEATS])
{
    (void)eyes;
    for (int seat = 0; seat < table->seats; seat++)
        columns[seat] = (column){.lines = {{"rounds", table->players[seat].won}}, .count = 1};
}

void game_imagine(game *table, int eyes, dice *chance)
{
    int sizes[MOST_SEATS] = {0};
    bool has_chosen[MOST_SEATS] = {false};
    if (eyes == ALL_EYES)
        return;
    for (int seat = 0; seat < table->seats; seat++) {
        player *of = &table->players[seat];
        if (seat == eyes)
            continue;
        sizes[seat] = size_of(&of->hand);
        has_chosen[seat] = of->chosen != NO_CARD;
        for (int card = 0; card < KINDS; card++)
            table->deck.count[card] += of->hand.count[card] + (of->chosen == card);
    }
    for (int seat = 0; seat < table->seats; seat++) {
        if (seat == eyes)
            continue;
        table->players[seat].hand = draw_many(&table->deck, sizes[seat], chance);
        if (has_chosen[seat])
            table->players[seat].chosen = draw(&table->deck, chance);
    }
}

/* The cards one by one, by their keys. */
static void write_cards(const cards *written, json_writer *to)
{
    json_open(to, '[');
    for (int card = 0; card < KINDS; card++)
        for (int copy = 0; copy < written->count[card]; copy++)
            json_text(to, CARD_KEYS[card]);
    json_close(to, ']');
}

static void write_card(const char *key, int card, json_writer *to)
{
    json_key(to, key);
    if (card == NO_CARD)
        json_null(to);
    else
        json_text(to, CARD_KEYS[card]);
}

void game_view(const game *table, int eyes, json_writer *to)
{
    unsigned to_act = game_to_act(table);
    json_open(to, '{');
    json_key(to, "toAct");
    json_open(to, '[');
    for (int seat = 0; seat < table->seats; seat++)
        if (to_act >> seat & 1)
            json_number(to, seat);
    json_close(to, ']');
    json_key(to, "players");
    json_open(to, '[');
    for (int seat = 0; seat < table->seats; seat++) {
        const player *of = &table->players[seat];
        bool is_own = eyes == seat || eyes == ALL_EYES;
        json_open(to, '{');
        json_key(to, "seat");
        json_number(to, seat);
        json_key(to, "won");
        json_number(to, of->won);
        json_key(to, "hand");
        if (is_own)
            write_cards(&of->hand, to);
        else
            json_null(to);
        json_key(to, "handSize");
        json_number(to, size_of(&of->hand));
        json_key(to, "hasChosen");
        json_bool(to, of->chosen != NO_CARD);
        write_card("chosen", is_own ? of->chosen : NO_CARD, to);
        json_key(to, "played");
        write_cards(&of->played, to);
        json_close(to, '}');
    }
    json_close(to, ']');
    json_close(to, '}');
}

/* How many there are of each kind, as it is saved. */
static void save_cards(const char *key, const cards *saved, json_writer *to)
{
    json_key(to, key);
    json_open(to, '[');
    for (int card = 0; card < KINDS; card++)
        json_number(to, saved->count[card]);
    json_close(to, ']');
}

void game_save(const game *table, json_writer *to)
{
    json_open(to, '{');
    save_cards("deck", &table->deck, to);
    json_key(to, "players");
    json_open(to, '[');
    for (int seat = 0; seat < table->seats; seat++) {
        const player *of = &table->players[seat];
        json_open(to, '{');
        save_cards("hand", &of->hand, to);
        save_cards("played", &of->played, to);
        json_key(to, "chosen");
        json_number(to, of->chosen);
        json_key(to, "won");
        json_number(to, of->won);
        json_close(to, '}');
    }
    json_close(to, ']');
    json_close(to, '}');
}

static bool restore_cards(const json_value *saved, cards *to)
{
    const json_value *count = saved ? saved->first : NULL;
    for (int card = 0; card < KINDS; card++, count = count->next)
        if (!json_whole(count, 0, COPIES, &to->count[card]))
            return false;
    return !count;
}

bool game_restore(game *table, const json_value *saved, int seats)
{
    const json_value *players = json_field(saved, "players");
    *table = (game){.seats = seats};
    if (json_size(players) != (size_t)seats || !restore_cards(json_field(saved, "deck"), &table->deck))
        return false;
    const json_value *from = players->first;
    for (int seat = 0; seat < seats; seat++, from = from->next) {
        player *of = &table->players[seat];
        if (!restore_cards(json_field(from, "hand"), &of->hand) || !restore_cards(json_field(from, "played"), &of->played) ||
            !json_whole(json_field(from, "chosen"), NO_CARD, KINDS - 1, &of->chosen) ||
            !json_whole(json_field(from, "won"), 0, LARGEST, &of->won))
            return false;
    }
    return true;
}

bool step_read(const json_value *from, step *read)
{
    const json_value *choose = json_field(from, "choose"), *card = json_field(choose, "card");
    if (json_size(from) != 1 || json_size(choose) != 1)
        return false;
    for (read->card = 0; read->card < KINDS; read->card++)
        if (json_is(card, CARD_KEYS[read->card]))
            return true;
    return false;
}

void step_write(const step *written, json_writer *to)
{
    json_open(to, '{');
    json_key(to, "choose");
    json_open(to, '{');
    write_card("card", written->card, to);
    json_close(to, '}');
    json_close(to, '}');
}

void event_write(const event *written, json_writer *to)
{
    json_open(to, '{');
    json_key(to, "__typename");
    if (written->kind == CHOSE) {
        json_text(to, "Chose");
        json_key(to, "seat");
        json_number(to, written->seat);
        write_card("card", written->card, to);
    } else {
        json_text(to, "Shown");
        json_key(to, "cards");
        json_open(to, '[');
        for (int seat = 0; seat < written->count; seat++)
            json_text(to, CARD_KEYS[written->shown[seat]]);
        json_close(to, ']');
        json_key(to, "winner");
        if (written->winner >= 0)
            json_number(to, written->winner);
        else
            json_null(to);
    }
    json_close(to, '}');
}
