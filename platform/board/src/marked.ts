// What can be chosen on the board is brought into sight when it is marked.

/** Scrolls to the first choice on the board, unless one of them is in sight. */
export function showMarked(root: ParentNode): void {
  const marked = [...root.querySelectorAll<HTMLElement>(".act")];
  const dock = root.querySelector(".dock");
  const onTable = marked.filter((one) => !dock?.contains(one));
  const foot = dock?.getBoundingClientRect().top ?? innerHeight;
  const isInSight = (one: HTMLElement) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= foot;
  };
  // What lies in one's own hand is in the dock, which is always in sight.
  if (onTable.length === 0 || onTable.length < marked.length || onTable.some(isInSight)) return;
  onTable[0]?.scrollIntoView({ block: "center", behavior: "auto" });
}
