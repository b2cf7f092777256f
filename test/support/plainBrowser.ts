import { type Browser, launch } from "puppeteer";
import { chromePath } from "./provisioned.ts";

/** Opens a browser for tests that look at pages, without the product's isolation. */
export function launchPlainBrowser(): Promise<Browser> {
  return launch({ executablePath: chromePath(), headless: "shell", args: ["--no-sandbox"], pipe: true });
}
