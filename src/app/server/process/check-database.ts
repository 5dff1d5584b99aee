import { findUnknownMigrations } from '#db/migrate.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './open-database.ts'

/** A database that is not for this program: of another application, too old, or migrated by a newer version. */
export class WrongDatabaseError extends Error {}

const minPostgresVersion = 15
const maxListedTables = 3

/**
 * Checks before any write whether the program may use this database.
 * @returns warnings for the operator if it may: servers of the previous version keep running during an update.
 * @throws WrongDatabaseError.
 */
export async function checkDatabase({ pool }: OpenDatabase, { role }: Pick<Config, 'role'>): Promise<string[]> {
  const { rows: about } = await pool.query<{ version: number; tables: string[]; is_ours: boolean }>(`
    select current_setting('server_version_num')::integer / 10000 as version,
      to_regclass('kysely_migration') is not null as is_ours,
      array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p')
        and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') order by relname limit ${maxListedTables}) as tables`)
  const { version, tables, is_ours: isOurs } = about[0]!
  if (version < minPostgresVersion)
    throw new WrongDatabaseError(
      `The database is PostgreSQL ${version}; version ${minPostgresVersion} or later is needed.`,
    )
  if (!isOurs && tables.length > 0)
    throw new WrongDatabaseError(
      `The database belongs to something else: it has tables such as ${tables.join(', ')} and none of this program's. See the name in DATABASE_URL.`,
    )
  if (!isOurs) return []
  const { rows: applied } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  const [newer] = await findUnknownMigrations(applied.map(({ name }) => name))
  if (newer === undefined) return []
  const sentence = `The database has been migrated by a newer version of the program (${newer}).`
  if (role === 'all') throw new WrongDatabaseError(`${sentence} Start that version.`)
  return [sentence]
}
