/* JSON, as much as a module needs: a reader of requests, and a writer of replies. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that grow. When there is no memory left, `failed` is set and nothing is added any more. */
typedef struct buffer {
    char *bytes;
    size_t len, room;
    bool failed;
} buffer;

void buffer_add(buffer *to, const char *bytes, size_t len);
void buffer_text(buffer *to, const char *text);
void buffer_number(buffer *to, int64_t number);
/* What is in it, as a text with a zero at the end; "" when it failed. */
const char *buffer_string(buffer *from);
void buffer_free(buffer *from);

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;

/* One value of a document that was read. */
typedef struct json_value json_value;
struct json_value {
    json_kind kind;
    const char *key;   /* of a field of an object */
    const char *text;  /* of a text */
    int64_t number;    /* of a number; 1 or 0 for true or false */
    bool is_whole;     /* whether a number is one that `number` can be */
    json_value *first; /* of a list or an object, its first value */
    json_value *next;  /* the one after this in the same list or object */
};

/* A document that was read; it owns its values. */
typedef struct json_document {
    json_value *values;
    size_t count;
    char *texts;
} json_document;

/* Reads `len` bytes; null when they are no JSON. The document must be freed in either case. */
const json_value *json_read(json_document *document, const uint8_t *bytes, size_t len);
void json_free(json_document *document);

/* The field of an object; null if it has none, or where there is no object. */
const json_value *json_field(const json_value *object, const char *key);
/* Whether there is a whole number from `least` to `most`, which is then in `number`. */
bool json_whole(const json_value *value, int least, int most, int *number);
/* Whether there is a text, and it is this one. */
bool json_is(const json_value *value, const char *text);
/* How many values a list or an object has. */
size_t json_size(const json_value *value);

/* Writes values one after the other, and puts the commas. */
typedef struct json_writer {
    buffer out;
    bool is_followed; /* what comes next in the same list or object stands after a comma */
} json_writer;

void json_open(json_writer *to, char bracket);
void json_close(json_writer *to, char bracket);
void json_key(json_writer *to, const char *key);
void json_text(json_writer *to, const char *text);
void json_number(json_writer *to, int64_t number);
void json_bool(json_writer *to, bool is_so);
void json_null(json_writer *to);
/* What another writer has written, as it is. */
void json_raw(json_writer *to, const buffer *written);

#endif
