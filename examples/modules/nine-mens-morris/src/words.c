/* What Nine Men's Morris says, in English and French. */
#include "module.h"

#include <string.h>

const about ABOUT = {
    .id = "morris",
    .prefix = "Morris",
    .title = {{"Nine Men’s Morris", "Jeu du moulin"}},
    .rules_version = 1,
    .fewest_seats = MOST_SEATS,
    .most_seats = MOST_SEATS,
    .longest = 2000,
};

/* A thing without a text of its own, a point, and a refusal with a sentence that needs no blanks. */
#define NAMED(key, kind, en, fr) {key, kind, {{en, fr}}, {{NULL, NULL}}}
#define POINT(key) NAMED(key, "point", key, key)
#define REFUSAL(code, en, fr) {code, "refusal", {{code, code}}, {{en, fr}}}

/* The points and the line of the score pad, the codes of the game's refusals, and the labels: what people
 * read for the parts of the schema. */
const thing THINGS[] = {
    POINT("a1"), POINT("a4"), POINT("a7"), POINT("b2"), POINT("b4"), POINT("b6"), POINT("c3"), POINT("c4"), POINT("c5"), POINT("d1"), POINT("d2"), POINT("d3"),
    POINT("d5"), POINT("d6"), POINT("d7"), POINT("e3"), POINT("e4"), POINT("e5"), POINT("f2"), POINT("f4"), POINT("f6"), POINT("g1"), POINT("g4"), POINT("g7"),
    {"result", "scoreLine", {{"Result", "Résultat"}}, {{"2 for a win, 1 for a draw.", "2 pour une victoire, 1 pour une partie nulle."}}},
    REFUSAL("OCCUPIED", "Somebody stands on this point.", "Ce point est occupé."),
    REFUSAL("PLACE_FIRST", "All men are placed before one is moved.", "On pose tous ses pions avant d’en déplacer."),
    REFUSAL("ALL_PLACED", "All your men are placed.", "Tous vos pions sont posés."),
    REFUSAL("NOT_YOURS", "No man of yours stands on this point.", "Aucun de vos pions n’est sur ce point."),
    REFUSAL("NOT_JOINED", "No line leads to this point.", "Aucune ligne ne mène à ce point."),
    REFUSAL("TAKE_FIRST", "You have closed a mill: take a man.", "Vous avez fermé un moulin : prenez un pion."),
    REFUSAL("NO_MILL", "You have closed no mill.", "Vous n’avez pas fermé de moulin."),
    REFUSAL("NO_OPPONENT", "No man of the other player stands on this point.", "Aucun pion adverse n’est sur ce point."),
    REFUSAL("IN_A_MILL", "This man stands in a mill, and others do not.", "Ce pion est dans un moulin, et d’autres non."),
    {"MorrisOptions.flying", "label", {{"Flying", "Vol"}},
     {{"With the last three men one may go to any empty point.", "Avec ses trois derniers pions, on va sur n’importe quel point libre."}}},
    NAMED("MorrisMove.place", "label", "Place", "Poser"),
    NAMED("MorrisMove.move", "label", "Move", "Déplacer"),
    NAMED("MorrisMove.take", "label", "Take", "Prendre"),
    NAMED("MorrisView.toAct", "label", "To act", "À jouer"),
    NAMED("MorrisView.phase", "label", "To be done", "À faire"),
    NAMED("MorrisView.players", "label", "Players", "Joueurs"),
    NAMED("MorrisView.board", "label", "Board", "Plateau"),
    NAMED("MorrisView.quiet", "label", "Moves without a mill", "Coups sans moulin"),
    NAMED("MorrisPlayer.seat", "label", "Player", "Joueur"),
    NAMED("MorrisPlayer.inHand", "label", "Men to place", "Pions à poser"),
    NAMED("MorrisPlayer.onBoard", "label", "Men on the board", "Pions sur le plateau"),
    NAMED("MorrisPlayer.flies", "label", "Flies", "Vole"),
    NAMED("MorrisPlace.point", "label", "Point", "Point"),
    NAMED("MorrisPlace.man", "label", "Man", "Pion"),
    NAMED("MorrisPhase.PLACING", "label", "Place a man", "Poser un pion"),
    NAMED("MorrisPhase.MOVING", "label", "Move a man", "Déplacer un pion"),
    NAMED("MorrisPhase.TAKING", "label", "Take a man", "Prendre un pion"),
    NAMED("MorrisReason.TOO_FEW", "label", "Fewer than three men", "Moins de trois pions"),
    NAMED("MorrisReason.NO_WAY", "label", "No move left", "Aucun coup possible"),
    NAMED("MorrisReason.REPEATED", "label", "Three times the same", "Trois fois la même position"),
    NAMED("MorrisReason.TOO_QUIET", "label", "100 moves without a mill", "100 coups sans moulin"),
};
const size_t THING_COUNT = sizeof THINGS / sizeof *THINGS;

/* The codes with a sentence of their own, those of every table among them. */
static const struct {
    const char *code;
    words sentence;
} REFUSALS[] = {
    {"OCCUPIED", {{"Somebody stands on {point}.", "{point} est occupé."}}},
    {"NOT_YOURS", {{"No man of yours stands on {point}.", "Aucun de vos pions n’est sur {point}."}}},
    {"NOT_JOINED", {{"No line leads to {point}.", "Aucune ligne ne mène à {point}."}}},
    {"NO_OPPONENT", {{"No man of the other player stands on {point}.", "Aucun pion adverse n’est sur {point}."}}},
    {"IN_A_MILL", {{"The man on {point} stands in a mill, and others do not.", "Le pion sur {point} est dans un moulin, et d’autres non."}}},
    {"BAD_MOVE", {{"This is no step: {reason}.", "Ce n’est pas un coup : {reason}."}}},
    {"BAD_OPTIONS", {{"Bad options: {reason}.", "Options impossibles : {reason}."}}},
    {"BAD_SEATS", {{"Two can play, not {seats}.", "On joue à deux, pas {seats}."}}},
    {"GAME_OVER", {{"The game is over.", "La partie est finie."}}},
    {"NOT_YOUR_TURN", {{"It is not your turn.", "Ce n’est pas à vous de jouer."}}},
    {"NO_STEPS", {{"There was nothing to play.", "Il n’y avait rien à jouer."}}},
    {"NO_SUCH_SEAT", {{"There is no such seat.", "Cette place n’existe pas."}}},
    {"TOO_FAR",
     {{"Something came to light: play what comes before first.", "Du nouveau est apparu : jouez d’abord ce qui précède."}}},
};

/* A code without such a sentence has that of the catalogue. */
const words *refusal_words(const char *code)
{
    for (size_t nth = 0; nth < sizeof REFUSALS / sizeof *REFUSALS; nth++)
        if (!strcmp(REFUSALS[nth].code, code))
            return &REFUSALS[nth].sentence;
    size_t nth = 0;
    while (nth + 1 < THING_COUNT && strcmp(THINGS[nth].key, code))
        nth++;
    return &THINGS[nth].text;
}

void game_prompt(const game *table, int eyes, int language, buffer *to)
{
    static const words asked[] = {{{"Place a man", "Posez un pion"}},
                                  {{"Move a man", "Déplacez un pion"}},
                                  {{"You have closed a mill: take a man", "Vous avez fermé un moulin : prenez un pion"}}};
    static const words wait = {{"It is the turn of {seat}", "C’est à {seat} de jouer"}};
    static const words over = {{"The game is over", "La partie est finie"}};
    blank seat = {"seat", A_SEAT, table->turn, NULL};
    const words *said = eyes == table->turn ? &asked[game_phase(table)] : &wait;
    say(to, game_to_act(table) ? said : &over, language, &seat, 1);
}

void step_say(const step *said, int language, buffer *to)
{
    static const words patterns[] = {{{"Place: {point}", "Poser : {point}"}},
                                     {{"Move: {from} to {point}", "Déplacer : {from} vers {point}"}},
                                     {{"Take: {point}", "Prendre : {point}"}}};
    blank blanks[] = {{"from", A_THING, 0, POINT_KEYS[said->from]}, {"point", A_THING, 0, POINT_KEYS[said->point]}};
    say(to, &patterns[said->kind], language, blanks, 2);
}

void event_say(const event *said, int language, buffer *to)
{
    static const words happened[] = {
        {{"{seat} places a man on {point}.", "{seat} pose un pion sur {point}."}},
        {{"{seat} moves a man from {from} to {point}.", "{seat} déplace un pion de {from} vers {point}."}},
        {{"{seat} takes the man on {point}.", "{seat} prend le pion sur {point}."}}};
    static const words ended[] = {
        {{"", ""}},
        {{"{seat} wins: the other has fewer than three men.", "{seat} gagne : il reste moins de trois pions à l’adversaire."}},
        {{"{seat} wins: the other cannot move.", "{seat} gagne : l’adversaire ne peut plus jouer."}},
        {{"A draw: this position has come up for the third time.", "Partie nulle : cette position apparaît pour la troisième fois."}},
        {{"A draw: nobody has closed a mill in 100 moves.", "Partie nulle : aucun moulin en 100 coups."}}};
    blank blanks[] = {{"seat", A_SEAT, said->seat, NULL},
                      {"from", A_THING, 0, POINT_KEYS[said->from]},
                      {"point", A_THING, 0, POINT_KEYS[said->point]}};
    say(to, said->kind <= TOOK ? &happened[said->kind] : &ended[said->how], language, blanks, 3);
}
