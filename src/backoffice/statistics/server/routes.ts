import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readStatistics } from '../api.ts'
import { findStatistics } from './statistics-store.ts'

type StatisticsDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the route of the statistics. */
export function statisticsDeskRoutes({ serve, db, clock }: StatisticsDeskDeps) {
  serve(readStatistics, ({ query: { period } }) => findStatistics(db, { period, now: clock() }))
}
