import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { CrawlPage } from "#schemas/crawl.ts";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { PageLink } from "../../ui/PageLink.tsx";
import { CrawlPageBadge } from "./badges.tsx";
import styles from "./Crawls.module.css";
import { type TreeRow, treeRows } from "./tree.ts";
import { describePageError } from "./words.ts";

const rowPx = 40;
const maxHeightPx = 720;
const indentPx = 18;
/** Deeper rows have the indent of this level, so that their text keeps some room. */
const maxIndents = 8;

/** Pages by host and path. Folders open and close. Only the rows in view are in the document. */
export function PageTree({ pages }: { pages: readonly CrawlPage[] }) {
  const [closedKeys, setClosedKeys] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => treeRows(pages, closedKeys), [pages, closedKeys]);
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  const toggle = (key: string): void =>
    setClosedKeys(
      (before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]),
    );
  const height = virtualizer.getTotalSize();
  return (
    <section
      ref={box}
      className={styles["tree"]}
      style={{ height: Math.min(height, maxHeightPx) }}
      aria-label="Tree of pages"
    >
      <ul style={{ height }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={key}
              className={styles["row"]}
              style={{ height: rowPx, transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <Row row={row} isOpen={!closedKeys.has(row.key)} onToggle={() => toggle(row.key)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Row({ row, isOpen, onToggle }: { row: TreeRow; isOpen: boolean; onToggle: () => void }) {
  const { label, level, page, hasChildren } = row;
  return (
    <>
      <span className={styles["name"]} style={{ paddingLeft: Math.min(level, maxIndents) * indentPx }}>
        {hasChildren ? (
          <button type="button" aria-expanded={isOpen} aria-label={`Pages below ${label}`} onClick={onToggle}>
            {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          </button>
        ) : (
          <span className={styles["leaf"]} />
        )}
        <span className={styles["label"]} title={page?.url}>
          {page === null ? label : <NameLink page={page} label={label} />}
        </span>
        {hasChildren && <Counts row={row} />}
      </span>
      {page !== null && <Outcome page={page} />}
    </>
  );
}

/** A link to the page's job. A page without a job links to its address. */
function NameLink({ page: { id, url, resultUrl }, label }: { page: CrawlPage; label: string }) {
  if (resultUrl === undefined) return <PageLink href={url}>{label}</PageLink>;
  return (
    <Link to="/jobs/$jobId" params={{ jobId: id }}>
      {label}
    </Link>
  );
}

function Counts({ row: { total, failed } }: { row: TreeRow }) {
  return (
    <span className={styles["counts"]}>
      {countOf(total, "page")}
      {failed > 0 && `, ${formatCount(failed)} failed`}
    </span>
  );
}

function Outcome({ page }: { page: CrawlPage }) {
  const { error, title } = page;
  return (
    <>
      <span className={styles["about"]}>{error === undefined ? title : describePageError(error)}</span>
      <CrawlPageBadge page={page} />
    </>
  );
}
