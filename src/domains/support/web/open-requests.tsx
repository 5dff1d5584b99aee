import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useFlag } from '#domains/operator/web/settings.ts'
import { Failed } from '#kit/web/absence.tsx'
import { arrowsSwap, bubble } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Request } from '../api.ts'
import { type CaseState, clockOf, shownOpenRequests } from '../rules.ts'
import { openRequestsQuery } from './queries.ts'
import { Standing } from './standing.tsx'
import { requestAddress, useRequestName } from './use-request-name.ts'

const most = 5

/** What was asked of the retailer and has not ended, with the clock of each case. Nothing where there is none. */
export function OpenRequests() {
  const t = useTranslations('support')
  // In front of another server their pages are closed.
  const hasRequests = useFlag('crm.case') && !useBoot().hasUpstream
  const { data, isError, error, isFetching, refetch } = useQuery(openRequestsQuery(useSend()))
  const shown = shownOpenRequests(data?.items ?? [], { most, withCases: hasRequests })
  if (!shown.length && !isError) return null
  return (
    <section className="stack" aria-labelledby="open-requests">
      <h2 id="open-requests">{t('requests.open.title')}</h2>
      {isError && !data && (
        <Failed
          title={t('requests.failed.title')}
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {t('requests.failed.words')}
        </Failed>
      )}
      {shown.length > 0 && (
        <Rows>
          {shown.map((request) => (
            <RequestRow key={`${request.kind} ${request.id}`} request={request} />
          ))}
        </Rows>
      )}
      {hasRequests && shown.length > 0 && (
        <p>
          <Link href="/requests">{t('requests.open.all')}</Link>
        </p>
      )}
    </section>
  )
}

function RequestRow({ request }: { request: Request }) {
  const name = useRequestName()(request)
  const clock = useClockWords()(request)
  const { kind, contract, state } = request
  return (
    <RowLink
      glyph={kind === 'case' ? bubble : arrowsSwap}
      title={name}
      detail={[contract?.full_address, clock].filter(Boolean).join(' · ')}
      end={<Standing state={state} />}
      href={requestAddress(request) ?? '/requests'}
    />
  )
}

/** By when a case is answered, or since when a change is under way. */
function useClockWords(): (request: Request) => string | null {
  const t = useTranslations('support.requests.open')
  const locale = useLocale()
  const today = calendarDayOf(new Date(useBoot().now))
  const dayOf = (instant: string) => calendarDayOf(new Date(instant))
  return ({ kind, state, opened_at: openedAt, answered_at: answeredAt, due_on: dueDay }) => {
    if (kind === 'change') return t('asked', { day: formatDay(dayOf(openedAt), locale) })
    const answeredOn = answeredAt ? dayOf(answeredAt) : null
    switch (clockOf({ state: state as CaseState, dueDay, answeredOn }, today)) {
      case 'running':
        return t('due', { due: formatDay(dueDay, locale) })
      case 'late':
        return t('late', { due: formatDay(dueDay, locale) })
      case 'answered':
        return t('answered', { day: formatDay(answeredOn, locale) })
      case 'stopped':
        return null
    }
  }
}
