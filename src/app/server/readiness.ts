import type { Kysely } from 'kysely'
import pg from 'pg'
import { isMigrated } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'
import { databaseFaultOf } from '#kit/server/database-fault.ts'

// Balancers ask every few seconds, from several places, and so does whoever looks.
const freshMilliseconds = 1_000
const patienceMilliseconds = 5_000
// A database that is busy answers in the end; one that has been silent for longer is taken for gone.
const longestSilenceMilliseconds = 30_000

/** Whether requests should come here. */
export type Readiness = {
  /**
   * Writes to the database, which must have the tables of this program and take the write; no while the program ends.
   * Being busy is no reason to say no: every server would, and nobody would be left to answer.
   */
  isReady(): Promise<boolean>
  isDraining(): boolean
  /** From now on requests should go elsewhere, though those that still come are answered. */
  beginDraining(): void
  /** Gives its connection up. */
  stop(): Promise<void>
}

/** What a look at the database says: `late` that it is busy, or that nobody knows. */
export type Look = 'fine' | 'late' | 'unfit'

/** Whether a look that was late counts as ready: as long as the last good one is not too long ago. */
export function isFit(look: Look, millisecondsSinceFine: number): boolean {
  return look === 'fine' || (look === 'late' && millisecondsSinceFine < longestSilenceMilliseconds)
}

/** The readiness of a program on a database, asked on a connection of its own: those of a busy pool are all in use. */
export function readinessOf(db: Kysely<DB>, pool: pg.Pool): Readiness {
  let isDraining = false
  let wasMigrated = false
  let probe: pg.Pool | undefined
  let fineSince = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> | undefined
  let answeredAt = Number.POSITIVE_INFINITY

  // Nothing takes a migration back, so that it is looked for until it has been seen.
  async function look(): Promise<Look> {
    try {
      if (!wasMigrated) wasMigrated = await isMigrated(db as never)
      if (!wasMigrated) return 'unfit'
      probe ??= probeOf(pool)
      await probe.query(
        `insert into readiness_probe (checked_at) values (now())
        on conflict (probe_id) do update set checked_at = excluded.checked_at`,
      )
      return 'fine'
    } catch (error) {
      return databaseFaultOf(error) === 'busy' ? 'late' : 'unfit'
    }
  }

  async function lookOnce(): Promise<boolean> {
    answeredAt = Number.POSITIVE_INFINITY
    const seen = await Promise.race([look(), late()])
    answeredAt = performance.now()
    if (seen === 'fine') fineSince = answeredAt
    return isFit(seen, answeredAt - fineSince)
  }

  return {
    async isReady() {
      if (isDraining) return false
      if (!answer || performance.now() - answeredAt >= freshMilliseconds) answer = lookOnce()
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

function probeOf({ options }: pg.Pool): pg.Pool {
  const probe = new pg.Pool({ ...options, max: 1, query_timeout: patienceMilliseconds, allowExitOnIdle: true })
  probe.on('error', () => {})
  probe.on('connect', (client) => client.on('error', () => {}))
  return probe
}

function late(): Promise<'late'> {
  return new Promise((done) => setTimeout(done, patienceMilliseconds, 'late' as const).unref())
}
