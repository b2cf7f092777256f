import { RenderFailure } from "../failures.ts";
import type { CapturedPage, SeenPage } from "../ports.ts";

/**
 * Captures a page and refuses one that does not count. A page that lacks an element of an option is refused first for what
 * it is, as an error page lacks the elements of the page.
 * @throws RenderFailure of `refuse`, else that of the capture.
 */
export async function captureUnless(
  refuse: (page: SeenPage) => Promise<void>,
  capture: () => Promise<CapturedPage>,
): Promise<CapturedPage> {
  try {
    const captured = await capture();
    await refuse(captured);
    return captured;
  } catch (error) {
    if (error instanceof RenderFailure && error.seen !== null) await refuse(error.seen);
    throw error;
  }
}
