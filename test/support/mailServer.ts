import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { testCertificate } from "../egress/certificate.ts";
import { mailServerPath } from "./provisioned.ts";
import { until } from "./until.ts";

const script = new URL("./mail_server.py", import.meta.url).pathname;

type Part = { type: string; disposition: string | null; cid: string | null; text: string };
/** A mail as the server's own library reads it. */
export type TakenMail = {
  to: string[];
  headers: Record<string, string>;
  parts: Part[];
  user: string | null;
  tls: boolean;
};

/** The distribution's SMTP server on two ports of loopback: one plain with STARTTLS, one with TLS. */
export type MailServer = {
  plain: number;
  secure: number;
  /** Mails that it took. A report may trail the server's answer. */
  taken: TakenMail[];
  /** The name of each receiver that it was asked for. */
  asked: string[];
  stop(): void;
};

/** Starts it, with the certificate of tests. */
export async function startMailServer(): Promise<MailServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "watchframe-test-"));
  const [cert, key] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  await writeFile(cert, testCertificate.cert);
  await writeFile(key, testCertificate.key);
  // The server is a script of the Python that has its modules.
  const [python = ""] = /(?<=^#!\s*)\S+/.exec(readFileSync(mailServerPath(), "utf8")) ?? [];
  const server = spawn(python, ["-W", "ignore", script, cert, key], { stdio: ["ignore", "pipe", "inherit"] });
  const [taken, asked, ports]: [TakenMail[], string[], Pick<MailServer, "plain" | "secure">[]] = [[], [], []];
  createInterface(server.stdout).on("line", (line) => {
    const fact: TakenMail | { asked: string } | Pick<MailServer, "plain" | "secure"> = JSON.parse(line);
    if ("asked" in fact) asked.push(fact.asked);
    else if ("to" in fact) taken.push(fact);
    else ports.push(fact);
  });
  const { plain, secure } = await until(() => Promise.resolve(ports[0]));
  return { plain, secure, taken, asked, stop: () => void server.kill() };
}
