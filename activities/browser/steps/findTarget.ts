import { type Frame, Puppeteer } from "puppeteer";
import type { StepTarget } from "#schemas/options/steps.ts";
import { cutChars } from "../../cut.ts";
import { findStepTargets, type PageTarget } from "../inPage/stepTargets.ts";

/** Maximum elements that a page tells of a target. Each costs a round trip when they are counted. */
export const maxTargets = 100;

/** The name of our query handler. Puppeteer takes letters only. */
const handlerName = "watchframestep";

Puppeteer.registerCustomQueryHandler(handlerName, { queryAll: findStepTargets });

/** The selector by which puppeteer finds a target. Names of roles come from the browser's accessibility tree. */
export function selectorOf(target: StepTarget): string {
  if (typeof target === "string") return inPageSelector({ by: "css", value: target });
  const { text, label, role = "", name } = target;
  if (text !== undefined) return inPageSelector({ by: "text", value: text });
  if (label !== undefined) return inPageSelector({ by: "label", value: label });
  return `aria/${name === undefined ? "" : attribute("name", name)}${attribute("role", role.toLowerCase())}`;
}

function inPageSelector(target: Omit<PageTarget, "max">): string {
  return `${handlerName}/${JSON.stringify({ ...target, max: maxTargets })}`;
}

/** The API refuses names with both kinds of quotes. */
function attribute(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return `[${name}=${quote}${value}${quote}]`;
}

/** A target in the words of the request, for results and messages. */
export function describeTarget(target: StepTarget, frame?: string): string {
  const words = typeof target === "string" ? quoted(target) : describeWords(target);
  return frame === undefined ? words : `${words} in frame ${quoted(frame)}`;
}

function describeWords(words: Exclude<StepTarget, string>): string {
  const given = Object.entries(words).map(([way, value]) => `${way} ${quoted(value)}`);
  return given.join(" and ");
}

/** A text of the request in quotes, cut after 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(cutChars(text, 80));
}

/** The number of elements that a frame has for a selector now, at most `maxTargets`. */
export async function countMatches(frame: Frame, selector: string): Promise<number> {
  return Math.min((await frame.$$(selector)).length, maxTargets);
}
