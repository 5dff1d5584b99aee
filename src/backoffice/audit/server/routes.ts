import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listAudit } from '../api.ts'
import { findAuditEntries } from './audit-store.ts'

/** Registers the routes of the audit log. */
export function auditDeskRoutes({ serve, db }: { serve: Serve; db: Database }) {
  serve(listAudit, ({ query: { operators, from, to, q, after } }) =>
    findAuditEntries(db, { q, isByOperators: operators === 'true', from, to, after }),
  )
}
