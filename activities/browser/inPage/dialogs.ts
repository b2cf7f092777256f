/*
 * Functions that run in the page's isolated world. Only their source text is sent, so they must not use
 * anything outside themselves.
 */
/* oxlint-disable unicorn/consistent-function-scoping -- what they call must be inside them */

/**
 * Closes dialogs over the page by their own close or decline button. Returns how many are gone.
 * Clicks at most three buttons and takes at most `maxMs`.
 * Skips dialogs that contain the page's content or ask for consent, and buttons that navigate or submit.
 * `patterns` are sources of regular expressions.
 */
export async function closeDialogs(
  patterns: { closing: string; declining: string; consent: string; answer: string },
  maxMs: number,
): Promise<number> {
  const [maxDialogs, maxClicks, until] = [20, 3, performance.now() + maxMs];
  const [closing, declining] = [new RegExp(patterns.closing, "iu"), new RegExp(patterns.declining, "iu")];
  const [consent, answer] = [new RegExp(patterns.consent, "ius"), new RegExp(patterns.answer, "iu")];
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const textOf = (element: Element) => (element instanceof HTMLElement ? element.innerText.trim() : "");
  const nameOf = (element: Element) =>
    (
      element.getAttribute("aria-label") ??
      (textOf(element) || element.getAttribute("title") || element.getAttribute("value")) ??
      ""
    ).trim();
  const navigates = (element: Element) => {
    const link = element.closest("a[href]");
    if (link !== null && !/^(?:#|javascript:)/iu.test(link.getAttribute("href") ?? "")) return true;
    const submits = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
    return submits && element.form !== null && element.type === "submit" && element.form.method !== "dialog";
  };
  const isOnTop = (dialog: Element) => {
    const { left, top, width, height } = dialog.getBoundingClientRect();
    const [x, y] = [
      Math.max(0, left) + Math.min(width, innerWidth) / 2,
      Math.max(0, top) + Math.min(height, innerHeight) / 2,
    ];
    return dialog.contains(document.elementFromPoint(Math.min(x, innerWidth - 1), Math.min(y, innerHeight - 1)));
  };
  const pageText = document.body?.innerText.length ?? 0;
  const isContent = (dialog: Element, text: string) =>
    dialog.querySelector("main, article, [role=main]") !== null || pageText - text.length < Math.max(100, text.length);
  const asksConsent = (dialog: Element, text: string) =>
    consent.test(text.slice(0, 4_000)) &&
    [...dialog.querySelectorAll("button, [role=button], a")].slice(0, 60).some((each) => answer.test(nameOf(each)));
  const buttonOf = (dialog: Element) => {
    const buttons = [
      ...dialog.querySelectorAll("button, [role=button], input[type=button], a, [aria-label], [class*=close i]"),
    ].slice(0, 60);
    const usable = buttons.filter((button) => isVisible(button) && !navigates(button));
    const named = (pattern: RegExp) => usable.find((button) => pattern.test(nameOf(button)));
    const unnamed = usable.find((button) => {
      const { width, height } = button.getBoundingClientRect();
      return (
        nameOf(button) === "" &&
        Math.max(width, height) <= 64 &&
        /(?:^|[-_ ])close(?:$|[-_ ])/iu.test(button.getAttribute("class") ?? "")
      );
    });
    return named(closing) ?? unnamed ?? named(declining) ?? null;
  };
  let [closedCount, clicks] = [0, 0];
  const dialogs = document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]");
  for (const dialog of [...dialogs].slice(0, maxDialogs)) {
    if (clicks === maxClicks || performance.now() > until) break;
    if (!isVisible(dialog) || !isOnTop(dialog)) continue;
    const text = textOf(dialog);
    if (isContent(dialog, text) || asksConsent(dialog, text)) continue;
    const button = buttonOf(dialog);
    if (!(button instanceof HTMLElement)) continue;
    clicks += 1;
    button.click();
    const goneBy = Math.min(until, performance.now() + 500);
    while (dialog.isConnected && isVisible(dialog) && performance.now() < goneBy) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!dialog.isConnected || !isVisible(dialog)) closedCount += 1;
  }
  return closedCount;
}
