import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listDebts } from '../api.ts'
import { findOwnDebts } from './own-debts.ts'

type CollectionRouteDeps = { serve: Serve; db: Database }

/** Registers the calls of debts. */
export function collectionRoutes({ serve, db }: CollectionRouteDeps) {
  serve(listDebts, async ({ actor }) => ({ items: await findOwnDebts(db, actor.customerIds) }))
}
