import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DatabaseWatch } from '#kit/server/database-watch.ts'
import { settingsFromStored } from '../settings/by-path.ts'
import { fallbackSettings } from '../settings/fallback-settings.ts'
import type { Settings } from '../settings.ts'

/** The retailer's settings as every server sees them, at most a few seconds old. */
export type LiveSettings = {
  now(): Settings
  /** Whether they have ever been read, so that `now` returns more than the restrictive fallback. */
  areKnown(): boolean
  /** Reads them again at once. */
  refresh(): Promise<void>
  stop(): void
}

type Log = { warn(details: object, message: string): void }

/**
 * Follows the settings stored in the database. Until the first successful read, and for a stored value that is
 * unusable, it falls back to offering less, never more. When a later read fails, the last known settings stay in force.
 */
export async function followSettings(
  db: Database,
  { watch, log }: { watch: Pick<DatabaseWatch, 'follow'>; log: Log },
): Promise<LiveSettings> {
  let current: Settings | undefined
  let reported = ''
  let readDigest: string | null | undefined

  async function refresh() {
    try {
      const { settings, problems } = settingsFromStored(await storedSettings(db))
      current = settings
      if (problems.join() !== reported) log.warn({ problems }, 'settings are not usable')
      reported = problems.join()
    } catch (error) {
      readDigest = undefined
      log.warn({ error: (error as Error).message }, 'settings cannot be read')
    }
  }

  async function refreshIfChanged(digest: string | null) {
    if (digest === readDigest && current) return
    readDigest = digest
    await refresh()
  }

  await refresh()
  const stop = watch.follow({ query: settingsDigest, onValue: (digest) => void refreshIfChanged(digest) })
  return {
    now: () => current ?? fallbackSettings,
    areKnown: () => current !== undefined,
    refresh,
    stop,
  }
}

const settingsDigest = sql`select md5(string_agg(path || ' ' || value::text, ',' order by path)) from setting`

/** Returns the stored values by path. Settings that were never changed are not included. */
export async function storedSettings(db: Database): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('setting').select(['path', 'value']).execute()
  return Object.fromEntries(rows.map(({ path, value }) => [path, value]))
}

/** Returns how many times a setting has been changed. */
export async function settingVersion(db: Database, path: string): Promise<number> {
  const row = await db.selectFrom('setting').select('version').where('path', '=', path).executeTakeFirst()
  return row?.version ?? 0
}

/** Stores the value of one setting; every server follows within seconds. */
export async function storeSetting(db: Database, { path, value, now }: { path: string; value: unknown; now: Date }) {
  const json = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ path, value: json, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet((set) => ({ value: json, updated_at: now, version: set('setting.version', '+', 1) })),
    )
    .execute()
}
