// The modal dialogs of a board in a frame: how high a window they need.

/** What is left free above and below a dialog, in pixels. */
const AROUND = 24;

/** The dialogs that are open; a frame has one such observer. */
export class Dialogs {
  readonly #open = new Set<HTMLDialogElement>();
  readonly #sizes: ResizeObserver;

  /** `changed` is called whenever the height that they need may have changed. */
  constructor(changed: () => void) {
    this.#sizes = new ResizeObserver(changed);
    const noted = (dialog: HTMLDialogElement) => {
      this.#open.add(dialog);
      this.#sizes.observe(dialog);
      dialog.addEventListener(
        "close",
        () => {
          this.#forget(dialog);
          changed();
        },
        { once: true },
      );
      changed();
    };
    // No event leaves a shadow tree when a dialog opens in it.
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its dialog below
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      showModal.call(this);
      noted(this);
    };
  }

  /** How high a window the open dialogs need, in pixels; 0 while none is open. */
  get room(): number {
    for (const dialog of this.#open) if (!dialog.isConnected) this.#forget(dialog);
    const heights = [...this.#open].map(({ scrollHeight }) => scrollHeight + 2 * AROUND);
    return Math.max(0, ...heights);
  }

  #forget(dialog: HTMLDialogElement) {
    this.#open.delete(dialog);
    this.#sizes.unobserve(dialog);
  }
}
