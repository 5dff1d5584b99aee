import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { buildPriceChart, findPriceRange } from './price-chart.ts'
import { type ProductModel, pricesQuery } from './queries.ts'
import { useAlertTexts } from './use-alert-texts.ts'

/** Shows the last prices of the chosen product, as a reference for setting a limit. */
export function ProductChart({ product }: { product: ProductModel }) {
  const t = useTranslations('price-alerts.chart')
  const locale = useLocale()
  const { priceOf, meaningOf } = useAlertTexts()
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
  const { lowest, highest } = findPriceRange(prices)
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
      data={buildPriceChart({ prices, locale, texts: { pane: t('pane'), series: t('series') }, priceOf })}
      note={lastDay}
    />
  )
}
