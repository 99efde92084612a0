#include "say.h"

#include <string.h>

const char *const LANGUAGE_CODES[LANGUAGES] = {"EN", "FR"};

const char *name_of(const char *key, int language)
{
    for (size_t at = 0; at < THING_COUNT; at++)
        if (!strcmp(THINGS[at].key, key))
            return THINGS[at].name.in[language];
    return key;
}

/* The blank whose name is the `len` characters from `name`; null if it is not filled. */
static const blank *filled(const char *name, size_t len, const blank *blanks, size_t count)
{
    for (size_t at = 0; at < count; at++) {
        bool is_named = strlen(blanks[at].name) == len && !memcmp(blanks[at].name, name, len);
        if (is_named && (blanks[at].text || blanks[at].kind == A_NUMBER || blanks[at].kind == A_SEAT))
            return &blanks[at];
    }
    return NULL;
}

static void fill(buffer *to, const blank *with, int language)
{
    if (with->kind == A_SEAT)
        buffer_text(to, "{seat:");
    if (with->kind == A_SEAT || with->kind == A_NUMBER)
        buffer_number(to, with->number);
    else
        buffer_text(to, with->kind == A_THING ? name_of(with->text, language) : with->text);
    if (with->kind == A_SEAT)
        buffer_text(to, "}");
}

/* Whether all blanks up to `end` are filled. */
static bool is_whole(const char *at, const char *end, const blank *blanks, size_t count)
{
    while ((at = memchr(at, '{', (size_t)(end - at)))) {
        size_t len = strcspn(++at, "}");
        if (!filled(at, len, blanks, count))
            return false;
        at += len;
    }
    return true;
}

void say(buffer *to, const words *pattern, int language, const blank *blanks, size_t count)
{
    const char *at = pattern->in[language];
    while (*at) {
        size_t len = strcspn(at, "{[]");
        buffer_add(to, at, len);
        at += len;
        if (*at == '[' && !is_whole(at, at + strcspn(at, "]"), blanks, count)) {
            at += strcspn(at, "]");
        } else if (*at == '{') {
            len = strcspn(++at, "}");
            const blank *with = filled(at, len, blanks, count);
            if (with)
                fill(to, with, language);
            at += len;
        }
        if (*at)
            at++;
    }
}
