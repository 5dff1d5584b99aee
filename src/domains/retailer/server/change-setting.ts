import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { settingAt, settingsFromStored, withSetting } from '../settings/by-path.ts'
import { settingCatalogue } from '../settings/catalogue.ts'
import { settingVersion, storedSettings, storeSetting } from './live-settings.ts'

/** The setting was changed by another user since it was read. */
export class StaleSettingError extends Error {
  override name = 'StaleSettingError'
}

type SettingChange = {
  path: string
  value: unknown
  now: Date
  /** The operator who makes the change, and the id of their request. Absent for staff with access to the machine. */
  by?: { actorUserId: number; requestId: string }
  /** The number of changes to the setting when it was read. */
  version?: number
}

/**
 * Changes one setting and writes it to the audit log; every server follows within seconds. Returns the previous value,
 * even if it was the same.
 * @throws SettingError when there is no such setting, the value does not fit it, or it contradicts another setting.
 * @throws StaleSettingError when it is no longer the version that was read.
 */
export async function changeSetting(db: Kysely<DB>, change: SettingChange): Promise<unknown> {
  return db.transaction().execute((transaction) => changeSettingInTransaction(transaction, change))
}

/** Changes one setting as `changeSetting` does, within a transaction. Writes nothing if it throws. */
export async function changeSettingInTransaction(
  transaction: Transaction<DB>,
  { path, value, now, by, version }: SettingChange,
): Promise<unknown> {
  // Two concurrent changes could each be valid and contradict each other.
  await sql`lock table setting in share row exclusive mode`.execute(transaction)
  const { settings } = settingsFromStored(await storedSettings(transaction))
  if (version !== undefined && version !== (await settingVersion(transaction, path))) throw new StaleSettingError()
  const changed = withSetting(settings, path, value)
  const before = settingAt(settings, path)
  await storeSetting(transaction, { path, value: settingAt(changed, path), now })
  await writeAudit(transaction, {
    action: 'setting_changed',
    subject: path,
    ...by,
    ...auditedValues(path, { before, after: value }),
  })
  return before
}

// For a secret the audit log records only that it changed.
function auditedValues(path: string, values: { before: unknown; after: unknown }) {
  return settingCatalogue.get(path)?.kindName === 'secret' ? {} : values
}
