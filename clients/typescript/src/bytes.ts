import { ConnectionError } from "./errors.ts";

/** Bytes of an output with their media type. */
export type Bytes = { bytes: Uint8Array; contentType: string };

/** The bytes of a reply. @throws ConnectionError if it breaks off. */
export async function readBytes(response: Response): Promise<Bytes> {
  const contentType = response.headers.get("Content-Type") ?? "application/octet-stream";
  try {
    return { bytes: new Uint8Array(await response.arrayBuffer()), contentType };
  } catch (cause) {
    throw new ConnectionError("The reply broke off.", { cause });
  }
}
