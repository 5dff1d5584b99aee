import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { settingAt, settingsFromStored, withSetting } from '../settings/by-path.ts'
import { catalogue } from '../settings/catalogue.ts'
import { storedSettings, storeSetting } from './live-settings.ts'

/**
 * Changes one setting and notes it in the audit log; every server follows within seconds. Answers the value that held
 * before, also when it was the same.
 * @throws SettingError when there is no such setting, the value does not fit it, or it contradicts another setting.
 */
export async function changeSetting(
  db: Kysely<DB>,
  { path, value, now }: { path: string; value: unknown; now: Date },
): Promise<unknown> {
  return db.transaction().execute(async (transaction) => {
    // Two changes at once could each be right and contradict each other.
    await sql`lock table setting in share row exclusive mode`.execute(transaction)
    const { settings } = settingsFromStored(await storedSettings(transaction))
    const changed = withSetting(settings, path, value)
    const before = settingAt(settings, path)
    await storeSetting(transaction, { path, value: settingAt(changed, path), now })
    await writeAudit(transaction, {
      action: 'setting_changed',
      subject: path,
      ...noted(path, { before, after: value }),
    })
    return before
  })
}

// What never leaves the server may be a secret, so the log says only that it changed.
function noted(path: string, values: { before: unknown; after: unknown }) {
  return catalogue.get(path)?.audience === 'server' ? {} : values
}
