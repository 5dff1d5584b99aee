import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
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
} from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { TodayReply } from '../api.ts'
import { todayQuery } from './queries.ts'
import styles from './today-screen.module.css'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(todayQuery(send))
}

/** The start page of operators: open work with links to its pages. */
export function TodayScreen() {
  const t = useTranslations('desk-today')
  const { signedIn } = useBoot()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about', { name: signedIn?.name ?? '' })}</p>
      <RetryBoundary title={t('failedTitle')} message={t('failedText')} resetKey="today">
        <OpenWork />
      </RetryBoundary>
    </>
  )
}

function OpenWork() {
  const t = useTranslations('desk-today')
  const { data: today } = useSuspenseQuery(todayQuery(useSend()))
  return (
    <div className={styles.groups}>
      <OpenItemGroup title={t('work')} none={t('noWork')} items={workItems(today)} />
      <OpenItemGroup title={t('system')} none={t('noTrouble')} items={troubleItems(today)} />
      {today.next_cases && <NextCases cases={today.next_cases} />}
    </div>
  )
}

type OpenItemKey =
  | 'overdue'
  | 'dutiesOverdue'
  | 'dutiesToday'
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
type OpenItem = {
  textKey: OpenItemKey
  count: number | undefined | null
  href: string
  glyph: IconShape
  isUrgent?: boolean
}

function workItems({
  cases,
  duties,
  requests,
  new_leads: leads,
  undecided_leads: undecided,
  approvals,
}: TodayReply): OpenItem[] {
  const dutiesHref = (when: string) => `/operator/duties?when=${when}`
  return [
    {
      textKey: 'dutiesOverdue',
      count: duties?.overdue,
      href: dutiesHref('overdue'),
      glyph: ringClock,
      isUrgent: true,
    },
    { textKey: 'dutiesToday', count: duties?.today, href: dutiesHref('today'), glyph: ringClock },
    { textKey: 'overdue', count: cases?.overdue, href: '/operator/cases', glyph: ringClock, isUrgent: true },
    { textKey: 'unassigned', count: cases?.unassigned, href: '/operator/cases', glyph: bubble },
    { textKey: 'approvals', count: approvals, href: '/operator/approvals', glyph: ringTick },
    {
      textKey: 'requested',
      count: requests?.requested,
      href: '/operator/requests?state=requested',
      glyph: paperWritten,
    },
    { textKey: 'sent', count: requests?.sent, href: '/operator/requests?state=sent', glyph: paperWritten },
    { textKey: 'undecided', count: undecided, href: '/operator/leads?check=awaited', glyph: person, isUrgent: true },
    { textKey: 'leads', count: leads, href: '/operator/leads?handling=new', glyph: person },
  ]
}

function troubleItems({ payments, failed_mails: mails, failed_imports: imports, ...today }: TodayReply): OpenItem[] {
  const paymentsHref = (state: string) => `/operator/payments?state=${state}`
  const systems = today.failing_systems?.length
  return [
    { textKey: 'systems', count: systems, href: '/operator/health', glyph: triangle, isUrgent: true },
    {
      textKey: 'refunds',
      count: payments?.refunds_unclear,
      href: paymentsHref('refund_open'),
      glyph: card,
      isUrgent: true,
    },
    { textKey: 'unclear', count: payments?.unclear, href: paymentsHref('open'), glyph: card, isUrgent: true },
    { textKey: 'failedPayments', count: payments?.failed, href: paymentsHref('failed'), glyph: card },
    { textKey: 'mails', count: mails, href: '/operator/mails?state=failed', glyph: envelope },
    { textKey: 'jobs', count: today.failing_jobs, href: '/operator/jobs', glyph: reload, isUrgent: true },
    { textKey: 'imports', count: imports, href: '/operator/imports', glyph: download },
  ]
}

function OpenItemGroup({ title, none, items }: { title: string; none: string; items: readonly OpenItem[] }) {
  const t = useTranslations('desk-today.matters')
  const urgent = useTranslations('desk-today')('urgent')
  const visible = items.flatMap(({ count, ...matter }) => (typeof count === 'number' ? [{ ...matter, count }] : []))
  const open = visible.filter(({ count }) => count > 0)
  if (!visible.length) return null
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {open.length ? (
        <RowList>
          {open.map(({ textKey, count, href, glyph, isUrgent }) => (
            <RowLink
              key={textKey}
              glyph={glyph}
              href={href}
              title={t(textKey, { count })}
              end={isUrgent && <Badge tone="negative">{urgent}</Badge>}
            />
          ))}
        </RowList>
      ) : (
        <p className="soft">{none}</p>
      )}
    </section>
  )
}

function NextCases({ cases }: { cases: NonNullable<TodayReply['next_cases']> }) {
  const t = useTranslations('desk-today')
  const locale = useLocale()
  const dueOf = (day: string | null) => day && t('due', { day: formatDay(day, locale) })
  return (
    <section className={styles.wide} aria-label={t('next')}>
      <h2>{t('next')}</h2>
      {cases.length ? (
        <RowList>
          {cases.map(({ id, subject, who, due_on: day, is_late: isLate }) => (
            <RowLink
              key={id}
              glyph={bubble}
              href={`/operator/cases/${id}`}
              title={subject}
              detail={[who, dueOf(day)].filter(Boolean).join(' · ')}
              end={isLate && <Badge tone="negative">{t('late')}</Badge>}
            />
          ))}
        </RowList>
      ) : (
        <EmptyState title={t('noCasesTitle')}>{t('noCasesText')}</EmptyState>
      )}
    </section>
  )
}
