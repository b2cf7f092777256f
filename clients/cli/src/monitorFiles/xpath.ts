const word = "[A-Za-z_][\\w-]*";
const literal = `(?:"[^"]*"|'[^']*')`;
const step = new RegExp(`^(${word}|\\*)((?:\\[[^\\]]*\\])*)$`);
const equals = new RegExp(`^@(${word})\\s*=\\s*(${literal})$`);
const test = new RegExp(`^(contains|starts-with)\\(\\s*@(${word})\\s*,\\s*(${literal})\\s*\\)$`);
const classWord = new RegExp(
  `^contains\\(\\s*concat\\(\\s*['"] ['"]\\s*,\\s*(?:normalize-space\\(\\s*)?@class\\s*\\)?\\s*,\\s*['"] ['"]\\s*\\)\\s*,\\s*['"] ([\\w-]+) ['"]\\s*\\)$`,
);
const operators: Readonly<Record<string, string>> = { contains: "*=", "starts-with": "^=" };

/** The CSS selector of the same elements as an XPath; null if the path has parts that CSS lacks. */
export function cssOfXPath(path: string): string | null {
  const [, id] = new RegExp(`^id\\(\\s*(${literal})\\s*\\)$`).exec(path.trim()) ?? [];
  if (id !== undefined) return `[id=${quoted(id)}]`;
  const parts = splitOutside(path.trim(), "/");
  // A path begins with `/`, `//` or `.//`.
  if (parts.shift()?.replace(".", "") !== "" || parts.length === 0) return null;
  let css = "";
  let combinator = " > ";
  for (const part of parts) {
    if (part === "") {
      if (combinator === " ") return null;
      combinator = " ";
      continue;
    }
    const compound = cssOfStep(part);
    // Only the root element has no parent.
    if (compound === null || (css === "" && combinator === " > " && !/^html\b/.test(compound))) return null;
    css += css === "" ? compound : combinator + compound;
    combinator = " > ";
  }
  return combinator === " > " ? css : null;
}

function cssOfStep(part: string): string | null {
  const [, tag, predicates = ""] = step.exec(part) ?? [];
  if (tag === undefined) return null;
  const tests = predicates === "" ? [] : predicates.slice(1, -1).split("][");
  const selectors = tests.map((content, index) => {
    const position = cssOfPosition(content.trim(), tag);
    // After another test, a position counts only the elements that pass it.
    return position === null ? cssOfTests(content) : index === 0 ? position : null;
  });
  if (selectors.includes(null)) return null;
  return tag === "*" && selectors.length > 0 ? selectors.join("") : tag + selectors.join("");
}

function cssOfPosition(content: string, tag: string): string | null {
  const kind = tag === "*" ? "child" : "of-type";
  if (content === "last()") return `:last-${kind}`;
  const [, number] = /^(?:position\(\)\s*=\s*)?([1-9]\d{0,5})$/.exec(content) ?? [];
  return number === undefined ? null : `:nth-${kind}(${number})`;
}

/** Tests of attributes, all of which hold. */
function cssOfTests(content: string): string | null {
  const tests = content.split(/\sand\s/).map((part) => cssOfTest(part.trim()));
  return tests.includes(null) ? null : tests.join("");
}

function cssOfTest(text: string): string | null {
  const [, name] = new RegExp(`^@(${word})$`).exec(text) ?? [];
  if (name !== undefined) return `[${name}]`;
  const [, equal, value] = equals.exec(text) ?? [];
  if (equal !== undefined && value !== undefined) return `[${equal}=${quoted(value)}]`;
  const [, wordOfClass] = classWord.exec(text) ?? [];
  if (wordOfClass !== undefined) return `[class~="${wordOfClass}"]`;
  const [, kind, attribute, part] = test.exec(text) ?? [];
  const operator = operators[kind ?? ""];
  return operator === undefined || part === undefined ? null : `[${attribute}${operator}${quoted(part)}]`;
}

/** A literal of XPath as a string of CSS. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(1, -1));
}

/** Splits a text at a sign that is in no brackets and no quotes. */
function splitOutside(text: string, sign: string): string[] {
  const parts = [""];
  let quote = "";
  let depth = 0;
  for (const char of text) {
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "[") depth += 1;
    else if (char === "]") depth -= 1;
    if (char === sign && depth === 0 && quote === "") parts.push("");
    else parts.push((parts.pop() ?? "") + char);
  }
  return parts;
}
