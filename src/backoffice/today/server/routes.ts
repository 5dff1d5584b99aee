import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { SystemSetup } from '../../health/server/health-store.ts'
import { readToday } from '../api.ts'
import { findToday } from './today-store.ts'

type TodayDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date; setups: readonly SystemSetup[] }

/** Registers the route of the operators' start page, which shows open work. */
export function todayDeskRoutes({ serve, db, clock, setups }: TodayDeskDeps) {
  serve(readToday, ({ actor: { locale, roles, userId } }) =>
    findToday(db, { setups, locale, roles, userId, now: clock() }),
  )
}
