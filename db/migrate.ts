import { readdir } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const folder = new URL('./migrations/', import.meta.url)

/** A migration that starts a transaction of its own commits those before it first. */
type SeparableMigration = Migration & { startsTransaction?: true }

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
    const next = pending[index + 1]?.migration as SeparableMigration | undefined
    return !next || next.startsTransaction === true
  }
  return pending.filter((_, index) => isLast(index)).map(({ name }) => name)
}

/**
 * Checks whether every migration of this version of the program has been applied. Only names are compared, so that a
 * start with nothing to migrate loads no migration.
 */
export async function isMigrated(db: Kysely<never>): Promise<boolean> {
  const { rows: tables } = await sql<{ is_ours: boolean }>`
    select to_regclass('kysely_migration') is not null as is_ours`.execute(db)
  if (!tables[0]!.is_ours) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  return (await readMigrationNames()).every((name) => applied.has(name))
}

/**
 * Returns the applied migrations that this version of the program does not know. There are some if a newer version has
 * migrated the database.
 */
export async function findUnknownMigrations(applied: readonly string[]): Promise<string[]> {
  const knownNames = new Set(await readMigrationNames())
  return applied.filter((name) => !knownNames.has(name))
}

function createMigrator(db: Kysely<never>): Migrator {
  // Numbers are assigned before the work on a migration is finished, so a lower one may be added after a higher one.
  return new Migrator({ db, provider: { getMigrations: readMigrations }, allowUnorderedMigrations: true })
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = (await readMigrationNames()).map(
    async (name) => [name, (await import(new URL(`${name}.ts`, folder).href)) as Migration] as const,
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
