import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { noteBlock } from "#data/blockingWork.ts";
import type { Database } from "#data/mongo.ts";
import type { Logger } from "#telemetry/logger.ts";

const checkMs = 1_000;
/** Share of the heartbeat's timeout for which a worker may be blocked without being counted as lost. */
const maxShare = 0.8;

/**
 * Records each activity during which this worker was blocked for about as long as a heartbeat may be missing. A worker that
 * was killed records nothing. So a workflow can tell work that blocks workers from work that met a dying one.
 */
export function noteBlocks({ database, logger }: { database: Database; logger: Logger }): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const { heartbeatTimeoutMs, activityType, workflowExecution } = info;
        if (heartbeatTimeoutMs === undefined || workflowExecution === undefined) return next(input);
        const work = { workflowId: workflowExecution.workflowId, input: input.args };
        let checkedAt = performance.now();
        const check = (): void => {
          const now = performance.now();
          const pauseMs = now - checkedAt;
          checkedAt = now;
          if (pauseMs < heartbeatTimeoutMs * maxShare) return;
          logger.warn({ activityType, workflowId: work.workflowId, pauseMs }, "the worker was blocked");
          noteBlock(database, work, new Date()).catch((error: unknown) =>
            logger.error({ error, activityType }, "work that blocked the worker was not recorded"),
          );
        };
        const timer = setInterval(check, checkMs);
        try {
          return await next(input);
        } finally {
          clearInterval(timer);
          check();
        }
      },
    },
  });
}
