import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { formatCount } from "../../format/numbers.ts";
import { countOf } from "../../format/words.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { DeliveryBadge } from "./DeliveryBadge.tsx";
import { SentText } from "./SentText.tsx";
import { Tries } from "./Tries.tsx";
import { type DeliveryWithBody, deliveryQuery } from "./queries.ts";
import { useReplay } from "./useReplay.ts";
import { describeChannel, describeEvent, resourceOf } from "./words.ts";

/** One delivery: its state, every try, and its content. */
export function DeliveryScreen() {
  const { deliveryId } = useParams({ from: "/shell/deliveries/$deliveryId" });
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(deliveryId));
  return (
    <Page
      title={delivery === undefined ? "Delivery" : describeEvent(delivery.type)}
      {...(delivery && { about: <About delivery={delivery} /> })}
      {...(delivery !== undefined && delivery.channel !== "email" && { actions: <Replay delivery={delivery} /> })}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {delivery === undefined && error === null && <Loading label="Loading the delivery" lines={2} height="9rem" />}
      {delivery !== undefined && (
        <>
          <DeliveryFacts delivery={delivery} />
          <Tries delivery={delivery} />
          {delivery.body !== null && (
            <Section title="What was sent">
              <SentText text={delivery.body} label="Body of the webhook" />
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

function About({ delivery }: { delivery: DeliveryWithBody }) {
  const { path, name } = resourceOf(delivery);
  return (
    <>
      {describeChannel(delivery)}, about {delivery.resourceName === undefined && "a "}
      <Link to={path}>{name}</Link>
    </>
  );
}

function Replay({ delivery: { id, status } }: { delivery: DeliveryWithBody }) {
  const replay = useReplay(id);
  const canReplay = status !== "pending" && !replay.isPending;
  useHotkeys("Delivery", [{ keys: "r", label: "Deliver again", run: () => canReplay && replay.mutate() }]);
  return (
    <Button variant="primary" onPress={() => replay.mutate()} isDisabled={!canReplay}>
      Deliver again
    </Button>
  );
}

function DeliveryFacts({ delivery }: { delivery: DeliveryWithBody }) {
  const { id, status, notBefore, attempts, replays, signed, createdAt, completedAt } = delivery;
  return (
    <Facts>
      <Fact name="State">
        <span role="status">
          <DeliveryBadge delivery={delivery} />
        </span>
      </Fact>
      <Fact name="Tries">{formatCount(attempts.length)}</Fact>
      {replays > 0 && <Fact name="Delivered again">{countOf(replays, "time")}</Fact>}
      <Fact name="Created">
        <RelativeTime at={createdAt} />
      </Fact>
      {status === "pending" && notBefore !== null && (
        <Fact name="After quiet hours">
          <RelativeTime at={notBefore} />
        </Fact>
      )}
      {completedAt !== null && (
        <Fact name="Ended">
          <RelativeTime at={completedAt} />
        </Fact>
      )}
      {signed !== undefined && <Fact name="Signature">{signed ? "Signed by your secret" : "None"}</Fact>}
      <Fact name="Id">
        <code>{id}</code>
      </Fact>
    </Facts>
  );
}
