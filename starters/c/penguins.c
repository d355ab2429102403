/*
 * A complete program for the Penguins contest, as a starting point for your own.
 *
 *     penguins phase=placement penguins=N INPUT OUTPUT     put one penguin on the ice
 *     penguins phase=movement INPUT OUTPUT                 move one penguin
 *     penguins name                                        print the id (also: id)
 *
 * It reads the game from INPUT, makes one turn and writes the game to OUTPUT, which may be the same
 * file. The exit code is the result:
 *
 *     0  a turn was made
 *     1  no turn is possible
 *     2  the file INPUT is invalid (the message names the line and the column)
 *     3  anything else: bad arguments, a file that cannot be read or written
 *
 * To make it yours: change MY_ID, then choose_turn(), both just below. The rest follows the contract of
 * docs/protocol.md and rarely needs a change. It plays on squares only, not on hexagons.
 *
 * Build:  cc -std=c99 -O2 -Wall -Wextra -o penguins penguins.c
 */

#define _XOPEN_SOURCE 700 /* for realpath() and file permissions, which are POSIX and not C99 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

/* Your id, without blanks and quotation marks. Choose one that no other program has. */
#define MY_ID "CStarter"

/* One field of the board. Without fish and without a player it is water. */
typedef struct {
    unsigned char fish;   /* 0 to 3 */
    unsigned char player; /* the player whose penguin is here: 1 to 9, or 0 for none */
} Field;

/* One player row of the file. Id and score point into the text that was read: they are written
 * back unchanged. */
typedef struct {
    const char *id;
    size_t id_length;
    int number;
    const char *score;
    size_t score_length;
    unsigned long long points; /* the score as a number */
    long line;                 /* the place of the score in the file: its line, ... */
    size_t at;                 /* ... and its column, from 0 */
} Player;

/* A turn. A placement has no start: its from_row and from_col are -1. */
typedef struct {
    long from_row, from_col;
    long row, col;
} Turn;

/* The whole game, as in the file. Rows and columns are counted from 0. */
typedef struct {
    long rows, cols;
    Field *fields; /* row by row; use field_at() */
    Player players[9];
    int player_count;
    int me;        /* our number, 1 to 9 */
    bool placing;  /* true in the placement phase, false in the movement phase */
    long penguins; /* how many penguins each player places; 0 in the movement phase */
} Game;

/* Returns the field at a place; outside the board there is only water. */
static Field field_at(const Game *game, long row, long col)
{
    Field water = {0, 0};
    if (row < 0 || row >= game->rows || col < 0 || col >= game->cols)
        return water;
    return game->fields[row * game->cols + col];
}

/* A free floe has fish and no penguin. */
static bool is_free(Field field)
{
    return field.fish > 0 && field.player == 0;
}

/* The four directions: up, down, left, right. */
static const int ROW_STEP[4] = {-1, 1, 0, 0};
static const int COL_STEP[4] = {0, 0, -1, 1};

/* ========================================================================================= */
/* ==  YOUR STRATEGY GOES HERE                                                            == */
/* ==                                                                                     == */
/* ==  turns[0] to turns[count - 1] are all legal turns, at least one. Return the one     == */
/* ==  that you choose. game->placing is true in the placement phase.                     == */
/* ========================================================================================= */
static Turn choose_turn(const Game *game, const Turn *turns, size_t count)
{
    /* Most fish first, then most free neighbours, then most fish on those. */
    Turn best = turns[0];
    int best_value = -1;
    for (size_t i = 0; i < count; i++) {
        int free_neighbours = 0, fish_around = 0;
        for (int direction = 0; direction < 4; direction++) {
            long row = turns[i].row + ROW_STEP[direction];
            long col = turns[i].col + COL_STEP[direction];
            Field next = field_at(game, row, col);
            if (is_free(next)) {
                free_neighbours++;
                fish_around += next.fish;
            }
        }
        int fish = field_at(game, turns[i].row, turns[i].col).fish;
        int value = fish * 1000 + free_neighbours * 100 + fish_around;
        if (value > best_value) {
            best_value = value;
            best = turns[i];
        }
    }
    return best;
}
/* ========================================================================================= */
/* ==  You need not change anything below this line.                                      == */
/* ========================================================================================= */

/* ---- Errors ------------------------------------------------------------------------------ */

/* Prints an error and exits with code 3. */
static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "penguins: %s%s\n", what, detail);
    exit(3);
}

static void *get_memory(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL)
        fail("out of memory", "");
    return memory;
}

/* The text of the input file, and the line that is being read. */
typedef struct {
    const char *name;
    const char *text;
    size_t length;
    size_t next;           /* where the next line starts */
    const char *line;      /* the current line ... */
    size_t line_length;    /* ... without its end */
    long line_number;      /* from 1 */
    long penguin_line[10]; /* the line of each player's first penguin, 0 for none ... */
    size_t penguin_at[10]; /* ... and its column, from 0 */
} Reader;

/* Prints where and why the file is invalid, and exits with code 2. `at` counts from 0. */
static void bad_file(const Reader *reader, size_t at, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s:%ld:%lu: error: ", reader->name, reader->line_number, (unsigned long)at + 1);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(2);
}

/* ---- Reading the file -------------------------------------------------------------------- */

/* Reads a whole file. It may contain any bytes, including zeros, so its length is stored separately. */
static char *read_file(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        fail("cannot read ", name);
    size_t room = 1 << 16;
    char *text = get_memory(room);
    *length = 0;
    for (;;) {
        *length += fread(text + *length, 1, room - *length, file);
        if (*length < room)
            break;
        room *= 2;
        text = realloc(text, room);
        if (text == NULL)
            fail("out of memory", "");
    }
    /* Opening a folder works on some systems, but reading it does not. */
    if (ferror(file))
        fail("cannot read ", name);
    fclose(file);
    return text;
}

/* Goes to the next line; false if there is none. A line ends with LF, CR LF or the end of the file. */
static bool next_line(Reader *reader)
{
    if (reader->next >= reader->length)
        return false;
    reader->line = reader->text + reader->next;
    size_t rest = reader->length - reader->next;
    const char *end = memchr(reader->line, '\n', rest);
    reader->line_length = end != NULL ? (size_t)(end - reader->line) : rest;
    reader->next += reader->line_length + (end != NULL ? 1 : 0);
    reader->line_number++;
    if (reader->line_length > 0 && reader->line[reader->line_length - 1] == '\r')
        reader->line_length--;
    for (size_t i = 0; i < reader->line_length; i++) {
        unsigned char byte = (unsigned char)reader->line[i];
        if ((byte < 32 && byte != '\t') || byte == 127)
            bad_file(reader, i, "control byte 0x%02x", byte);
    }
    return true;
}

/* A word of a line: where it starts and how long it is. */
typedef struct {
    const char *start;
    size_t length;
    size_t at; /* its place in the line, from 0 */
} Word;

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* Finds the next word of the line from *at on, and moves *at behind it; false when there is none. */
static bool next_word(const Reader *reader, size_t *at, Word *word)
{
    while (*at < reader->line_length && is_blank(reader->line[*at]))
        ++*at;
    word->start = reader->line + *at;
    word->at = *at;
    while (*at < reader->line_length && !is_blank(reader->line[*at]))
        ++*at;
    word->length = *at - word->at;
    return word->length > 0;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* No number in a file may be larger than this. */
static const unsigned long long MOST = 4294967295ULL;

/* Reads a whole number: digits only, no sign. A number above MOST becomes MOST + 1. False if it is no
 * number. */
static bool read_number(const char *digits, size_t length, unsigned long long *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (!is_digit(digits[i]))
            return false;
        *number = *number * 10 + (unsigned long long)(digits[i] - '0');
        if (*number > MOST)
            *number = MOST + 1;
    }
    return length > 0;
}

/* The first line: rows and columns. */
static void read_header(Reader *reader, Game *game)
{
    Word words[2], extra;
    unsigned long long size[2];
    size_t at = 0;
    if (!next_line(reader)) {
        reader->line_number = 1;
        bad_file(reader, 0, "the file is empty");
    }
    for (int i = 0; i < 2; i++) {
        if (!next_word(reader, &at, &words[i]))
            bad_file(reader, at, "the first line must give the rows and the columns");
        if (!read_number(words[i].start, words[i].length, &size[i]))
            bad_file(reader, words[i].at, "the first line must hold two numbers");
        if (size[i] == 0)
            bad_file(reader, words[i].at, "a board needs at least one row and one column");
    }
    if (next_word(reader, &at, &extra))
        bad_file(reader, extra.at, "the first line must hold only two numbers");
    /* Two digits and a blank for each field: this is checked before any memory is allocated. When only
     * a few are missing, a message about the row is better, so up to twice as many are read row by row. */
    size_t room = (reader->length - reader->next + 1) / 3;
    if (size[0] > MOST || size[1] > MOST || size[0] * size[1] > 2 * room)
        bad_file(reader, words[0].at, "the board is larger than the rest of the file");
    game->rows = (long)size[0];
    game->cols = (long)size[1];
}

static void read_row(Reader *reader, Game *game, long row)
{
    Word word;
    size_t at = 0;
    if (!next_line(reader))
        bad_file(reader, reader->line_length, "row %ld is missing: the file ends here", row + 1);
    for (long col = 0; col < game->cols; col++) {
        if (!next_word(reader, &at, &word))
            bad_file(reader, at, "row %ld has %ld of %ld fields", row + 1, col, game->cols);
        if (word.length != 2 || !is_digit(word.start[0]) || !is_digit(word.start[1]))
            bad_file(reader, word.at, "a field has two digits, fish and player");
        if (word.start[0] > '3')
            bad_file(reader, word.at, "a field has at most 3 fish");
        Field *field = &game->fields[row * game->cols + col];
        field->fish = (unsigned char)(word.start[0] - '0');
        field->player = (unsigned char)(word.start[1] - '0');
        if (field->player != 0 && reader->penguin_line[field->player] == 0) {
            reader->penguin_line[field->player] = reader->line_number;
            reader->penguin_at[field->player] = word.at;
        }
    }
    if (next_word(reader, &at, &word))
        bad_file(reader, word.at, "row %ld has more than %ld fields", row + 1, game->cols);
}

static bool has_id(const Player *player, const char *id, size_t length)
{
    return player->id_length == length && memcmp(player->id, id, length) == 0;
}

/* A player row: id, number, score. A blank line is ignored. */
static void read_player(const Reader *reader, Game *game)
{
    Word id, number, score, extra;
    size_t at = 0;
    if (!next_word(reader, &at, &id))
        return;
    if (!next_word(reader, &at, &number) || !next_word(reader, &at, &score))
        bad_file(reader, at, "a player row has three fields: id, number and score");
    if (next_word(reader, &at, &extra))
        bad_file(reader, extra.at, "a player row has only three fields: id, number and score");
    const char *quote = memchr(id.start, '"', id.length);
    if (quote != NULL)
        bad_file(reader, (size_t)(quote - reader->line), "quotation mark in an id");
    if (number.length != 1 || number.start[0] < '1' || number.start[0] > '9')
        bad_file(reader, number.at, "a player number is 1 to 9");
    unsigned long long points;
    if (!read_number(score.start, score.length, &points))
        bad_file(reader, score.at, "a score is a number of at least 0");
    if (points > MOST)
        bad_file(reader, score.at, "the score is too large");
    for (int i = 0; i < game->player_count; i++) {
        if (has_id(&game->players[i], id.start, id.length))
            bad_file(reader, id.at, "this id occurs twice");
        if (game->players[i].number == number.start[0] - '0')
            bad_file(reader, number.at, "this player number occurs twice");
    }
    /* All numbers differ and are 1 to 9, so there are at most nine players. */
    Player *player = &game->players[game->player_count++];
    player->id = id.start;
    player->id_length = id.length;
    player->number = number.start[0] - '0';
    player->score = score.start;
    player->score_length = score.length;
    player->points = points;
    player->line = reader->line_number;
    player->at = score.at;
}

static Player *player_with_number(Game *game, int number)
{
    for (int i = 0; i < game->player_count; i++)
        if (game->players[i].number == number)
            return &game->players[i];
    return NULL;
}

/* Checks what needs the whole file: penguins without a player, and huge scores. */
static void check_whole(Reader *reader, Game *game)
{
    for (int number = 1; number <= 9; number++) {
        if (reader->penguin_line[number] != 0 && player_with_number(game, number) == NULL) {
            reader->line_number = reader->penguin_line[number];
            bad_file(reader, reader->penguin_at[number], "a penguin of player %d, who has no row", number);
        }
    }
    unsigned long long fish = 0;
    for (long i = 0; i < game->rows * game->cols; i++)
        fish += game->fields[i].fish;
    for (int i = 0; i < game->player_count; i++) {
        if (game->players[i].points + fish > MOST) {
            reader->line_number = game->players[i].line;
            bad_file(reader, game->players[i].at, "the score is too large");
        }
    }
}

static void read_game(Reader *reader, Game *game)
{
    /* Some editors write a byte-order mark, these three bytes, at the start. */
    if (reader->length >= 3 && memcmp(reader->text, "\xef\xbb\xbf", 3) == 0) {
        reader->text += 3;
        reader->length -= 3;
    }
    read_header(reader, game);
    game->fields = get_memory((size_t)(game->rows * game->cols) * sizeof(Field));
    for (long row = 0; row < game->rows; row++)
        read_row(reader, game, row);
    while (next_line(reader))
        read_player(reader, game);
    check_whole(reader, game);
}

/* ---- Our seat, and our turns --------------------------------------------------------------- */

/* Finds our row. In the placement phase, a player without one joins; false if we do not take part. */
static bool find_seat(const Reader *reader, Game *game)
{
    int highest = 0;
    for (int i = 0; i < game->player_count; i++) {
        if (has_id(&game->players[i], MY_ID, strlen(MY_ID))) {
            game->me = game->players[i].number;
            return true;
        }
        if (game->players[i].number > highest)
            highest = game->players[i].number;
    }
    if (!game->placing)
        return false;
    if (game->player_count == 9)
        bad_file(reader, 0, "the game has nine players already: there is no free seat");
    /* The next number; if 9 is taken, the lowest free one. */
    game->me = highest + 1;
    if (game->me > 9)
        for (game->me = 1; player_with_number(game, game->me) != NULL;)
            game->me++;
    Player *player = &game->players[game->player_count++];
    player->id = MY_ID;
    player->id_length = strlen(MY_ID);
    player->number = game->me;
    player->points = 0;
    return true;
}

typedef struct {
    Turn *turns;
    size_t count, room;
} TurnList;

static void add_turn(TurnList *list, long from_row, long from_col, long row, long col)
{
    if (list->count == list->room) {
        list->room = list->room > 0 ? list->room * 2 : 256;
        list->turns = realloc(list->turns, list->room * sizeof(Turn));
        if (list->turns == NULL)
            fail("out of memory", "");
    }
    Turn turn = {from_row, from_col, row, col};
    list->turns[list->count++] = turn;
}

/* Lists all our legal turns. */
static TurnList list_turns(const Game *game)
{
    TurnList list = {NULL, 0, 0};
    long mine = 0;
    for (long row = 0; row < game->rows; row++) {
        for (long col = 0; col < game->cols; col++) {
            Field field = field_at(game, row, col);
            if (field.player == game->me)
                mine++;
            if (game->placing && is_free(field) && field.fish == 1)
                add_turn(&list, -1, -1, row, col);
            if (game->placing || field.player != game->me)
                continue;
            for (int direction = 0; direction < 4; direction++) {
                long to_row = row + ROW_STEP[direction], to_col = col + COL_STEP[direction];
                while (is_free(field_at(game, to_row, to_col))) {
                    add_turn(&list, row, col, to_row, to_col);
                    to_row += ROW_STEP[direction];
                    to_col += COL_STEP[direction];
                }
            }
        }
    }
    if (game->placing && mine >= game->penguins)
        list.count = 0; /* all our penguins are on the ice */
    return list;
}

static void make_turn(Game *game, Turn turn)
{
    Field water = {0, 0};
    Field *target = &game->fields[turn.row * game->cols + turn.col];
    Player *me = player_with_number(game, game->me);
    me->points += target->fish;
    me->score = NULL; /* the number is used from now on */
    target->fish = 0;
    target->player = (unsigned char)game->me;
    if (turn.from_row >= 0)
        game->fields[turn.from_row * game->cols + turn.from_col] = water;
}

/* ---- Writing the file ---------------------------------------------------------------------- */

/* Formats the new file: single blanks, and none at the ends of lines. */
static char *write_game(const Game *game, size_t *length)
{
    size_t room = 64 + (size_t)(game->rows * game->cols) * 3;
    for (int i = 0; i < game->player_count; i++)
        room += game->players[i].id_length + game->players[i].score_length + 64;
    char *text = get_memory(room);
    char *end = text + sprintf(text, "%ld %ld\n", game->rows, game->cols);
    for (long row = 0; row < game->rows; row++) {
        for (long col = 0; col < game->cols; col++) {
            Field field = field_at(game, row, col);
            *end++ = (char)('0' + field.fish);
            *end++ = (char)('0' + field.player);
            *end++ = col + 1 < game->cols ? ' ' : '\n';
        }
    }
    for (int i = 0; i < game->player_count; i++) {
        const Player *player = &game->players[i];
        memcpy(end, player->id, player->id_length);
        end += player->id_length;
        end += sprintf(end, " %d ", player->number);
        if (player->score != NULL) {
            memcpy(end, player->score, player->score_length);
            end += player->score_length;
        } else {
            end += sprintf(end, "%llu", player->points);
        }
        *end++ = '\n';
    }
    *length = (size_t)(end - text);
    return text;
}

/* Writes to an open file and closes it; false on failure. */
static bool write_and_close(FILE *file, const char *text, size_t length)
{
    bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written;
}

#ifdef _WIN32

/* The simple way: a reader may see half of the file while it is written. */
static void save(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || !write_and_close(file, text, length))
        fail("cannot write ", name);
}

#else

/* Replaces a file atomically, so that no reader sees half of it: writes a new file beside it and renames
 * that. */
static void save(const char *name, const char *text, size_t length)
{
    char *path = realpath(name, NULL); /* follows links; NULL if the file does not exist yet */
    const char *target = path != NULL ? path : name;
    struct stat old;
    bool exists = stat(target, &old) == 0;
    if (exists && !S_ISDIR(old.st_mode) && !S_ISREG(old.st_mode)) {
        /* A terminal or a pipe cannot be replaced. */
        FILE *file = fopen(target, "wb");
        if (file == NULL || !write_and_close(file, text, length))
            fail("cannot write ", name);
        free(path);
        return;
    }
    if (exists && (S_ISDIR(old.st_mode) || (old.st_mode & 0222) == 0 || access(target, W_OK) != 0))
        fail("cannot write ", name);

    const char *slash = strrchr(target, '/');
    size_t folder_length = slash != NULL ? (size_t)(slash - target) + 1 : 0;
    char *beside = get_memory(folder_length + 64);
    memcpy(beside, target, folder_length);
    sprintf(beside + folder_length, ".penguins-%ld.tmp", (long)getpid());
    int handle = open(beside, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = handle >= 0 ? fdopen(handle, "wb") : NULL;
    if (file == NULL)
        fail("cannot write beside ", name);
    bool good = write_and_close(file, text, length);
    if (good && exists)
        good = chmod(beside, old.st_mode & 07777) == 0;
    if (!good || rename(beside, target) != 0) {
        remove(beside);
        fail("cannot write ", name);
    }
    free(beside);
    free(path);
}

#endif

/* ---- The arguments ------------------------------------------------------------------------- */

typedef struct {
    const char *phase, *penguins;
    const char *input, *output;
} Arguments;

/* Returns the length of the key of "key=value"; 0 when the argument is a file name. */
static size_t key_length(const char *argument)
{
    size_t length = strspn(argument, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return argument[length] == '=' ? length : 0;
}

/* Stores the value of "key=value" if the argument has this key. */
static bool take(const char *argument, const char *key, const char **value)
{
    size_t length = strlen(key);
    if (key_length(argument) != length || strncmp(argument, key, length) != 0)
        return false;
    if (*value != NULL)
        fail("given twice: ", argument);
    *value = argument + length + 1;
    return true;
}

static Arguments read_arguments(int count, char **arguments)
{
    Arguments found = {NULL, NULL, NULL, NULL};
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        if (take(argument, "phase", &found.phase) || take(argument, "penguins", &found.penguins))
            continue;
        if (key_length(argument) > 0 || (argument[0] == '-' && argument[1] != '\0'))
            fail("unknown argument ", argument);
        if (found.input == NULL)
            found.input = argument;
        else if (found.output == NULL)
            found.output = argument;
        else
            fail("more than two files: ", argument);
    }
    return found;
}

int main(int count, char **arguments)
{
    /* When asked for the id, we ignore everything else. */
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "name") == 0 || strcmp(arguments[i], "id") == 0)
            return puts(MY_ID) != EOF && fflush(stdout) == 0 ? 0 : 3;
    Arguments found = read_arguments(count, arguments);
    Game game = {0};
    if (found.phase == NULL)
        fail("phase=placement or phase=movement and two files are needed", "");
    if (strcmp(found.phase, "placement") == 0)
        game.placing = true;
    else if (strcmp(found.phase, "movement") != 0)
        fail("a phase is placement or movement, not ", found.phase);
    if (game.placing) {
        unsigned long long penguins;
        const char *digits = found.penguins != NULL ? found.penguins : "";
        if (!read_number(digits, strlen(digits), &penguins) || penguins == 0)
            fail("penguins=N is needed, with N of at least 1", "");
        game.penguins = (long)(penguins < 1000000000 ? penguins : 1000000000);
    }
    if (found.output == NULL)
        fail("two files are needed: input and output", "");

    Reader reader = {0};
    reader.name = found.input;
    char *bytes = read_file(found.input, &reader.length);
    reader.text = bytes;
    read_game(&reader, &game);
    TurnList list = {NULL, 0, 0};
    if (find_seat(&reader, &game))
        list = list_turns(&game);
    bool possible = list.count > 0;
    if (possible) {
        make_turn(&game, choose_turn(&game, list.turns, list.count));
        size_t length;
        char *text = write_game(&game, &length);
        save(found.output, text, length);
        free(text);
    }
    free(list.turns);
    free(game.fields);
    free(bytes);
    return possible ? 0 : 1;
}
