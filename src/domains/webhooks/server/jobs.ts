import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import type { QueueWorker } from '#kit/server/queue-runner.ts'
import { type DeliverDeps, deliverEvent } from './deliver-event.ts'
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  deliveryQueue,
  findActiveEndpoints,
  nextDeliveryQuery,
} from './delivery-store.ts'

// Concurrent deliveries per endpoint and worker, so that a slow endpoint delays only its own.
const maxConcurrentDeliveries = 4

/** Creates the worker that sends deliveries, each endpoint at its own pace. */
export function createDeliveryWorker(deps: DeliverDeps): QueueWorker<ClaimedDelivery> {
  const { db, clock, log } = deps
  return {
    concurrency: Number.POSITIVE_INFINITY,
    async claim(_, inProgress) {
      const claimed: ClaimedDelivery[] = []
      for (const endpointId of await findActiveEndpoints(db)) {
        const busy = inProgress.filter((delivery) => delivery.endpointId === endpointId).length
        const limit = maxConcurrentDeliveries - busy
        if (limit > 0) claimed.push(...(await claimDueDeliveries(db, { endpointId, limit, now: clock() })))
      }
      return claimed
    },
    work: (delivery) =>
      deliverEvent(deps, delivery).catch((error: Error) =>
        log.error({ endpointId: delivery.endpointId, error: error.message }, 'webhook delivery failed'),
      ),
  }
}

/** Starts the job that sends waiting deliveries. `stop` resolves when none is in progress. */
export function startWebhookJobs({ watch, ...deps }: DeliverDeps & WatchedJobDeps): PollingLoop {
  const { clock, log } = deps
  const options = { name: 'send webhooks', nextDue: nextDeliveryQuery, watch, clock, log }
  return startQueueJob(deliveryQueue, createDeliveryWorker(deps), options)
}
