import { condition, setHandler } from "@temporalio/workflow";
import type { SingleFlightDecision } from "#activities/projections/singleFlight.ts";
import { type RenderJobInput, singleFlightEnded } from "./messages.ts";
import { project } from "./proxies.ts";

/** How long another job is waited for before it is looked at again: it may have been ended in a way that tells nobody. */
const pollDelay = "15s";

/**
 * What an identical render has to share, once it has completed; null where this job is to render itself: there is no other,
 * or the one it waited for came to nothing.
 */
export async function reuseIdenticalRender(
  input: RenderJobInput,
): Promise<Extract<SingleFlightDecision, { role: "share" }> | null> {
  const { jobId, accountId, kind, fingerprint, acceptedAt } = input;
  let ended = false;
  setHandler(singleFlightEnded, () => {
    ended = true;
  });
  let followed: string | null = null;
  for (;;) {
    const boarding: SingleFlightDecision = await project.joinSingleFlight({
      jobId,
      accountId,
      kind,
      fingerprint,
      acceptedAt,
      followed,
    });
    switch (boarding.role) {
      case "share":
        return boarding;
      case "render":
        return null;
      case "wait":
        followed = boarding.leader;
        await condition(() => ended, pollDelay);
        ended = false;
    }
  }
}
