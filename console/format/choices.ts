/** Options of a filter. The empty one stands for all. */
type Options = readonly { value: string; label: string }[];

/** The values that are chosen in filters, by the filter's name. */
export type Choices<Filters extends Readonly<Record<string, Options>>> = {
  [Name in keyof Filters]?: Exclude<Filters[Name][number]["value"], "">;
};

/** The choices of an address. Wrong values are left out. The first signature is the type that the loop has. */
export function readChoices<Filters extends Readonly<Record<string, Options>>>(
  filters: Filters,
  search: Record<string, unknown>,
): Choices<Filters>;
export function readChoices(filters: Record<string, Options>, search: Record<string, unknown>): Record<string, string> {
  const chosen = Object.entries(filters).flatMap(([name, options]) => {
    const option = options.find(({ value }) => value !== "" && value === search[name]);
    return option === undefined ? [] : [[name, option.value] as const];
  });
  return Object.fromEntries(chosen);
}
