import { parseLocale } from '#vocabulary/locale.ts'
import type { Settings } from '../settings.ts'

/** A constraint between settings that are each valid by themselves. */
type SettingConstraint = {
  name: SettingConstraintName
  paths: readonly string[]
  holds: (settings: Settings) => boolean
  message: string
}
export type SettingConstraintName = 'language_offered' | 'idle_within_life' | 'end_after_start'

const settingConstraints: readonly SettingConstraint[] = [
  {
    name: 'language_offered',
    paths: ['defaultLocale', 'languages'],
    holds: ({ defaultLocale, languages }) => languages.some((language) => language === parseLocale(defaultLocale)),
    message: 'The language of defaultLocale must be one of languages.',
  },
  {
    name: 'idle_within_life',
    paths: ['session.idleMinutes', 'session.absoluteHours'],
    holds: ({ session }) => session.idleMinutes <= session.absoluteHours * 60,
    message: 'session.idleMinutes must not be longer than session.absoluteHours.',
  },
  {
    name: 'end_after_start',
    paths: ['maintenance.start', 'maintenance.end'],
    holds: ({ maintenance: { start, end } }) => !start || !end || Date.parse(start) < Date.parse(end),
    message: 'maintenance.end must be after maintenance.start.',
  },
]

/** Returns the constraints that these settings violate. */
export function findBrokenConstraints(settings: Settings): SettingConstraint[] {
  return settingConstraints.filter(({ holds }) => !holds(settings))
}
