import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import type { RecordingFormat } from "#schemas/renders/recording.ts";
import { RenderFailure } from "../../failures.ts";
import { scratchName } from "../pool/scratch.ts";

/** Ffmpeg and its folder. */
export type RecordingTools = {
  /** Path of ffmpeg. */
  ffmpeg: string;
  /** Folder for temporary files. */
  scratchDir: string;
};

/** The form of a recording. Width and height are even pixels. */
export type RecordingForm = { format: RecordingFormat; width: number; height: number; framesPerSecond: number };

/** A running encoder of one recording. */
export type Encoder = {
  /** Adds a frame (jpeg). Resolves when the encoder has room for the next one. @throws RenderFailure `recording_failed`. */
  write(frame: Buffer): Promise<void>;
  /** Ends the recording and resolves to the file. @throws RenderFailure `recording_failed` or `page_too_large`. */
  finish(): Promise<Buffer>;
  /** Kills the encoder, if it still runs, and removes its files. */
  dispose(): Promise<void>;
};

/** Bytes of a recording, which is held in memory at its end. Chosen by eye. */
const maxRecordingBytes = 50 * 2 ** 20;
const maxErrorChars = 1_000;

/** Starts ffmpeg with a folder of its own. It reads frames from its standard input and writes one file. */
export async function startEncoder({ ffmpeg, scratchDir }: RecordingTools, form: RecordingForm): Promise<Encoder> {
  const folder = join(scratchDir, scratchName("recording"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `recording.${form.format}`);
  // An empty environment: ffmpeg needs none, and the worker's has secrets.
  const child = spawn(ffmpeg, encoderArguments(form, file), {
    cwd: folder,
    env: {},
    stdio: ["pipe", "ignore", "pipe"],
  });
  const { stdin, ended: encoderEnd } = watch(child);
  return {
    async write(frame) {
      if (stdin.write(frame)) return;
      const outcome = await Promise.race([once(stdin, "drain"), encoderEnd]);
      if (!Array.isArray(outcome)) throw await failureOf(outcome, file);
    },
    async finish() {
      stdin.end();
      const outcome = await encoderEnd;
      if (outcome.code !== 0 || (await sizeOf(file)) > maxRecordingBytes) throw await failureOf(outcome, file);
      return readFile(file);
    },
    async dispose() {
      child.kill("SIGKILL");
      await encoderEnd;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** How ffmpeg ended. A `code` of null: it was killed, or never started. */
type Ended = { code: number | null; said: string };

function watch(child: ChildProcess) {
  const { stdin, stderr, pid } = child;
  if (stdin === null || stderr === null) throw new Error("The encoder was started without pipes.");
  // The pages of other jobs come first.
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let said = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-maxErrorChars);
  });
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  child.once("close", (code) => resolve({ code, said }));
  child.once("error", (error) => resolve({ code: null, said: error.message }));
  // The write fails when ffmpeg has ended. Its end says why.
  stdin.on("error", () => undefined);
  return { stdin, ended };
}

/** ffmpeg ends by itself at the maximal size. */
async function failureOf({ code, said }: Ended, file: string): Promise<RenderFailure> {
  if (code === 0 && (await sizeOf(file)) >= maxRecordingBytes) {
    const remedy = "Its recording has more than 50 MB: record fewer seconds, or as mp4.";
    return new RenderFailure("page_too_large", remedy);
  }
  return new RenderFailure("recording_failed", undefined, { cause: new Error(`ffmpeg ended with ${code}: ${said}`) });
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Quality and speed of each format. One thread each, as the browser needs the processors more. */
const codecs: Readonly<Record<RecordingFormat, readonly string[]>> = {
  // The rate's limits keep 30 seconds of noise below the maximal size.
  mp4: "-c:v libx264 -preset veryfast -crf 23 -maxrate 8M -bufsize 8M -pix_fmt yuv420p -movflags +faststart".split(" "),
  webm: "-c:v libvpx -deadline realtime -cpu-used 8 -crf 10 -b:v 6M -auto-alt-ref 0 -pix_fmt yuv420p".split(" "),
  gif: [],
};

function encoderArguments({ format, width, height, framesPerSecond }: RecordingForm, file: string): string[] {
  // Frames have the page's size. An odd pixel is cut off, as codecs need even sides.
  const sized = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=area,crop=${width}:${height}:0:0`;
  // A palette for each frame. One palette for all would need all frames in memory.
  const colored = `${sized},split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=bayer`;
  const input = `-protocol_whitelist pipe -f image2pipe -framerate ${framesPerSecond} -c:v mjpeg -threads 1 -i pipe:0`;
  return [
    ..."-nostdin -hide_banner -loglevel error -filter_threads 1".split(" "),
    ...input.split(" "),
    "-filter_complex",
    format === "gif" ? colored : sized,
    ...codecs[format],
    ...`-threads 1 -an -fs ${maxRecordingBytes} -f ${format} -y`.split(" "),
    `file:${file}`,
  ];
}
