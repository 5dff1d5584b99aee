import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listReturnedDebits } from '../api.ts'
import { findOwnReturns } from './own-returns.ts'

type DebitReturnRouteDeps = { serve: Serve; db: Database }

/** Registers the calls of returned debits. */
export function debitReturnRoutes({ serve, db }: DebitReturnRouteDeps) {
  serve(listReturnedDebits, async ({ actor }) => ({ items: await findOwnReturns(db, actor.customerIds) }))
}
