import type { ReactNode } from "react";

/** A link to an address of a captured page, which is hostile text. Addresses other than http(s) are text without a link. */
export function PageLink({ href, children }: { href: string; children?: ReactNode }) {
  const content = children ?? href;
  if (!/^https?:\/\//i.test(href)) return <span>{content}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {content}
    </a>
  );
}
