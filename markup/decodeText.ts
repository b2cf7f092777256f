/**
 * Decodes a text file: by its byte order mark, by the zero bytes of UTF-16 without one, by the encoding that its XML
 * declaration names, else as UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  return decoderFor(bytes).decode(bytes);
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder("utf-16be");
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder("utf-16le");
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const label = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? "utf-8";
  // A declaration that reads as ASCII is not in UTF-16, whatever it says. Some tools write it after they convert the file.
  if (/^(?:utf-?16|ucs-?2|utf-?32)/i.test(label)) return new TextDecoder();
  try {
    return new TextDecoder(label);
  } catch {
    // No decoder knows the name. Addresses are ASCII in most files, which UTF-8 covers.
    return new TextDecoder();
  }
}
