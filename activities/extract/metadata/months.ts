/** Languages whose month names are known on every page, since pages declare a wrong language, or none. */
const commonLanguages =
  "en de fr es it pt nl pl sv nb da fi cs sk sl hr ro hu tr uk ru bg el lt lv et ca id vi ko ja zh th ar fa he hi".split(
    " ",
  );

/** Regions with month names of their own. */
const regions: Readonly<Record<string, readonly string[]>> = { ar: ["ar-SY", "ar-DZ", "ar-MA"], de: ["de-AT"] };

/** Names that `Intl` lacks. */
const otherNames: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { sept: 9 },
  de: { jänner: 1, feber: 2 },
  fa: numbered("ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر"),
  lv: numbered("janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī"),
};

/** The numbers of twelve names, in their order. */
function numbered(names: string): Record<string, number> {
  return Object.fromEntries(names.split(" ").map((name, index) => [name, index + 1]));
}

type Months = ReadonlyMap<string, number>;

/** A word in lower case without dots at its end. */
export function plainWord(word: string): string {
  let end = word.length;
  while (word[end - 1] === ".") end -= 1;
  return word.slice(0, end).toLowerCase();
}

/** The number of a month by its name in a language or in English. Undefined for other words. */
export function monthOf(word: string, language: string | null): number | undefined {
  return monthIn([monthsOf(supportedLocale(language)), monthsOf("en")], word);
}

/** The same, else by its name in any common language. Only beside a day and a year: "Mars" is a month in French, too. */
export function monthOfAnyLanguage(word: string, language: string | null): number | undefined {
  return monthOf(word, language) ?? monthIn([commonMonths()], word);
}

function monthIn(lists: readonly Months[], word: string): number | undefined {
  const name = plainWord(word);
  // Hebrew writes "in" as a prefix of the month.
  const spellings = name.startsWith("ב") ? [name, name.slice(1)] : [name];
  return lists
    .flatMap((months) => spellings.map((spelling) => months.get(spelling)))
    .find((month) => month !== undefined);
}

const monthsByLocale = new Map<string, Months>();

function monthsOf(locale: string): Months {
  const found = monthsByLocale.get(locale);
  if (found !== undefined) return found;
  const language = locale.split("-")[0] ?? locale;
  const months = new Map<string, number>(Object.entries(otherNames[language] ?? {}));
  for (const each of [...(regions[language] ?? []), locale]) addMonths(months, each);
  monthsByLocale.set(locale, months);
  return months;
}

let knownMonths: Months | null = null;

/** Names that mean one month in all common languages. `listopad` means another month in Croatian than in Czech. */
function commonMonths(): Months {
  if (knownMonths !== null) return knownMonths;
  const months = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const language of commonLanguages) {
    // Persian months are those of another calendar.
    if (language === "fa") continue;
    for (const [name, month] of monthsOf(language)) {
      // Short names are words of other languages: "pro" is December in Czech.
      if (/^[a-z]{1,3}$/u.test(name)) continue;
      if ((months.get(name) ?? month) !== month) ambiguous.add(name);
      months.set(name, month);
    }
  }
  for (const name of ambiguous) months.delete(name);
  knownMonths = months;
  return months;
}

/** Many languages inflect a month beside a day, and Lithuanian does so only in a whole date. */
const styles: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "short" },
  { month: "long", day: "numeric" },
  { month: "short", day: "numeric" },
  { dateStyle: "long" },
];

function addMonths(months: Map<string, number>, locale: string): void {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  for (const format of styles.map(formatOf)) {
    for (let number = 1; number <= 12; number += 1) {
      const name = monthName(format, locale, number);
      // A language that writes months as numbers has no name here.
      if (/\p{L}/u.test(name)) months.set(plainWord(name), number);
    }
  }
}

/** The name of a month of the locale's calendar. The first Persian month begins on 20 or 21 March. */
function monthName(format: Intl.DateTimeFormat, locale: string, number: number): string {
  const isPersian = locale.startsWith("fa");
  const day = isPersian ? Date.UTC(2024, 2, 25) + (number - 1) * 30.5 * 86_400_000 : Date.UTC(2024, number - 1, 15);
  const name = format.formatToParts(day).find(({ type }) => type === "month")?.value ?? "";
  // Catalan has "de març" as one part.
  return name.replace(/^(?:de\s|d['’])/u, "");
}

/** The locale of a declared language that `Intl` supports; `en` for none. */
export function supportedLocale(language: string | null): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language ?? "en")[0] ?? "en";
  } catch (error) {
    // Pages declare languages that do not exist.
    if (error instanceof RangeError) return "en";
    throw error;
  }
}
