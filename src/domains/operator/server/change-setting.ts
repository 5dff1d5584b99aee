import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { settingAt, settingsFromStored, withSetting } from '../settings/by-path.ts'
import { catalogue } from '../settings/catalogue.ts'
import { settingVersion, storedSettings, storeSetting } from './live-settings.ts'

/** Somebody else has changed the setting since it was read. */
export class StaleSetting extends Error {
  override name = 'StaleSetting'
}

type Change = {
  path: string
  value: unknown
  now: Date
  /** The operator who does it, and by which request; absent for the machine's own staff. */
  by?: { actorUserId: number; requestId: string }
  /** How many times it had been changed when whoever changes it read it. */
  version?: number
}

/**
 * Changes one setting and notes it in the audit log; every server follows within seconds. Answers the value that held
 * before, also when it was the same.
 * @throws SettingError when there is no such setting, the value does not fit it, or it contradicts another setting.
 * @throws StaleSetting when it is no longer the version that was read.
 */
export async function changeSetting(db: Kysely<DB>, change: Change): Promise<unknown> {
  return db.transaction().execute((transaction) => changeSettingWithin(transaction, change))
}

/** Changes one setting as `changeSetting` does, as a part of a transaction; nothing is written where it throws. */
export async function changeSettingWithin(
  transaction: Transaction<DB>,
  { path, value, now, by, version }: Change,
): Promise<unknown> {
  // Two changes at once could each be right and contradict each other.
  await sql`lock table setting in share row exclusive mode`.execute(transaction)
  const { settings } = settingsFromStored(await storedSettings(transaction))
  if (version !== undefined && version !== (await settingVersion(transaction, path))) throw new StaleSetting()
  const changed = withSetting(settings, path, value)
  const before = settingAt(settings, path)
  await storeSetting(transaction, { path, value: settingAt(changed, path), now })
  await writeAudit(transaction, {
    action: 'setting_changed',
    subject: path,
    ...by,
    ...noted(path, { before, after: value }),
  })
  return before
}

// Of a secret the log says only that it changed.
function noted(path: string, values: { before: unknown; after: unknown }) {
  return catalogue.get(path)?.kindName === 'secret' ? {} : values
}
