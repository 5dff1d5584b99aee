import { useLocale, useTranslations } from 'use-intl'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import type { ShownDuty } from '../shown-duty.ts'

/**
 * One line about a duty for its customer: by when something happens, and what they can do if it does not. A term in
 * hours names the hour.
 */
export function DutyLine({ duty: { kind, status, due_on: dueOn, due_at: dueAt, recourse } }: { duty: ShownDuty }) {
  const t = useTranslations('duties')
  const locale = useLocale()
  const day = formatDay(dueOn, locale)
  if (status === 'paused') return t('paused')
  const by = dueAt === null ? t('by.day', { day }) : t('by.hour', { day, time: readMadridClock(new Date(dueAt)).time })
  const what = status === 'late' ? t('late', { day }) : t(`running.${kind}`, { by, day })
  if (recourse === null) return what
  return `${what} ${status === 'late' ? t(`now.${recourse}`) : t(`otherwise.${recourse}`)}`
}
