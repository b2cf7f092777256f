import { MotionFreezer } from "./motionFreezer.ts";
import { StyleOverrides } from "./styleOverrides.ts";

/** A canvas to take a picture of: its content in the page, CSS pixels, and its own pixels per CSS pixel. */
export type CanvasBox = { x: number; y: number; width: number; height: number; scale: number };

/**
 * Replaces canvases whose pixels are gone once they are on the screen, as those of WebGL are, by copies with their picture.
 * Runs in the isolated world with only StyleOverrides and what MotionFreezer needs.
 */
export class CanvasPictures {
  /** Canvases per page. Further ones stay as they are. */
  readonly #maxCanvases = 20;
  readonly #alone = new StyleOverrides();
  #canvases: HTMLCanvasElement[] = [];

  /** Finds them and shows them alone, until `showAll`. */
  findAndShowAlone(): CanvasBox[] {
    const all = [...new MotionFreezer().elements()].filter((element) => element instanceof HTMLCanvasElement);
    this.#canvases = all
      .filter((canvas) => this.#isShown(canvas) && !this.#isDrawn(canvas))
      .slice(0, this.#maxCanvases);
    if (this.#canvases.length === 0) return [];
    for (const element of [document.documentElement, document.body])
      this.#alone.set(element, { visibility: "hidden", background: "none" });
    for (const canvas of this.#canvases) this.#alone.set(canvas, { visibility: "visible" });
    this.#alone.apply();
    return this.#canvases.map((canvas) => this.#boxOf(canvas));
  }

  showAll(): void {
    this.#alone.remove();
  }

  /** Puts a copy with this picture (png, base64) in the place of a canvas. */
  async replace(index: number, picture: string): Promise<void> {
    const canvas = this.#canvases[index];
    // The page's content security policy could refuse an address with the picture.
    const bytes = Uint8Array.from(atob(picture), (character) => character.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const copy = canvas?.cloneNode();
    if (!(copy instanceof HTMLCanvasElement)) return;
    copy.getContext("2d")?.drawImage(bitmap, 0, 0, copy.width, copy.height);
    canvas?.replaceWith(copy);
  }

  #isShown(canvas: HTMLCanvasElement): boolean {
    return canvas.clientWidth > 0 && canvas.clientHeight > 0 && canvas.width > 0 && canvas.height > 0;
  }

  /** Whether a canvas keeps its pixels. One that a worker draws has no context here. */
  #isDrawn(canvas: HTMLCanvasElement): boolean {
    try {
      return canvas.getContext("2d") !== null;
    } catch {
      return false;
    }
  }

  #boxOf(canvas: HTMLCanvasElement): CanvasBox {
    const { left, top } = canvas.getBoundingClientRect();
    const style = getComputedStyle(canvas);
    const [padLeft, padTop] = [Number.parseFloat(style.paddingLeft), Number.parseFloat(style.paddingTop)];
    const width = canvas.clientWidth - padLeft - Number.parseFloat(style.paddingRight);
    return {
      x: left + scrollX + canvas.clientLeft + padLeft,
      y: top + scrollY + canvas.clientTop + padTop,
      width,
      height: canvas.clientHeight - padTop - Number.parseFloat(style.paddingBottom),
      scale: Math.min(3, Math.max(1, canvas.width / width)),
    };
  }
}
