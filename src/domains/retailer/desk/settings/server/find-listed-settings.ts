import type { Database } from '#db/database.ts'
import { findPendingApprovals } from '#domains/approvals/server/approval-store.ts'
import { settingsFromStored, valueAt } from '../../../settings/by-path.ts'
import { settingCatalogue } from '../../../settings/catalogue.ts'
import { defaultSettings } from '../../../settings/defaults.ts'
import type { ListedSetting } from '../api.ts'
import { settingApprovalSubject, settingGroupOf } from '../rules.ts'

/** Returns every setting as shown to operators, without the values of secrets. */
export async function findListedSettings(db: Database, now: Date): Promise<ListedSetting[]> {
  const pending = await findPendingApprovals(db, settingApprovalSubject(''), now)
  const rows = await db.selectFrom('setting').select(['path', 'value', 'version']).execute()
  const versions = new Map(rows.map(({ path, version }) => [path, version]))
  const { settings } = settingsFromStored(Object.fromEntries(rows.map(({ path, value }) => [path, value])))
  return [...settingCatalogue.values()].map(({ path, kindName, limits, values, unit, audience, fourEyes }) => {
    const hidden = kindName === 'secret'
    return {
      ...{ path, audience, hidden },
      group: settingGroupOf(path),
      kind: kindName,
      limits: limits ? [limits[0], limits[1]] : null,
      values: [...(values ?? [])],
      unit: unit ?? null,
      value: hidden ? null : valueAt(settings, path),
      default: hidden ? null : valueAt(defaultSettings, path),
      changed: versions.has(path),
      version: versions.get(path) ?? 0,
      four_eyes: fourEyes,
      waiting_approval: pending.get(settingApprovalSubject(path)) ?? null,
    }
  })
}
