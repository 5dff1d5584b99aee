import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { type DeliverDeps, deliverEvent } from './deliver-event.ts'
import { type ClaimedDelivery, claimDueDeliveries, findActiveEndpoints } from './delivery-store.ts'

// Concurrent deliveries per endpoint and worker, so that a slow endpoint delays only its own.
const maxConcurrentDeliveries = 4

export type DeliveryRunner = {
  /** Starts sending due deliveries. Resolves to true if there were any. */
  startDue(): Promise<boolean>
  /** Prevents new deliveries from starting. */
  close(): void
  /** Resolves when no delivery is in progress. */
  waitUntilIdle(): Promise<void>
}

/**
 * Creates a runner that sends deliveries, each endpoint at its own pace. Any number of workers may run at the same
 * time.
 */
export function createDeliveryRunner(deps: DeliverDeps): DeliveryRunner {
  const { db, clock, log } = deps
  const running = new Map<number, Set<Promise<void>>>()
  let isClosed = false

  async function claim(endpointId: number, limit: number): Promise<ClaimedDelivery[]> {
    return isClosed ? [] : claimDueDeliveries(db, { endpointId, limit, now: clock() })
  }

  /** Sends a delivery and then, while there are more for the endpoint, the next one in its slot. */
  async function deliverFrom(first: ClaimedDelivery) {
    for (let next: ClaimedDelivery | undefined = first; next; [next] = await claim(first.endpointId, 1))
      await deliverEvent(deps, next)
  }

  function begin(delivery: ClaimedDelivery) {
    const { endpointId } = delivery
    const ofEndpoint = running.get(endpointId) ?? new Set()
    running.set(endpointId, ofEndpoint)
    const task = deliverFrom(delivery)
      .catch((error: Error) => log.error({ endpointId, error: error.message }, 'webhook delivery failed'))
      .finally(() => ofEndpoint.delete(task))
    ofEndpoint.add(task)
  }

  return {
    async startDue() {
      let startedCount = 0
      for (const endpointId of await findActiveEndpoints(db)) {
        const free = maxConcurrentDeliveries - (running.get(endpointId)?.size ?? 0)
        const due = free > 0 ? await claim(endpointId, free) : []
        for (const delivery of due) begin(delivery)
        startedCount += due.length
      }
      return startedCount > 0
    },
    close() {
      isClosed = true
    },
    async waitUntilIdle() {
      for (const tasks of running.values()) await Promise.all(tasks)
    },
  }
}

/** Starts the job that sends waiting deliveries. `stop` resolves when none is in progress. */
export function startWebhookJobs(deps: DeliverDeps): PollingLoop {
  const runner = createDeliveryRunner(deps)
  const job = startPollingLoop(() => runner.startDue(), { everySeconds: 1, name: 'send webhooks', log: deps.log })
  return {
    async stop() {
      runner.close()
      await job.stop()
      await runner.waitUntilIdle()
    },
  }
}
