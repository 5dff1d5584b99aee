import { sql } from 'kysely'
import { ownBackends } from '#kit/server/database.ts'
import type { MeasuredDatabase } from '../measured-database.ts'
import { readCpuSeconds } from '../read-processor.ts'

/** How long the processes of PostgreSQL that work for other programs in a database have used a processor. */
export type Backends = { look(): Promise<void>; cpuSeconds(): number }

/** Adds up the processes of a PostgreSQL on this machine; of one that ends, what it had used when it was last looked at. */
export function measureBackends({ db }: MeasuredDatabase): Backends {
  const secondsOf = new Map<number, number>()
  return {
    async look() {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
        db,
      )
      for (const { pid } of rows) {
        const seconds = ownBackends.has(pid) ? undefined : readCpuSeconds(pid)
        if (seconds !== undefined) secondsOf.set(pid, seconds)
      }
    },
    cpuSeconds: () => [...secondsOf.values()].reduce((sum, seconds) => sum + seconds, 0),
  }
}
