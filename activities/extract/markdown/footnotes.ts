import type { Element as HastElement } from "hast";
import type { FootnoteDefinition, FootnoteReference } from "mdast";
import type { Options } from "rehype-remark";
import { isText } from "./toHast.ts";

type Handler = NonNullable<NonNullable<Options["handlers"]>[string]>;

/** A note, the marks that lead to it, and its links back to them. */
type Note = { element: Element; marks: Element[]; backLinks: Set<Element> };

const maxMarks = 2000;
const maxNoteChars = 5000;

/**
 * Makes footnotes of links that lead to a note and back: the mark becomes a `footnote-mark`, and the note a
 * `footnote-text`. Other links to parts of the page stay.
 */
export function markFootnotes(content: Element): void {
  const notes = notesIn(content);
  const labels = labelsOf(notes);
  const notesByList = new Map<Element, Element[]>();
  for (const [index, { element, marks, backLinks }] of notes.entries()) {
    const label = labels[index] ?? "";
    for (const mark of marks) {
      const reference = labelled(mark, "footnote-mark", label);
      // Without a text, the blank behind it would go.
      reference.append(label);
      outermost(mark, content).replaceWith(reference);
    }
    for (const backLink of backLinks) removeBackLink(backLink, element);
    const text = labelled(element, "footnote-text", label);
    text.append(...element.childNodes);
    const list = element.localName === "li" ? element.parentElement : null;
    element.replaceWith(text);
    if (list !== null) notesByList.set(list, [...(notesByList.get(list) ?? []), text]);
  }
  for (const [list, texts] of notesByList) moveBehind(list, texts);
}

/** Handlers for the elements that `markFootnotes` makes. */
export const footnoteHandlers: Readonly<Record<string, Handler>> = {
  "footnote-mark": (_state, node): FootnoteReference => ({ type: "footnoteReference", ...associationOf(node) }),
  "footnote-text": (state, node): FootnoteDefinition => ({
    type: "footnoteDefinition",
    ...associationOf(node),
    children: state.toFlow(state.all(node)),
  }),
};

function associationOf(node: HastElement): { identifier: string; label: string } {
  const label = String(node.properties["dataLabel"] ?? "");
  return { identifier: label.toLowerCase(), label };
}

function notesIn(content: Element): Note[] {
  const notes = new Map<Element, Note>();
  const elements = [...content.querySelectorAll("[id], a, li, p, dd, div, aside")];
  const places = new Map(elements.map((element, index) => [element, index]));
  const elementsById = new Map(elements.map((element) => [element.id, element]));
  const linksByNote = new Map<Element, Element[]>();
  // Some notes link back by their number, which looks like a mark.
  const backLinks = new Set<Element>();
  for (const mark of elements.filter(isMark).slice(0, maxMarks)) {
    const element = noteAround(elementsById.get(fragmentOf(mark)));
    if (element === null || backLinks.has(mark)) continue;
    // A note follows its mark.
    if ((places.get(element) ?? 0) < (places.get(mark) ?? 0)) continue;
    const links = linksByNote.get(element) ?? [...element.querySelectorAll("a[href*='#']")];
    linksByNote.set(element, links);
    const ids = idsAround(mark);
    const back = links.filter((link) => ids.has(fragmentOf(link)));
    if (back.length === 0) continue;
    const note = notes.get(element) ?? { element, marks: [], backLinks: new Set() };
    notes.set(element, note);
    note.marks.push(mark);
    for (const link of back) {
      note.backLinks.add(link);
      backLinks.add(link);
    }
  }
  return [...notes.values()];
}

/** Whether a link reads like the mark of a note: a number, one or two letters, or signs, also in brackets. */
function isMark(link: Element): boolean {
  if (link.localName !== "a" || link.getAttribute("href")?.includes("#") !== true) return false;
  const text = (link.textContent ?? "").trim();
  return text.length <= 12 && /^[[(]?(?:(?:note|nb)\s)?(?:\d{1,4}|[a-z]{1,2}|[*†‡§¶#]{1,4})[\])]?$/iu.test(text);
}

function fragmentOf(link: Element): string {
  const fragment = (link.getAttribute("href") ?? "").split("#").at(1) ?? "";
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A percent sign without digits stands for itself.
    return fragment;
  }
}

/** The block that a mark leads to; null if it is no note. A note in a table has no form in Markdown. */
function noteAround(target: Element | undefined): Element | null {
  const block = target?.closest("li, p, dd, div, aside") ?? null;
  if (block === null || block.closest("table") !== null) return null;
  const isNote =
    (block.textContent ?? "").length <= maxNoteChars && block.querySelector("h1, h2, h3, h4, h5, h6") === null;
  return isNote ? block : null;
}

/** The ids that a link back to a mark may name: of the mark, of an element in or before it, or of one around it. */
function idsAround(mark: Element): ReadonlySet<string> {
  const around = [mark, mark.firstElementChild, mark.previousElementSibling];
  let parent = mark.parentElement;
  for (let level = 0; level < 3 && parent !== null; level += 1) {
    around.push(parent, parent.previousElementSibling);
    parent = parent.parentElement;
  }
  return new Set(around.map((element) => element?.id ?? "").filter((id) => id !== ""));
}

/** The labels of notes: their own marks where these are letters and digits and differ, else numbers. */
function labelsOf(notes: readonly Note[]): string[] {
  const own = notes.map(({ marks }) => lettersOf(marks[0]?.textContent ?? ""));
  const isUsable = own.every((label) => label !== "") && new Set(own).size === own.length;
  return isUsable ? own : own.map((_label, index) => String(index + 1));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/gu, "");
}

function labelled(near: Element, tag: string, label: string): Element {
  const element = near.ownerDocument.createElement(tag);
  element.setAttribute("data-label", label);
  return element;
}

/** The largest element around a mark that has no other words. */
function outermost(mark: Element, content: Element): Element {
  const words = wordsIn(mark);
  let element = mark;
  for (let parent = mark.parentElement; parent !== null && parent !== content; parent = parent.parentElement) {
    if (!/^(?:sup|span|small|b|strong|i|em|cite)$/u.test(parent.localName) || wordsIn(parent) !== words) break;
    element = parent;
  }
  return element;
}

function wordsIn(element: Element): string {
  return (element.textContent ?? "").replaceAll(/[\s[\]()]+/gu, "");
}

/** Removes a link back, the brackets around it, and the elements that are left with signs only. */
function removeBackLink(link: Element, note: Element): void {
  const [before, after] = [link.previousSibling, link.nextSibling];
  if (before !== null && isText(before)) before.data = before.data.replace(/[[(^]\s?$/u, "");
  if (after !== null && isText(after)) after.data = after.data.replace(/^[\])][.:]?/u, "");
  let parent: Element | null = link.parentElement;
  link.remove();
  while (parent !== null && parent !== note && /^[\s\p{P}\p{S}]*$/u.test(parent.textContent ?? "")) {
    const next = parent.parentElement;
    parent.remove();
    parent = next;
  }
}

/** Moves the notes of a list behind it. A list without other items goes. */
function moveBehind(list: Element, notes: readonly Element[]): void {
  list.after(...notes);
  if (list.childElementCount === 0) list.remove();
}
