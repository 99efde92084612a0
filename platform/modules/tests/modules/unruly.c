/* A game alone that does whatever it should not, as its player asks: for tests of workers. */
#define _GNU_SOURCE
#include <gueridon.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct gueridon_handle {
    int kept;
    int tried; /* -1: nothing is */
    int answer;
};

/* What the system answered to what was tried last: 0, or an error. */
static int answer;

static int32_t say(gueridon_sink sink, const char *text)
{
    sink.write(sink.context, (const uint8_t *)text, strlen(text));
    return GUERIDON_OK;
}

static int32_t say_summary(gueridon_sink sink, int count)
{
    char text[160];
    int over = count == 100;
    snprintf(text, sizeof text,
             "{\"toAct\": [%s], \"over\": %s, \"digest\": \"%016x\", \"decisions\": [\"%016x\"]}",
             over ? "" : "0", over ? "true" : "false", (unsigned)count, (unsigned)!over);
    return say(sink, text);
}

static int32_t say_about(gueridon_sink sink)
{
    return say(sink,
               "{\"id\": \"unruly\", \"prefix\": \"Unruly\", \"titles\": [[\"EN\", \"Unruly\"]], "
               "\"rulesVersion\": 1, \"fewestSeats\": 1, \"mostSeats\": 1, \"sdl\": \""
               "extend input Move { unruly: UnrulyMove } input UnrulyMove @oneOf { do: UnrulyDeed } "
               "enum UnrulyDeed { NOTHING CRASH LOOP TALK HOARD EXIT READ WRITE CONNECT FORK SIGNAL } "
               "extend input Options { unruly: UnrulyOptions } input UnrulyOptions { no: Int } "
               "type UnrulyView implements View { toAct: [Int!]! count: Int! answer: Int! }"
               "\", \"longest\": 100, \"languages\": [\"EN\", \"FR\"]}");
}

static int error_of(long result)
{
    return result < 0 ? errno : 0;
}

/* Does what the request names, and tells of it. */
static void be_unruly(const char *request, gueridon_sink sink)
{
    answer = 0;
    if (strstr(request, "CRASH")) {
        raise(SIGSEGV);
        *(volatile int *)16 = 1;
    } else if (strstr(request, "LOOP")) {
        for (volatile int turns = 0;; turns = !turns)
            ;
    } else if (strstr(request, "TALK")) {
        for (;;)
            say(sink, "and another thing, and another thing, and another thing, and another thing ");
    } else if (strstr(request, "HOARD")) {
        size_t all = (size_t)10 << 30;
        memset(malloc(all), 1, all);
    } else if (strstr(request, "EXIT")) {
        exit(0);
    } else if (strstr(request, "READ")) {
        answer = error_of(open("/etc/passwd", O_RDONLY));
    } else if (strstr(request, "WRITE")) {
        answer = error_of(open("/tmp/gueridon-unruly", O_WRONLY | O_CREAT, 0600));
    } else if (strstr(request, "CONNECT")) {
        answer = error_of(socket(AF_INET, SOCK_STREAM, 0));
    } else if (strstr(request, "FORK")) {
        pid_t child = fork();
        if (child == 0)
            pause();
        answer = error_of(child);
    } else if (strstr(request, "SIGNAL")) {
        answer = error_of(kill(getppid(), 0));
    }
}

static int32_t open_table(const uint8_t *request, size_t len, gueridon_sink sink, gueridon_handle **out)
{
    gueridon_handle *table = malloc(sizeof *table);
    (void)request, (void)len;
    if (!table)
        return GUERIDON_PANICKED;
    table->kept = 0;
    table->tried = -1;
    table->answer = 0;
    *out = table;
    return say_summary(sink, table->kept);
}

static void view(const gueridon_handle *table, char *text, size_t len)
{
    snprintf(text, len, "{\"__typename\": \"UnrulyView\", \"toAct\": [%s], \"count\": %d, \"answer\": %d}",
             table->kept == 100 ? "" : "0", table->kept, table->answer);
}

static int32_t call(gueridon_handle *table, uint32_t op, const uint8_t *request, size_t len, gueridon_sink sink)
{
    char text[4096];
    switch (op) {
    case GUERIDON_ABOUT:
        return say_about(sink);
    case GUERIDON_CATALOGUE:
        return say(sink, "[]");
    case GUERIDON_PLAY:
        snprintf(text, sizeof text, "%.*s", (int)len, (const char *)request);
        be_unruly(text, sink);
        table->answer = answer;
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
        view(table, text, sizeof text);
        return say(sink, text);
    case GUERIDON_LOOK:
        view(table, text, sizeof text);
        say(sink, "{\"view\": ");
        say(sink, text);
        return say(sink, ", \"score\": {\"isFinal\": false, \"seats\": []}, \"prompt\": \"Do\", "
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
