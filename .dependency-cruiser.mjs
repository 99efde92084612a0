// Which part of the page may import which: no circles, and only from a higher floor to a lower one.

/** The folders of the page, from the bottom up: each may import those of the floors below its own. */
const FLOORS = [
  ["preferences"],
  ["i18n"],
  ["api"],
  ["navigation", "ui", "games"],
  ["session", "options", "bots", "learning"],
  ["tables", "sign-in", "programs", "frame"],
  ["generic-table", "history", "chat", "moderation", "notifications", "invitations"],
  ["replay", "waiting-room", "my-tables", "first-game"],
  ["table", "lobby", "new-table", "account", "players", "operations", "credits", "how-to-play"],
  ["shell", "in-frame"],
];

const PAGE = "^platform/web/src/";
const folders = (names) => `${PAGE}(${names.join("|")})/`;

/** A folder imports itself and what is below it, but no neighbour on its floor and nothing above. */
const floors = FLOORS.flatMap((floor, height) =>
  floor.map((folder) => ({
    name: `${folder}-is-below`,
    comment: `${folder}/ imports only itself and the floors below it`,
    severity: "error",
    from: { path: folders([folder]) },
    to: { path: PAGE, pathNot: folders([folder, ...FLOORS.slice(0, height).flat()]) },
  })),
);

/** What every floor may use: the contract with a game's own table, which imports nothing. */
const CONTRACT = "^platform/element/index\\.";

export default {
  forbidden: [
    {
      name: "no-circular",
      comment: "files that import each other cannot be read one after the other",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "every-folder-has-a-floor",
      comment: "a new folder is to be put on a floor in .dependency-cruiser.mjs",
      severity: "error",
      from: { pathNot: "^$" },
      to: {
        path: `${PAGE}[^/]+/`,
        pathNot: folders(FLOORS.flat()),
      },
    },
    {
      name: "contract-is-alone",
      severity: "error",
      from: { path: CONTRACT },
      to: {},
    },
    {
      name: "boards-share-below-games",
      comment: "what boards share knows the contract of the page and no game",
      severity: "error",
      from: { path: "^platform/board/src/" },
      to: { path: "^(platform/web/src|games)/" },
    },
    ...floors,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules" },
    // Type imports count, too: a reader has to follow them.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { extensions: [".ts", ".js", ".json"] },
  },
};
