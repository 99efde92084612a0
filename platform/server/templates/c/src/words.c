/* What the game says, in English and French. */
#include "module.h"

#include <string.h>

const about ABOUT = {
    .id = "{{id}}",
    .prefix = "{{Prefix}}",
    .title = {{"{{Title}}", "{{Title}}"}},
    .rules_version = 1,
    .fewest_seats = 2,
    .most_seats = MOST_SEATS,
    .longest = 28,
};

/* A thing without a text of its own. */
#define NAMED(key, kind, en, fr) {key, kind, {{en, fr}}, {{NULL, NULL}}}

/* The cards, the lines of the score pad; the codes of the game's refusals, each with a sentence that
 * needs no blanks; and the labels: what people read for the parts of the schema. */
const thing THINGS[] = {
    NAMED("one", "card", "One", "Un"),
    NAMED("two", "card", "Two", "Deux"),
    NAMED("three", "card", "Three", "Trois"),
    NAMED("four", "card", "Four", "Quatre"),
    NAMED("five", "card", "Five", "Cinq"),
    NAMED("six", "card", "Six", "Six"),
    NAMED("seven", "card", "Seven", "Sept"),
    NAMED("eight", "card", "Eight", "Huit"),
    NAMED("nine", "card", "Nine", "Neuf"),
    NAMED("ten", "card", "Ten", "Dix"),
    {"rounds", "scoreLine", {{"Rounds", "Manches"}}, {{"1 for each round won.", "1 pour chaque manche remportée."}}},
    {"BAD_HAND", "refusal", {{"BAD_HAND", "BAD_HAND"}}, {{"A hand has 1 to 7 cards.", "Une main compte de 1 à 7 cartes."}}},
    {"NOT_IN_HAND", "refusal", {{"NOT_IN_HAND", "NOT_IN_HAND"}},
     {{"This card is not in your hand.", "Cette carte n’est pas dans votre main."}}},
    {"{{Prefix}}Options.hand", "label", {{"Cards in hand", "Cartes en main"}},
     {{"How many cards are dealt to each, 1 to 7.", "Le nombre de cartes distribuées à chacun, de 1 à 7."}}},
    NAMED("{{Prefix}}Move.choose", "label", "Choose", "Choisir"),
    NAMED("{{Prefix}}View.toAct", "label", "To act", "À jouer"),
    NAMED("{{Prefix}}View.players", "label", "Players", "Joueurs"),
    NAMED("{{Prefix}}Player.seat", "label", "Player", "Joueur"),
    NAMED("{{Prefix}}Player.won", "label", "Rounds won", "Manches remportées"),
    NAMED("{{Prefix}}Player.hand", "label", "Hand", "Main"),
    NAMED("{{Prefix}}Player.handSize", "label", "Cards in hand", "Cartes en main"),
    NAMED("{{Prefix}}Player.hasChosen", "label", "Has chosen", "A choisi"),
    NAMED("{{Prefix}}Player.chosen", "label", "Chosen", "Carte choisie"),
    NAMED("{{Prefix}}Player.played", "label", "Played", "Cartes jouées"),
};
const size_t THING_COUNT = sizeof THINGS / sizeof *THINGS;

/* A code and its sentence. The codes below the first two are those of every table. */
static const struct {
    const char *code;
    words sentence;
} REFUSALS[] = {
    {"BAD_HAND", {{"A hand has 1 to 7 cards, not {hand}.", "Une main compte de 1 à 7 cartes, et non {hand}."}}},
    {"NOT_IN_HAND", {{"{card} is not in your hand.", "Pas dans votre main : {card}."}}},
    {"BAD_MOVE", {{"This is no step: {reason}.", "Ce n’est pas un coup : {reason}."}}},
    {"BAD_OPTIONS", {{"Bad options: {reason}.", "Options impossibles : {reason}."}}},
    {"BAD_SEATS", {{"{fewest} to {most} can play, not {seats}.", "On joue de {fewest} à {most}, pas {seats}."}}},
    {"GAME_OVER", {{"The game is over.", "La partie est finie."}}},
    {"NOT_YOUR_TURN", {{"You have chosen already.", "Vous avez déjà choisi."}}},
    {"NO_STEPS", {{"There was nothing to play.", "Il n’y avait rien à jouer."}}},
    {"NO_SUCH_SEAT", {{"There is no such seat.", "Cette place n’existe pas."}}},
    {"TOO_FAR",
     {{"Something came to light: play what comes before first.", "Du nouveau est apparu : jouez d’abord ce qui précède."}}},
};

const words *refusal_words(const char *code)
{
    size_t nth = 0, last = sizeof REFUSALS / sizeof *REFUSALS - 1;
    while (nth < last && strcmp(REFUSALS[nth].code, code))
        nth++;
    return &REFUSALS[nth].sentence;
}

void game_prompt(const game *table, int eyes, int language, buffer *to)
{
    static const words choose = {{"Choose a card", "Choisissez une carte"}};
    static const words wait = {{"The others are choosing", "Les autres choisissent"}};
    static const words over = {{"The game is over", "La partie est finie"}};
    unsigned to_act = game_to_act(table);
    bool is_asked = eyes >= 0 && (to_act >> eyes & 1);
    say(to, !to_act ? &over : is_asked ? &choose : &wait, language, NULL, 0);
}

/* The key of a card; null if it is not known. */
static const char *key_of(int card)
{
    return card == NO_CARD ? NULL : CARD_KEYS[card];
}

void step_say(const step *said, int language, buffer *to)
{
    static const words choose = {{"Choose: {card}", "Choisir : {card}"}};
    blank card = {"card", A_THING, 0, key_of(said->card)};
    say(to, &choose, language, &card, 1);
}

void event_say(const event *said, int language, buffer *to)
{
    static const words chose = {{"{seat} chooses a card[: {card}].", "{seat} choisit une carte[ : {card}]."}};
    static const words shown = {{"The cards are shown: {cards}.[ {winner} wins the round.]",
                                 "Les cartes sont révélées : {cards}.[ {winner} remporte la manche.]"}};
    static const char *const and[LANGUAGES] = {" and ", " et "};
    if (said->kind == CHOSE) {
        blank blanks[] = {{"seat", A_SEAT, said->seat, NULL}, {"card", A_THING, 0, key_of(said->card)}};
        say(to, &chose, language, blanks, 2);
        return;
    }
    buffer cards = {0};
    for (int seat = 0; seat < said->count; seat++) {
        if (seat)
            buffer_text(&cards, seat + 1 == said->count ? and[language] : ", ");
        buffer_text(&cards, name_of(CARD_KEYS[said->shown[seat]], language));
    }
    blank blanks[] = {{"cards", A_TEXT, 0, buffer_string(&cards)}, {"winner", A_SEAT, said->winner, NULL}};
    say(to, &shown, language, blanks, said->winner < 0 ? 1 : 2);
    buffer_free(&cards);
}
