import type { FastifyInstance } from 'fastify'
import { findAllOperators } from '#domains/operators/desk/server/operator-store.ts'
import { startWebhookJobs } from '#domains/webhooks/server/jobs.ts'
import type { Context } from '../wiring/context.ts'

/** Starts to deliver webhooks to the retailer's systems. */
export function startMountedWebhookJobs({ config, db, encryptionKeys, watch, clock }: Context, app: FastifyInstance) {
  return startWebhookJobs({
    db,
    encryptionKeys,
    allowsPrivate: config.allowsPrivateWebhooks,
    operators: async (db) =>
      (await findAllOperators(db, clock())).filter(({ state }) => state === 'active').map(({ id }) => id),
    watch,
    clock,
    log: app.log,
  })
}
