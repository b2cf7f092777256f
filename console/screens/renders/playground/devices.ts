import type { SearchOption } from "../../../ui/fields/SearchSelect.tsx";

const landscape = "-landscape";
const computers = /^(?:desktop|laptop)/;
const tablets = /^(?:ipad|galaxy-tab|kindle|nexus-(?:7|10)\b|blackberry-playbook)/;

/** Groups in the order of the list. A group in landscape comes after all upright ones. */
const groupOrder = ["Computers", "Phones", "Tablets", "Phones, landscape", "Tablets, landscape"];
/** The families that people ask for most come first in their group. */
const families = ["iphone", "ipad", "pixel", "galaxy"];

const spellings: Readonly<Record<string, string>> = {
  iphone: "iPhone",
  ipad: "iPad",
  jiophone: "JioPhone",
  blackberry: "BlackBerry",
  lg: "LG",
  hd: "HD",
  qhd: "QHD",
  hdx: "HDX",
  xl: "XL",
  xr: "XR",
  se: "SE",
  ii: "II",
  iii: "III",
  "5g": "5G",
};

/** The devices by their names in the API, in groups. Within a family the newest is first. */
export function deviceOptions(names: readonly string[]): SearchOption<string>[] {
  const options = names.map((value) => ({ value, label: labelOf(value), group: groupOf(value) }));
  return options
    .toReversed()
    .toSorted((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group) || rankOf(a.value) - rankOf(b.value));
}

function groupOf(name: string): string {
  if (computers.test(name)) return "Computers";
  const upright = tablets.test(name) ? "Tablets" : "Phones";
  return name.endsWith(landscape) ? `${upright}, landscape` : upright;
}

function rankOf(name: string): number {
  const rank = families.findIndex((family) => name.startsWith(family));
  return rank === -1 ? families.length : rank;
}

function labelOf(name: string): string {
  const words = name.replace(landscape, "").split("-");
  const spelled = words.map((word) => spellings[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(" ");
  return name.endsWith(landscape) ? `${spelled}, landscape` : spelled;
}
