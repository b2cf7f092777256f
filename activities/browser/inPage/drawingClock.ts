/** When an SVG animation runs: its begin and active duration, and the length of one cycle. Milliseconds. */
export type DrawingTimes = { begin: number; active: number; cycle: number };

/**
 * Reads when the SVG animations of a page begin and end, as SMIL defines it. Animations that wait for events do not begin.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class DrawingClock {
  readonly #units: Record<string, number> = { h: 3_600_000, min: 60_000, s: 1_000, ms: 1 };
  readonly #times = new Map<Element, DrawingTimes | null>();

  /** Times of an animation; null for one that does not begin by itself. */
  timesOf(element: Element): DrawingTimes | null {
    const found = this.#times.get(element);
    if (found !== undefined) return found;
    // Animations may begin each other in a circle. The first begin counts then.
    this.#times.set(element, null);
    const times = this.#read(element);
    this.#times.set(element, times);
    return times;
  }

  #read(element: Element): DrawingTimes | null {
    const begins = (element.getAttribute("begin") ?? "0s")
      .split(";")
      .map((text) => this.#instant(element, text.trim()));
    const begin = Math.min(...begins.flatMap((each) => each ?? []));
    if (begin === Infinity) return null;
    const cycle = this.#clock(element.getAttribute("dur") ?? "") ?? Infinity;
    const count = element.getAttribute("repeatCount");
    const repeats = count === null ? null : count === "indefinite" ? Infinity : Number(count);
    const repeatDur = element.getAttribute("repeatDur");
    const limits = [
      repeats === null ? null : cycle * repeats,
      repeatDur === null ? null : (this.#clock(repeatDur) ?? Infinity),
    ].filter((limit) => limit !== null && !Number.isNaN(limit));
    const end = this.#clock(element.getAttribute("end") ?? "");
    const active = limits.length === 0 ? cycle : Math.min(...limits.map(Number));
    return { begin, cycle, active: end === null ? active : Math.max(0, Math.min(active, end - begin)) };
  }

  /** A time, or the begin or end of another animation with an offset. */
  #instant(element: Element, text: string): number | null {
    const [, id, edge, sign, offset] = /^([^\s.]+)\.(begin|end)\s*(?:([+-])\s*(\S+))?$/u.exec(text) ?? [];
    if (id === undefined) return this.#clock(text);
    const root = element.getRootNode();
    const other = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
    const times = other === null ? null : this.timesOf(other);
    if (times === null) return null;
    const shift = (this.#clock(offset ?? "0s") ?? 0) * (sign === "-" ? -1 : 1);
    const at = times.begin + (edge === "end" ? times.active : 0) + shift;
    return Number.isFinite(at) ? at : null;
  }

  /** Milliseconds of a clock value such as `2s`, `0.5`, `300ms` or `00:01.5`. */
  #clock(text: string): number | null {
    const parts = text.split(":").map(Number);
    if (parts.length > 1) {
      const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
      return Number.isNaN(seconds) ? null : seconds * 1_000;
    }
    const [, number, unit = "s"] = /^\+?(-?[\d.]+)(h|min|s|ms)?$/u.exec(text.trim()) ?? [];
    return number === undefined ? null : Number(number) * (this.#units[unit] ?? 1_000);
  }
}
