import { DrawingClock, type DrawingTimes } from "./drawingClock.ts";

/**
 * Runs the animations of inline SVG drawings (SMIL) as animations of the browser's other kind, which can be finished. The browser
 * itself holds them at their start, together with animated pictures. The DOM stays as the page made it, except for attributes
 * that no style can set. Runs with only DrawingClock.
 */
export class Drawings {
  readonly #started = new WeakSet<Element>();
  /** Geometry that a style can set, with the elements that take it. */
  readonly #lengths = /^(?:x|y|width|height|cx|cy|r|rx|ry)$/u;
  readonly #shapes = "rect, circle, ellipse, image, foreignObject, svg";

  /** Starts the animations of the roots that have not started yet. */
  start(roots: ReadonlyArray<Document | ShadowRoot>): void {
    const clock = new DrawingClock();
    const animations = roots
      .flatMap((root) => [...root.querySelectorAll("animate, set, animateTransform, animateMotion")])
      .filter((element) => !this.#started.has(element) && element instanceof SVGAnimationElement)
      .flatMap((element) => ({ element, times: clock.timesOf(element) }))
      .flatMap(({ element, times }) => (times === null ? [] : { element, times }))
      .toSorted((a, b) => a.times.begin - b.times.begin);
    for (const { element, times } of animations) {
      this.#started.add(element);
      const target = element instanceof SVGAnimationElement ? element.targetElement : null;
      if (target instanceof SVGElement) this.#animate(target, element, times);
    }
  }

  #animate(target: SVGElement, element: Element, times: DrawingTimes): void {
    const values = this.#values(target, element);
    if (values.length === 0) return;
    const name = element.localName === "animateMotion" ? "transform" : (element.getAttribute("attributeName") ?? "");
    const styles = values.map((value) => this.#style(target, name, value));
    const endless = times.active === Infinity;
    const isFrozen = element.getAttribute("fill") === "freeze" || (endless && times.cycle === Infinity);
    const [last] = values.slice(-1);
    // Only the end of other attributes is set. In between, they keep their start.
    if (styles.some((style) => style === null)) {
      if (isFrozen && last !== undefined) target.setAttribute(name, last);
      return;
    }
    const duration = Number.isFinite(times.cycle) ? times.cycle : 1;
    const additive = element.getAttribute("additive") === "sum" || element.localName === "animateMotion";
    target.animate(
      this.#keyframes(
        element,
        name,
        styles.flatMap((style) => style ?? []),
      ),
      {
        delay: times.begin,
        duration,
        iterations: times.cycle === Infinity ? 1 : times.active / times.cycle,
        fill: isFrozen ? "forwards" : "none",
        composite: additive && name === "transform" ? "add" : "replace",
      },
    );
  }

  #keyframes(element: Element, name: string, styles: string[]): Keyframe[] {
    const steps = element.localName === "set" || element.getAttribute("calcMode") === "discrete";
    const times = (element.getAttribute("keyTimes") ?? "").split(";").map(Number);
    const splines = (element.getAttribute("keySplines") ?? "").split(";");
    const property = name.replace(/-(\w)/gu, (_all, letter: string) => letter.toUpperCase());
    const last = steps ? styles.length : Math.max(1, styles.length - 1);
    const frames = styles.map((style, index) => {
      const spline = splines[index]?.trim().split(/[\s,]+/u);
      const easing = steps ? "step-end" : spline?.length === 4 ? `cubic-bezier(${spline.join()})` : "linear";
      return { [property]: style, offset: times.length === styles.length ? (times[index] ?? 0) : index / last, easing };
    });
    const [final] = styles.slice(-1);
    return steps && final !== undefined ? [...frames, { [property]: final, offset: 1 }] : frames;
  }

  /** Values from the first to the last, as texts of the attribute. */
  #values(target: SVGElement, element: Element): string[] {
    if (element.localName === "animateMotion") return this.#places(element);
    const [values, from, to, by] = ["values", "from", "to", "by"].map((name) => element.getAttribute(name));
    const name = element.getAttribute("attributeName") ?? "";
    const type = element.localName === "animateTransform" ? (element.getAttribute("type") ?? "translate") : null;
    const base = target.getAttribute(name) ?? getComputedStyle(target).getPropertyValue(name);
    const start = from ?? (type === null ? base : type === "scale" ? "1" : "0 0 0");
    const end = to ?? (by == null ? null : String(Number.parseFloat(start) + Number.parseFloat(by)));
    const list = values?.split(";").map((value) => value.trim()) ?? (end === null ? [] : [start, end]);
    if (element.localName === "set") return end === null ? [] : [end];
    return list.filter((value) => value !== "").map((value) => (type === null ? value : `${type}(${value})`));
  }

  /** Places along the path of a motion, as transforms. */
  #places(element: Element): string[] {
    const href =
      element.querySelector("mpath")?.getAttribute("href") ??
      element.querySelector("mpath")?.getAttribute("xlink:href");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const steps = (
      element.getAttribute("values") ?? [element.getAttribute("from") ?? "0,0", element.getAttribute("to")].join(";")
    ).split(";");
    const linkedPath = href == null ? null : document.querySelector(href);
    path.setAttribute("d", linkedPath?.getAttribute("d") ?? element.getAttribute("path") ?? `M${steps.join("L")}`);
    const length = path.getTotalLength();
    return Array.from({ length: 21 }, (_, index) => path.getPointAtLength((length * index) / 20)).map(
      ({ x, y }) => `translate(${x} ${y})`,
    );
  }

  /** The value as a style of the element; null if no style sets the attribute. */
  #style(target: SVGElement, name: string, value: string): string | null {
    const candidates =
      name === "transform" ? [this.#transform(value)] : name === "d" ? [`path("${value}")`] : [value, `${value}px`];
    if (this.#lengths.test(name) && !target.matches(this.#shapes)) return null;
    return candidates.find((candidate) => CSS.supports(name, candidate)) ?? null;
  }

  /** A transform of SVG, which has no units, as one of CSS. */
  #transform(value: string): string {
    const [, kind, list = ""] = /^(\w+)\((.*)\)$/u.exec(value.trim()) ?? [];
    const [a = 0, b, c] = list
      .trim()
      .split(/[\s,]+/u)
      .map(Number);
    if (kind === "translate") return `translate(${a}px, ${b ?? 0}px)`;
    if (kind === "scale") return `scale(${a}, ${b ?? a})`;
    if (kind !== "rotate") return `${kind}(${a}deg)`;
    return b === undefined
      ? `rotate(${a}deg)`
      : `translate(${b}px, ${c ?? 0}px) rotate(${a}deg) translate(${-b}px, ${-(c ?? 0)}px)`;
  }
}
