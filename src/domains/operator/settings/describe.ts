import { valueAt } from './by-path.ts'
import { type CataloguedSetting, catalogue } from './catalogue.ts'
import { closedSettings } from './closed.ts'
import { defaultSettings } from './defaults.ts'

/** A setting as its documentation tells it. */
export type SettingRow = Omit<CataloguedSetting, 'kind'> & { defaultValue: unknown; closedValue: unknown }

/** Every setting with what it accepts, who sees it, and what it is by default and when settings cannot be loaded. */
export function describeSettings(): SettingRow[] {
  return [...catalogue.values()].map(({ kind, ...told }) => ({
    ...told,
    defaultValue: valueAt(defaultSettings, told.path),
    closedValue: valueAt(closedSettings, told.path),
  }))
}
