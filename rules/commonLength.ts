/** The number of characters that two texts begin with alike. */
export function commonLength(text: string, other: string): number {
  let length = 0;
  while (length < text.length && text[length] === other[length]) length += 1;
  return length;
}
