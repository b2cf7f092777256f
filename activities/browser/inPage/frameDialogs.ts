/* Functions that run in the page. Only their source text is sent, so they must not use anything outside themselves. */

/** Whether a frame's document is a dialog: a short text with a button. Both patterns are sources of regular expressions. */
export function holdsDialog(text: string, button: string): boolean {
  const words = document.body?.innerText.trim() ?? "";
  if (words === "" || words.length > 4_000 || !new RegExp(text, "ius").test(words)) return false;
  const name = new RegExp(button, "iu");
  const buttons = document.querySelectorAll<HTMLElement>(
    "button, [role=button], a, input[type=button], input[type=submit]",
  );
  return [...buttons]
    .slice(0, 60)
    .some((each) =>
      name.test((each.getAttribute("aria-label") ?? (each.innerText || each.getAttribute("value") || "")).trim()),
    );
}

/** Hides a frame with the box around it that floats over the page. False for a frame that is a part of the content. */
export function hideFloatingFrame(frame: Element): boolean {
  if (frame.getClientRects().length === 0) return false;
  let floating: HTMLElement | null = null;
  for (let element: Element | null = frame; element !== null; element = element.parentElement) {
    if (element.matches(":root, body") || element.querySelector("main, article, nav, [role=main]") !== null) break;
    const isDialog = element.matches("dialog[open], [popover]:popover-open, [role=dialog], [aria-modal=true]");
    const { position } = getComputedStyle(element);
    const floats = position === "fixed" || position === "sticky" || (position === "absolute" && isDialog);
    if (floats && element instanceof HTMLElement) floating = element;
  }
  floating?.style.setProperty("display", "none", "important");
  return floating !== null;
}
