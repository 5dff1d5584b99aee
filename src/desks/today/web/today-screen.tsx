import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { Chip } from '#kit/web/chip.tsx'
import {
  bubble,
  card,
  download,
  envelope,
  type IconShape,
  paperWritten,
  person,
  reload,
  ringClock,
  ringTick,
  triangle,
} from '#kit/web/icons.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { Today } from '../api.ts'
import { todayQuery } from './queries.ts'
import styles from './today-screen.module.css'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(todayQuery(send))
}

/** Where an operator begins: what is open, each with its way there. */
export function TodayScreen() {
  const t = useTranslations('desk-today')
  const { signedIn } = useBoot()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about', { name: signedIn?.name ?? '' })}</p>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey="today">
        <Open />
      </Retryable>
    </>
  )
}

function Open() {
  const t = useTranslations('desk-today')
  const { data: today } = useSuspenseQuery(todayQuery(useSend()))
  return (
    <div className={styles.groups}>
      <Group title={t('work')} none={t('noWork')} matters={workOf(today)} />
      <Group title={t('system')} none={t('noTrouble')} matters={troubleOf(today)} />
      {today.next_cases && <NextCases cases={today.next_cases} />}
    </div>
  )
}

type Word =
  | 'overdue'
  | 'unassigned'
  | 'requested'
  | 'sent'
  | 'leads'
  | 'undecided'
  | 'approvals'
  | 'failedPayments'
  | 'unclear'
  | 'refunds'
  | 'mails'
  | 'imports'
  | 'jobs'
  | 'systems'
type Matter = { word: Word; count: number | undefined | null; href: string; glyph: IconShape; isUrgent?: boolean }

function workOf({ cases, requests, new_leads: leads, undecided_leads: undecided, approvals }: Today): Matter[] {
  return [
    { word: 'overdue', count: cases?.overdue, href: '/operator/cases', glyph: ringClock, isUrgent: true },
    { word: 'unassigned', count: cases?.unassigned, href: '/operator/cases', glyph: bubble },
    { word: 'approvals', count: approvals, href: '/operator/approvals', glyph: ringTick },
    { word: 'requested', count: requests?.requested, href: '/operator/requests?state=requested', glyph: paperWritten },
    { word: 'sent', count: requests?.sent, href: '/operator/requests?state=sent', glyph: paperWritten },
    { word: 'undecided', count: undecided, href: '/operator/leads?check=awaited', glyph: person, isUrgent: true },
    { word: 'leads', count: leads, href: '/operator/leads?handling=new', glyph: person },
  ]
}

function troubleOf({ payments, failed_mails: mails, failed_imports: imports, ...today }: Today): Matter[] {
  const ofPayments = (state: string) => `/operator/payments?state=${state}`
  const systems = today.failing_systems?.length
  return [
    { word: 'systems', count: systems, href: '/operator/health', glyph: triangle, isUrgent: true },
    { word: 'refunds', count: payments?.refunds_unclear, href: ofPayments('refund_open'), glyph: card, isUrgent: true },
    { word: 'unclear', count: payments?.unclear, href: ofPayments('open'), glyph: card, isUrgent: true },
    { word: 'failedPayments', count: payments?.failed, href: ofPayments('failed'), glyph: card },
    { word: 'mails', count: mails, href: '/operator/mails?state=failed', glyph: envelope },
    { word: 'jobs', count: today.failing_jobs, href: '/operator/jobs', glyph: reload, isUrgent: true },
    { word: 'imports', count: imports, href: '/operator/imports', glyph: download },
  ]
}

function Group({ title, none, matters }: { title: string; none: string; matters: readonly Matter[] }) {
  const t = useTranslations('desk-today.matters')
  const urgent = useTranslations('desk-today')('urgent')
  const theirs = matters.flatMap(({ count, ...matter }) => (typeof count === 'number' ? [{ ...matter, count }] : []))
  const open = theirs.filter(({ count }) => count > 0)
  if (!theirs.length) return null
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {open.length ? (
        <Rows>
          {open.map(({ word, count, href, glyph, isUrgent }) => (
            <RowLink
              key={word}
              glyph={glyph}
              href={href}
              title={t(word, { count })}
              end={isUrgent && <Chip tone="negative">{urgent}</Chip>}
            />
          ))}
        </Rows>
      ) : (
        <p className="soft">{none}</p>
      )}
    </section>
  )
}

function NextCases({ cases }: { cases: NonNullable<Today['next_cases']> }) {
  const t = useTranslations('desk-today')
  const locale = useLocale()
  const dueOf = (day: string | null) => day && t('due', { day: formatDay(day, locale) })
  return (
    <section className={styles.wide} aria-label={t('next')}>
      <h2>{t('next')}</h2>
      {cases.length ? (
        <Rows>
          {cases.map(({ id, subject, who, due_on: day, is_late: isLate }) => (
            <RowLink
              key={id}
              glyph={bubble}
              href={`/operator/cases/${id}`}
              title={subject}
              detail={[who, dueOf(day)].filter(Boolean).join(' · ')}
              end={isLate && <Chip tone="negative">{t('late')}</Chip>}
            />
          ))}
        </Rows>
      ) : (
        <Empty title={t('noCasesTitle')}>{t('noCasesWords')}</Empty>
      )}
    </section>
  )
}
