import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { type DeliveringNeeds, deliver } from './deliver.ts'
import { claimDue, type Delivery, endpointsOn } from './delivery-store.ts'

// So many to one endpoint from one worker at a time: one that is slow holds up only what is for it.
const mostAtOnce = 4

export type Deliveries = {
  /** Begins to send what is due; true when there was something. */
  begin(): Promise<boolean>
  /** Lets nothing more begin. */
  close(): void
  /** Ends when nothing is under way. */
  settle(): Promise<void>
}

/** Sends events to their endpoints, each endpoint at its own pace. Any number of workers may do it at once. */
export function deliveries(needs: DeliveringNeeds): Deliveries {
  const { db, clock, log } = needs
  const underWay = new Map<number, Set<Promise<void>>>()
  let isClosed = false

  async function claim(endpointId: number, most: number): Promise<Delivery[]> {
    return isClosed ? [] : claimDue(db, { endpointId, most, now: clock() })
  }

  /** As long as there is more for the endpoint, what ends makes place for the next. */
  async function carryOn(first: Delivery) {
    for (let next: Delivery | undefined = first; next; [next] = await claim(first.endpointId, 1))
      await deliver(needs, next)
  }

  function begin(delivery: Delivery) {
    const { endpointId } = delivery
    const ofEndpoint = underWay.get(endpointId) ?? new Set()
    underWay.set(endpointId, ofEndpoint)
    const work = carryOn(delivery)
      .catch((error: Error) => log.error({ endpointId, error: error.message }, 'webhook broke off'))
      .finally(() => ofEndpoint.delete(work))
    ofEndpoint.add(work)
  }

  return {
    async begin() {
      let begun = 0
      for (const endpointId of await endpointsOn(db)) {
        const free = mostAtOnce - (underWay.get(endpointId)?.size ?? 0)
        const due = free > 0 ? await claim(endpointId, free) : []
        for (const delivery of due) begin(delivery)
        begun += due.length
      }
      return begun > 0
    },
    close() {
      isClosed = true
    },
    async settle() {
      for (const works of underWay.values()) await Promise.all(works)
    },
  }
}

/** Sends what waits to be sent. `stop` ends when nothing is under way any more. */
export function startWebhookJobs(needs: DeliveringNeeds): Repeated {
  const sending = deliveries(needs)
  const job = repeat(() => sending.begin(), { everySeconds: 1, name: 'send webhooks', log: needs.log })
  return {
    async stop() {
      sending.close()
      await job.stop()
      await sending.settle()
    },
  }
}
