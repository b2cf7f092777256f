/** Takes one line for the person who is waiting. */
export type OnLine = (line: string) => void;

/** The environment as a plain record: the entry files read `process.env` and hand it down. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What every provisioning step is given. */
export interface ProvisionContext {
  env: Environment;
  /** Folder of everything that was downloaded or built, shared by all homes of this user. */
  cacheDir: string;
  onLine: OnLine;
  /** Ends downloads and builds when the start is given up. */
  signal?: AbortSignal | undefined;
}

const PROGRESS_EVERY_MS = 15_000;

/** Runs `work` and prints `label` with the elapsed seconds, so that a build of minutes never looks stuck. */
export async function withProgress<T>(onLine: OnLine, label: string, work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  const seconds = (): string => `${Math.round((Date.now() - begun) / 1000)} s`;
  onLine(`${label} …`);
  const timer = setInterval(() => onLine(`${label} … ${seconds()}`), PROGRESS_EVERY_MS);
  try {
    const result = await work();
    onLine(`${label}: done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** The text of whatever was thrown, with its cause: fetch says only "fetch failed" and keeps the reason there. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : "";
  return `${error.message}${cause}`;
}
