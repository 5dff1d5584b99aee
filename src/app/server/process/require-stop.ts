import type { Kysely } from 'kysely'
import type pg from 'pg'
import { findMigrationsNeedingStop } from '#db/migrate.ts'
import { ownBackends } from '#kit/server/database.ts'

/** Thrown if a migration needs a stop and others are connected to the database. */
export class StopNeededError extends Error {}

export type StopOptions = {
  /** Set if whoever migrates knows that what is connected are no servers or workers. */
  areServersStopped?: boolean
  /** Called before a migration that needs a stop begins. */
  report?: (sentence: string) => void
}

/**
 * Checks that no other program is connected if a pending migration is not compatible with the previous version.
 * @throws StopNeededError.
 */
export async function requireStop(client: pg.Client, db: Kysely<never>, { areServersStopped, report }: StopOptions) {
  const [name] = await findMigrationsNeedingStop(db)
  if (!name) return
  const others = areServersStopped ? [] : await listOtherClients(client)
  if (others.length) throw new StopNeededError(describeNeededStop(name, others))
  report?.(
    `${name} needs a stop. Start no server or worker of the previous version any more: it cannot use the new tables.`,
  )
}

// Whose role does not own the connections of others sees their names, but not what kind of process they are. Nodes of Citus
// keep connections to each other open.
async function listOtherClients(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ client: string }>(
    `select usename || coalesce(' from ' || host(client_addr), '') || coalesce(' (' || nullif(application_name, '') || ')', '')
         || case when count(*) > 1 then ', ' || count(*) || ' times' else '' end as client
     from pg_stat_activity
     where datname = current_database() and usename is not null and coalesce(backend_type, 'client backend') = 'client backend'
       and application_name not like 'citus_internal%' and pid <> pg_backend_pid() and pid <> all($1::int[])
     group by usename, client_addr, application_name order by 1`,
    [[...ownBackends]],
  )
  return rows.map(({ client }) => client)
}

function describeNeededStop(name: string, others: string[]): string {
  return `The migration ${name} needs a stop, because the previous version of the program cannot use the new tables.
Stop all servers and workers, make a backup, and migrate again (docs/running/upgrade.md).
Connected to the database: ${others.join('; ')}.
If none of these is a server or a worker: npm run migrate -- --servers-stopped`
}
