import type { Database } from '#db/database.ts'
import { settingsFromStored, valueAt } from '#domains/operator/settings/by-path.ts'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { ListedSetting } from '../api.ts'
import { groupOf } from '../rules.ts'

/** Every setting as operators see it; what never leaves the server is not among what they see. */
export async function listedSettings(db: Database): Promise<ListedSetting[]> {
  const rows = await db.selectFrom('setting').select(['path', 'value', 'version']).execute()
  const versions = new Map(rows.map(({ path, version }) => [path, version]))
  const { settings } = settingsFromStored(Object.fromEntries(rows.map(({ path, value }) => [path, value])))
  return [...catalogue.values()].map(({ path, kindName, limits, values, unit, audience }) => {
    const hidden = audience === 'server'
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
    }
  })
}
