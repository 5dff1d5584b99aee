import type { FastifyInstance } from 'fastify'
import { operatorsOf } from '#desks/operators/server/operator-store.ts'
import { startWebhookJobs } from '#domains/webhooks/server/jobs.ts'
import type { Context } from './context.ts'

/** Begins to tell the retailer's systems what happens. */
export function webhookJobs({ config, db, sealingKeys, clock }: Context, app: FastifyInstance) {
  return startWebhookJobs({
    db,
    sealingKeys,
    allowsPrivate: config.allowsPrivateWebhooks,
    operators: async (db) =>
      (await operatorsOf(db, clock())).filter(({ state }) => state === 'active').map(({ id }) => id),
    clock,
    log: app.log,
  })
}
