/** The shown part: the offset in screen pixels, and screen pixels per pixel of the picture. */
export type View = { x: number; y: number; k: number };
export type Size = { width: number; height: number };

/** The view without empty ground beside the pictures. Narrower ones are in the middle, and lower ones at the top. */
export function clamp({ x, y, k }: View, { pane, content }: { pane: Size; content: Size }): View {
  const [left, top] = [pane.width - content.width * k, pane.height - content.height * k];
  return {
    k,
    x: left > 0 ? left / 2 : Math.min(0, Math.max(left, x)),
    y: top > 0 ? 0 : Math.min(0, Math.max(top, y)),
  };
}
