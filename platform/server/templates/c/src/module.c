/* The border: the host's requests, and the replies to them. Nothing here knows the game. */
#include "module.h"

#include <gueridon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The schema, which the Makefile makes a text of. */
static const char SCHEMA[] =
#include "schema.inc"
    ;

/* How many games are imagined to find out what eyes can foresee. */
enum { IMAGINED = 32 };

struct gueridon_handle {
    game kept, tried;
    bool is_tried;
    int seats;
    uint8_t seed[SEED_BYTES];
};

/* A list of steps that was read. */
typedef struct steps {
    int seat;
    const json_value *list;
    size_t count;
} steps;

/* One call while it is answered. */
typedef struct question {
    json_document document;
    const json_value *asked;
    json_writer reply;
} question;

static void tell(story *log, told what)
{
    if (log->count == log->room && !log->failed) {
        size_t room = log->room ? 2 * log->room : 8;
        told *grown = realloc(log->told, room * sizeof *grown);
        log->failed = !grown;
        if (grown) {
            log->told = grown;
            log->room = room;
        }
    }
    if (!log->failed)
        log->told[log->count++] = what;
}

void tell_all(story *log, event what)
{
    tell(log, (told){.everyone = true, .what = what});
}

void tell_only(story *log, unsigned seats, event what, event others)
{
    tell(log, (told){.seats = seats, .what = what, .has_others = true, .others = others});
}

static void story_free(story *log)
{
    free(log->told);
    *log = (story){0};
}

/* What these eyes are told; null for nothing. */
static const event *told_to(const told *what, int eyes)
{
    if (what->everyone || eyes == ALL_EYES || (eyes >= 0 && what->seats >> eyes & 1))
        return &what->what;
    return what->has_others ? &what->others : NULL;
}

/* Answers that the request is wrong, and why. */
static int32_t bad_request(question *of, const char *why)
{
    json_open(&of->reply, '{');
    json_key(&of->reply, "message");
    json_text(&of->reply, why);
    json_close(&of->reply, '}');
    return GUERIDON_BAD_REQUEST;
}

/* Answers that the rules say no; `step` is which of the steps, or -1. */
static int32_t refused(question *of, const refusal *why, int at)
{
    json_writer *to = &of->reply;
    json_open(to, '{');
    json_key(to, "code");
    json_text(to, why->code);
    json_key(to, "rule");
    json_text(to, why->rule);
    json_key(to, "args");
    json_open(to, '{');
    for (size_t nth = 0; nth < why->count; nth++) {
        const blank *with = &why->blanks[nth];
        json_key(to, with->name);
        if (with->text)
            json_text(to, with->text);
        else
            json_number(to, with->number);
    }
    json_close(to, '}');
    if (at >= 0) {
        json_key(to, "step");
        json_number(to, at);
    }
    json_key(to, "words");
    json_open(to, '{');
    for (int language = 0; language < LANGUAGES; language++) {
        buffer said = {0};
        say(&said, refusal_words(why->code), language, why->blanks, why->count);
        json_key(to, LANGUAGE_CODES[language]);
        json_text(to, buffer_string(&said));
        buffer_free(&said);
    }
    json_close(to, '}');
    json_close(to, '}');
    return GUERIDON_REFUSED;
}

static bool read_seed(const json_value *from, uint8_t seed[SEED_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    if (!from || from->kind != JSON_TEXT || strlen(from->text) != 2 * SEED_BYTES)
        return false;
    for (int at = 0; at < 2 * SEED_BYTES; at++) {
        const char *digit = strchr(digits, from->text[at]);
        if (!digit)
            return false;
        seed[at / 2] = (uint8_t)(seed[at / 2] << 4 | (digit - digits));
    }
    return true;
}

static bool read_eyes(const json_value *from, int seats, int *eyes)
{
    if (json_is(from, "public") || json_is(from, "all")) {
        *eyes = json_is(from, "all") ? ALL_EYES : THE_PUBLIC;
        return true;
    }
    return json_whole(json_field(from, "seat"), 0, seats - 1, eyes);
}

/* The language of a request; English where it says none. */
static int language_of(const question *of)
{
    const json_value *language = json_field(of->asked, "language");
    for (int nth = 0; nth < LANGUAGES; nth++)
        if (json_is(language, LANGUAGE_CODES[nth]))
            return nth;
    return EN;
}

/* The digest of a text: FNV-1a, with 64 bits, as 16 hexadecimal digits. Never 0, which has a meaning. */
static void write_digest(json_writer *to, const buffer *of)
{
    uint64_t digest = 0xcbf29ce484222325;
    char digits[17];
    for (size_t at = 0; at < of->len; at++)
        digest = (digest ^ (uint8_t)of->bytes[at]) * 0x100000001b3;
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)(digest ? digest : 1));
    json_text(to, digits);
}

static void write_seats(json_writer *to, unsigned seats)
{
    json_open(to, '[');
    for (int seat = 0; seat < MOST_SEATS; seat++)
        if (seats >> seat & 1)
            json_number(to, seat);
    json_close(to, ']');
}

static void write_steps(json_writer *to, const game *table, int seat, int language)
{
    step open[MOST_STEPS];
    size_t count = game_steps(table, seat, open);
    json_open(to, '[');
    for (size_t nth = 0; nth < count; nth++) {
        buffer said = {0};
        json_open(to, '{');
        json_key(to, "move");
        step_write(&open[nth], to);
        json_key(to, "words");
        step_say(&open[nth], language, &said);
        json_text(to, buffer_string(&said));
        json_close(to, '}');
        buffer_free(&said);
    }
    json_close(to, ']');
}

static void write_prompt(json_writer *to, const game *table, int eyes, int language)
{
    buffer said = {0};
    game_prompt(table, eyes, language, &said);
    json_text(to, buffer_string(&said));
    buffer_free(&said);
}

static void write_summary(json_writer *to, const game *table, int seats)
{
    unsigned to_act = game_to_act(table);
    json_writer saved = {0};
    game_save(table, &saved);
    json_open(to, '{');
    json_key(to, "toAct");
    write_seats(to, to_act);
    json_key(to, "over");
    json_bool(to, !to_act);
    json_key(to, "digest");
    write_digest(to, &saved.out);
    json_key(to, "decisions");
    json_open(to, '[');
    for (int seat = 0; seat < seats; seat++) {
        json_writer asked = {0};
        if (to_act >> seat & 1) {
            write_prompt(&asked, table, seat, EN);
            write_steps(&asked, table, seat, EN);
            write_digest(to, &asked.out);
        } else {
            json_text(to, "0000000000000000");
        }
        to->out.failed |= asked.out.failed;
        buffer_free(&asked.out);
    }
    json_close(to, ']');
    json_key(to, "bytes");
    json_number(to, (int64_t)sizeof(gueridon_handle));
    json_close(to, '}');
    to->out.failed |= saved.out.failed;
    buffer_free(&saved.out);
}

/* An event and its words in all languages, or with `only` in one. */
static void write_event(json_writer *to, const event *what, int only)
{
    json_key(to, "event");
    event_write(what, to);
    json_key(to, "words");
    if (only < 0)
        json_open(to, '{');
    for (int language = 0; language < LANGUAGES; language++) {
        buffer said = {0};
        if (only >= 0 && language != only)
            continue;
        if (only < 0)
            json_key(to, LANGUAGE_CODES[language]);
        event_say(what, language, &said);
        json_text(to, buffer_string(&said));
        buffer_free(&said);
    }
    if (only < 0)
        json_close(to, '}');
}

static void write_story(json_writer *to, const story *log)
{
    to->out.failed |= log->failed;
    json_open(to, '[');
    for (size_t nth = 0; nth < log->count; nth++) {
        const told *one = &log->told[nth];
        json_open(to, '{');
        json_key(to, one->everyone ? "everyone" : "seats");
        if (one->everyone)
            json_bool(to, true);
        else
            write_seats(to, one->seats);
        write_event(to, &one->what, -1);
        json_key(to, "others");
        if (one->has_others) {
            json_open(to, '{');
            write_event(to, &one->others, -1);
            json_close(to, '}');
        } else {
            json_null(to);
        }
        json_close(to, '}');
    }
    json_close(to, ']');
}

static void write_lines(json_writer *to, const char *key, const line *lines, size_t count)
{
    json_key(to, key);
    json_open(to, '[');
    for (size_t nth = 0; nth < count; nth++) {
        json_open(to, '{');
        json_key(to, "line");
        json_text(to, lines[nth].key);
        json_key(to, "points");
        json_number(to, lines[nth].points);
        json_close(to, '}');
    }
    json_close(to, ']');
}

static int points_of(const column *of)
{
    int points = 0;
    for (size_t nth = 0; nth < of->count; nth++)
        points += of->lines[nth].points;
    return points;
}

static bool is_better(const column *one, const column *other)
{
    if (points_of(one) != points_of(other))
        return points_of(one) > points_of(other);
    for (size_t nth = 0; nth < one->tie_break_count; nth++)
        if (one->tie_breaks[nth].points != other->tie_breaks[nth].points)
            return one->tie_breaks[nth].points > other->tie_breaks[nth].points;
    return false;
}

static void write_score(json_writer *to, const game *table, int seats, int eyes)
{
    column columns[MOST_SEATS] = {0};
    game_score(table, eyes, columns);
    json_open(to, '{');
    json_key(to, "isFinal");
    json_bool(to, !game_to_act(table));
    json_key(to, "seats");
    json_open(to, '[');
    for (int seat = 0; seat < seats; seat++) {
        int rank = 1;
        for (int other = 0; other < seats; other++)
            rank += is_better(&columns[other], &columns[seat]);
        json_open(to, '{');
        json_key(to, "seat");
        json_number(to, seat);
        json_key(to, "rank");
        json_number(to, rank);
        json_key(to, "points");
        json_number(to, points_of(&columns[seat]));
        write_lines(to, "lines", columns[seat].lines, columns[seat].count);
        write_lines(to, "tieBreaks", columns[seat].tie_breaks, columns[seat].tie_break_count);
        json_close(to, '}');
    }
    json_close(to, ']');
    json_close(to, '}');
}

static void write_look(json_writer *to, const game *table, int seats, int eyes, int language)
{
    json_open(to, '{');
    json_key(to, "view");
    game_view(table, eyes, to);
    json_key(to, "score");
    write_score(to, table, seats, eyes);
    json_key(to, "prompt");
    write_prompt(to, table, eyes, language);
    json_key(to, "moves");
    if (eyes >= 0) {
        write_steps(to, table, eyes, language);
    } else {
        json_open(to, '[');
        json_close(to, ']');
    }
    json_key(to, "toAct");
    write_seats(to, game_to_act(table));
    json_key(to, "over");
    json_bool(to, !game_to_act(table));
    json_close(to, '}');
}

/* What these eyes see and were told, to compare. */
static buffer shown(const game *table, int eyes, const story *log)
{
    json_writer to = {0};
    game_view(table, eyes, &to);
    for (size_t nth = 0; nth < log->count; nth++) {
        const event *what = told_to(&log->told[nth], eyes);
        if (what)
            event_write(what, &to);
    }
    to.out.failed |= log->failed;
    return to.out;
}

static bool are_equal(const buffer *one, const buffer *other)
{
    return !one->failed && !other->failed && one->len == other->len && !memcmp(one->bytes, other->bytes, one->len);
}

/* Whether these eyes are shown and told the same by two games. */
static bool is_alike(int eyes, const game *one, const story *told_one, const game *other, const story *told_other)
{
    buffer of_one = shown(one, eyes, told_one), of_other = shown(other, eyes, told_other);
    bool is_so = are_equal(&of_one, &of_other);
    buffer_free(&of_one);
    buffer_free(&of_other);
    return is_so;
}

/* Makes one step on a game; false if it is refused. */
static bool play_one(game *table, int seats, int seat, const json_value *sent, dice *chance, story *log, refusal *why)
{
    step read;
    unsigned to_act = game_to_act(table);
    if (!step_read(sent, &read))
        *why = (refusal){"BAD_MOVE", "", {{"reason", A_TEXT, 0, "it has another shape"}}, 1};
    else if (seat >= seats)
        *why = (refusal){"NO_SUCH_SEAT", "", {{"seat", A_NUMBER, seat, NULL}}, 1};
    else if (!to_act)
        *why = (refusal){.code = "GAME_OVER", .rule = ""};
    else if (!(to_act >> seat & 1))
        *why = (refusal){.code = "NOT_YOUR_TURN", .rule = ""};
    else
        return game_play(table, seat, &read, chance, log, why);
    return false;
}

/* Makes all steps on a game; -1, or which of them is refused. */
static int play_all(game *table, int seats, const steps *list, dice *chance, story *log, refusal *why)
{
    int at = 0;
    for (const json_value *sent = list->list->first; sent; sent = sent->next, at++)
        if (!play_one(table, seats, list->seat, sent, chance, log, why))
            return at;
    return -1;
}

/* Reads the steps of a play, or answers why not. */
static bool read_steps(question *of, const gueridon_handle *table, steps *read, int32_t *status)
{
    refusal why = {0};
    step ignored;
    read->list = json_field(of->asked, "steps");
    read->count = json_size(read->list);
    if (!read->list || read->list->kind != JSON_LIST || !json_whole(json_field(of->asked, "seat"), 0, 255, &read->seat)) {
        *status = bad_request(of, "expected `seat`, a number, and `steps`, a list");
        return false;
    }
    int at = -1;
    if (read->seat >= table->seats)
        why = (refusal){"NO_SUCH_SEAT", "", {{"seat", A_NUMBER, read->seat, NULL}}, 1};
    else if (!read->count)
        why = (refusal){.code = "NO_STEPS", .rule = ""};
    /* All steps are read before one is made. */
    for (const json_value *sent = read->list->first; sent && !why.code; sent = sent->next) {
        at++;
        if (!step_read(sent, &ignored))
            why = (refusal){"BAD_MOVE", "", {{"reason", A_TEXT, 0, "it has another shape"}}, 1};
    }
    if (!why.code)
        return true;
    *status = refused(of, &why, !strcmp(why.code, "BAD_MOVE") ? at : -1);
    return false;
}

static bool read_entry(question *of, uint64_t *entry, int32_t *status)
{
    const json_value *number = json_field(of->asked, "entry");
    if (number && number->kind == JSON_NUMBER && number->is_whole && number->number > 0) {
        *entry = (uint64_t)number->number;
        return true;
    }
    *status = bad_request(of, "expected `entry`, a number from 1: entry 0 is the deal");
    return false;
}

/* Repeats a step on games that were imagined for its seat; whether all of them go on as the true one. */
static bool is_foreseen(game *imagined, dice *chances, int seats, const steps *list, const json_value *sent,
                        const game *truth, const story *told_truly)
{
    for (int nth = 0; nth < IMAGINED; nth++) {
        story log = {0};
        refusal ignored;
        bool is_same = play_one(&imagined[nth], seats, list->seat, sent, &chances[nth], &log, &ignored) &&
                       !chances[nth].rolled && is_alike(list->seat, truth, told_truly, &imagined[nth], &log);
        story_free(&log);
        if (!is_same)
            return false;
    }
    return true;
}

static int32_t play_list(question *of, gueridon_handle *table, const steps *list, uint64_t entry, story *log)
{
    game imagined[IMAGINED];
    dice chances[IMAGINED], chance;
    refusal why = {0};
    bool is_clear = true;
    int at = 0;
    if (list->count > 1) {
        dice_new(&chance, table->seed, UINT64_MAX - entry);
        for (int nth = 0; nth < IMAGINED; nth++) {
            imagined[nth] = table->kept;
            game_imagine(&imagined[nth], list->seat, &chance);
            dice_new(&chances[nth], table->seed, entry);
        }
    }
    dice_new(&chance, table->seed, entry);
    for (const json_value *sent = list->list->first; sent; sent = sent->next, at++) {
        story of_step = {0};
        /* Something came to light: the next step is for another time. */
        if (!is_clear)
            why = (refusal){.code = "TOO_FAR", .rule = ""};
        if (!is_clear || !play_one(&table->tried, table->seats, list->seat, sent, &chance, &of_step, &why)) {
            story_free(&of_step);
            return refused(of, &why, at);
        }
        if (sent->next)
            is_clear = !chance.rolled && is_foreseen(imagined, chances, table->seats, list, sent, &table->tried, &of_step);
        for (size_t nth = 0; nth < of_step.count; nth++)
            tell(log, of_step.told[nth]);
        log->failed |= of_step.failed;
        story_free(&of_step);
    }
    return GUERIDON_OK;
}

static int32_t play(question *of, gueridon_handle *table)
{
    steps list;
    uint64_t entry;
    int32_t status;
    story log = {0};
    table->is_tried = false;
    if (!read_entry(of, &entry, &status) || !read_steps(of, table, &list, &status))
        return status;
    table->tried = table->kept;
    status = play_list(of, table, &list, entry, &log);
    if (status == GUERIDON_OK) {
        json_open(&of->reply, '{');
        json_key(&of->reply, "summary");
        write_summary(&of->reply, &table->tried, table->seats);
        json_key(&of->reply, "told");
        write_story(&of->reply, &log);
        json_close(&of->reply, '}');
        table->is_tried = !of->reply.out.failed;
    }
    story_free(&log);
    return status;
}

static int32_t preview(question *of, gueridon_handle *table)
{
    steps list;
    int32_t status;
    uint8_t seed[SEED_BYTES] = {0};
    game first = {0};
    story told_first = {0};
    refusal why = {0};
    bool is_found = false, is_uncertain = false;
    int refused_at = -1;
    if (!read_steps(of, table, &list, &status))
        return status;
    if (!read_seed(json_field(of->asked, "dice"), seed))
        return bad_request(of, "expected `dice`, 64 hexadecimal digits");
    for (uint64_t nth = 0; nth < IMAGINED && !is_uncertain && refused_at; nth++) {
        game imagined = table->kept;
        dice chance;
        story log = {0};
        refusal no;
        dice_new(&chance, seed, nth);
        game_imagine(&imagined, list.seat, &chance);
        /* Other dice than those that were rolled to imagine it. */
        dice_new(&chance, seed, IMAGINED + nth);
        int at = play_all(&imagined, table->seats, &list, &chance, &log, &no);
        if (at >= 0 && (refused_at < 0 || !at)) {
            refused_at = at;
            why = no;
        }
        if (at < 0 && is_found)
            is_uncertain = !is_alike(list.seat, &first, &told_first, &imagined, &log);
        if (at < 0 && !is_found) {
            is_found = true;
            first = imagined;
            told_first = log;
            log = (story){0};
        }
        is_uncertain = is_uncertain || (at < 0 && chance.rolled) || (is_found && refused_at >= 0);
        story_free(&log);
    }
    if (!is_found) {
        story_free(&told_first);
        return refused(of, &why, refused_at);
    }
    int language = language_of(of);
    json_open(&of->reply, '{');
    json_key(&of->reply, "look");
    write_look(&of->reply, &first, table->seats, list.seat, language);
    json_key(&of->reply, "told");
    json_open(&of->reply, '[');
    for (size_t nth = 0; nth < told_first.count; nth++) {
        const event *what = told_to(&told_first.told[nth], list.seat);
        if (!what)
            continue;
        json_open(&of->reply, '{');
        write_event(&of->reply, what, language);
        json_close(&of->reply, '}');
    }
    json_close(&of->reply, ']');
    json_key(&of->reply, "uncertain");
    json_bool(&of->reply, is_uncertain);
    json_close(&of->reply, '}');
    of->reply.out.failed |= told_first.failed;
    story_free(&told_first);
    return GUERIDON_OK;
}

/* Whether some step of the mover on this imagined game shows and tells these eyes what they were truly
 * shown and told. Only plays of one step are looked at: longer ones count as not to be mistaken. */
static bool could_look_so(int eyes, const steps *list, const game *truth, const story *told_truly,
                          const game *imagined, dice *chance)
{
    step open[MOST_STEPS];
    size_t count = list->count == 1 ? game_steps(imagined, list->seat, open) : 0;
    bool is_found = false;
    for (size_t nth = 0; nth < count && !is_found; nth++) {
        game after = *imagined;
        story log = {0};
        refusal ignored;
        is_found = game_play(&after, list->seat, &open[nth], chance, &log, &ignored) &&
                   is_alike(eyes, truth, told_truly, &after, &log);
        story_free(&log);
    }
    return is_found;
}

/* Whether these eyes could not have foreseen what the play shows and tells them. Others than the mover
 * do not see the steps, only what comes of them. */
static bool is_news(const gueridon_handle *table, int eyes, const steps *list, const game *truth, const story *told_truly,
                    const uint8_t seed[SEED_BYTES])
{
    for (uint64_t nth = 0; nth < IMAGINED; nth++) {
        game imagined = table->kept;
        dice chance;
        story log = {0};
        refusal ignored;
        dice_new(&chance, seed, (uint64_t)(eyes + 1) * IMAGINED + nth);
        game_imagine(&imagined, eyes, &chance);
        game before = imagined;
        bool is_other = play_all(&imagined, table->seats, list, &chance, &log, &ignored) >= 0 ||
                        !is_alike(eyes, truth, told_truly, &imagined, &log);
        story_free(&log);
        if (is_other && (eyes == list->seat || !could_look_so(eyes, list, truth, told_truly, &before, &chance)))
            return true;
    }
    return false;
}

static int32_t reveals(question *of, gueridon_handle *table)
{
    steps list;
    uint64_t entry;
    int32_t status;
    uint8_t seed[SEED_BYTES] = {0};
    game after = table->kept;
    dice chance;
    story log = {0};
    refusal why = {0};
    if (!read_entry(of, &entry, &status) || !read_steps(of, table, &list, &status))
        return status;
    if (!read_seed(json_field(of->asked, "dice"), seed))
        return bad_request(of, "expected `dice`, 64 hexadecimal digits");
    dice_new(&chance, table->seed, entry);
    int at = play_all(&after, table->seats, &list, &chance, &log, &why);
    if (at < 0) {
        bool is_revealed = chance.rolled;
        for (int eyes = THE_PUBLIC; eyes < table->seats && !is_revealed; eyes++)
            is_revealed = is_news(table, eyes, &list, &after, &log, seed);
        json_open(&of->reply, '{');
        json_key(&of->reply, "reveals");
        json_bool(&of->reply, is_revealed);
        json_close(&of->reply, '}');
    }
    story_free(&log);
    return at < 0 ? GUERIDON_OK : refused(of, &why, at);
}

static int32_t in_words(question *of, const gueridon_handle *table)
{
    const json_value *said = json_field(of->asked, "said");
    const json_value *eyes_asked = json_field(said, "prompt"), *step_asked = json_field(said, "move");
    int eyes, language = language_of(of);
    step read;
    buffer text = {0};
    if (eyes_asked) {
        if (!read_eyes(eyes_asked, table->seats, &eyes))
            return bad_request(of, "there are no such eyes at the table");
        game_prompt(&table->kept, eyes, language, &text);
    } else if (!step_asked) {
        return bad_request(of, "expected `said`, a prompt or a move");
    } else if (!step_read(step_asked, &read)) {
        refusal why = {"BAD_MOVE", "", {{"reason", A_TEXT, 0, "it has another shape"}}, 1};
        return refused(of, &why, -1);
    } else {
        step_say(&read, language, &text);
    }
    json_open(&of->reply, '{');
    json_key(&of->reply, "words");
    json_text(&of->reply, buffer_string(&text));
    json_close(&of->reply, '}');
    buffer_free(&text);
    return GUERIDON_OK;
}

static int32_t imagine(question *of, const gueridon_handle *table)
{
    int eyes;
    uint8_t seed[SEED_BYTES] = {0};
    game imagined = table->kept;
    dice chance;
    if (!read_eyes(json_field(of->asked, "eyes"), table->seats, &eyes))
        return bad_request(of, "there are no such eyes at the table");
    if (!read_seed(json_field(of->asked, "dice"), seed))
        return bad_request(of, "expected `dice`, 64 hexadecimal digits");
    dice_new(&chance, seed, 0);
    game_imagine(&imagined, eyes, &chance);
    game_save(&imagined, &of->reply);
    return GUERIDON_OK;
}

/* Answers a request that only looks at a game. */
static int32_t look(question *of, const game *table, int seats, uint32_t op)
{
    int eyes;
    if (!read_eyes(json_field(of->asked, "eyes"), seats, &eyes))
        return bad_request(of, "there are no such eyes at the table");
    if (op == GUERIDON_VIEW)
        game_view(table, eyes, &of->reply);
    else if (op == GUERIDON_SCORE)
        write_score(&of->reply, table, seats, eyes);
    else
        write_look(&of->reply, table, seats, eyes, language_of(of));
    return GUERIDON_OK;
}

static int32_t about_module(question *of)
{
    json_writer *to = &of->reply;
    const char *const names[] = {"rulesVersion", "fewestSeats", "mostSeats", "longest"};
    const int numbers[] = {ABOUT.rules_version, ABOUT.fewest_seats, ABOUT.most_seats, ABOUT.longest};
    json_open(to, '{');
    json_key(to, "id");
    json_text(to, ABOUT.id);
    json_key(to, "prefix");
    json_text(to, ABOUT.prefix);
    json_key(to, "titles");
    json_open(to, '[');
    for (int language = 0; language < LANGUAGES; language++) {
        json_open(to, '[');
        json_text(to, LANGUAGE_CODES[language]);
        json_text(to, ABOUT.title.in[language]);
        json_close(to, ']');
    }
    json_close(to, ']');
    for (size_t nth = 0; nth < sizeof numbers / sizeof *numbers; nth++) {
        json_key(to, names[nth]);
        json_number(to, numbers[nth]);
    }
    json_key(to, "sdl");
    json_text(to, SCHEMA);
    json_key(to, "languages");
    json_open(to, '[');
    for (int language = 0; language < LANGUAGES; language++)
        json_text(to, LANGUAGE_CODES[language]);
    json_close(to, ']');
    json_close(to, '}');
    return GUERIDON_OK;
}

static int32_t catalogue(question *of)
{
    json_writer *to = &of->reply;
    int language = language_of(of);
    json_open(to, '[');
    for (size_t nth = 0; nth < THING_COUNT; nth++) {
        const char *text = THINGS[nth].text.in[language];
        json_open(to, '{');
        json_key(to, "key");
        json_text(to, THINGS[nth].key);
        json_key(to, "kind");
        json_text(to, THINGS[nth].kind);
        json_key(to, "name");
        json_text(to, THINGS[nth].name.in[language]);
        json_key(to, "text");
        json_text(to, text ? text : "");
        json_close(to, '}');
    }
    json_close(to, ']');
    return GUERIDON_OK;
}

static int32_t of_nothing(question *of)
{
    json_open(&of->reply, '{');
    json_close(&of->reply, '}');
    return GUERIDON_OK;
}

static int32_t answer(question *of, gueridon_handle *table, uint32_t op)
{
    if (op == GUERIDON_ABOUT)
        return about_module(of);
    if (op == GUERIDON_CATALOGUE)
        return catalogue(of);
    if (!table)
        return bad_request(of, "this operation is asked of a table");
    switch (op) {
    case GUERIDON_PLAY:
        return play(of, table);
    case GUERIDON_KEEP:
        if (!table->is_tried)
            return bad_request(of, "nothing was played that could be kept");
        table->kept = table->tried;
        table->is_tried = false;
        return of_nothing(of);
    case GUERIDON_DROP:
        table->is_tried = false;
        return of_nothing(of);
    case GUERIDON_MOVES: {
        int seat;
        if (!json_whole(json_field(of->asked, "seat"), 0, table->seats - 1, &seat))
            return bad_request(of, "there is no such seat at the table");
        write_steps(&of->reply, &table->kept, seat, language_of(of));
        return GUERIDON_OK;
    }
    case GUERIDON_VIEW:
    case GUERIDON_SCORE:
    case GUERIDON_LOOK:
        return look(of, &table->kept, table->seats, op);
    case GUERIDON_LOOK_AHEAD:
        if (!table->is_tried)
            return bad_request(of, "nothing was played to look at");
        return look(of, &table->tried, table->seats, op);
    case GUERIDON_WORDS:
        return in_words(of, table);
    case GUERIDON_PREVIEW:
        return preview(of, table);
    case GUERIDON_IMAGINE:
        return imagine(of, table);
    case GUERIDON_SAVE:
        game_save(&table->kept, &of->reply);
        return GUERIDON_OK;
    default:
        return reveals(of, table);
    }
}

static bool is_known(uint32_t op)
{
    return op == GUERIDON_ABOUT || op == GUERIDON_CATALOGUE || (op >= GUERIDON_PLAY && op <= GUERIDON_REVEALS);
}

/* Sends the reply, and frees what the call took. */
static int32_t reply(question *of, gueridon_sink sink, int32_t status)
{
    static const char failed[] = "{\"message\": \"no memory is left\", \"place\": \"module.c\"}";
    buffer *out = &of->reply.out;
    if (out->failed) {
        status = GUERIDON_PANICKED;
        sink.write(sink.context, (const uint8_t *)failed, sizeof failed - 1);
    } else {
        sink.write(sink.context, (const uint8_t *)out->bytes, out->len);
    }
    buffer_free(out);
    json_free(&of->document);
    return status;
}

static int32_t call(gueridon_handle *table, uint32_t op, const uint8_t *request, size_t len, gueridon_sink sink)
{
    question of = {0};
    if (!is_known(op))
        return GUERIDON_UNSUPPORTED;
    of.asked = json_read(&of.document, request, len);
    return reply(&of, sink, of.asked ? answer(&of, table, op) : bad_request(&of, "the request is no JSON"));
}

/* Deals or restores a game into a new table. */
static int32_t begin(question *of, gueridon_handle *table)
{
    const json_value *deal = json_field(of->asked, "deal"), *restore = json_field(of->asked, "restore");
    const json_value *asked = deal ? deal : restore;
    refusal why = {0};
    dice chance;
    if (!json_whole(json_field(asked, "seats"), 0, 255, &table->seats) || !read_seed(json_field(asked, "seed"), table->seed))
        return bad_request(of, "expected `deal` or `restore` with `seats` and `seed`");
    if (table->seats < ABOUT.fewest_seats || table->seats > ABOUT.most_seats) {
        why = (refusal){"BAD_SEATS",
                        "",
                        {{"seats", A_NUMBER, table->seats, NULL},
                         {"fewest", A_NUMBER, ABOUT.fewest_seats, NULL},
                         {"most", A_NUMBER, ABOUT.most_seats, NULL}},
                        3};
        return refused(of, &why, -1);
    }
    if (restore) {
        if (!game_restore(&table->kept, json_field(restore, "state"), table->seats))
            return bad_request(of, "restore.state is not a saved game");
    } else {
        const json_value *options = json_field(deal, "options");
        dice_new(&chance, table->seed, 0);
        if (options && options->kind == JSON_NULL)
            options = NULL;
        if (!game_deal(&table->kept, options, table->seats, &chance, &why))
            return refused(of, &why, -1);
    }
    write_summary(&of->reply, &table->kept, table->seats);
    return GUERIDON_OK;
}

static int32_t open_table(const uint8_t *request, size_t len, gueridon_sink sink, gueridon_handle **out)
{
    question of = {0};
    gueridon_handle *table = calloc(1, sizeof *table);
    of.asked = json_read(&of.document, request, len);
    int32_t status = GUERIDON_OK;
    if (!table)
        of.reply.out.failed = true;
    else
        status = of.asked ? begin(&of, table) : bad_request(&of, "the request is no JSON");
    status = reply(&of, sink, status);
    if (status == GUERIDON_OK)
        *out = table;
    else
        free(table);
    return status;
}

static void close_table(gueridon_handle *table)
{
    free(table);
}

const gueridon_module_exports gueridon_module = {
    GUERIDON_ABI, sizeof(gueridon_module_exports), 1, open_table, call, close_table,
};
