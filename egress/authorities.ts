import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { SettingsError } from "#schemas/settings/readEnv.ts";

const [begin, end] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"] as const;

/**
 * The certificates of authorities that a setting names, each in PEM: the path of a file, or its content. Empty for an empty
 * setting.
 * @throws SettingsError for a file that can't be read, has no certificate, or has one that is no authority's.
 */
export function readAuthorities(setting: string, readFile = readText): string[] {
  if (setting === "") return [];
  const certificates = certificatesIn(textOf(setting, readFile));
  if (certificates.length === 0) {
    throw new SettingsError(
      "WATCHFRAME_EXTRA_CA: the file has no certificate. Give the authority's certificate in PEM.",
    );
  }
  for (const [index, certificate] of certificates.entries()) {
    const problem = problemOf(certificate);
    if (problem !== null) throw new SettingsError(`WATCHFRAME_EXTRA_CA: certificate ${index + 1} ${problem}.`);
  }
  return certificates;
}

function certificatesIn(text: string): string[] {
  const parts = text.split(end).slice(0, -1);
  return parts.flatMap((part) => (part.includes(begin) ? [`${part.slice(part.lastIndexOf(begin))}${end}\n`] : []));
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

function textOf(setting: string, readFile: (path: string) => string): string {
  if (setting.includes("-----BEGIN")) return setting;
  try {
    return readFile(setting);
  } catch (cause) {
    throw new SettingsError(`WATCHFRAME_EXTRA_CA: the file ${JSON.stringify(setting)} can't be read.`, { cause });
  }
}

function problemOf(certificate: string): string | null {
  try {
    const parsed = new X509Certificate(certificate);
    return parsed.ca ? null : `(${parsed.subject}) is no authority's. Give the certificate that signed it`;
  } catch {
    return "can't be read";
  }
}

/** Has every TLS connection of this process trust these authorities, too: sites, receivers, mail, database and bucket. */
export function trustAuthorities(certificates: readonly string[]): void {
  if (certificates.length > 0) setDefaultCACertificates([...getCACertificates("default"), ...certificates]);
}
