import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listAudit } from '../api.ts'
import { auditPage } from './audit-store.ts'

/** The desk where is read what was done by whom. */
export function auditDeskRoutes({ serve, db }: { serve: Serve; db: Database }) {
  serve(listAudit, ({ query: { operators, from, to, q, after } }) =>
    auditPage(db, { q, isByOperators: operators === 'true', from, to, after }),
  )
}
