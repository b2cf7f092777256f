/** Readability drops every control; a list item then has to remember that it had a box. */
export function prepareTasks(document: Document): void {
  for (const box of document.querySelectorAll("input")) {
    const item = box.closest("li");
    if (item !== null && item.textContent?.trim() !== "" && isLeading(box, item))
      item.setAttribute("data-task", box.hasAttribute("checked") ? "done" : "open");
    box.remove();
  }
}

function isLeading(box: Element, item: Element): boolean {
  for (let at: Node = box; at !== item && at.parentNode !== null; at = at.parentNode) {
    for (let before = at.previousSibling; before !== null; before = before.previousSibling) {
      if (before.textContent?.trim() !== "") return false;
    }
  }
  return true;
}

/** Signs that link a heading to itself are no part of it. */
export function prepareHeadings(document: Document): void {
  for (const link of document.querySelectorAll("h1 a, h2 a, h3 a, h4 a, h5 a, h6 a")) {
    if (/^\s*[#¶§🔗]?\s*$/u.test(link.textContent ?? "") && link.querySelector("img") === null) link.remove();
  }
}
