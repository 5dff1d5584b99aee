import { languageTags } from './language-tags.ts'
import type { Locale } from './locale.ts'

/** Formats an instant as `31/12/2026, 22:00`, in the time zone of the market. */
export function formatInstant(instant: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Madrid',
  }).format(instant)
}
