import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { reportBacklog } from '#domains/payments/server/report-store.ts'
import type { FailureKind } from '#outside/asked.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { SystemHealth } from '../api.ts'
import { type SystemName, stateOf, stateOfPrices, stateOfReports, systems } from '../rules.ts'

/** What a program has heard of a system since it told last. */
export type Heard = {
  system: string
  answeredAt: Date | null
  failedAt: Date | null
  failure: FailureKind | null
  /** When it failed first after its last answer; null where it answered last. */
  failingSince: Date | null
}

/** Adds what a program has heard to what all have; whichever heard last tells whether a system answers. */
export async function noteHeard(db: Database, { system, answeredAt, failedAt, failure, failingSince }: Heard) {
  await sql`
    insert into outside_health as known (system, answered_at, failed_at, failure, failing_since)
    values (${system}, ${answeredAt}, ${failedAt}, ${failure}, ${failingSince})
    on conflict (system) do update set
      answered_at = greatest(known.answered_at, excluded.answered_at),
      failed_at = greatest(known.failed_at, excluded.failed_at),
      failure = case when excluded.failed_at is null then known.failure else excluded.failure end,
      failing_since = case
        when excluded.failing_since is null then null
        when excluded.answered_at is null then coalesce(known.failing_since, excluded.failing_since)
        else excluded.failing_since
      end`.execute(db)
}

/** Notes until when a program holds back what it would ask of a system; null where it asks again. */
export async function noteCircuit(db: Database, { system, openUntil }: { system: string; openUntil: Date | null }) {
  await db
    .insertInto('outside_health')
    .values({ system, open_until: openUntil })
    .onConflict((conflict) => conflict.column('system').doUpdateSet({ open_until: openUntil }))
    .execute()
}

/** A system as this portal is set up: a part of itself, one of others, or none; and how it is asked without harm. */
export type SetUp = { system: SystemName; kind: 'own' | 'outside' | 'off'; probe?: () => Promise<void> }

/** How every system stands. */
export async function healthOf(
  db: Database,
  { setUps, now }: { setUps: readonly SetUp[]; now: Date },
): Promise<SystemHealth[]> {
  const rows = await db.selectFrom('outside_health').selectAll().execute()
  const [lastDay, backlog] = await Promise.all([lastPriceDay(db), reportBacklog(db, now)])
  return systems.map((system): SystemHealth => {
    const row = rows.find((each) => each.system === system)
    const setUp = setUps.find((each) => each.system === system)
    const known = {
      system,
      answered_at: row?.answered_at?.toISOString() ?? null,
      failed_at: row?.failed_at?.toISOString() ?? null,
      failure: (row?.failure ?? null) as FailureKind | null,
      failing_since: row?.failing_since?.toISOString() ?? null,
      last_day: null,
      open_until: row?.open_until && row.open_until > now ? row.open_until.toISOString() : null,
      put_aside: 0,
      can_probe: setUp?.probe !== undefined,
    }
    // It has just answered.
    if (system === 'database') return { ...known, state: 'working', answered_at: now.toISOString() }
    if (system === 'prices') {
      const today = marketDayOf(now, 'Europe/Madrid')
      const daysAgo = lastDay === null ? null : Math.max(dayCount(lastDay, today) - 1, 0)
      return { ...known, state: stateOfPrices(daysAgo), last_day: lastDay }
    }
    if (system === 'payment_reports') {
      return { ...known, put_aside: backlog.putAside, state: stateOfReports(backlog) }
    }
    if (setUp?.kind !== 'outside') return { ...known, state: setUp?.kind ?? 'off' }
    const heard = { answeredAt: row?.answered_at ?? null, failingSince: row?.failing_since ?? null }
    return { ...known, state: known.open_until === null ? stateOf(heard) : 'paused' }
  })
}

async function lastPriceDay(db: Database): Promise<MarketDay | null> {
  const row = await db
    .selectFrom('futures_price')
    .select((rows) => rows.fn.max('day').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}
