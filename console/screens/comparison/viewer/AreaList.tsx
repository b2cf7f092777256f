import { useEffect, useRef } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { formatShare } from "../../../format/numbers.ts";
import type { ViewedArea } from "./model.ts";
import styles from "./AreaList.module.css";

const words = { changed: "Changed", added: "Added", removed: "Removed" } as const;

type AreaListProps = { areas: readonly ViewedArea[]; selectedIndex: number; onSelect: (index: number) => void };

/** The changed areas, largest first. A choice zooms to the area, and a step by keyboard marks it here. */
export function AreaList({ areas, selectedIndex, onSelect }: AreaListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-key="${selectedIndex}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selectedIndex]);
  return (
    <GridList
      ref={list}
      aria-label="Changed areas"
      className={styles["list"] ?? ""}
      selectionMode="single"
      selectionBehavior="replace"
      selectedKeys={selectedIndex < 0 ? [] : [String(selectedIndex)]}
      onSelectionChange={(keys) => {
        const [key] = keys === "all" ? [] : [...keys];
        if (key !== undefined) onSelect(Number(key));
      }}
    >
      {areas.map((area, index) => (
        <GridListItem key={area.id} id={String(index)} textValue={nameOf(area, index)} className={styles["item"] ?? ""}>
          <span className={styles["dot"]} data-status={area.status} aria-hidden="true" />
          <span className={styles["name"]}>{nameOf(area, index)}</span>
          <span className={styles["facts"]}>
            {words[area.status]} · {area.width} × {area.height} px
            {area.status === "changed" && ` · ${formatShare(area.differenceRatio)}`}
          </span>
        </GridListItem>
      ))}
    </GridList>
  );
}

function nameOf({ label, top }: ViewedArea, index: number): string {
  return label ?? `Area ${index + 1}, row ${top}`;
}
