import { expect } from "chai";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

/** Keys of modes, in an order in which each changes what is shown. */
const modeKeys: [key: string, mode: string][] = [
  ["3", "onion"],
  ["5", "overlay"],
  ["1", "side"],
  ["7", "mask"],
  ["2", "swipe"],
];

describe("the comparison view", function () {
  this.timeout(180_000);
  const service = useConsole();
  const changed = useChangedMonitor(service);

  it("switches modes within 100 ms", async () => {
    const { page } = await service.openAs(changed.owner);
    await page.locator("main a[href*='/runs/']").click();
    await page.locator("[data-mode=side]").wait();
    const switchAll = () =>
      page.evaluate(async (keys) => {
        const measured: number[] = [];
        for (const [key, mode] of keys) {
          const began = performance.now();
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          while (document.querySelector(`[data-mode=${mode}]`) === null) await new Promise(requestAnimationFrame);
          measured.push(performance.now() - began);
        }
        return measured;
      }, modeKeys);
    // The best of three, because other processes share the machine.
    const rounds = [await switchAll(), await switchAll(), await switchAll()];
    const best = modeKeys.map((_, index) => Math.min(...rounds.map((times) => times[index] ?? Infinity)));
    expect(Math.max(...best), best.join(", ")).to.be.below(100);
  });
});
