/* Sentences in every language, made of patterns and of what they speak of. */
#ifndef SAY_H
#define SAY_H

#include "json.h"

/* The languages, as the host writes them in `LANGUAGE_CODES`. */
enum { EN, FR, LANGUAGES };
extern const char *const LANGUAGE_CODES[LANGUAGES];

/* The same text in every language. */
typedef struct words {
    const char *in[LANGUAGES];
} words;

/* Something with a name: a card, a line of the score pad, a part of the schema, a code of refusal. */
typedef struct thing {
    const char *key, *kind;
    words name, text;
} thing;

/* All of them: the catalogue. */
extern const thing THINGS[];
extern const size_t THING_COUNT;

/* What fills one blank of a pattern: `{name}` in it becomes the number, the player in a seat, a text as
 * it is, or the name of a thing in the language. */
typedef enum blank_kind { A_NUMBER, A_SEAT, A_TEXT, A_THING } blank_kind;
typedef struct blank {
    const char *name;
    blank_kind kind;
    int number;       /* of a number or a seat */
    const char *text; /* the text, or the key of the thing; null for none */
} blank;

/* Says a pattern. What stands in brackets in it is left out if a blank in it is not filled. */
void say(buffer *to, const words *pattern, int language, const blank *blanks, size_t count);
/* The name of a thing of the catalogue, or its key. */
const char *name_of(const char *key, int language);

#endif
