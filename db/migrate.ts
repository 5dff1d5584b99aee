import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const folder = new URL('./migrations/', import.meta.url)

/** Applies the pending migrations under the migrator's lock. Returns the names of the applied migrations. */
export async function migrate(db: Kysely<never>): Promise<string[]> {
  const { error, results } = await createMigrator(db).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Checks whether every migration of this version of the program has been applied. */
export async function isMigrated(db: Kysely<never>): Promise<boolean> {
  const migrations = await createMigrator(db).getMigrations()
  return migrations.every((migration) => migration.executedAt)
}

/**
 * Returns the applied migrations that this version of the program does not know. There are some if a newer version has
 * migrated the database.
 */
export async function findUnknownMigrations(applied: readonly string[]): Promise<string[]> {
  const knownNames = new Set((await readdir(folder)).map((name) => name.replace('.ts', '')))
  return applied.filter((name) => !knownNames.has(name))
}

function createMigrator(db: Kysely<never>): Migrator {
  // Numbers are assigned before the work on a migration is finished, so a lower one may be added after a higher one.
  return new Migrator({ db, provider: { getMigrations: readMigrations }, allowUnorderedMigrations: true })
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const entries = await Promise.all(
    names.map(
      async (name) => [name.replace('.ts', ''), (await import(new URL(name, folder).href)) as Migration] as const,
    ),
  )
  return Object.fromEntries(entries)
}
