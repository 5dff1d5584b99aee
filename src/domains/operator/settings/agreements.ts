import { parseLocale } from '#kit/locale.ts'
import type { Settings } from '../settings.ts'

/** Something that must hold between settings that are each right by themselves. */
type Agreement = {
  name: AgreementName
  between: readonly string[]
  holds: (settings: Settings) => boolean
  otherwise: string
}
export type AgreementName = 'language_offered' | 'idle_within_life' | 'end_after_start'

const agreements: readonly Agreement[] = [
  {
    name: 'language_offered',
    between: ['defaultLocale', 'languages'],
    holds: ({ defaultLocale, languages }) => languages.some((language) => language === parseLocale(defaultLocale)),
    otherwise: 'The language of defaultLocale must be one of languages.',
  },
  {
    name: 'idle_within_life',
    between: ['session.idleMinutes', 'session.absoluteHours'],
    holds: ({ session }) => session.idleMinutes <= session.absoluteHours * 60,
    otherwise: 'session.idleMinutes must not be longer than session.absoluteHours.',
  },
  {
    name: 'end_after_start',
    between: ['maintenance.start', 'maintenance.end'],
    holds: ({ maintenance: { start, end } }) => !start || !end || Date.parse(start) < Date.parse(end),
    otherwise: 'maintenance.end must be after maintenance.start.',
  },
]

/** The agreements between settings that these do not keep. */
export function brokenAgreements(settings: Settings): Agreement[] {
  return agreements.filter(({ holds }) => !holds(settings))
}
