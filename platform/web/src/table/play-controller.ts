// Sending moves: all steps are one entry, which is never played twice nor for another question.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { ask } from "../api/client.ts";
import {
  PlayDocument,
  PreviewStepsDocument,
  type LiveTableFragment,
  type Move,
  type PreviewStepsQuery,
} from "../api/generated.ts";
import { errorMessage } from "../api/error-message.ts";
import type { Preview } from "@gueridon/element";
import { $language } from "../preferences/preferences.ts";
import { t } from "../i18n/words.ts";
import { newKey } from "../api/idempotency-key.ts";
import { REPEATABLE, mutate } from "../api/mutate.ts";
import type { TableFeed } from "./table-feed.ts";

type Steps = readonly unknown[];

/** The server's preview of steps, as a property of a game's table. */
export function previewOf(steps: Steps, result: PreviewStepsQuery["result"]): Preview {
  if (result && "prompt" in result) {
    const { prompt, view, moves, told, uncertain } = result;
    const words = told.map((one) => one.words);
    return { steps, refusal: null, prompt, view, moves, told: words, isUncertain: uncertain };
  }
  return refused(steps, result && "message" in result ? result.message : t("errors.unknown"));
}

function refused(steps: Steps, refusal: string): Preview {
  return { steps, refusal, prompt: "", view: null, moves: [], told: [], isUncertain: false };
}

/** Plays and previews the visitor's steps at a table. */
export class PlayController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #live: TableFeed;
  #composed: { readonly steps: Steps; readonly since: number | null; readonly seq: number } | null =
    null;
  #turn = 0;
  #end: (() => void) | null = null;
  /** Whether a play is waiting for its answer. */
  isBusy = false;
  /** Why the last steps were not played, in words. */
  refusal: string | null = null;
  preview: Preview | null = null;

  constructor(host: ReactiveControllerHost, live: TableFeed) {
    this.#host = host;
    this.#live = live;
    host.addController(this);
  }

  hostConnected(): void {
    this.#end = $language.listen(() => {
      if (this.#composed !== null) void this.#look(this.#composed.steps);
    });
  }

  hostDisconnected(): void {
    this.#end?.();
  }

  /** Drops composed steps if the question has changed, else previews them again if the seq has. */
  hostUpdate(): void {
    const { table } = this.#live;
    if (this.#composed === null || !table || this.isBusy) return;
    if (table.since !== this.#composed.since) this.#drop();
    else if ((table.seq ?? 0) !== this.#composed.seq) void this.#look(this.#composed.steps);
  }

  /** Plays steps; the same request is sent again if there is no answer. */
  async play(steps: Steps): Promise<void> {
    const live = this.#live;
    const { table } = live;
    if (this.isBusy || !table) return;
    this.isBusy = true;
    this.refusal = null;
    this.#host.requestUpdate();
    this.refusal = await send(live, table, steps);
    // After any refusal the table may be out of date.
    if (this.refusal !== null) await live.refresh().catch(() => undefined);
    this.isBusy = false;
    // Steps that were refused stay composed.
    if (this.refusal === null) this.#drop();
    this.#host.requestUpdate();
  }

  /** Asks for a preview of steps; the answer to an older request is dropped. */
  async compose(steps: Steps): Promise<void> {
    if (steps.length === 0) this.#drop();
    else if (await this.#look(steps)) this.refusal = null;
  }

  /** Loads the preview; answers whether it is still wanted. */
  async #look(steps: Steps): Promise<boolean> {
    const { table } = this.#live;
    if (!table) return false;
    this.#composed = { steps, since: table.since, seq: table.seq ?? 0 };
    const mine = (this.#turn += 1);
    const preview = await this.#ask(steps);
    if (mine !== this.#turn) return false;
    this.preview = preview;
    this.#host.requestUpdate();
    return true;
  }

  async #ask(steps: Steps): Promise<Preview> {
    const live = this.#live;
    const document = live.withView(PreviewStepsDocument);
    const variables = { table: live.id, steps: steps as Move[], language: $language.get() };
    try {
      const { result } = await ask(document, variables);
      return previewOf(steps, result);
    } catch (failed) {
      return refused(steps, errorMessage(failed));
    }
  }

  #drop() {
    this.#turn += 1;
    this.#composed = null;
    this.preview = null;
    this.#host.requestUpdate();
  }
}

/** @returns why the steps were not played, in words; null when they were. */
async function send(
  live: TableFeed,
  table: LiveTableFragment,
  steps: Steps,
): Promise<string | null> {
  const variables = {
    table: live.id,
    since: table.since ?? 0,
    key: newKey(),
    steps: steps as Move[],
  };
  const { done, refusal } = await mutate(live.withView(PlayDocument), variables, REPEATABLE);
  if (refusal) return refusal.message;
  if ("table" in done) {
    if (done.table) live.take(done.table);
    // The steps were played even if the new state cannot be loaded now.
    else await live.refresh().catch(() => undefined);
  }
  return null;
}
