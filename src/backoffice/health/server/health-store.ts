import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { measureReportBacklog } from '#domains/payments/server/reports/report-store.ts'
import type { FailureKind } from '#outside/outbound-call.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { SystemHealth } from '../api.ts'
import { pricesStateOf, reportsStateOf, type SystemName, systemStateOf, systems } from '../rules.ts'

/** What a process has observed of a system since its last report. */
export type HealthObservation = {
  system: string
  answeredAt: Date | null
  failedAt: Date | null
  failure: FailureKind | null
  /** The first failure after the last response; null if the last call succeeded. */
  failingSince: Date | null
}

/**
 * Merges the observation of a process into the shared state. The latest observation decides whether a system responds.
 */
export async function saveObservation(
  db: Database,
  { system, answeredAt, failedAt, failure, failingSince }: HealthObservation,
) {
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

/** Stores until when a process pauses calls to a system; null when it resumes them. */
export async function saveCircuitState(
  db: Database,
  { system, openUntil }: { system: string; openUntil: Date | null },
) {
  await db
    .insertInto('outside_health')
    .values({ system, open_until: openUntil })
    .onConflict((conflict) => conflict.column('system').doUpdateSet({ open_until: openUntil }))
    .execute()
}

/**
 * How a system is set up here: part of the portal, a third-party system, or not at all; with a probe that has no side
 * effects.
 */
export type SystemSetup = { system: SystemName; kind: 'own' | 'outside' | 'off'; probe?: () => Promise<void> }

/** Returns the state of every system. */
export async function findHealth(
  db: Database,
  { setups, now }: { setups: readonly SystemSetup[]; now: Date },
): Promise<SystemHealth[]> {
  const rows = await db.selectFrom('outside_health').selectAll().execute()
  const [lastDay, backlog] = await Promise.all([findLastPriceDay(db), measureReportBacklog(db, now)])
  return systems.map((system): SystemHealth => {
    const row = rows.find((each) => each.system === system)
    const setup = setups.find((each) => each.system === system)
    const base = {
      system,
      answered_at: row?.answered_at?.toISOString() ?? null,
      failed_at: row?.failed_at?.toISOString() ?? null,
      failure: (row?.failure ?? null) as FailureKind | null,
      failing_since: row?.failing_since?.toISOString() ?? null,
      last_day: null,
      open_until: row?.open_until && row.open_until > now ? row.open_until.toISOString() : null,
      put_aside: 0,
      can_probe: setup?.probe !== undefined,
    }
    // The query above has just succeeded.
    if (system === 'database') return { ...base, state: 'working', answered_at: now.toISOString() }
    if (system === 'prices') {
      const today = marketDayOf(now, 'Europe/Madrid')
      const daysAgo = lastDay === null ? null : Math.max(dayCount(lastDay, today) - 1, 0)
      return { ...base, state: pricesStateOf(daysAgo), last_day: lastDay }
    }
    if (system === 'payment_reports') {
      return { ...base, put_aside: backlog.putAside, state: reportsStateOf(backlog) }
    }
    if (setup?.kind !== 'outside') return { ...base, state: setup?.kind ?? 'off' }
    const answers = { answeredAt: row?.answered_at ?? null, failingSince: row?.failing_since ?? null }
    return { ...base, state: base.open_until === null ? systemStateOf(answers) : 'paused' }
  })
}

async function findLastPriceDay(db: Database): Promise<MarketDay | null> {
  const row = await db
    .selectFrom('futures_price')
    .select((rows) => rows.fn.max('day').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}
