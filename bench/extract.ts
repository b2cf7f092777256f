import { type CDPSession, launch } from "puppeteer";
import { buildProbe } from "#activities/extract/registry.ts";
import { type ExtractName, extractNames } from "#schemas/extracts/extracts.ts";
import { findChrome } from "./programs.ts";

/**
 * Prints milliseconds of the page's thread for one probe of a shop of 9,000 elements: each extract alone, and all
 * together.
 */
export async function extractBench(): Promise<void> {
  const browser = await launch({
    executablePath: await findChrome(),
    headless: "shell",
    args: ["--no-sandbox"],
    pipe: true,
  });
  try {
    for (const extracts of [...extractNames.map((name) => [name]), [...extractNames], [...extractNames]]) {
      const page = await browser.newPage();
      await page.setContent(shop());
      const milliseconds = await threadTime(await page.createCDPSession(), extracts);
      console.log(
        `${(extracts.length > 1 ? "all" : extracts.join()).padEnd(12)}${milliseconds.toFixed(0).padStart(6)} ms`,
      );
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

async function threadTime(session: CDPSession, extracts: readonly ExtractName[]): Promise<number> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  // The first evaluation pays for the layout, so it is not measured.
  await session.send("Runtime.evaluate", { expression: "document.body.clientWidth", contextId });
  const before = await taskSeconds(session);
  await session.send("Runtime.evaluate", { expression: `JSON.stringify(${buildProbe(extracts)}).length`, contextId });
  return ((await taskSeconds(session)) - before) * 1000;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

function shop(): string {
  const rules = Array.from(
    { length: 1500 },
    (_, index) => `.u${index} { margin: ${index % 40}px; --v${index}: ${index}px }
      @media (min-width: ${400 + (index % 7) * 100}px) { .w${index} { color: #${(index * 7919).toString(16).padStart(6, "0")} } }`,
  );
  const cards = Array.from(
    { length: 560 },
    (
      _,
      index,
    ) => `<article class="card"><a href="/p/${index}"><img alt="Thing ${index}" width="120" height="90"></a><h3>Thing ${index}</h3>
      <p>Some <em>words</em> on it, <a href="/t/${index}">a tag</a> and <b>more</b>.</p><p class="price">${index}.00 <span>with tax</span></p>
      <form action="/cart"><input name="q${index}"><button>Take it</button></form><ul><li>One</li><li>Two</li></ul></article>`,
  );
  return `<!doctype html><title>Shop</title><style>body { font: 16px/1.5 sans-serif } .grid { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px }
    .card { padding: 16px; border: 1px solid #ddd; border-radius: 8px; background: #fff; box-shadow: 0 1px 3px #0003; transition: box-shadow .2s }
    ${rules.join("")}</style><main><h1>Shop</h1><div class="grid">${cards.join("")}</div></main>`;
}
