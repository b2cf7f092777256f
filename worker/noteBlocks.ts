import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { type ActivityWork, noteBlock } from "#data/blockingWork.ts";
import type { Database } from "#data/mongo.ts";
import type { Logger } from "#telemetry/logger.ts";

const checkMs = 1_000;
/** Share of the heartbeat's timeout for which a worker may be blocked without being counted as lost. */
const maxShare = 0.8;

/** An activity in progress: from when on, and the pause of the event loop that loses its heartbeat. */
type InProgress = { work: ActivityWork; activityType: string; startedAt: number; minPauseMs: number };

/**
 * Records each block of this worker for about as long as a heartbeat may be missing, with the activities in progress. A
 * worker that was killed records nothing. So a workflow can tell work that blocks workers from work that met a dying one.
 */
export function noteBlocks({ database, logger }: { database: Database; logger: Logger }): ActivityInterceptorsFactory {
  const inProgress = new Set<InProgress>();
  let timer: NodeJS.Timeout | undefined;
  let checkedAt = 0;
  const check = (): void => {
    const now = performance.now();
    const pauseMs = now - checkedAt;
    checkedAt = now;
    // An activity of the last check's interval may have blocked the worker before its first check.
    const lostWork = [...inProgress].filter(
      ({ startedAt, minPauseMs }) => Math.min(pauseMs, now - startedAt) >= minPauseMs,
    );
    if (lostWork.length === 0) return;
    logger.warn({ activityTypes: lostWork.map(({ activityType }) => activityType), pauseMs }, "the worker was blocked");
    noteBlock(
      database,
      lostWork.map(({ work }) => work),
      new Date(),
    ).catch((error: unknown) => logger.error({ error }, "work that blocked the worker was not recorded"));
  };
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const { heartbeatTimeoutMs, activityType, workflowExecution } = info;
        if (heartbeatTimeoutMs === undefined || workflowExecution === undefined) return next(input);
        const startedAt = performance.now();
        const entry: InProgress = {
          work: { workflowId: workflowExecution.workflowId, input: input.args },
          activityType,
          startedAt,
          minPauseMs: heartbeatTimeoutMs * maxShare,
        };
        if (inProgress.size === 0) {
          checkedAt = startedAt;
          timer = setInterval(check, checkMs);
        }
        inProgress.add(entry);
        try {
          return await next(input);
        } finally {
          check();
          inProgress.delete(entry);
          if (inProgress.size === 0) clearInterval(timer);
        }
      },
    },
  });
}
