import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the database to the present schema, under the migrator's lock; answers the names of what was applied. */
export async function migrate(db: Kysely<never>): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Whether every migration of this program has been applied. */
export async function isMigrated(db: Kysely<never>): Promise<boolean> {
  const migrations = await migrator(db).getMigrations()
  return migrations.every((migration) => migration.executedAt)
}

/** What was applied to the database that this program does not know, so that a newer one has been there. */
export async function unknownMigrations(applied: readonly string[]): Promise<string[]> {
  const known = new Set((await readdir(folder)).map((name) => name.replace('.ts', '')))
  return applied.filter((name) => !known.has(name))
}

function migrator(db: Kysely<never>): Migrator {
  // Numbers are given out before the work on them is done, so that a lower one may come after a higher one.
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
