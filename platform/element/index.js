// What of the contract there is at run time: the two events that a table dispatches. The types are in
// index.d.ts.

export class ComposeEvent extends CustomEvent {
  static type = "gueridon-compose";
  constructor(steps) {
    super(ComposeEvent.type, { detail: { steps }, bubbles: true, composed: true });
  }
}

export class PlayEvent extends CustomEvent {
  static type = "gueridon-play";
  constructor(steps) {
    super(PlayEvent.type, { detail: { steps }, bubbles: true, composed: true });
  }
}
