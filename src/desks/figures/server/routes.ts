import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readFigures } from '../api.ts'
import { figuresOf } from './figure-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** The desk where the figures of the portal are seen. */
export function figureDeskRoutes({ serve, db, clock }: Needs) {
  serve(readFigures, ({ query: { period } }) => figuresOf(db, { period, now: clock() }))
}
