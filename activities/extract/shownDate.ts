import { dayIn } from "./dates.ts";
import type { Line } from "./page/readByline.ts";

const modified = /\b(?:updated|modified|edited|aktualisiert|geändert|mis à jour|actualizado|aggiornato|bijgewerkt)/iu;
const dated = /date|time|publish|posted|byline|meta|entry|dateline|info/iu;

/** The day that a page shows near its title as the one it was published on. */
export function shownDay(near: readonly Line[], language: string | null): string | undefined {
  const days = near.flatMap((line) => {
    const day = dayOf(line, language);
    return day === null ? [] : [{ day, isModified: modified.test(`${line.text} ${line.says}`) }];
  });
  return (days.find(({ isModified }) => !isModified) ?? days[0])?.day;
}

/** A line is a date's where it says little else, or its markup says what it is. */
function dayOf({ text, says, when }: Line, language: string | null): string | null {
  const day = dayIn(when, language) ?? dayIn(text, language);
  if (day === null || text.length > 120) return null;
  const isDate =
    when !== "" || text.length < 45 || dated.test(says) || /^(?:by|von|par|por|published|posted)\b/iu.test(text);
  return isDate ? day : null;
}

/** The day in an address like /2024/05/03/low-water. */
export function dayInAddress(address: string): string | undefined {
  const path = URL.parse(address)?.pathname ?? "";
  return dayIn(/\/((?:19|20)\d\d[/-]\d{1,2}[/-]\d{1,2})(?:\/|-|$)/u.exec(path)?.[1] ?? "", null) ?? undefined;
}
