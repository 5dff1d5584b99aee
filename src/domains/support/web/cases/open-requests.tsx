import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useFlag } from '#domains/retailer/web/settings.ts'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { arrowsSwap, bubble } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { RequestListItem } from '../../api.ts'
import { selectOpenRequests } from '../../rules.ts'
import { openRequestsQuery } from '../queries.ts'
import { RequestStatusBadge } from './request-status-badge.tsx'
import { requestHref, useRequestName } from './use-request-name.ts'

const maxShownRequests = 5

/** Shows the open requests, with the deadline of each case. Renders nothing if there are none. */
export function OpenRequests() {
  const t = useTranslations('support')
  // Behind an upstream server their pages are closed.
  const hasRequests = useFlag('crm.case') && !useBoot().hasUpstream
  const { data, isError, error, isFetching, refetch } = useQuery(openRequestsQuery(useSend()))
  const shown = selectOpenRequests(data?.items ?? [], { limit: maxShownRequests, withCases: hasRequests })
  if (!shown.length && !isError) return null
  return (
    <section className="stack" aria-labelledby="open-requests">
      <h2 id="open-requests">{t('requests.open.title')}</h2>
      {isError && !data && (
        <ErrorState
          title={t('requests.failed.title')}
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {t('requests.failed.text')}
        </ErrorState>
      )}
      {shown.length > 0 && (
        <RowList>
          {shown.map((request) => (
            <RequestRow key={`${request.kind} ${request.id}`} request={request} />
          ))}
        </RowList>
      )}
      {hasRequests && shown.length > 0 && (
        <p>
          <Link href="/requests">{t('requests.open.all')}</Link>
        </p>
      )}
    </section>
  )
}

function RequestRow({ request }: { request: RequestListItem }) {
  const name = useRequestName()(request)
  const deadline = useDeadlineText()(request)
  const { kind, contract, state, closure } = request
  return (
    <RowLink
      glyph={kind === 'case' ? bubble : arrowsSwap}
      title={name}
      detail={[contract?.full_address, deadline].filter(Boolean).join(' · ')}
      end={<RequestStatusBadge state={state} closure={closure} />}
      href={requestHref(request) ?? '/requests'}
    />
  )
}

/** Returns a function for the deadline of a case, or the start of a change. */
function useDeadlineText(): (request: RequestListItem) => string | null {
  const t = useTranslations('support.requests.open')
  const locale = useLocale()
  const dayOf = (instant: string) => formatDay(calendarDayOf(new Date(instant)), locale)
  return ({ clock, opened_at: openedAt, answered_at: answeredAt, due_on: dueDay, due_at: dueAt }) => {
    const due = dueAt ? formatInstant(new Date(dueAt), locale) : formatDay(dueDay, locale)
    switch (clock) {
      case null:
        return t('asked', { day: dayOf(openedAt) })
      case 'running':
        return t('due', { due })
      case 'late':
        return t('late', { due })
      case 'answered':
        return answeredAt && t('answered', { day: dayOf(answeredAt) })
      case 'stopped':
        return null
    }
  }
}
