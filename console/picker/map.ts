import type { MappedElement, PageElements } from "#schemas/extracts/elements.ts";

/** A point or a box in shares of the picture's width and height, 0 to 1. */
export type PicturePoint = { x: number; y: number };
export type PictureBox = PicturePoint & { width: number; height: number };

/** The picture of a capture. `isFull` says that it shows the whole page, and not the viewport alone. */
export type MappedPicture = { path: string; width: number; height: number; isFull: boolean };

/** The map of a page on its picture. */
export type PickMap = { picture: MappedPicture; elements: readonly MappedElement[]; toBox(place: Place): PictureBox };

type Place = Pick<MappedElement, "x" | "y" | "width" | "height">;

/** Puts a map on the picture of the same capture. Elements that the picture does not show are out of its box. */
export function mapOn(picture: MappedPicture, { elements, scale, view }: PageElements): PickMap {
  const start = picture.isFull ? { x: 0, y: 0 } : view;
  const [across, down] = [scale / picture.width, scale / picture.height];
  return {
    picture,
    elements,
    toBox: ({ x, y, width, height }) => ({
      x: (x - start.x) * across,
      y: (y - start.y) * down,
      width: width * across,
      height: height * down,
    }),
  };
}

/** The map without the elements that steps alone reach. Those of shadow trees and frames come last in a map. */
export function withoutInner(map: PickMap): PickMap {
  const end = map.elements.findIndex(({ frame, inShadow }) => frame !== undefined || inShadow === true);
  return end === -1 ? map : { ...map, elements: map.elements.slice(0, end) };
}

/** The index of the smallest element at a point, the inner of two that are alike. -1 without one. */
export function elementAt({ elements, toBox }: PickMap, { x, y }: PicturePoint): number {
  let [foundIndex, smallest] = [-1, Infinity];
  for (const [index, element] of elements.entries()) {
    const box = toBox(element);
    const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    const size = box.width * box.height;
    if (isInside && size <= smallest) [foundIndex, smallest] = [index, size];
  }
  return foundIndex;
}

/** Ways from an element to another one. */
export const ways = ["parent", "child", "previous", "next"] as const;
export type Way = (typeof ways)[number];

/** The index of the element that lies that way. The element itself if there is none. Before the first choice, the first element. */
export function goFrom(elements: readonly MappedElement[], index: number, way: Way): number {
  const parent = elements[index]?.parent;
  if (parent === undefined) return elements.length > 0 ? 0 : -1;
  if (way === "parent") return parent === -1 ? index : parent;
  if (way === "child") {
    const child = elements.findIndex((each) => each.parent === index);
    return child === -1 ? index : child;
  }
  const isSibling = (each: MappedElement): boolean => each.parent === parent;
  const found =
    way === "next"
      ? elements.findIndex((each, at) => at > index && isSibling(each))
      : elements.findLastIndex((each, at) => at < index && isSibling(each));
  return found === -1 ? index : found;
}

/** The elements that a selector of the map matches. */
export function matchesOf(elements: readonly MappedElement[], selector: string): MappedElement[] {
  return elements.filter((each) => each.selector === selector || each.alike?.selector === selector);
}

/** Characters of an element's words. */
const maxWordChars = 80;

/** The text of an element, or of the elements inside it. */
export function textIn(elements: readonly MappedElement[], index: number): string {
  const own = elements[index]?.text ?? "";
  if (own !== "") return own;
  const inside = new Set([index]);
  const texts: string[] = [];
  for (const [at, { parent, text = "" }] of elements.entries()) {
    if (!inside.has(parent)) continue;
    // The text of an element has that of the elements inside it.
    if (text === "") inside.add(at);
    else texts.push(text);
  }
  return texts.join(" ").slice(0, maxWordChars);
}

/** An element in words, such as “button “Add to cart””. */
export function describeElement({ role, tag, name, label, text }: MappedElement): string {
  const words = name ?? label ?? text ?? "";
  return words === "" ? (role ?? tag) : `${role ?? tag} “${words}”`;
}
