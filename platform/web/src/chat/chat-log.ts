// The messages of a table that the page has loaded.
import { ask } from "../api/client.ts";
import {
  MessagePageDocument,
  type MessageLineFragment as Message,
  type MessagePageQuery,
  type WhoFragment,
} from "../api/generated.ts";

/** How many messages are loaded at a time. */
const PAGE = 50;

/** The messages with new or changed ones: each once, oldest first. */
export function withMessages(
  messages: readonly Message[],
  more: readonly Message[],
): readonly Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of more) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) =>
    a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1,
  );
}

type Page = NonNullable<NonNullable<MessagePageQuery["table"]>["messages"]>;

/** The chat at one table. */
export class ChatLog {
  readonly #table: string;
  readonly #changed: () => void;
  #held: readonly Message[] = [];
  /** The messages, without those of muted players; a new list whenever it has changed. */
  messages: readonly Message[] = [];
  #first: string | null = null;
  #last: string | null = null;
  /** Whether the visitor may read the chat; undefined until the server has answered. */
  mayRead: boolean | undefined = undefined;
  /** The players whom the visitor has muted on this page. */
  muted: readonly WhoFragment[] = [];
  /** Whether there are older messages. */
  hasEarlier = false;

  constructor(table: string, changed: () => void) {
    this.#table = table;
    this.#changed = () => {
      const isMuted = ({ player }: Message) => this.muted.some(({ id }) => id === player.id);
      this.messages = this.#held.filter((message) => !isMuted(message));
      changed();
    };
  }

  /** Adds a message, or its new state. */
  hear(message: Message): void {
    this.#held = withMessages(this.#held, [message]);
    this.#changed();
  }

  /** Loads the newest page, and all messages between it and the loaded ones. */
  async load(): Promise<void> {
    for (let after = this.#last; after !== null;) {
      const page = await this.#ask({ after, before: null });
      if (page === null) break;
      this.#last = page.pageInfo.endCursor ?? this.#last;
      after = page.pageInfo.hasNextPage ? this.#last : null;
    }
    // Needed even if nothing is new: it shows which messages were removed meanwhile.
    const page = await this.#ask({ after: null, before: null });
    if (page !== null && this.#first === null) this.#isFrom(page);
    this.#last = page?.pageInfo.endCursor ?? this.#last;
    this.mayRead = page !== null;
    this.#changed();
  }

  /** Loads the page before the loaded messages. */
  async loadEarlier(): Promise<void> {
    if (this.#first === null) return;
    const page = await this.#ask({ after: null, before: this.#first });
    if (page !== null) this.#isFrom(page);
    this.mayRead = page !== null;
    this.#changed();
  }

  /** Hides or shows a player's messages. */
  mute(player: WhoFragment, isMuted: boolean): void {
    const others = this.muted.filter(({ id }) => id !== player.id);
    this.muted = isMuted ? [...others, player] : others;
    this.#changed();
  }

  #isFrom({ pageInfo }: Page) {
    this.#first = pageInfo.startCursor ?? this.#first;
    this.hasEarlier = pageInfo.hasPreviousPage;
  }

  async #ask(where: { after: string | null; before: string | null }): Promise<Page | null> {
    const { table } = await ask(MessagePageDocument, { id: this.#table, first: PAGE, ...where });
    const page = table?.messages ?? null;
    if (page !== null) this.#held = withMessages(this.#held, page.nodes);
    return page;
  }
}
