// Works around happy-dom: `activeElement` of a shadow root throws if the focus is elsewhere.
const wrong = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "activeElement");
Object.defineProperty(ShadowRoot.prototype, "activeElement", {
  get(this: ShadowRoot): unknown {
    try {
      return wrong?.get?.call(this);
    } catch {
      return null;
    }
  },
});
