/** Number of a computed length in CSS pixels, two decimals; 0 where it is none. */
export function pixels(length: string): number {
  const number = Number.parseFloat(length);
  return Number.isFinite(number) ? Math.round(number * 100) / 100 : 0;
}

/** Parts of a computed list, parted by commas outside parentheses. */
export function listed(value: string): string[] {
  return (value.match(/(?:[^,(]|\([^)]*\))+/gu) ?? []).map((part) => part.trim()).filter((part) => part !== "");
}
