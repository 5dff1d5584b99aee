import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { buildPriceChart, findPriceRange } from '../../web/price-chart.ts'
import type { FutureDetails } from '../api.ts'
import { futureRoles } from '../roles.ts'
import { futureQuery } from './queries.ts'

const FutureDialog = lazyPart(async () => (await import('./future-dialog.tsx')).FutureDialog)

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(futureQuery(send, params.id!))
}

/** A future with its delivery period, last trading day and latest prices. */
export function FutureScreen() {
  const t = useTranslations('desk-price-alerts')
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: future } = useSuspenseQuery(futureQuery(useSend(), id))
  const [isEditing, setEditing] = useState(false)
  const day = (value: string) => formatDay(value, locale)
  return (
    <>
      <div>
        <BackLink href="/operator/futures">{t('future.back')}</BackLink>
        <div className="line">
          <h1>{future.name}</h1>
          {!future.is_active && <Badge tone="plain">{t('list.off')}</Badge>}
        </div>
      </div>
      <DescriptionList>
        <DescriptionItem label={t('future.shownAs')}>{future.title}</DescriptionItem>
        <DescriptionItem label={t('list.delivery')}>
          {t('list.deliveryOf', { from: day(future.delivery_start), until: day(future.delivery_end) })}
        </DescriptionItem>
        <DescriptionItem label={t('list.lastDay')}>{day(future.last_trading_day)}</DescriptionItem>
        <DescriptionItem label={t('list.alerts')}>{future.alerts}</DescriptionItem>
      </DescriptionList>
      <div>
        <RoleButton roles={futureRoles} variant="second" onClick={() => setEditing(true)}>
          {t('future.edit')}
        </RoleButton>
      </div>
      <PricesChart future={future} />
      {isEditing && (
        <Suspense>
          <FutureDialog future={future} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function PricesChart({ future: { name, prices: items } }: { future: FutureDetails }) {
  const t = useTranslations('desk-price-alerts.future')
  const locale = useLocale()
  const money = useMoney()
  const last = items.at(-1)
  if (!last) return <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>
  const prices = items.map(({ date, price }) => ({ day: date, price }))
  const { lowest, highest } = findPriceRange(prices)
  return (
    <BarChart
      isLow
      title={t('chart', { name })}
      summary={t('summary', {
        count: prices.length,
        lowest: money(lowest),
        highest: money(highest),
        last: money(last.price),
        day: formatDay(last.date, locale),
      })}
      data={buildPriceChart({ prices, locale, texts: { pane: t('pane'), series: t('series') }, priceOf: money })}
    />
  )
}
