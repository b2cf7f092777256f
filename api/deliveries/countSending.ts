import { hasReceiver } from "#data/receivers.ts";
import type { RepeatableDelivery } from "#schemas/events.ts";
import { countCall } from "../http/countCall.ts";
import { ApiError } from "../http/errors.ts";
import type { ApiPorts } from "../ports.ts";

/** Samples and replays in a minute. They cost nothing, so their number is limited. */
const perMinute = { account: 60, receiver: 6 };

/** The owner and the receiver of a message to send. */
type Sending = Pick<RepeatableDelivery, "accountId" | "channel" | "target">;

/** Counts a sample or a replay. @throws ApiError `rate_limited`, which names the limit. */
export async function countSending(ports: Pick<ApiPorts, "rates">, { accountId, target }: Sending): Promise<void> {
  const receiver = "sealedFor" in target ? target.sealedFor : target.id;
  // The receiver comes first, so a refused call takes nothing from the account's limit.
  await countCall(ports, {
    rateKey: `sending:${accountId}:${receiver}`,
    perMinute: perMinute.receiver,
    message: `At most ${perMinute.receiver} samples and replays a minute go to one receiver; wait for the seconds in Retry-After.`,
  });
  await countCall(ports, {
    rateKey: `sending:${accountId}`,
    perMinute: perMinute.account,
    message: `An account sends at most ${perMinute.account} samples and replays a minute; wait for the seconds in Retry-After.`,
  });
}

/** @throws ApiError `not_replayable` if the monitor or the channel of a delivery was deleted. */
export async function refuseWithoutReceiver({ database }: ApiPorts, delivery: RepeatableDelivery): Promise<void> {
  if (await hasReceiver(database, delivery)) return;
  throw new ApiError("not_replayable", { message: "The monitor or the channel of this delivery was deleted." });
}
