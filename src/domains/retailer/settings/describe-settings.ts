import { valueAt } from './by-path.ts'
import { type CataloguedSetting, settingCatalogue } from './catalogue.ts'
import { defaultSettings } from './defaults.ts'
import { fallbackSettings } from './fallback-settings.ts'

/** A setting as its documentation shows it. */
export type SettingRow = Omit<CataloguedSetting, 'kind'> & { defaultValue: unknown; fallbackValue: unknown }

/**
 * Returns every setting with the values it accepts, its audience, its default, and its value when settings cannot be
 * loaded.
 */
export function describeSettings(): SettingRow[] {
  return [...settingCatalogue.values()].map(({ kind, ...facts }) => ({
    ...facts,
    defaultValue: valueAt(defaultSettings, facts.path),
    fallbackValue: valueAt(fallbackSettings, facts.path),
  }))
}
