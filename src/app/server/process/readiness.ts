import type { Kysely } from 'kysely'
import pg from 'pg'
import { isMigrated } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { databaseFaultOf } from '#kit/server/database-fault.ts'

// Load balancers and monitoring poll every few seconds, from several places.
const cacheMilliseconds = 1_000
const probeTimeoutMilliseconds = 5_000
// A busy database answers in the end; one that has been silent for longer counts as gone.
const maxSilenceMilliseconds = 30_000

/** Whether the load balancer should send requests to this program. */
export type Readiness = {
  /**
   * Checks readiness with a write to the database, which must have the tables of this program; false during shutdown.
   * Overload does not make a server unready: all servers would be, and none would be left to answer.
   */
  isReady(): Promise<boolean>
  isDraining(): boolean
  /** From now on requests should go elsewhere, though late ones are still answered. */
  beginDraining(): void
  /** Releases its connection. */
  stop(): Promise<void>
}

/** The result of probing the database: `timeout` means that it is busy, or its state unknown. */
export type ProbeResult = 'ok' | 'timeout' | 'unavailable'

/** Checks whether a probe that timed out counts as ready: as long as the last successful one is recent enough. */
export function countsAsReady(result: ProbeResult, millisecondsSinceOk: number): boolean {
  return result === 'ok' || (result === 'timeout' && millisecondsSinceOk < maxSilenceMilliseconds)
}

/**
 * Creates the readiness check of a program on a database. It uses its own connection, because those of a busy pool are
 * all in use.
 */
export function createReadiness(db: Kysely<DB>, pool: pg.Pool): Readiness {
  let isDraining = false
  let wasMigrated = false
  let probe: pg.Pool | undefined
  let lastOkAt = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> | undefined
  let answeredAt = Number.POSITIVE_INFINITY

  // Migrations are never reverted, so this is checked only until the tables exist.
  async function probeDatabase(): Promise<ProbeResult> {
    try {
      if (!wasMigrated) wasMigrated = await isMigrated(db as never)
      if (!wasMigrated) return 'unavailable'
      probe ??= openProbePool(pool)
      await probe.query(
        `insert into readiness_probe (checked_at) values (now())
        on conflict (probe_id) do update set checked_at = excluded.checked_at`,
      )
      return 'ok'
    } catch (error) {
      return databaseFaultOf(error) === 'busy' ? 'timeout' : 'unavailable'
    }
  }

  async function probeOnce(): Promise<boolean> {
    answeredAt = Number.POSITIVE_INFINITY
    const result = await Promise.race([probeDatabase(), timeOut()])
    answeredAt = performance.now()
    if (result === 'ok') lastOkAt = answeredAt
    return countsAsReady(result, answeredAt - lastOkAt)
  }

  return {
    async isReady() {
      if (isDraining) return false
      if (!answer || performance.now() - answeredAt >= cacheMilliseconds) answer = probeOnce()
      return (await answer) && !isDraining
    },
    isDraining: () => isDraining,
    beginDraining() {
      isDraining = true
    },
    async stop() {
      await probe?.end()
      probe = undefined
    },
  }
}

function openProbePool({ options }: pg.Pool): pg.Pool {
  const probe = new pg.Pool({ ...options, max: 1, query_timeout: probeTimeoutMilliseconds, allowExitOnIdle: true })
  probe.on('error', () => {})
  probe.on('connect', (client) => client.on('error', () => {}))
  return probe
}

function timeOut(): Promise<'timeout'> {
  return new Promise((done) => setTimeout(done, probeTimeoutMilliseconds, 'timeout' as const).unref())
}
