/* A game of counting to three alone, as a module that is not in Rust. */
#include <gueridon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gueridon_handle {
    int kept;
    int tried; /* -1: nothing is */
};

static int32_t say(gueridon_sink sink, const char *text)
{
    sink.write(sink.context, (const uint8_t *)text, strlen(text));
    return GUERIDON_OK;
}

/* Where the game stands. */
static int32_t say_summary(gueridon_sink sink, int count)
{
    char text[160];
    int over = count == 3;
    snprintf(text, sizeof text,
             "{\"toAct\": [%s], \"over\": %s, \"digest\": \"%016x\", \"decisions\": [\"%016x\"]}",
             over ? "" : "0", over ? "true" : "false", (unsigned)count, (unsigned)!over);
    return say(sink, text);
}

static int32_t say_about(gueridon_sink sink)
{
    /* A module reads no environment; this one does, to be caught. */
    const char *title = getenv("COUNTER_TITLE");
    say(sink, "{\"id\": \"counter\", \"prefix\": \"Counter\", \"titles\": [[\"EN\", \"");
    say(sink, title ? title : "Counter");
    return say(sink,
               "\"]], \"rulesVersion\": 1, \"fewestSeats\": 1, \"mostSeats\": 1, \"sdl\": \""
               "extend input Move { counter: CounterMove } input CounterMove @oneOf { add: Int } "
               "extend input Options { counter: CounterOptions } input CounterOptions { no: Int } "
               "type CounterView implements View { count: Int! }"
               "\", \"longest\": 3, \"languages\": [\"EN\", \"FR\"]}");
}

static int32_t open_table(const uint8_t *request, size_t len, gueridon_sink sink, gueridon_handle **out)
{
    gueridon_handle *table = malloc(sizeof *table);
    (void)request, (void)len;
    if (!table)
        return GUERIDON_PANICKED;
    table->kept = 0;
    table->tried = -1;
    *out = table;
    return say_summary(sink, table->kept);
}

static int32_t call(gueridon_handle *table, uint32_t op, const uint8_t *request, size_t len, gueridon_sink sink)
{
    char text[32];
    (void)request, (void)len;
    switch (op) {
    case GUERIDON_ABOUT:
        return say_about(sink);
    case GUERIDON_CATALOGUE:
        return say(sink, "[]");
    case GUERIDON_PLAY:
        table->tried = table->kept + 1;
        say(sink, "{\"summary\": ");
        say_summary(sink, table->tried);
        return say(sink, ", \"told\": []}");
    case GUERIDON_KEEP:
        if (table->tried < 0) {
            say(sink, "{\"message\": \"nothing is tried\"}");
            return GUERIDON_BAD_REQUEST;
        }
        table->kept = table->tried;
        table->tried = -1;
        return say(sink, "{}");
    case GUERIDON_DROP:
        table->tried = -1;
        return say(sink, "{}");
    case GUERIDON_VIEW:
        snprintf(text, sizeof text, "{\"count\": %d}", table->kept);
        return say(sink, text);
    case GUERIDON_LOOK:
        snprintf(text, sizeof text, "{\"count\": %d}", table->kept);
        say(sink, "{\"view\": ");
        say(sink, text);
        return say(sink, ", \"score\": {\"isFinal\": false, \"seats\": []}, \"prompt\": \"Count\", "
                         "\"moves\": [], \"toAct\": [0], \"over\": false}");
    default:
        return GUERIDON_UNSUPPORTED;
    }
}

static void close_table(gueridon_handle *table)
{
    free(table);
}

const gueridon_module_exports gueridon_module = {
    GUERIDON_ABI, sizeof(gueridon_module_exports), 1, open_table, call, close_table,
};
