/** Levels that are indented. Deeper ones stand below them, as a deep document would otherwise be mostly spaces. */
const maxIndentedLevels = 50;

/**
 * Lines of a valid JSON text, one for each entry. Keys keep their order, and numbers and strings are written as they are,
 * so a number of many digits loses none. The rest is left out once there are `maxLines` or `maxChars`.
 */
export function indentJson(
  text: string,
  { maxLines, maxChars }: { maxLines: number; maxChars: number },
): { lines: string[]; isCut: boolean } {
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  let chars = 0;
  const end = () => {
    lines.push(line);
    chars += line.length + 1;
    line = "  ".repeat(Math.min(depth, maxIndentedLevels));
  };
  let at = 0;
  for (; at < text.length;) {
    if (lines.length >= maxLines || chars >= maxChars) break;
    const sign = text[at] ?? "";
    if (/\s/u.test(sign)) at += 1;
    else if (sign === "{" || sign === "[") {
      const next = skipSpace(text, at + 1);
      // An empty list or object stays on its line.
      if (text[next] === "}" || text[next] === "]") {
        line += sign + (text[next] ?? "");
        at = next + 1;
        continue;
      }
      line += sign;
      depth += 1;
      end();
      at += 1;
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      end();
      line += sign;
      at += 1;
    } else if (sign === ",") {
      line += sign;
      end();
      at += 1;
    } else if (sign === ":") {
      line += ": ";
      at += 1;
    } else {
      const to = sign === '"' ? endOfString(text, at) : endOfWord(text, at);
      line += text.slice(at, to);
      at = to;
    }
  }
  const isCut = skipSpace(text, at) < text.length;
  if (!isCut) lines.push(line);
  return { lines, isCut };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/u.test(text[at] ?? "")) at += 1;
  return at;
}

/** The place behind a string that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The place behind a number or a name that begins at `from`. */
function endOfWord(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !/[\s,:{}[\]"]/u.test(text[at] ?? "")) at += 1;
  return at;
}
