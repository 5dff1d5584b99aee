import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { priceChart, rangeOf } from './price-chart.ts'
import { pricesQuery, type ReadProduct } from './queries.ts'
import { useAlertWords } from './use-alert-words.ts'

/** The last prices of the product that is chosen, so that a limit is set with them in sight. */
export function ProductChart({ product }: { product: ReadProduct }) {
  const t = useTranslations('price-alerts.chart')
  const locale = useLocale()
  const { priceOf, meaningOf } = useAlertWords()
  const { data: prices } = useSuspenseQuery(pricesQuery(useSend(), product.name))
  const last = prices.at(-1)
  const lastDay = product.lastTradingDay && t('last', { day: formatDay(product.lastTradingDay, locale) })
  const meaning = meaningOf(product)
  if (!last)
    return (
      <p>
        {t('none')} {lastDay}
      </p>
    )
  const { lowest, highest } = rangeOf(prices)
  return (
    <BarChart
      isLow
      title={t('title', { product: product.name })}
      summary={t('summary', {
        product: meaning ? `${product.name} (${meaning})` : product.name,
        price: priceOf(last.price),
        day: formatDay(last.day, locale),
        count: prices.length,
        lowest: priceOf(lowest),
        highest: priceOf(highest),
      })}
      data={priceChart({ prices, locale, words: { pane: t('pane'), series: t('series') }, priceOf })}
      note={lastDay}
    />
  )
}
