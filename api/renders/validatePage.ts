import type { FieldProblem } from "#schemas/common.ts";
import type { StatusRange } from "#schemas/options/page.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { maxTextBytes } from "#schemas/renders/texts.ts";
import { boundsOf } from "#rules/statuses.ts";
import { checkTextRules } from "./textRules.ts";
import { isTimezone, timezoneProblem } from "#schemas/timezones.ts";

type PageRequest = Partial<
  Pick<
    RenderRequest,
    | "clip"
    | "css"
    | "delay"
    | "failOnStatus"
    | "failOnText"
    | "format"
    | "headers"
    | "html"
    | "httpAuth"
    | "javascript"
    | "locale"
    | "omitBackground"
    | "script"
    | "selector"
    | "timeout"
    | "timezone"
  >
>;

/** Rules of single options, and of options that exclude each other. Each gives a field and its problem. */
const rules: readonly {
  field: keyof PageRequest;
  problem: (request: PageRequest) => string | null;
}[] = [
  {
    field: "clip",
    problem: ({ clip, selector }) =>
      clip !== undefined && selector !== undefined ? "excludes selector: leave one of the two out" : null,
  },
  {
    field: "omitBackground",
    problem: ({ omitBackground, format }) =>
      omitBackground === true && format !== "png" ? 'needs format "png", as a jpg has no transparency' : null,
  },
  { field: "css", problem: lengthProblem("css") },
  { field: "script", problem: lengthProblem("script") },
  {
    field: "script",
    problem: ({ script, javascript }) =>
      script !== undefined && javascript === false ? "excludes javascript: false, as it would not run" : null,
  },
  { field: "html", problem: lengthProblem("html") },
  { field: "delay", problem: delayProblem },
  { field: "failOnStatus", problem: ({ failOnStatus }) => rangeProblem(failOnStatus) },
  { field: "httpAuth", problem: authProblem },
  { field: "locale", problem: ({ locale }) => (locale === undefined ? null : localeProblem(locale)) },
  {
    field: "timezone",
    problem: ({ timezone }) => (timezone === undefined || isTimezone(timezone) ? null : timezoneProblem(timezone)),
  },
];

/** The problems of the options that shape a page, beyond their schema. */
export function checkPage(request: PageRequest): FieldProblem[] {
  const problems = rules.flatMap(({ field, problem }) => {
    const message = problem(request);
    return message === null ? [] : [{ field, message }];
  });
  return [...problems, ...checkTextRules("failOnText", request.failOnText)];
}

/** The schema counts characters, and the limit is in bytes. */
function lengthProblem(name: "css" | "script" | "html") {
  return ({ [name]: text = "" }: PageRequest): string | null => {
    const bytes = Buffer.byteLength(text);
    const max = maxTextBytes[name];
    return bytes <= max ? null : `must have at most ${max} bytes in UTF-8, and has ${bytes}`;
  };
}

/** A delay needs time beside the loading and the capture. */
function delayProblem({ delay = 0, timeout = 30 }: PageRequest): string | null {
  return delay <= timeout / 2 ? null : `must be at most half of timeout, which is ${timeout} seconds`;
}

/** Ranges go from the lower to the higher status. */
export function rangeProblem(ranges: readonly StatusRange[] = []): string | null {
  const wrong = ranges.find((range) => {
    const [first, last] = boundsOf(range);
    return first > last;
  });
  return wrong === undefined ? null : `has the range ${wrong}, which goes down: give the lower status first`;
}

function authProblem({ httpAuth, headers = {} }: PageRequest): string | null {
  if (httpAuth === undefined) return null;
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization")) {
    return "excludes the header Authorization: leave one of the two out";
  }
  return /\p{Cc}/u.test(`${httpAuth.username}${httpAuth.password}`) ? "must not contain control characters" : null;
}

function localeProblem(locale: string): string | null {
  try {
    Intl.getCanonicalLocales(locale);
    // No language has a code of more than three letters: `german` is the name of one.
    return /^[a-z]{4}/i.test(locale) ? "must be a language tag, such as de-CH, and not the name of a language" : null;
  } catch (error) {
    if (error instanceof RangeError) return "must be a language tag, such as de-CH";
    throw error;
  }
}
