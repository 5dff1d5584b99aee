import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { useMoney } from '#desks/common/web/use-money.ts'
import { priceChart, rangeOf } from '#domains/price-alerts/web/price-chart.ts'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { ReadFuture } from '../api.ts'
import { futureRoles } from '../roles.ts'
import { futureQuery } from './queries.ts'

const FutureDialog = lazy(async () => ({ default: (await import('./future-dialog.tsx')).FutureDialog }))

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(futureQuery(send, params.id!))
}

/** A future: what is delivered and until when it is traded, and its last prices. */
export function FutureScreen() {
  const t = useTranslations('desk-futures')
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
          {!future.is_active && <Chip tone="plain">{t('list.off')}</Chip>}
        </div>
      </div>
      <Facts>
        <Fact label={t('future.shownAs')}>{future.title}</Fact>
        <Fact label={t('list.delivery')}>
          {t('list.deliveryOf', { from: day(future.delivery_start), until: day(future.delivery_end) })}
        </Fact>
        <Fact label={t('list.lastDay')}>{day(future.last_trading_day)}</Fact>
        <Fact label={t('list.alerts')}>{future.alerts}</Fact>
      </Facts>
      <div>
        <RoleButton roles={futureRoles} variant="second" onClick={() => setEditing(true)}>
          {t('future.edit')}
        </RoleButton>
      </div>
      <Prices future={future} />
      {isEditing && (
        <Suspense>
          <FutureDialog future={future} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Prices({ future: { name, prices: items } }: { future: ReadFuture }) {
  const t = useTranslations('desk-futures.future')
  const locale = useLocale()
  const money = useMoney()
  const last = items.at(-1)
  if (!last) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
  const prices = items.map(({ date, price }) => ({ day: date, price }))
  const { lowest, highest } = rangeOf(prices)
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
      data={priceChart({ prices, locale, words: { pane: t('pane'), series: t('series') }, priceOf: money })}
    />
  )
}
