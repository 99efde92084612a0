// Every page of the site in a typical state, for checks and screenshots of all pages.
import type { Api, Player } from "./api.ts";
import type { Person } from "./people.ts";
import { Random } from "./random.ts";
import { GAMES, type GameId, type Server } from "./server.ts";

/** A page, and the person who opens it. */
export interface Scene {
  /** The name of its screenshot. */
  readonly name: string;
  readonly address: string;
  /** The person; null for a visitor who is not signed in. */
  readonly as: Player | null;
  /** Whether a game is drawn on it. */
  readonly isTable: boolean;
  /** Opens a menu or dialog that belongs to the scene. */
  readonly open?: (person: Person) => Promise<void>;
}

/** A password that the server accepts. */
export const PASSWORD = "sous le gueridon";

let visits = 0;

/** Opens the first `details` of an element. */
const unfold =
  (element: string) =>
  async ({ page }: Person): Promise<void> => {
    await page.locator(`${element} summary`).first().click();
  };

async function askToResign(person: Person): Promise<void> {
  await unfold("gueridon-actions")(person);
  await person.button("table.actions.resign").first().click();
  await person.page.getByRole("dialog").waitFor();
}

async function askAboutCard({ page }: Person): Promise<void> {
  await page
    .locator(
      "gueridon-abyss .about, gueridon-allegeance .banner .about, gueridon-astoria .camp .about, gueridon-astoria .current .about",
    )
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
}

/** The pages of the platform, and tables before the game begins. */
export async function platformScenes(api: Api, server: Server): Promise<readonly Scene[]> {
  const visit = (visits += 1);
  const tag = `${visit}${String(process.pid)}`;
  const ada = await api.registered(`Ada ${tag}`, PASSWORD);
  // A name that the page suggests to guests. Its initials are an English word.
  const guest = await api.guest("Idle Swan");
  const watcher = await api.registered(`Mo ${tag}`, PASSWORD);
  server.setRole(watcher.name, "operator");

  const over = await api.begin([ada, guest], "astoria");
  await api.say(over, "Bonsoir !", ada);
  await api.playOn(over, [ada, guest], new Random(visit));
  await api.report(ada, over, "Trop fort", guest);
  const playing = await api.begin([ada, guest], "abyss", { options: { kraken: true } });
  const asked = await api.begin([ada, guest], "astoria");
  await api.askForPause(asked, ada);
  const paused = await api.begin([ada, guest], "allegeance");
  await api.askForPause(paused, ada);
  await api.agree(paused, guest);
  const open = await api.open(ada, "allegeance", 4, {
    settings: { clock: { live: { bankSeconds: 1_200, incrementSeconds: 10 } } },
  });
  await api.act(open, "sit", ada);
  await api.seatBot(open, 2, ada);
  const hidden = await api.open(guest, "astoria", 3, { settings: { visibility: "PRIVATE" } });
  await api.act(hidden, "sit", guest);
  await api.invite(hidden, ada, guest);
  const { inviteCode } = await api.table(hidden, guest);

  const scene = (name: string, address: string, as: Player | null): Scene => ({
    name,
    address,
    as,
    isTable: false,
  });
  return [
    scene("lobby", "/", ada),
    scene("lobby-passer-by", "/", null),
    scene("new", "/new", ada),
    scene("mine", "/mine", ada),
    scene("sign-in", "/sign-in", null),
    scene("sign-in-guest", "/sign-in", guest),
    scene("account", "/account", ada),
    scene("account-guest", "/account", guest),
    scene("account-passer-by", "/account", null),
    scene("player", `/players/${ada.id}`, guest),
    scene("reset", "/reset#token=nobodys", null),
    scene("confirm", "/confirm#token=nobodys", null),
    scene("reports", "/reports", watcher),
    scene("operations", "/operations", watcher),
    scene("invite", `/invite/${inviteCode ?? ""}`, watcher),
    scene("room-owner", `/tables/${open}`, ada),
    scene("room-stranger", `/tables/${open}`, watcher),
    scene("room-passer-by", `/tables/${open}`, null),
    scene("room-private", `/tables/${hidden}`, guest),
    scene("room-hidden", `/tables/${hidden}`, null),
    { ...scene("watching", `/tables/${playing}`, null), isTable: true },
    { ...scene("resigning", `/tables/${playing}`, ada), isTable: true, open: askToResign },
    { ...scene("asking", `/tables/${asked}`, ada), isTable: true },
    { ...scene("asked", `/tables/${asked}`, guest), isTable: true },
    { ...scene("paused", `/tables/${paused}`, ada), isTable: true },
    { ...scene("menu", "/nowhere", ada), open: unfold("gueridon-myself") },
    { ...scene("choices", "/nowhere", ada), open: unfold("gueridon-choices") },
    scene("missing", "/nowhere", null),
    scene("credits", "/credits", null),
  ];
}

/** The games that are shown with as many people as they are for, too: how many, and after which steps. */
const FULL: Readonly<
  Partial<Record<GameId, { readonly seats: number; readonly without?: RegExp }>>
> = {
  allegeance: { seats: 4 },
  // Of steps at random too many end the game early, or tear down what was built.
  astoria: { seats: 6, without: /"(accuse|assault|wound|endTurn|destroy)"/ },
};

/** Tables of one game, during and after it. */
export async function gameScenes(api: Api, game: GameId): Promise<readonly Scene[]> {
  const random = new Random(GAMES.indexOf(game) + 1);
  const players = [await api.guest("Ada"), await api.guest("Basile")] as const;
  const options = game === "abyss" ? { kraken: true } : {};
  const playing = await api.begin(players, game, { options });
  await api.playOn(playing, players, random, { steps: 25 });
  await api.say(playing, "À toi, Basile !", players[0]);
  const { toAct } = await api.table(playing);
  const [active, other] = toAct.includes(0) ? players : [players[1], players[0]];
  const over = await api.begin(players, game, { options });
  await api.playOn(over, players, random);
  const scene = (name: string, address: string, as: Player | null): Scene => ({
    name: `${game}-${name}`,
    address,
    as,
    isTable: true,
  });
  return [
    scene("turn", `/tables/${playing}`, active),
    { ...scene("card", `/tables/${playing}`, other), open: askAboutCard },
    scene("waiting", `/tables/${playing}`, other),
    scene("over", `/tables/${over}`, players[0]),
    scene("replay", `/tables/${over}?at=12&seat=1`, players[0]),
    scene("replay-all", `/tables/${over}?at=20&seat=all`, null),
    ...(await fullTable(api, game, scene)),
  ];
}

/** A table with the most people in the middle of its game, for a game that is shown so. */
async function fullTable(
  api: Api,
  game: GameId,
  scene: (name: string, address: string, as: Player) => Scene,
): Promise<readonly Scene[]> {
  const full = FULL[game];
  const names = ["Ada", "Basile", "Constance", "Domitille", "Eusèbe", "Flore"];
  const [owner, ...others] = await Promise.all(
    names.slice(0, full?.seats ?? 0).map((name) => api.guest(name)),
  );
  if (!full || !owner) return [];
  const players = [owner, ...others] as const;
  for (let random = 1; ; random += 1) {
    const table = await api.begin(players, game);
    await api.playOn(table, players, new Random(random), { ...full, steps: 90 });
    const { status, toAct } = await api.table(table);
    if (status !== "PLAYING") continue;
    return [scene("full", `/tables/${table}`, players[toAct[0] ?? 0] ?? owner)];
  }
}
