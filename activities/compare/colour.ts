/** The greatest distance there is: from black to white. */
const greatest = 35_215;

/**
 * How unlike two colours look, from their differences in brightness (y) and colour (i, q), as the square of a distance:
 * Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC transmission color space in mobile applications", 2010.
 * It is the measure of pixelmatch, so thresholds here and there mean the same.
 */
export function yiqDistance(y: number, i: number, q: number): number {
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

/** The same, from the differences of red, green and blue. */
export function colourDistance(red: number, green: number, blue: number): number {
  return yiqDistance(
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223,
    red * 0.59597799 - green * 0.2741761 - blue * 0.32180189,
    red * 0.21147017 - green * 0.52261711 + blue * 0.31114694,
  );
}

/** The distance that a threshold from 0 to 1 stands for. */
export function distanceAt(threshold: number): number {
  return greatest * threshold * threshold;
}

/** The threshold, from 0 to 1, that a distance stands for. */
export function strengthOf(distance: number): number {
  return Math.min(1, Math.sqrt(distance / greatest));
}
