/** One server-sent event. Missing fields are null. */
export type StreamMessage = { id: string | null; event: string | null; data: string | null; retry: string | null };

/**
 * The events of an open stream, until the reply ends, or says nothing for `maxSilenceMs`. It closes the connection when
 * the loop ends. @throws what the connection breaks with.
 */
export async function* readMessages(
  response: Response,
  maxSilenceMs: number,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = "";
  try {
    for (;;) {
      const text = await readUnlessSilent(reader, maxSilenceMs);
      if (text === null) return;
      const blocks = `${rest}${text}`.replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      yield* blocks.map(toMessage);
    }
  } finally {
    // A connection that is broken has nothing to close.
    reader.cancel().catch(() => undefined);
  }
}

/** The next text. Null at the end, and after too long a silence, as a live stream sends a comment every 15 seconds. */
async function readUnlessSilent(
  reader: ReadableStreamDefaultReader<string>,
  maxSilenceMs: number,
): Promise<string | null> {
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    reader.cancel().catch(() => undefined);
  }, maxSilenceMs);
  try {
    const { done, value } = await reader.read();
    return done || isSilent ? null : value;
  } finally {
    clearTimeout(timer);
  }
}

/** The fields of a block. Comments and unknown fields are left out. */
function toMessage(block: string): StreamMessage {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const earlier = fields.get(name);
    fields.set(name, name === "data" && earlier !== undefined ? `${earlier}\n${value}` : value);
  }
  const fieldOf = (name: string): string | null => fields.get(name) ?? null;
  return { id: fieldOf("id"), event: fieldOf("event"), data: fieldOf("data"), retry: fieldOf("retry") };
}
