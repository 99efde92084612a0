
// The page of `gueridon dev`: shows what the tool sends, and sends what its author does. It keeps
// nothing but the language.

/** The element with this id. */
const part = (id) => document.getElementById(id);

/** Makes an element with attributes and content; texts are texts, never markup. */
function make(tag, attributes = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...content.filter((one) => one != null));
  return made;
}

/** What was shown last. */
let shown = null;
/** How many requests are under way: an answer that was overtaken by a newer one is not shown. */
let asking = 0;

const NAMES = { EN: "English", FR: "Français" };
let language = localStorage.getItem("gueridon-dev-language") ?? "EN";

/** Words in the chosen language. Their blanks are seats, for which other pages put names. */
const say = (words) => (words?.[language] ?? words?.EN ?? "").replace(/\{seat:(\d+)\}/g, language === "FR" ? "place $1" : "seat $1");

function note(id, text) {
  part(id).textContent = text ?? "";
  part(id).hidden = !text;
}

/** Sends what the author does, and shows what comes of it. */
async function act(asked) {
  asking += 1;
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch("/act", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
    const said = await answer.json();
    if (answer.ok) {
      note("answer", null);
      show(said);
    } else {
      const rule = said.refused?.rule ? `, rule ${said.refused.rule}` : "";
      note("answer", said.refused ? `Refused: ${say(said.refused.words)} (${said.refused.code}${rule})` : said.said);
    }
  } catch (error) {
    note("answer", `gueridon dev does not answer: ${error.message}`);
  } finally {
    asking -= 1;
    if (asking === 0) document.body.removeAttribute("aria-busy");
  }
}

const whose = (eyes) =>
  eyes === "all" ? "All-seeing eyes" : eyes === "public" ? "The public" : `Seat ${eyes.seat}`;

const isTree = (value) => value !== null && typeof value === "object";

/** Whether two values are the same JSON. */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A value on one line, if it is short enough to be read so. */
function inline(value) {
  if (!isTree(value)) return JSON.stringify(value);
  const plain = Array.isArray(value) && value.every((one) => !isTree(one));
  if (Object.keys(value).length === 0 || plain) return JSON.stringify(value).replaceAll(",", ", ");
  return null;
}

/** A value as a tree; what differs from `before` is marked. */
function tree(value, before, isKnown) {
  const list = make("ul");
  for (const [name, one] of Object.entries(value)) {
    const was = isTree(before) ? before[name] : undefined;
    const changed = isKnown && !same(one, was);
    const label = make("span", { class: "name" }, `${name}: `);
    const text = inline(one);
    if (text !== null) {
      const hint = was === undefined ? "was absent" : `was ${JSON.stringify(was)}`;
      list.append(make("li", {}, label, changed ? make("mark", { title: hint }, text) : text));
    } else {
      list.append(make("li", {}, label, tree(one, was, isKnown)));
    }
  }
  if (isKnown && isTree(before)) {
    for (const name of Object.keys(before)) {
      if (name in value) continue;
      const was = JSON.stringify(before[name]);
      list.append(make("li", {}, make("span", { class: "name" }, `${name}: `), make("mark", { title: `was ${was}` }, "gone")));
    }
  }
  return list;
}

function scorePad(score) {
  const names = [...new Set(score.seats.flatMap((seat) => [...seat.lines, ...seat.tieBreaks].map((line) => line.line)))];
  const cell = (seat, name) => [...seat.lines, ...seat.tieBreaks].filter((line) => line.line === name).map((line) => line.points).join(" + ");
  const row = (name, values) => make("tr", {}, make("th", { scope: "row" }, name), ...values.map((value) => make("td", {}, `${value}`)));
  return make(
    "table", {},
    make("caption", { class: "hint" }, score.isFinal ? "Score, final" : "Score"),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Seat"), ...score.seats.map((seat) => make("th", { scope: "col" }, `${seat.seat}`)))),
    make("tbody", {},
      ...names.map((name) => row(name, score.seats.map((seat) => cell(seat, name)))),
      row("points", score.seats.map((seat) => seat.points)),
      row("rank", score.seats.map((seat) => seat.rank))),
  );
}

function column(one, table) {
  const seat = one.eyes.seat;
  const acts = seat !== undefined && table.toAct.includes(seat);
  const title = whose(one.eyes) + (acts ? ", to act" : "");
  const made = make("article", { class: acts ? "column acts" : "column", "aria-label": whose(one.eyes) }, make("h3", {}, title));
  if (one.problem) {
    made.append(make("p", { class: "note" }, one.problem));
    return made;
  }
  made.append(make("p", { class: "prompt", lang: language.toLowerCase() }, say(one.prompt)));
  if (seat !== undefined) made.append(...steps(one, seat));
  made.append(make("h4", {}, "View"));
  const view = tree(one.view, one.before, one.before !== null);
  view.className = "tree";
  made.append(view, make("h4", {}, "Score pad"), scorePad(one.score));
  return made;
}

/** The open steps of a seat, and any other step, to see it refused. */
function steps(one, seat) {
  const play = (step) => act({ do: "play", seat, steps: [step] });
  const button = (choice) =>
    make("li", {}, make("button", { onclick: () => play(choice.move), title: JSON.stringify(choice.move), "data-step": JSON.stringify(choice.move), "data-seat": `${seat}` }, say(choice.words) || JSON.stringify(choice.move)));
  const list = make("ul", { class: "steps", "aria-label": `Steps of seat ${seat}`, lang: language.toLowerCase() }, ...one.moves.map(button));
  const any = make("textarea", { rows: "2", spellcheck: "false", "aria-label": `A step of seat ${seat} as JSON, or a list of steps`, placeholder: "a step, or a list of steps, as JSON" });
  const send = (event) => {
    event.preventDefault();
    try {
      const said = JSON.parse(any.value);
      act({ do: "play", seat, steps: Array.isArray(said) ? said : [said] });
    } catch (error) {
      note("answer", `That is no JSON: ${error.message}`);
    }
  };
  const form = make("form", { onsubmit: send }, any, make("button", {}, "Try"));
  return [
    make("h4", {}, `Steps (${one.moves.length})`),
    one.moves.length > 0 ? list : make("p", { class: "hint" }, "No step is open."),
    make("details", {}, make("summary", {}, "Another step"), form),
  ];
}

/** What was told of an entry, each wording once, with those who were told it. */
function told(events, columns) {
  const list = make("ul");
  for (const event of events) {
    const names = (places) => places.map((place) => whose(columns[place].eyes)).join(", ");
    const everybody = columns.map((_, place) => place);
    const others = everybody.filter((place) => !event.knows.includes(place));
    const line = (whom, words, json) =>
      make("li", { title: JSON.stringify(json) }, make("span", { class: "hint" }, `${whom}: `), make("span", { lang: language.toLowerCase() }, say(words)));
    list.append(line(others.length === 0 ? "Everybody" : names(event.knows), event.words, event.event));
    if (others.length > 0) {
      if (event.others) list.append(line(names(others), event.others[1], event.others[0]));
      else list.append(make("li", {}, make("span", { class: "hint" }, `${names(others)}: nothing`)));
    }
  }
  return list;
}

function entries(table) {
  return table.entries.map((entry, index) => {
    const number = index + 1;
    const isAhead = number > table.at;
    const kind = isAhead ? "ahead" : number === table.at ? "here" : "";
    const go = make("button", { onclick: () => act({ do: "go", to: number }), "aria-label": `Go to entry ${number}`, "aria-current": number === table.at ? "step" : null }, "go");
    const text = `seat ${entry.seat}: ${entry.steps.map((step) => JSON.stringify(step)).join(", ")}`;
    const what = table.told[index] && table.columns.length > 0 ? told(table.told[index], table.columns) : null;
    return make("li", { class: kind, value: `${number}` }, go, " ", make("code", {}, text), what);
  });
}

function branches(list) {
  return list.map((branch) =>
    make("li", {},
      make("button", { onclick: () => act({ do: "branch", name: branch.name }) }, branch.name),
      make("span", { class: "hint" }, ` ${branch.seats} seats, seed ${branch.seed}, at ${branch.at} of ${branch.entries} `),
      make("button", { onclick: () => act({ do: "forget", name: branch.name }), "aria-label": `Forget ${branch.name}` }, "forget")));
}

function status(build) {
  const states = { building: "building…", ready: "built", failed: "not built" };
  part("status").dataset.state = build.state;
  part("status").textContent = `${build.recipe}: ${states[build.state]}${build.sha256 ? ` (${build.sha256.slice(0, 12)})` : ""}`;
  const failed = build.state === "failed";
  part("failure").hidden = !failed;
  part("failure-said").textContent = failed ? build.said : "";
  part("failure-still").textContent = build.sha256 ? "Below is the build before it." : "There is no build yet.";
  note("warning", build.warning);
}

/** Shows a state, unless a newer one was shown. */
function show(state) {
  if (shown && state.number < shown.number) return;
  const focus = remember();
  const isOther = !shown || shown.table.seed !== state.table.seed || shown.table.seats !== state.table.seats || !same(shown.table.options, state.table.options);
  shown = state;
  const { game, build, table } = state;
  const titles = game?.titles.find(([of]) => of === language) ?? game?.titles[0];
  const title = titles ? `${titles[1]} – gueridon dev` : "gueridon dev";
  document.title = build.state === "failed" ? `✗ ${title}` : title;
  part("title").textContent = title;
  status(build);
  note("problem", table.problem);
  const wanted = table.wanted === table.at ? "" : ` (${table.wanted} was wanted)`;
  part("where").textContent = game
    ? `${table.seats} seats, seed ${table.seed}, after entry ${table.at} of ${table.entries.length}${wanted}${table.over ? "; the game is over" : ""}. Rules ${game.rulesVersion}.`
    : "No game yet.";
  part("back").disabled = table.at === 0;
  part("forward").disabled = table.at >= table.entries.length;
  part("go-to").max = `${table.entries.length}`;
  if (isOther) {
    part("new-seats").value = `${table.seats}`;
    part("new-seed").value = table.seed;
    part("new-options").value = table.options ? JSON.stringify(table.options) : "";
  }
  if (game) {
    part("new-seats").min = `${game.fewestSeats}`;
    part("new-seats").max = `${game.mostSeats}`;
  }
  const spoken = game?.languages ?? ["EN", "FR"];
  part("language").replaceChildren(...spoken.map((one) => make("option", { value: one, selected: one === language }, NAMES[one] ?? one)));
  part("columns").replaceChildren(...table.columns.map((one) => column(one, table)));
  part("log").replaceChildren(...entries(table));
  part("branch-list").replaceChildren(...branches(state.branches));
  part("saved").textContent = table.saved ? JSON.stringify(table.saved, null, 2) : "";
  restore(focus);
}

/** Where the keyboard is and what is written, so that a new state does not take them away. */
function remember() {
  const columns = [...part("columns").children];
  return {
    left: part("columns").scrollLeft,
    focus: columns.findIndex((one) => one.contains(document.activeElement)),
    written: columns.map((one) => one.querySelector("textarea")?.value ?? ""),
    open: columns.map((one) => one.querySelector("details")?.open ?? false),
  };
}

function restore({ left, focus, written, open }) {
  const columns = [...part("columns").children];
  columns.forEach((one, at) => {
    const text = one.querySelector("textarea");
    if (text && written[at]) text.value = written[at];
    if (text && open[at]) one.querySelector("details").open = true;
  });
  part("columns").scrollLeft = left;
  if (focus >= 0) columns[focus]?.querySelector("button")?.focus({ preventScroll: true });
}

/** Saves the position as a file that `--replay` reads. */
function download() {
  const { game, table } = shown;
  const kept = { game: game?.id, options: table.options, seats: table.seats, seed: table.seed, entries: table.entries, at: table.at };
  const url = URL.createObjectURL(new Blob([JSON.stringify(kept)], { type: "application/json" }));
  make("a", { href: url, download: `${game?.id ?? "game"}-${table.at}.json` }).click();
  URL.revokeObjectURL(url);
}

function onSubmit(id, ask) {
  part(id).addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = ask();
    if (asked) act(asked);
  });
}

part("back").addEventListener("click", () => act({ do: "go", to: shown.table.at - 1 }));
part("forward").addEventListener("click", () => act({ do: "go", to: shown.table.at + 1 }));
part("build").addEventListener("click", () => act({ do: "build" }));
part("download").addEventListener("click", download);
part("language").addEventListener("change", (event) => {
  language = event.target.value;
  localStorage.setItem("gueridon-dev-language", language);
  show(shown);
});
onSubmit("go", () => ({ do: "go", to: part("go-to").valueAsNumber }));
onSubmit("chance", () => ({ do: "chance", to: part("chance-to").valueAsNumber, luck: part("chance-luck").valueAsNumber }));
onSubmit("keep", () => ({ do: "keep", name: part("keep-name").value }));
onSubmit("new", () => {
  try {
    const written = part("new-options").value.trim();
    const options = written === "" ? "" : JSON.parse(written);
    return { do: "new", seats: part("new-seats").valueAsNumber, seed: part("new-seed").value, options };
  } catch (error) {
    note("answer", `The options are no JSON: ${error.message}`);
    return null;
  }
});

// The stream says when there is something new, and connects again by itself when the tool is started again.
const changes = new EventSource("/events");
changes.addEventListener("message", async ({ data }) => {
  if (shown && Number(data) <= shown.number && !shown.isOld) return;
  const answer = await fetch("/state");
  if (answer.ok) show(await answer.json());
});
changes.addEventListener("error", () => {
  part("status").dataset.state = "failed";
  part("status").textContent = "gueridon dev does not answer; this page waits for it";
  // A tool that was started again counts from the beginning.
  shown = shown && { ...shown, number: 0, isOld: true };
});
