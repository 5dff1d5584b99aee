import { unknownMigrations } from '#db/migrate.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './open-database.ts'

/** A database that is not for this program: of something else, too old, or of a newer version of it. */
export class WrongDatabase extends Error {}

const oldestVersion = 15
const namedTables = 3

/**
 * Looks before anything is written whether the database is one that this program may use.
 * @returns what whoever starts it should know though it may: servers of the version before go on while they are exchanged.
 * @throws WrongDatabase.
 */
export async function checkDatabase({ pool }: OpenDatabase, { role }: Pick<Config, 'role'>): Promise<string[]> {
  const { rows: about } = await pool.query<{ version: number; tables: string[]; is_ours: boolean }>(`
    select current_setting('server_version_num')::integer / 10000 as version,
      to_regclass('kysely_migration') is not null as is_ours,
      array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p')
        and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') order by relname limit ${namedTables}) as tables`)
  const { version, tables, is_ours: isOurs } = about[0]!
  if (version < oldestVersion)
    throw new WrongDatabase(`The database is PostgreSQL ${version}; version ${oldestVersion} or later is needed.`)
  if (!isOurs && tables.length > 0)
    throw new WrongDatabase(
      `The database belongs to something else: it has tables such as ${tables.join(', ')} and none of this program's. See the name in DATABASE_URL.`,
    )
  if (!isOurs) return []
  const { rows: applied } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  const [newer] = await unknownMigrations(applied.map(({ name }) => name))
  if (newer === undefined) return []
  const sentence = `The database has been migrated by a newer version of the program (${newer}).`
  if (role === 'all') throw new WrongDatabase(`${sentence} Start that version.`)
  return [sentence]
}
