import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import { arrowsSwap } from '#kit/web/icons.ts'
import { useSend } from '#kit/web/portal.ts'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import type { Send } from '#kit/web/send.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { formatDay } from '#vocabulary/format.ts'

/** What is under way in all contracts. */
export function openRequestsQuery(send: Send) {
  return queryOptions({
    queryKey: ['changes', 'open'],
    queryFn: async ({ signal }) => {
      const { listOpenChanges } = await import('../open-api.ts')
      return send(listOpenChanges, { signal })
    },
  })
}

/** What was asked for and has not ended, each with the way to its contract. Nothing while there is none, or none is known. */
export function OpenRequests() {
  const t = useTranslations('changes.requests')
  const locale = useLocale()
  const { data } = useQuery(openRequestsQuery(useSend()))
  if (!data?.items.length) return null
  return (
    <section className="stack" aria-labelledby="open-requests">
      <h2 id="open-requests">{t('title')}</h2>
      <Rows>
        {data.items.map(({ id, kind, state, requested_at, contract }) => (
          <RowLink
            key={`${contract.name} ${id}`}
            glyph={arrowsSwap}
            title={t('kinds', { kind })}
            detail={`${contract.street} · ${t('asked', { day: formatDay(calendarDayOf(new Date(requested_at)), locale) })}`}
            end={<Chip tone={state === 'waiting_for_signature' ? 'warning' : 'notice'}>{t(`states.${state}`)}</Chip>}
            href={`/contracts/${contract.type}/${encodeURIComponent(contract.name)}`}
          />
        ))}
      </Rows>
    </section>
  )
}
