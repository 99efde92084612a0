#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How deep lists and objects may lie in each other. */
#define DEEPEST 32

void buffer_add(buffer *to, const char *bytes, size_t len)
{
    if (to->failed)
        return;
    if (to->room - to->len < len) {
        size_t room = to->room ? to->room : 512;
        while (room - to->len < len)
            room *= 2;
        char *grown = realloc(to->bytes, room);
        if (!grown) {
            to->failed = true;
            return;
        }
        to->bytes = grown;
        to->room = room;
    }
    if (len)
        memcpy(to->bytes + to->len, bytes, len);
    to->len += len;
}

void buffer_text(buffer *to, const char *text)
{
    buffer_add(to, text, strlen(text));
}

void buffer_number(buffer *to, int64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    buffer_text(to, digits);
}

const char *buffer_string(buffer *from)
{
    buffer_add(from, "", 1);
    if (from->failed)
        return "";
    from->len--;
    return from->bytes;
}

void buffer_free(buffer *from)
{
    free(from->bytes);
    *from = (buffer){0};
}

/* Where a reader stands. */
typedef struct reader {
    const char *at, *end;
    json_document *document;
    char *text; /* where the next text goes */
} reader;

static bool read_value(reader *from, json_value **value, int depth);

static void skip_space(reader *from)
{
    while (from->at < from->end && memchr(" \t\n\r", *from->at, 4))
        from->at++;
}

/* Whether this character comes next; then it is passed. */
static bool passes(reader *from, char expected)
{
    skip_space(from);
    if (from->at == from->end || *from->at != expected)
        return false;
    from->at++;
    return true;
}

static bool passes_word(reader *from, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(from->end - from->at) < len || memcmp(from->at, word, len))
        return false;
    from->at += len;
    return true;
}

/* Four hexadecimal digits; -1 where there are none. */
static long read_unit(reader *from)
{
    long unit = 0;
    if (from->end - from->at < 4)
        return -1;
    for (int digit = 0; digit < 4; digit++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *found = memchr(digits, *from->at++, sizeof digits - 1);
        if (!found)
            return -1;
        unit = unit * 16 + (found - digits) % 16;
    }
    return unit;
}

/* Writes a character as UTF-8, which takes no more room than its escape did. */
static void put_character(reader *from, long character)
{
    if (character < 0x80) {
        *from->text++ = (char)character;
        return;
    }
    int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const int leads[] = {0, 0xC0, 0xE0, 0xF0};
    *from->text++ = (char)(leads[more] | (character >> (6 * more)));
    while (more--)
        *from->text++ = (char)(0x80 | ((character >> (6 * more)) & 0x3F));
}

static bool read_escape(reader *from)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char name = from->at < from->end ? *from->at++ : 0;
    const char *found = name ? memchr(names, name, sizeof names - 1) : NULL;
    if (found) {
        *from->text++ = meant[found - names];
        return true;
    }
    if (name != 'u')
        return false;
    long character = read_unit(from);
    if (character >= 0xD800 && character < 0xDC00) {
        long low = passes_word(from, "\\u") ? read_unit(from) : -1;
        if (low < 0xDC00 || low > 0xDFFF)
            return false;
        character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
    } else if (character >= 0xDC00 && character <= 0xDFFF) {
        return false;
    }
    if (character < 0)
        return false;
    /* A text here ends with a zero, and so can have none in it: this stands for what cannot be read. */
    put_character(from, character ? character : 0xFFFD);
    return true;
}

static bool read_text(reader *from, const char **text)
{
    if (!passes(from, '"'))
        return false;
    *text = from->text;
    while (from->at < from->end && *from->at != '"') {
        char byte = *from->at++;
        if ((unsigned char)byte < 0x20)
            return false;
        if (byte != '\\')
            *from->text++ = byte;
        else if (!read_escape(from))
            return false;
    }
    *from->text++ = 0;
    return passes(from, '"');
}

static size_t pass_digits(reader *from)
{
    const char *first = from->at;
    while (from->at < from->end && *from->at >= '0' && *from->at <= '9')
        from->at++;
    return (size_t)(from->at - first);
}

static bool read_number(reader *from, json_value *value)
{
    const char *first = from->at;
    bool is_negative = passes_word(from, "-");
    const char *digits = from->at;
    size_t count = pass_digits(from);
    if (!count || (count > 1 && *digits == '0'))
        return false;
    value->kind = JSON_NUMBER;
    value->is_whole = count < 19;
    for (size_t digit = 0; value->is_whole && digit < count; digit++)
        value->number = value->number * 10 + (digits[digit] - '0');
    if (is_negative)
        value->number = -value->number;
    const char *whole = from->at;
    if (passes_word(from, ".") && !pass_digits(from))
        return false;
    if (passes_word(from, "e") || passes_word(from, "E")) {
        if (!passes_word(from, "-"))
            passes_word(from, "+");
        if (!pass_digits(from))
            return false;
    }
    value->is_whole = value->is_whole && from->at == whole;
    return from->at > first;
}

static bool read_members(reader *from, json_value *parent, char end, int depth)
{
    json_value **place = &parent->first;
    if (passes(from, end))
        return true;
    do {
        const char *key = NULL;
        if (end == '}' && !(read_text(from, &key) && passes(from, ':')))
            return false;
        if (!read_value(from, place, depth + 1))
            return false;
        (*place)->key = key;
        place = &(*place)->next;
    } while (passes(from, ','));
    return passes(from, end);
}

static bool read_value(reader *from, json_value **place, int depth)
{
    skip_space(from);
    if (from->at == from->end || depth > DEEPEST)
        return false;
    json_value *value = &from->document->values[from->document->count++];
    *place = value;
    switch (*from->at) {
    case '{':
        from->at++;
        value->kind = JSON_OBJECT;
        return read_members(from, value, '}', depth);
    case '[':
        from->at++;
        value->kind = JSON_LIST;
        return read_members(from, value, ']', depth);
    case '"':
        value->kind = JSON_TEXT;
        return read_text(from, &value->text);
    case 't':
        value->kind = JSON_BOOL;
        value->number = 1;
        return passes_word(from, "true");
    case 'f':
        value->kind = JSON_BOOL;
        return passes_word(from, "false");
    case 'n':
        return passes_word(from, "null");
    default:
        return read_number(from, value);
    }
}

const json_value *json_read(json_document *document, const uint8_t *bytes, size_t len)
{
    /* Every value but the first stands behind a bracket or a comma. */
    size_t values = 1;
    for (size_t at = 0; at < len; at++)
        values += bytes[at] == '{' || bytes[at] == '[' || bytes[at] == ',';
    document->values = calloc(values, sizeof *document->values);
    document->count = 0;
    /* A text is shorter than it was between its quotes. */
    document->texts = malloc(len + 1);
    if (!document->values || !document->texts)
        return NULL;
    reader from = {(const char *)bytes, (const char *)bytes + len, document, document->texts};
    json_value *root = NULL;
    bool is_read = read_value(&from, &root, 0);
    skip_space(&from);
    return is_read && from.at == from.end ? root : NULL;
}

void json_free(json_document *document)
{
    free(document->values);
    free(document->texts);
    *document = (json_document){0};
}

const json_value *json_field(const json_value *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    const json_value *field = object->first;
    while (field && strcmp(field->key, key))
        field = field->next;
    return field;
}

bool json_whole(const json_value *value, int least, int most, int *number)
{
    if (!value || value->kind != JSON_NUMBER || !value->is_whole || value->number < least || value->number > most)
        return false;
    *number = (int)value->number;
    return true;
}

bool json_is(const json_value *value, const char *text)
{
    return value && value->kind == JSON_TEXT && !strcmp(value->text, text);
}

size_t json_size(const json_value *value)
{
    size_t size = 0;
    for (const json_value *member = value ? value->first : NULL; member; member = member->next)
        size++;
    return size;
}

/* Puts the comma before a value or a key, if there must be one. */
static void separate(json_writer *to)
{
    if (to->is_followed)
        buffer_add(&to->out, ",", 1);
    to->is_followed = true;
}

void json_open(json_writer *to, char bracket)
{
    separate(to);
    buffer_add(&to->out, &bracket, 1);
    to->is_followed = false;
}

void json_close(json_writer *to, char bracket)
{
    buffer_add(&to->out, &bracket, 1);
    to->is_followed = true;
}

void json_key(json_writer *to, const char *key)
{
    json_text(to, key);
    buffer_add(&to->out, ":", 1);
    to->is_followed = false;
}

void json_text(json_writer *to, const char *text)
{
    separate(to);
    buffer_add(&to->out, "\"", 1);
    for (; *text; text++) {
        char escape[8];
        if (*text == '"' || *text == '\\')
            buffer_add(&to->out, "\\", 1);
        if ((unsigned char)*text < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)*text);
            buffer_text(&to->out, escape);
        } else {
            buffer_add(&to->out, text, 1);
        }
    }
    buffer_add(&to->out, "\"", 1);
}

void json_number(json_writer *to, int64_t number)
{
    separate(to);
    buffer_number(&to->out, number);
}

void json_bool(json_writer *to, bool is_so)
{
    separate(to);
    buffer_text(&to->out, is_so ? "true" : "false");
}

void json_null(json_writer *to)
{
    separate(to);
    buffer_text(&to->out, "null");
}

void json_raw(json_writer *to, const buffer *written)
{
    separate(to);
    to->out.failed = to->out.failed || written->failed;
    buffer_add(&to->out, written->bytes, written->len);
}
