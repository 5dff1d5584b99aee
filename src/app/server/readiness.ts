import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { isMigrated } from '#db/migrate.ts'
import type { DB } from '#db/tables.ts'

const patienceMilliseconds = 5_000

/** Whether requests should come here. */
export type Readiness = {
  /** Asks the database, which must answer soon and have the tables of this program; no while the program ends. */
  isReady(): Promise<boolean>
  isDraining(): boolean
  /** From now on requests should go elsewhere, though those that still come are answered. */
  beginDraining(): void
}

/** The readiness of a program on a database. */
export function readinessOf(db: Kysely<DB>): Readiness {
  let isDraining = false
  let wasMigrated = false

  // Nothing takes a migration back, so that it is looked for until it has been seen.
  async function answers(): Promise<boolean> {
    if (!wasMigrated) wasMigrated = await isMigrated(db as never)
    else await sql`select 1`.execute(db)
    return wasMigrated
  }

  return {
    async isReady() {
      if (isDraining) return false
      const asked = answers().catch(() => false)
      return (await Promise.race([asked, soon()])) && !isDraining
    },
    isDraining: () => isDraining,
    beginDraining() {
      isDraining = true
    },
  }
}

function soon(): Promise<false> {
  return new Promise((done) => setTimeout(done, patienceMilliseconds, false as const).unref())
}
