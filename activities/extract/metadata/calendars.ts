const maxYear = 2100;

/** A day of the Gregorian calendar as YYYY-MM-DD; null for one that does not exist. */
export function toDay(year = "", month = "", day = ""): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isReal && date.getUTCFullYear() <= maxYear ? text : null;
}

/** Years as texts show them, in the calendars of their languages. */
const years = { gregorian: /^(?:19|20)\d\d$/u, buddhist: /^2[45]\d\d$/u, persian: /^1[34]\d\d$/u };

/** Years between the Buddhist and the Gregorian calendar. */
const buddhistOffset = 543;

/** Whether a number may be a year on a page of this language. */
export function isYear(number: string, language: string | null): boolean {
  return (
    years.gregorian.test(number) ||
    (isLanguage(language, "th") && years.buddhist.test(number)) ||
    (isLanguage(language, "fa") && years.persian.test(number))
  );
}

/** The Gregorian day of a date on a page of this language; null for one that does not exist. */
export function dayOfCalendar(
  date: { year: string; month: string; day: string },
  language: string | null,
): string | null {
  const { year, month, day } = date;
  if (isLanguage(language, "th") && years.buddhist.test(year))
    return toDay(String(Number(year) - buddhistOffset), month, day);
  if (isLanguage(language, "fa") && years.persian.test(year))
    return persianDay(Number(year), Number(month), Number(day));
  return toDay(year, month, day);
}

const persian = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});

/** The day is looked up near its place in the year, which begins at 20 or 21 March. Six months have 31 days, the others 30. */
function persianDay(year: number, month: number, day: number): string | null {
  const daysBefore = (month - 1) * 31 - Math.max(0, month - 7) + day - 1;
  const about = Date.UTC(year + 621, 2, 20) + daysBefore * 86_400_000;
  for (const offset of [0, 1, -1, 2]) {
    const date = new Date(about + offset * 86_400_000);
    const parts = new Map(persian.formatToParts(date).map(({ type, value }) => [type, value]));
    const isSame = parts.get("month") === String(month) && parts.get("day") === String(day);
    if (isSame && parts.get("year") === String(year)) return date.toISOString().slice(0, 10);
  }
  return null;
}

function isLanguage(language: string | null, code: string): boolean {
  return language?.toLowerCase().split("-", 1)[0] === code;
}
