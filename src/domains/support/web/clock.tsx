import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { spaced } from '#kit/web/spaced.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ReadRequest } from '../api.ts'
import { clockOf } from '../rules.ts'
import styles from './request-screen.module.css'

/** By when a case is answered, by which norm, and what its customer can do after that. */
export function Clock({ request }: { request: ReadRequest }) {
  const t = useTranslations('support.clock')
  const locale = useLocale()
  const today = calendarDayOf(new Date(useBoot().now))
  const { state, term, answered_at: answeredAt } = request
  const answeredOn = answeredAt ? calendarDayOf(new Date(answeredAt)) : null
  const standing = clockOf({ state, dueDay: term?.due_on ?? null, answeredOn }, today)
  if (!term || standing === 'stopped') return null
  const dueDay = formatDay(term.due_on, locale)
  const day = formatDay(answeredOn, locale)
  return (
    <section className={spaced('stack', styles.clock)} aria-labelledby="clock-title">
      <h2 id="clock-title">{t('title')}</h2>
      <Banner tone={standing === 'late' ? 'warning' : standing === 'answered' ? 'positive' : 'notice'}>
        {standing === 'answered' ? t('answered', { day, due: dueDay }) : t(standing, { due: dueDay })}
      </Banner>
      <p className="small soft">
        {t('term', { count: term.count, unit: term.unit })}{' '}
        {term.norm ? t('norm', { norm: term.norm, source: term.source ?? '' }) : t('promise')} {t(term.recourse)}
      </p>
    </section>
  )
}
