import type { OutputSigner } from "#activities/ports.ts";

const link = () => "http://api.test/link";
const output = () => ({ url: link(), expiresAt: new Date(8.64e15) });

/** A signer whose addresses all lead to `http://api.test/link`, unless a test replaces some. */
export const testSigner: OutputSigner = {
  outputUrl: output,
  runOutputUrl: output,
  verifyUrl: link,
  alertActionUrl: link,
  reviewUrl: link,
  unsubscribeUrl: link,
  consoleUrl: link,
  alertsUrl: link(),
  addressHash: (email) => `hash of ${email}`,
  statusUrl: link,
  batchUrl: link,
  crawlUrls: () => ({ statusUrl: link(), pagesUrl: link() }),
};
