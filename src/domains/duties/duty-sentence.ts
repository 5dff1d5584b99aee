import { formatDay } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import type { ShownDuty } from './shown-duty.ts'

/** A duty with what its customer is paid if it is missed. */
type DutyOfSentence = ShownDuty & { is_compensated?: boolean | undefined }

type Translate = (key: string, values?: Record<string, string>) => string

/**
 * Returns what a duty tells its customer: by when something happens, what they can do if it does not, and that they are
 * compensated. A term in hours names the hour. `t` translates the texts of `duties`.
 */
export function composeDutySentence(duty: DutyOfSentence, t: Translate, locale: Locale): string {
  const { kind, status, due_on: dueOn, due_at: dueAt, recourse, is_compensated: isCompensated } = duty
  if (status === 'paused') return t('paused')
  const day = formatDay(dueOn, locale)
  const by = dueAt === null ? t('by.day', { day }) : t('by.hour', { day, time: readMadridClock(new Date(dueAt)).time })
  const when = status === 'late' ? 'now' : 'otherwise'
  return [
    status === 'late' ? t('late', { day }) : t(`running.${kind}`, { by, day }),
    ...(recourse === null ? [] : [t(`${when}.${recourse}`)]),
    ...(isCompensated ? [t(`${when}.compensation`)] : []),
  ].join(' ')
}
