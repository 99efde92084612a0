// Builds the document in which the page runs boards that are not trusted: one file, as it has no
// network. Its policy allows its own script, by the hash, and modules that it was handed.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const NAME = "frame.html";
const source = join(import.meta.dirname, "../src");

/** The script of the document, as a text. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    // A library would leave the question open, and no browser has an answer.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(source, "in-frame/main.ts"), formats: ["iife"], name: "gueridonFrame" },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  if (!output) throw new Error("the script of the frame was not built");
  // An end tag in a string would end the script.
  return output.output[0].code.replaceAll("</script", "<\\/script");
}

/** The whole document. */
async function frameDocument(): Promise<string> {
  const code = await script();
  const hash = createHash("sha256").update(code).digest("base64");
  const styles = readFileSync(join(source, "ui/page.css"), "utf8");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hash}' blob:" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Guéridon</title>
    <style>
${styles}
:root {
  overflow: hidden;
  background: transparent;
}
body {
  display: flow-root;
  min-height: 0;
}
    </style>
  </head>
  <body><script>${code}</script></body>
</html>
`;
}

/** The plugin that adds it to the page, and serves it while the page is developed. */
export function frame(): Plugin {
  return {
    name: "gueridon-frame",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: NAME, source: await frameDocument() });
    },
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_, response, next) => {
        frameDocument().then((document) => {
          response.setHeader("content-type", "text/html");
          response.end(document);
        }, next);
      });
    },
  };
}
