import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listCorrections } from '../api.ts'
import { findCorrections } from './correction-list.ts'

/** Registers the back-office call that lists corrected days of curves. */
export function correctionDeskRoutes({ serve, db }: { serve: Serve; db: Database }) {
  serve(listCorrections, ({ query }) => findCorrections(db, query))
}
