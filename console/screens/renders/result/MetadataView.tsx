import type { Metadata } from "#schemas/extracts/extracts.ts";
import { withKeys } from "./keys.ts";
import styles from "./Result.module.css";
import { SourceText } from "./SourceText.tsx";

/** The page's metadata, as cards. */
export function MetadataView({ metadata }: { metadata: Metadata }) {
  const { openGraph, twitter, jsonLd, keywords, ...facts } = metadata;
  const page = Object.entries(facts).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return (
    <div className={styles["cards"]}>
      <FactCard title="Page" facts={[...page, ...(keywords.length === 0 ? [] : [listOf("keywords", keywords)])]} />
      <FactCard title="Open Graph" facts={Object.entries(openGraph).map(([name, value]) => listOf(name, value))} />
      <FactCard title="Twitter" facts={Object.entries(twitter).map(([name, value]) => listOf(name, value))} />
      <FactCard title="Icons" facts={facts.favicons.map(({ rel, href }) => [rel, href])} />
      <FactCard title="Feeds" facts={facts.feeds.map(({ title, href }) => [title ?? "feed", href])} />
      <FactCard title="Languages" facts={facts.hreflang.map(({ lang, href }) => [lang, href])} />
      {jsonLd.length > 0 && (
        <section className={styles["card"]} aria-label="JSON-LD">
          <h3>JSON-LD</h3>
          <SourceText text={JSON.stringify(jsonLd, null, 2)} />
        </section>
      )}
    </div>
  );
}

function listOf(name: string, value: string | string[]): [string, string] {
  return [name, typeof value === "string" ? value : value.join(", ")];
}

function FactCard({ title, facts }: { title: string; facts: [name: string, value: string][] }) {
  if (facts.length === 0) return null;
  return (
    <section className={styles["card"]} aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles["facts"]}>
        {withKeys(facts).map(([key, [name, value]]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
