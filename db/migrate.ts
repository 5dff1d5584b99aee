import { readdir } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const folder = new URL('./migrations/', import.meta.url)

type PortalMigration = Migration & {
  /** Starts a transaction of its own, so that those before it are committed first. */
  startsTransaction?: true
  /** Is not compatible with the previous version of the program. */
  needsStop?: true
}

/**
 * Applies the pending migrations under the migrator's lock, in one transaction unless one of them starts another. Returns
 * the names of the applied migrations.
 */
export async function migrate(db: Kysely<never>): Promise<string[]> {
  if (await isMigrated(db)) return []
  const migrator = createMigrator(db)
  const applied: string[] = []
  for (const last of await findTransactionEnds(migrator)) {
    const { error, results } = await migrator.migrateTo(last)
    if (error) throw error
    applied.push(...(results ?? []).map((result) => result.migrationName))
  }
  return applied
}

/** Returns the names of the pending migrations after which to commit, in order. */
async function findTransactionEnds(migrator: Migrator): Promise<string[]> {
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt)
  const isLast = (index: number) => {
    const next = pending[index + 1]?.migration as PortalMigration | undefined
    return !next || next.startsTransaction === true
  }
  return pending.filter((_, index) => isLast(index)).map(({ name }) => name)
}

/**
 * Checks whether every migration of this version of the program has been applied. Only names are compared, so that a
 * start with nothing to migrate loads no migration.
 */
export async function isMigrated(db: Kysely<never>): Promise<boolean> {
  const applied = await readAppliedNames(db)
  return applied !== undefined && (await readMigrationNames()).every((name) => applied.has(name))
}

/**
 * Returns the pending migrations during and after which no program of the previous version may use the database. A database
 * that is still empty has none.
 */
export async function findMigrationsNeedingStop(db: Kysely<never>): Promise<string[]> {
  const applied = await readAppliedNames(db)
  if (!applied?.size) return []
  const pending = (await readMigrationNames()).filter((name) => !applied.has(name))
  const migrations = await importMigrations(pending)
  return pending.filter((name) => migrations[name]!.needsStop)
}

/**
 * Returns the applied migrations that this version of the program does not know. There are some if a newer version has
 * migrated the database.
 */
export async function findUnknownMigrations(applied: readonly string[]): Promise<string[]> {
  const knownNames = new Set(await readMigrationNames())
  return applied.filter((name) => !knownNames.has(name))
}

async function readAppliedNames(db: Kysely<never>): Promise<Set<string> | undefined> {
  const { rows: tables } = await sql<{ is_ours: boolean }>`
    select to_regclass('kysely_migration') is not null as is_ours`.execute(db)
  if (!tables[0]!.is_ours) return undefined
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

function createMigrator(db: Kysely<never>): Migrator {
  // Numbers are assigned before the work on a migration is finished, so a lower one may be added after a higher one.
  return new Migrator({
    db,
    provider: { getMigrations: async () => importMigrations(await readMigrationNames()) },
    allowUnorderedMigrations: true,
  })
}

async function importMigrations(names: string[]): Promise<Record<string, PortalMigration>> {
  const entries = names.map(
    async (name) => [name, (await import(new URL(`${name}.ts`, folder).href)) as PortalMigration] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function readMigrationNames(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace('.ts', ''))
    .sort()
}
