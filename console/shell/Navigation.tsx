import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatCount } from "../format/numbers.ts";
import { waitingQuery } from "../screens/review/queries.ts";
import { type Place, places } from "./places.ts";
import styles from "./Navigation.module.css";

/** Links to the console's places. The current one is marked. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  return (
    <nav aria-label="Places" className={styles["navigation"]}>
      {places.map((group) => (
        <ul key={group[0]?.path}>
          {group.map((place) => (
            <PlaceLink key={place.path} place={place} {...(onChoose && { onChoose })} />
          ))}
        </ul>
      ))}
    </nav>
  );
}

function PlaceLink({ place: { path, label, icon: Icon }, onChoose }: { place: Place; onChoose?: () => void }) {
  return (
    <li>
      <Link
        to={path}
        className={styles["link"]}
        activeOptions={{ exact: path === "/" }}
        {...(onChoose && { onClick: onChoose })}
      >
        <Icon aria-hidden="true" />
        {label}
        {path === "/review" && <WaitingCount />}
      </Link>
    </li>
  );
}

/** The number of changes to review. Nothing if there are none. */
function WaitingCount() {
  const { data } = useQuery(waitingQuery);
  const total = data?.total ?? 0;
  if (total === 0) return null;
  return <span className={styles["count"]}>{formatCount(total)}</span>;
}
