import type { Database } from '#db/database.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readLeadConsent } from '../api.ts'
import { hasLeadConsent } from './lead-consent.ts'

export function leadRoutes({ serve, db }: { serve: Serve; db: Database }) {
  serve(readLeadConsent, async ({ actor }) => ({
    consented: await hasLeadConsent(db, actor.userId),
  }))
}
