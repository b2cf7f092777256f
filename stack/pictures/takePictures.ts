import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { JobReference, StatusReply } from "#schemas/job.ts";
import type { DemoClient } from "../demo/client.ts";
import type { ConsoleSession } from "./session.ts";
import { type Places, type Shot, shots } from "./shots.ts";

/** The console to picture, and the client of the account that renders it. */
export type Studio = { apiUrl: string; client: DemoClient; session: ConsoleSession; places: Places };

const maxBytes = 150_000;
const maxTotalBytes = 1_500_000;
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/**
 * Writes `<name>-<theme>.webp` of each shot into `folder` and removes its other pictures. Calls `onPicture` for each.
 * @throws Error if a picture shows the log-in or is too large.
 */
export async function takePictures(
  folder: string,
  studio: Studio,
  onPicture: (name: string, bytes: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const old = (await readdir(folder)).filter((name) => name.endsWith(".webp"));
  await Promise.all(old.map((name) => rm(path.join(folder, name))));
  let total = 0;
  for (const shot of shots) {
    for (const theme of themes) {
      const name = `${shot.name}-${theme}.webp`;
      const bytes = await take(studio, shot, theme);
      onPicture(name, bytes.length);
      if (bytes.length > maxBytes) throw new Error(`${name} has ${bytes.length} bytes, and at most ${maxBytes} fit`);
      await writeFile(path.join(folder, name), bytes);
      total += bytes.length;
    }
  }
  if (total > maxTotalBytes) throw new Error(`the pictures have ${total} bytes, and at most ${maxTotalBytes} fit`);
}

/** A phone has three pixels per CSS pixel. One of the widths that the API scales to. */
const phoneWidth = "640";

/** The picture as webp. */
async function take({ apiUrl, client, session, places }: Studio, shot: Shot, theme: Theme): Promise<Buffer> {
  const url = new URL(`/console${shot.path(places)}`, apiUrl).href;
  const { id } = await client.post(JobReference, "/render", {
    url,
    theme,
    cookies: [session.cookie],
    // One request, the event stream, never ends.
    waitUntil: "networkidle2",
    format: "png",
    ...shot.screen,
  });
  const read = async () => {
    const { job } = await client.get(StatusReply, `/status/${id}?wait=30`);
    return job.completedAt === null ? undefined : job;
  };
  const { status, result, error } = await client.poll(read, `the picture of ${url}`);
  if (status !== "completed" || !result?.screenshot) throw new Error(`${url} is ${status}: ${error?.message}`);
  if (result.page.finalUrl.includes("/login")) throw new Error(`${url} shows the log-in`);
  const address = new URL(result.screenshot.url);
  address.searchParams.set("as", "webp");
  if ("device" in shot.screen) address.searchParams.set("width", phoneWidth);
  return client.bytes(address.href);
}
