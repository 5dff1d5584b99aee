import type { Database } from '#db/database.ts'
import { waitingApprovals } from '#desks/approvals/server/approval-store.ts'
import { settingsFromStored, valueAt } from '#domains/operator/settings/by-path.ts'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { ListedSetting } from '../api.ts'
import { groupOf, subjectOfSetting } from '../rules.ts'

/** Every setting as operators see it; secrets are not among what they see. */
export async function listedSettings(db: Database, now: Date): Promise<ListedSetting[]> {
  const waiting = await waitingApprovals(db, subjectOfSetting(''), now)
  const rows = await db.selectFrom('setting').select(['path', 'value', 'version']).execute()
  const versions = new Map(rows.map(({ path, version }) => [path, version]))
  const { settings } = settingsFromStored(Object.fromEntries(rows.map(({ path, value }) => [path, value])))
  return [...catalogue.values()].map(({ path, kindName, limits, values, unit, audience, fourEyes }) => {
    const hidden = kindName === 'secret'
    return {
      ...{ path, audience, hidden },
      group: groupOf(path),
      kind: kindName,
      limits: limits ? [limits[0], limits[1]] : null,
      values: [...(values ?? [])],
      unit: unit ?? null,
      value: hidden ? null : valueAt(settings, path),
      default: hidden ? null : valueAt(defaultSettings, path),
      changed: versions.has(path),
      version: versions.get(path) ?? 0,
      four_eyes: fourEyes,
      waiting_approval: waiting.get(subjectOfSetting(path)) ?? null,
    }
  })
}
