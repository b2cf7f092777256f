import { createHash } from "node:crypto";
import type { ApiPorts } from "#api/ports.ts";
import { offerRendered } from "#data/jobs.ts";
import type { JobError } from "#schemas/renders/errors.ts";
import type { Metadata } from "#schemas/extracts/extracts.ts";
import { type OutputName, outputNames, type OutputRecord } from "#schemas/outputs.ts";

type Output = { contentType: string; bytes: Buffer };

const timings = { queued: 1, navigation: 2, capture: 3, extraction: 4, upload: 5, total: 15 };
const page = {
  finalUrl: "https://example.com/",
  statusCode: 200,
  title: "Example",
  contentType: "text/html",
  redirects: [],
};

/** Metadata as an extractor makes it. */
export const metadata: Metadata = {
  title: "Example",
  description: null,
  canonical: null,
  lang: "en",
  charset: "utf-8",
  viewport: null,
  robots: null,
  author: null,
  siteName: null,
  publishedTime: null,
  modifiedTime: null,
  keywords: [],
  favicons: [],
  openGraph: {},
  twitter: {},
  jsonLd: [],
  feeds: [],
  hreflang: [],
};

/** Ends a job as the worker would: outputs stored, record completed. */
export async function completeJob(
  { database, objects }: Pick<ApiPorts, "database" | "objects">,
  jobId: string,
  outputs: Partial<Record<OutputName, Output>>,
): Promise<void> {
  const records: OutputRecord[] = [];
  for (const [name, output] of entriesOf(outputs)) {
    const key = `jobs/${jobId}/${name}`;
    await objects.put(key, output.bytes, output.contentType);
    const sha256 = createHash("sha256").update(output.bytes).digest("hex");
    const picture = name === "screenshot" ? ({ width: 1280, height: 720, format: "jpg" } as const) : {};
    records.push({ name, key, contentType: output.contentType, bytes: output.bytes.length, sha256, ...picture });
  }
  const now = new Date();
  const job = await database.jobs.findOne({ _id: jobId });
  if (job !== null) await offerRendered(database, { fingerprint: job.fingerprint, jobId, at: now });
  await database.jobs.updateOne(
    { _id: jobId },
    {
      $set: {
        status: "completed",
        stage: "done",
        progress: 100,
        startedAt: now,
        completedAt: now,
        result: { page, timings, outputs: records, startedAt: now.toISOString() },
      },
    },
  );
}

/** Ends a job as a failed or cancelled one, refunded. */
export async function failJob({ database }: Pick<ApiPorts, "database">, jobId: string, error: JobError): Promise<void> {
  const job = await database.jobs.findOne({ _id: jobId });
  const status = error.code === "cancelled" ? "cancelled" : "failed";
  await database.jobs.updateOne(
    { _id: jobId },
    { $set: { status, stage: "done", completedAt: new Date(), error, "credits.refunded": job?.price ?? 0 } },
  );
}

function entriesOf(outputs: Partial<Record<OutputName, Output>>): [OutputName, Output][] {
  return outputNames.flatMap((name): [OutputName, Output][] => {
    const output = outputs[name];
    return output === undefined ? [] : [[name, output]];
  });
}
