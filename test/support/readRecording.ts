import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ffmpegPaths } from "./provisioned.ts";

const run = promisify(execFile);

type Rgb = [red: number, green: number, blue: number];

/** The contents of a recording. */
export type ReadRecording = {
  codec: string;
  pixels: string;
  width: number;
  height: number;
  seconds: number;
  frames: number;
  /** The color of a pixel in a frame. Frames are counted from the end if `frame` is negative. */
  at(frame: number, x: number, y: number): Rgb;
};

type Probed = {
  streams: { codec_name: string; pix_fmt: string; width: number; height: number; nb_read_frames: string }[];
  format: { duration: string };
};

/** Reads a recording with ffprobe and decodes all of its frames, so a damaged file fails. */
export async function readRecording({ bytes, format }: { bytes: Uint8Array; format: string }): Promise<ReadRecording> {
  const { ffmpeg, ffprobe } = ffmpegPaths();
  const folder = await mkdtemp(join(tmpdir(), "watchframe-recording-"));
  const file = join(folder, `file.${format}`);
  try {
    await writeFile(file, bytes);
    const all = "-v error -count_frames -show_streams -show_format -of json".split(" ");
    const { stdout } = await run(ffprobe, [...all, file]);
    const probed: Probed = JSON.parse(stdout);
    const [stream] = probed.streams;
    if (stream === undefined || probed.streams.length > 1) throw new Error(`Expected one stream: ${stdout}`);
    const raw = await run(
      ffmpeg,
      ["-v", "error", "-xerror", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-vsync", "0", "pipe:1"],
      { encoding: "buffer", maxBuffer: 2 ** 30 },
    );
    const { width, height } = stream;
    const frames = raw.stdout.length / (width * height * 3);
    return {
      codec: stream.codec_name,
      pixels: stream.pix_fmt,
      width,
      height,
      seconds: Number(probed.format.duration),
      frames,
      at(frame, x, y) {
        const index = frame < 0 ? frames + frame : frame;
        const offset = (index * width * height + y * width + x) * 3;
        return [raw.stdout[offset] ?? -1, raw.stdout[offset + 1] ?? -1, raw.stdout[offset + 2] ?? -1];
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
