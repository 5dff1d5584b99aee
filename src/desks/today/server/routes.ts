import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { SetUp } from '#desks/health/server/health-store.ts'
import type { Serve } from '#kit/server/serve.ts'
import { readToday } from '../api.ts'
import { todayOf } from './today-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date; setUps: readonly SetUp[] }

/** The first page of an operator: what is open. */
export function todayDeskRoutes({ serve, db, clock, setUps }: Needs) {
  serve(readToday, ({ actor: { locale, roles, userId } }) =>
    todayOf(db, { setUps, locale, roles, userId, now: clock() }),
  )
}
