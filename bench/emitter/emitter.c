// A `claude` that only writes, as fast as a pipe takes it. It answers `--version` and every control request, and plays
// what the prompt says: `play NAME COUNT`. It ends with its input, or when nobody reads what it writes.
//
//   deltas N         text deltas of 270 bytes
//   results N        the same, each fortieth line a tool result of 100 KB
//   multi-byte N     deltas of 270 bytes with text that is not ASCII
//   answers N        assistant messages with 4 KB of text
//   paced N          deltas, 200 a second, each with the time of its writing
//   trickle N        the same, 20 a second, about as fast as a model writes
//   flood MS         deltas for so many milliseconds
//   line BYTES       one tool result of that size, with the time of its writing
//   approvals N      asks for a decision and waits for it, N times; the result tells the round trip
//   open-approval N  asks, writes N deltas, withdraws the question after a while
//
// A turn begins with `system/init` and ends with `result`. How far it is goes to stderr, and at last `played NAME COUNT`.

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#define CLOCK CLOCK_MONOTONIC_RAW // the one that Node's hrtime reads
#else
#define CLOCK CLOCK_MONOTONIC
#endif

#define SESSION "\"session_id\":\"5b1f3d2e-8c4a-4f6b-9e0d-7a2c1b3d4e5f\""
#define ENVELOPE SESSION ",\"parent_tool_use_id\":null,\"uuid\":\"4c1b7e0a-4f6b-4e0d-8a2c-000000000000\""
#define DELTA_HEAD "{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_delta\",\"index\":0," \
                   "\"delta\":{\"type\":\"text_delta\",\"text\":\""
#define DELTA_TAIL "\"}}," ENVELOPE "}\n"
#define RESULT_HEAD "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\"," \
                    "\"tool_use_id\":\"toolu_01\",\"content\":\""
#define RESULT_TAIL "\"}]}," ENVELOPE ",\"at\":\"00000000000000000000\"}\n"
#define ANSWER_HEAD "{\"type\":\"assistant\",\"message\":{\"id\":\"msg_000000000000\",\"type\":\"message\",\"role\":\"assistant\"," \
                    "\"model\":\"claude-x\",\"content\":[{\"type\":\"text\",\"text\":\""
#define ANSWER_TAIL "\"}]}," ENVELOPE "}\n"

enum { DELTA_BYTES = 270, ANSWER_BYTES = 4096, RESULT_BYTES = 100000, RESULT_EVERY = 40, KINDS = 8, PER_SECOND = 200, TELL_EVERY = 20000 };

static const char *PLAIN[] = {"the ", "loop ", "ends ", "when ", "the queue ", "is empty, ", "so a late ", "`push()`\\n"};
static const char *MULTI_BYTE[] = {"最後の", "行は", "まだ", "пустая ", "строка ", "größer ", "🎉 ", "한국어 "};
static const char *CODE[] = {"const line = queue.shift()\\n", "\\tif (line === \\\"\\\") return\\n",
                             "  // the last one\\n", "}\\n",
                             "export function push(entry) {\\n", "  backlog.push(entry)\\n",
                             "  text += entry.size\\n", "\\n"};

typedef struct {
  char *bytes;
  size_t length;
  char *serial; // the last twelve digits of the uuid
  char *id;     // those of the message's id, if it has one
} Line;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void sleep_until(uint64_t when) {
  for (uint64_t time = now(); time < when; time = now()) {
    struct timespec rest = {(time_t)((when - time) / 1000000000u), (long)((when - time) % 1000000000u)};
    nanosleep(&rest, NULL);
  }
}

static char out[1 << 16];
static size_t waiting = 0;

static void write_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(1, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) exit(0);
    bytes += written;
    length -= (size_t)written;
  }
}

static void flush(void) {
  write_all(out, waiting);
  waiting = 0;
}

static void put(const char *bytes, size_t length) {
  if (length > sizeof out - waiting) flush();
  if (length > sizeof out) {
    write_all(bytes, length);
    return;
  }
  memcpy(out + waiting, bytes, length);
  waiting += length;
}

static void say(const char *text) {
  put(text, strlen(text));
  flush();
}

// A line of exactly so many bytes, its text made of these words; another one for each `kind`.
static Line make_line(const char *head, const char *tail, const char **words, size_t bytes, size_t kind) {
  size_t room = bytes - strlen(head) - strlen(tail);
  char *line = malloc(bytes + 1), *end = line + strlen(head);
  if (line == NULL) exit(1);
  memcpy(line, head, strlen(head));
  for (size_t i = kind;; i++) {
    const char *word = words[(i * 5 + i / KINDS) % KINDS];
    if (strlen(word) > room) break;
    memcpy(end, word, strlen(word));
    end += strlen(word);
    room -= strlen(word);
  }
  memset(end, '.', room);
  strcpy(end + room, tail);
  char *id = strstr(line, "\"msg_000000000000\"");
  return (Line){line, bytes, strstr(end + room, "000000000000\""), id ? id + strlen("\"msg_") : NULL};
}

static void make_lines(Line *lines, const char *head, const char *tail, const char **words, size_t bytes) {
  for (size_t kind = 0; kind < KINDS; kind++) lines[kind] = make_line(head, tail, words, bytes, kind);
}

static void put_digits(char *digits, uint64_t number) {
  for (int digit = 11; digit >= 0; digit--, number /= 10) digits[digit] = (char)('0' + number % 10);
}

// No two messages have the same uuid, in whatever turn: one that comes again is another delivery of the same message.
static void number_line(const Line *line) {
  static uint64_t serial = 0;
  serial++;
  put_digits(line->serial, serial);
  if (line->id != NULL) put_digits(line->id, serial);
}

static void put_line(const Line *line) {
  number_line(line);
  put(line->bytes, line->length);
}

static Line deltas[KINDS];

static void play_lines(const Line *lines, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    put_line(&lines[i % KINDS]);
    if (i % TELL_EVERY == TELL_EVERY - 1) fprintf(stderr, "at %llu\n", (unsigned long long)i + 1);
  }
}

static void play_multi_byte(uint64_t count) {
  Line lines[KINDS];
  make_lines(lines, DELTA_HEAD, DELTA_TAIL, MULTI_BYTE, DELTA_BYTES);
  play_lines(lines, count);
}

static void play_answers(uint64_t count) {
  Line lines[KINDS];
  make_lines(lines, ANSWER_HEAD, ANSWER_TAIL, PLAIN, ANSWER_BYTES);
  play_lines(lines, count);
}

static void play_results(uint64_t count) {
  Line results[KINDS];
  make_lines(results, RESULT_HEAD, RESULT_TAIL, CODE, RESULT_BYTES);
  for (uint64_t i = 1; i <= count; i++) {
    put_line(i % RESULT_EVERY ? &deltas[i % KINDS] : &results[i / RESULT_EVERY % KINDS]);
  }
}

static void play_paced(uint64_t count, uint64_t per_second) {
  uint64_t start = now();
  for (uint64_t i = 1; i <= count; i++) {
    char line[DELTA_BYTES + 64];
    sleep_until(start + i * (1000000000u / per_second));
    number_line(&deltas[i % KINDS]);
    memcpy(line, deltas[i % KINDS].bytes, DELTA_BYTES);
    snprintf(line + DELTA_BYTES - 2, 66, ",\"at\":\"%020llu\"}\n", (unsigned long long)now());
    say(line);
  }
}

static void play_flood(uint64_t ms) {
  for (uint64_t end = now() + ms * 1000000u; now() < end;) play_lines(deltas, 1000);
}

static void play_long_line(uint64_t bytes) {
  Line line = make_line(RESULT_HEAD, RESULT_TAIL, CODE, bytes, 0);
  char *at = line.bytes + bytes - strlen("00000000000000000000\"}\n");
  snprintf(at, 21, "%020llu", (unsigned long long)now());
  at[20] = '"';
  put(line.bytes, bytes);
  free(line.bytes);
}

static char *input = NULL;
static size_t input_room = 0;

static int next_input(void) {
  ssize_t length = getline(&input, &input_room, stdin);
  return length >= 0;
}

static int input_has(const char *text) {
  return strstr(input, text) != NULL;
}

static void ask(uint64_t id) {
  char line[512];
  snprintf(line, sizeof line,
           "{\"type\":\"control_request\",\"request_id\":\"ask-%llu\",\"request\":{\"subtype\":\"can_use_tool\","
           "\"tool_name\":\"Bash\",\"input\":{\"command\":\"ls -la src\",\"description\":\"List the sources\"},"
           "\"permission_suggestions\":[],\"tool_use_id\":\"toolu_%llu\"}}\n",
           (unsigned long long)id, (unsigned long long)id);
  say(line);
}

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

// Writes the figures of the round trips, in nanoseconds, into `figures`.
static void play_approvals(uint64_t count, uint64_t first_id, char *figures, size_t room) {
  uint64_t *times = calloc(count, sizeof *times);
  if (times == NULL || count == 0) exit(1);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t start = now();
    ask(first_id + i);
    do {
      if (!next_input()) exit(0);
    } while (!input_has("\"type\":\"control_response\""));
    times[i] = now() - start;
  }
  qsort(times, count, sizeof *times, compare);
  snprintf(figures, room, ",\"p50\":%llu,\"p99\":%llu", (unsigned long long)times[count / 2],
           (unsigned long long)times[count * 99 / 100]);
  free(times);
}

static void play_open_approval(uint64_t count, uint64_t id) {
  char line[128];
  ask(id);
  play_lines(deltas, count);
  flush();
  sleep_until(now() + 150000000u);
  snprintf(line, sizeof line, "{\"type\":\"control_cancel_request\",\"request_id\":\"ask-%llu\"}\n", (unsigned long long)id);
  say(line);
  sleep_until(now() + 50000000u);
}

static void play(const char *name, uint64_t count) {
  static uint64_t asked = 0, turns = 0;
  char line[512], figures[128] = "";
  turns++;
  snprintf(line, sizeof line,
           "{\"type\":\"system\",\"subtype\":\"init\",\"cwd\":\"/\",\"model\":\"claude-x\",\"tools\":[\"Bash\"],"
           "\"mcp_servers\":[],\"permissionMode\":\"default\",\"uuid\":\"25ebf281-5e6c-459c-9508-%012llu\"," SESSION "}\n",
           (unsigned long long)turns);
  say(line);
  if (strcmp(name, "deltas") == 0) play_lines(deltas, count);
  else if (strcmp(name, "results") == 0) play_results(count);
  else if (strcmp(name, "multi-byte") == 0) play_multi_byte(count);
  else if (strcmp(name, "answers") == 0) play_answers(count);
  else if (strcmp(name, "paced") == 0) play_paced(count, PER_SECOND);
  else if (strcmp(name, "trickle") == 0) play_paced(count, PER_SECOND / 10);
  else if (strcmp(name, "flood") == 0) play_flood(count);
  else if (strcmp(name, "line") == 0) play_long_line(count);
  else if (strcmp(name, "approvals") == 0) play_approvals(count, asked, figures, sizeof figures);
  else if (strcmp(name, "open-approval") == 0) play_open_approval(count, asked);
  asked += count;
  snprintf(line, sizeof line,
           "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"done\",\"num_turns\":1,"
           "\"uuid\":\"35ebf281-5e6c-459c-9508-%012llu\"," SESSION "%s}\n",
           (unsigned long long)turns, figures);
  say(line);
  fprintf(stderr, "played %s %llu\n", name, (unsigned long long)count);
}

// Every request is granted. The one at the start wants to know what there is.
static void answer(void) {
  char line[512];
  const char *id = strstr(input, "\"request_id\":\"");
  if (id == NULL) return;
  id += strlen("\"request_id\":\"");
  snprintf(line, sizeof line,
           "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"%.*s\",\"response\":%s}}\n",
           (int)strcspn(id, "\""), id,
           input_has("\"subtype\":\"initialize\"")
               ? "{\"commands\":[],\"models\":[],\"agents\":[],\"account\":{},\"output_style\":\"default\","
                 "\"available_output_styles\":[\"default\"]}"
               : "{}");
  say(line);
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--version") == 0) {
    puts("2.1.325 (Claude Code)");
    return 0;
  }
  // A session of its own, as some clients start it: where processor time is shared out between sessions, all get the same.
  setsid();
  make_lines(deltas, DELTA_HEAD, DELTA_TAIL, PLAIN, DELTA_BYTES);
  while (next_input()) {
    char name[32];
    unsigned long long number;
    const char *prompt = strstr(input, "\"play ");
    if (input_has("\"type\":\"control_request\"")) answer();
    else if (prompt != NULL && sscanf(prompt, "\"play %31[a-z-] %llu", name, &number) == 2) play(name, number);
  }
  return 0;
}
