import { html } from "#markup/html.ts";
import { type Content, layOut } from "./layout.ts";

/** The mail that asks an address's owner whether they want alerts. It says nothing of who asked: the address may be anybody's. */
export function verificationMail({ url, expiresAt }: { url: string; expiresAt: Date }): Content {
  const until = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const subject = "Confirm this address for page alerts";
  const lead =
    "Somebody wants to send alerts to this address when a web page they watch changes. If that is welcome, confirm it.";
  const note = `The link works until ${until}. If you expected nothing of the kind, do nothing: you will get no alerts.`;
  return {
    subject,
    text: `${lead}\n\nConfirm: ${url}\n\n${note}\n`,
    html: layOut({
      title: subject,
      preview: lead,
      body: html`<p style="margin:0 0 20px">${lead}</p>`,
      button: { label: "Confirm this address", url },
      foot: html`${note}`,
    }),
  };
}
