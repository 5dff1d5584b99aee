import { useLocale, useTranslations } from 'use-intl'
import { classNames } from '#kit/web/class-names.ts'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RequestDetails } from '../../api.ts'
import styles from '../request-screen.module.css'

/** Shows the response deadline of a case, the norm behind it, and what its customer can do after that. */
export function AnswerDeadline({ request }: { request: RequestDetails }) {
  const t = useTranslations('support.clock')
  const locale = useLocale()
  const { clock, term, answered_at: answeredAt } = request
  if (!term || clock === 'stopped') return null
  const isOfHours = term.unit === 'hours' && term.due_at !== undefined
  const due = isOfHours ? formatInstant(new Date(term.due_at!), locale) : formatDay(term.due_on, locale)
  const day = formatDay(answeredAt ? calendarDayOf(new Date(answeredAt)) : null, locale)
  return (
    <section className={classNames('stack', styles.clock)} aria-labelledby="clock-title">
      <h2 id="clock-title">{t('title')}</h2>
      <Banner tone={clock === 'late' ? 'warning' : clock === 'answered' ? 'positive' : 'notice'}>
        {t(clock, { day, due })}
      </Banner>
      <p className="small soft">
        {t('term', { count: term.count, unit: term.unit })}{' '}
        {term.norm ? t('norm', { norm: term.norm, source: term.source ?? 'none' }) : t('promise')}{' '}
        {term.recourse && t(term.recourse)}
      </p>
    </section>
  )
}
