import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '#kit/web/class-names.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { RequestDetails } from '../../api.ts'
import { caseClockStatus } from '../../rules.ts'
import styles from '../request-screen.module.css'

/** Shows the response deadline of a case, the regulation behind it, and what its customer can do after that. */
export function AnswerDeadline({ request }: { request: RequestDetails }) {
  const t = useTranslations('support.clock')
  const locale = useLocale()
  const today = calendarDayOf(new Date(useBoot().now))
  const { state, term, answered_at: answeredAt } = request
  const answeredOn = answeredAt ? calendarDayOf(new Date(answeredAt)) : null
  const status = caseClockStatus({ state, dueDay: term?.due_on ?? null, answeredOn }, today)
  if (!term || status === 'stopped') return null
  const dueDay = formatDay(term.due_on, locale)
  const day = formatDay(answeredOn, locale)
  return (
    <section className={classNames('stack', styles.clock)} aria-labelledby="clock-title">
      <h2 id="clock-title">{t('title')}</h2>
      <Banner tone={status === 'late' ? 'warning' : status === 'answered' ? 'positive' : 'notice'}>
        {status === 'answered' ? t('answered', { day, due: dueDay }) : t(status, { due: dueDay })}
      </Banner>
      <p className="small soft">
        {t('term', { count: term.count, unit: term.unit })}{' '}
        {term.norm ? t('norm', { norm: term.norm, source: term.source ?? '' }) : t('promise')} {t(term.recourse)}
      </p>
    </section>
  )
}
